/** The card whose name is being looked at: it is shown until one looks away. */

import { seen } from '../lib/beside';
import { hide } from '../lib/note';

/** On the way from a name to the panel that shows its card, nothing closes. */
const GRACE = 200;

class Reading {
  card = $state<string | null>(null);
  /** Whose card it is, where that is known: two schools may play with one deck. */
  seat = $state<number | null>(null);
  /** The name, where its card has to float beside it: no panel for cards is in sight. */
  beside = $state.raw<HTMLElement | null>(null);
  private anchor: HTMLElement | null = null;
  private pinned = false;
  private panel: HTMLElement | null = null;
  private leaving: ReturnType<typeof setTimeout> | undefined;

  /** The panel that shows the card that matters; a name shows its card there if it is in sight. */
  readonly home = (panel: HTMLElement) => {
    this.panel = panel;
    return () => {
      if (this.panel === panel) this.panel = null;
    };
  };

  show(card: string, seat: number | null, anchor: HTMLElement): void {
    clearTimeout(this.leaving);
    hide();
    if (anchor !== this.anchor) this.pinned = false;
    this.anchor = anchor;
    this.card = card;
    this.seat = seat;
    const covered = anchor.closest('dialog') !== null;
    this.beside = !covered && this.panel && seen(this.panel) ? null : anchor;
  }

  /** A click or a tap keeps the card until the next one, or Escape. */
  pin(card: string, seat: number | null, anchor: HTMLElement): void {
    const again = this.pinned && anchor === this.anchor;
    if (again) return this.end();
    this.show(card, seat, anchor);
    this.pinned = true;
  }

  /** The pointer or the focus has left. */
  leave(): void {
    clearTimeout(this.leaving);
    if (!this.pinned) this.leaving = setTimeout(() => this.end(), GRACE);
  }

  /** The pointer rests on the floating card. */
  stay(): void {
    clearTimeout(this.leaving);
  }

  gone(anchor: HTMLElement): void {
    if (anchor === this.anchor) this.end();
  }

  end(): void {
    clearTimeout(this.leaving);
    this.card = this.seat = this.beside = this.anchor = null;
    this.pinned = false;
  }

  /** Escape closes the card and nothing else. */
  readonly key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || this.card === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.end();
  };

  /** A press anywhere else looks away. */
  readonly press = (event: PointerEvent) => {
    if (this.card === null || !(event.target instanceof Element)) return;
    const inside = event.target.closest('.card-name, .floating, .term');
    if (!inside && !this.panel?.contains(event.target)) this.end();
  };
}

export const reading = new Reading();
