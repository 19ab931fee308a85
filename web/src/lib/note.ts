/** One small panel for all words that have no room where they stand: shown by hover, focus or tap. */

import { placed } from './beside';

let panel: HTMLElement | null = null;
let shownFor: HTMLElement | null = null;

/** Whoever looks at something else in the same place sees that alone. */
export function hide(): void {
  if (panel?.matches(':popover-open')) panel.hidePopover();
  shownFor?.removeAttribute('aria-describedby');
  shownFor = null;
}

function show(node: HTMLElement, words: string): void {
  if (!panel) {
    panel = document.createElement('div');
    panel.className = 'note';
    panel.id = 'note';
    panel.popover = 'manual';
    panel.setAttribute('role', 'tooltip');
    document.body.append(panel);
  }
  panel.textContent = words;
  shownFor = node;
  node.setAttribute('aria-describedby', panel.id);
  panel.showPopover();
  const box = node.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const { left, top } = placed(box, { width, height }, { width: innerWidth, height: innerHeight });
  panel.style.left = `${left}px`;
  panel.style.top = `${top}px`;
}

function cut(node: HTMLElement): boolean {
  return node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
}

/**
 * Words that may not have room. The panel says those of the node while they are cut, or always other
 * ones; `data-note` tells that there is something to be said. Who uses the keyboard finds it at what
 * has the focus: the node, or the button it stands in.
 */
export function note(words?: () => string) {
  return (node: HTMLElement) => {
    const host = node.closest<HTMLElement>('button, a, [tabindex]') ?? node;
    const open = () => {
      if (node.dataset.note !== undefined) show(host, words?.() ?? node.textContent.trim());
    };
    const close = () => {
      if (shownFor === host) hide();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    const measure = () => {
      const wanted = words !== undefined || cut(node);
      if (wanted === (node.dataset.note !== undefined)) return;
      if (wanted) node.dataset.note = '';
      else delete node.dataset.note;
      if (host === node) {
        if (wanted) node.tabIndex = 0;
        else node.removeAttribute('tabindex');
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(node);
    host.addEventListener('pointerenter', open);
    host.addEventListener('pointerleave', close);
    host.addEventListener('focus', open);
    host.addEventListener('blur', close);
    host.addEventListener('keydown', key);
    return () => {
      close();
      observer.disconnect();
      host.removeEventListener('pointerenter', open);
      host.removeEventListener('pointerleave', close);
      host.removeEventListener('focus', open);
      host.removeEventListener('blur', close);
      host.removeEventListener('keydown', key);
    };
  };
}
