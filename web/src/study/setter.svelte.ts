/** Setting up a position on the board itself: the tool in hand, touches, and pieces that are carried. */

import type { Piece, Rank } from '../lib/contract';
import type { StudyBoard } from '../state/study.svelte';

type Tool = Omit<Piece, 'square'> | 'erase';

const squareAt = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest<HTMLElement>('[data-square]')?.dataset.square
    : undefined;

export class Setter {
  tool = $state.raw<Tool>({ colour: 0, rank: 1 });
  private carried: string | null = null; // the square of a piece, or '' for the tool in hand
  private handled = false; // the click that follows a carried piece means nothing

  constructor(private readonly of: () => StudyBoard) {}

  is(tool: Tool): boolean {
    return JSON.stringify(tool) === JSON.stringify(this.tool);
  }

  pick(tool: Tool): void {
    this.tool = tool;
  }

  rank(rank: Rank): void {
    const colour = this.tool !== 'erase' ? this.tool.colour : 0;
    this.tool = { colour, rank };
  }

  nextColour(colours: number): void {
    const { colour, rank } = this.tool !== 'erase' ? this.tool : { colour: -1, rank: 1 as Rank };
    this.tool = { colour: (colour + 1) % colours, rank };
  }

  /** A touch on a square puts the piece in hand there; on the same piece, it takes it away. */
  touch(event: MouseEvent): void {
    const square = squareAt(event.target);
    if (!this.of().laying.draft || !square) return;
    event.stopPropagation();
    if (!this.handled) this.use(square);
  }

  use(square: string): void {
    const study = this.of();
    const there = study.pieceAt(square);
    const { tool } = this;
    const same =
      tool === 'erase' || (there && there.colour === tool.colour && there.rank === tool.rank);
    if (same && !there) return;
    void study.laying.put(square, same ? null : tool);
  }

  /** A piece on the board is taken up to be carried elsewhere. */
  take(event: PointerEvent): void {
    const square = squareAt(event.target);
    this.carried = square && this.of().laying.draft && this.of().pieceAt(square) ? square : null;
  }

  /** A piece of the tray is taken up. */
  takeTool(tool: Tool): void {
    this.tool = tool;
    this.carried = '';
  }

  drop(event: PointerEvent): void {
    const from = this.carried;
    this.carried = null;
    const to = squareAt(document.elementFromPoint(event.clientX, event.clientY));
    if (from === null || !this.of().laying.draft || !to || to === from) return;
    // The browser tells of a click right after this, if at all.
    this.handled = from !== '';
    setTimeout(() => (this.handled = false));
    if (from === '') this.use(to);
    else void this.of().laying.carry(from, to);
  }
}
