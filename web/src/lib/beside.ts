/** Small panels beside what they explain. */

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
interface Size {
  width: number;
  height: number;
}

const GAP = 6;
const EDGE = 8;

/**
 * Where a panel goes: below, else above, else to the side, never out of the window. In a list, where
 * the next name is below, it goes to the side first.
 */
export function placed(
  anchor: Box,
  panel: Size,
  room: Size,
  listed = false,
): { left: number; top: number } {
  const within = (at: number, size: number, all: number) =>
    Math.max(EDGE, Math.min(at, all - size - EDGE));
  const top = within(anchor.top, panel.height, room.height);
  const right = anchor.right + GAP;
  const before = anchor.left - GAP - panel.width;
  if (listed && right + panel.width <= room.width - EDGE) return { left: right, top };
  if (listed && before >= EDGE) return { left: before, top };
  const left = within(anchor.left, panel.width, room.width);
  const below = anchor.bottom + GAP;
  if (below + panel.height <= room.height - EDGE) return { left, top: below };
  const above = anchor.top - GAP - panel.height;
  if (above >= EDGE) return { left, top: above };
  if (right + panel.width <= room.width - EDGE) return { left: right, top };
  return { left: within(before, panel.width, room.width), top };
}

/** Is a part of the page in sight? */
export function seen(node: HTMLElement): boolean {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return right - left > 1 && bottom - top > 1 && right > 0 && bottom > 0
    ? left < innerWidth && top < innerHeight
    : false;
}

/** What is heard after a name, without a hidden copy of it on the page. */
export function described(words: string) {
  return (node: Element) => node.setAttribute('aria-description', words);
}

/** Keeps a panel beside a node, over everything else, windows included. */
export function beside(anchor: () => HTMLElement | null) {
  return (panel: HTMLElement) => {
    const put = () => {
      const node = anchor();
      if (!node) return;
      const room = { width: innerWidth, height: innerHeight };
      const size = { width: panel.offsetWidth, height: panel.offsetHeight };
      const { left, top } = placed(
        node.getBoundingClientRect(),
        size,
        room,
        node.dataset.listed !== undefined,
      );
      panel.style.left = `${left}px`;
      panel.style.top = `${top}px`;
    };
    panel.popover = 'manual';
    panel.showPopover();
    const observer = new ResizeObserver(put);
    observer.observe(panel);
    put();
    return () => observer.disconnect();
  };
}
