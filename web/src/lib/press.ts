/** A long press: held for a while without moving. The click that would follow is swallowed. */

const LONG = 450;
const SLACK = 12;

export function longPress(act: () => void) {
  return (node: HTMLElement) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [x, y, fired] = [0, 0, false];

    const down = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      [x, y, fired] = [event.clientX, event.clientY, false];
      timer = setTimeout(() => {
        fired = true;
        act();
      }, LONG);
    };
    const stop = () => clearTimeout(timer);
    const move = (event: PointerEvent) => {
      if (Math.hypot(event.clientX - x, event.clientY - y) > SLACK) stop();
    };
    const swallow = (event: Event) => {
      if (!fired) return;
      fired = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event) => {
      if (timer !== undefined) event.preventDefault();
    };

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    for (const name of ['pointerup', 'pointercancel', 'pointerleave'] as const)
      node.addEventListener(name, stop);
    node.addEventListener('click', swallow, true);
    node.addEventListener('contextmenu', menu);
    return () => {
      stop();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('click', swallow, true);
      node.removeEventListener('contextmenu', menu);
    };
  };
}
