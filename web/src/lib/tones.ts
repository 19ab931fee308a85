/** Small tones for what happens: synthesized, so there are no files. */

import type { BoardEvent } from './contract';

export interface Note {
  /** Hertz, seconds from now, seconds. */
  pitch: number;
  at: number;
  long: number;
  wave: OscillatorType;
}

const note = (pitch: number, at = 0, long = 0.12, wave: OscillatorType = 'sine'): Note => ({
  pitch,
  at,
  long,
  wave,
});

/** A bell of two strokes: it is your turn. */
export const BELL: readonly Note[] = [note(784, 0, 0.5), note(1175, 0.12, 0.7)];

const STONE = note(220, 0, 0.09, 'triangle');
const TONES: Record<BoardEvent['e'], readonly Note[]> = {
  place: [STONE],
  move: [{ ...STONE, pitch: 262 }],
  lift: [{ ...STONE, pitch: 294 }],
  summon: [note(392, 0, 0.3), note(523, 0.09, 0.3), note(659, 0.18, 0.4)],
  destroy: [note(147, 0, 0.22, 'triangle'), note(110, 0.07, 0.25, 'triangle')],
  upgrade: [note(440), note(587, 0.09, 0.2)],
  downgrade: [note(440), note(330, 0.09, 0.2)],
  convert: [note(440), note(466, 0.08), note(440, 0.16, 0.18)],
};

export function toneOf(event: BoardEvent): readonly Note[] {
  return TONES[event.e];
}
