// What is wrong with how a table is laid out, in sentences. Nothing is played: it only looks.
() => {
  const wrong = [];
  const styles = new Map();
  const style = (node) => {
    if (!styles.has(node)) styles.set(node, getComputedStyle(node));
    return styles.get(node);
  };
  const called = (node) => {
    const id = node.dataset.testid ?? node.getAttribute('aria-label') ?? '';
    return `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}${id && `[${id}]`}`;
  };

  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight)
    wrong.push(`the document is ${page.scrollWidth} × ${page.scrollHeight}`);

  // A marked scroll area: it has a name, and the keyboard gets into it while there is more to see.
  const scrolls = (box, axis) =>
    /auto|scroll/.test(style(box)[`overflow${axis}`]) &&
    box.matches('[role=region][aria-label], [role=group][aria-label]') &&
    (box.tabIndex === 0 || box.querySelector('button') !== null);
  const inner = (box) => {
    const { left, top } = box.getBoundingClientRect();
    return {
      left: left + box.clientLeft,
      top: top + box.clientTop,
      right: left + box.clientLeft + box.clientWidth,
      bottom: top + box.clientTop + box.clientHeight,
    };
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const front = document.querySelector('.sheet');
  let read = 0;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const owner = text.parentElement;
    if (!text.data.trim() || owner.closest('svg, script, .sr, .note')) continue;
    if (!owner.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
    if (rects.length === 0 || style(owner).clipPath !== 'none') continue;
    read += 1;
    const words = `“${text.data.trim().slice(0, 40)}”`;
    if (parseFloat(style(owner).fontSize) < 13) wrong.push(`${words} is smaller than 13 px`);
    const elsewhere = owner.closest('[data-note], [data-panel]') !== null;
    for (const rect of rects) {
      let [seen, moved] = [true, false];
      for (let box = owner; box !== document.body; box = box.parentElement) {
        const clip = inner(box);
        for (const [axis, from, to] of [
          ['X', 'left', 'right'],
          ['Y', 'top', 'bottom'],
        ]) {
          if (style(box)[`overflow${axis}`] === 'visible') continue;
          // Glyphs of a line may reach a little over its box; letters are not lost by that.
          const scrolled = scrolls(box, axis);
          const slack = scrolled ? 0 : axis === 'X' ? 1.5 : 3;
          if (rect[from] >= clip[from] - slack && rect[to] <= clip[to] + slack) continue;
          seen = false;
          if (scrolled) moved = true;
          else if (!elsewhere && !moved) wrong.push(`${words} is cut by ${called(box)}`);
        }
      }
      if (!seen) continue;
      if (rect.left < -2 || rect.top < -2 || rect.right > innerWidth + 2 || rect.bottom > innerHeight + 2)
        wrong.push(`${words} is outside`);
      const top = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
      // A card that is looked at lies over its neighbours, the sheet over the table.
      if (front && !front.contains(owner)) continue;
      if (top && !top.contains(owner) && !owner.contains(top) && !owner.closest('.card:is(:hover, :focus-visible)'))
        wrong.push(`${words} lies under ${called(top)}`);
    }
  }
  if (read < 5) wrong.push(`only ${read} texts are shown`);

  // Nothing essential is outside or over one another.
  const essential = ['arena', 'prompt', 'steps', 'follow', 'hand', 'end-turn', 'score', 'open-sheet'].flatMap(
    (name) => [...document.querySelectorAll(`.table [data-testid=${name}]`)],
  );
  const shown = essential.filter((node) => node.checkVisibility());
  const boxes = shown.map((node) => [called(node), node.getBoundingClientRect()]);
  for (const [name, box] of boxes) {
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      wrong.push(`${name} is outside`);
    for (const [other, there] of boxes)
      if (
        box !== there &&
        box.left < there.right - 1 &&
        there.left < box.right - 1 &&
        box.top < there.bottom - 1 &&
        there.top < box.bottom - 1
      )
        wrong.push(`${name} and ${other} lie over one another`);
  }
  const cell = document.querySelector('[data-square=e5]').getBoundingClientRect();
  if (cell.width < 36) wrong.push(`the squares are ${cell.width.toFixed(1)} px wide`);

  const arena = document.querySelector('[data-testid=arena]').getBoundingClientRect();
  // Where the prompt stands it is told what others do.
  const missing = ['arena', 'prompt follow', 'end-turn', 'score'].filter(
    (names) => !shown.some((node) => names.split(' ').includes(node.dataset.testid)),
  );
  return {
    wrong: [...new Set([...wrong, ...missing.map((name) => `there is no ${name}`)])],
    arena: [arena.x, arena.y, arena.width, arena.height].map((n) => Math.round(n * 10) / 10),
  };
}
