/** Plays tones, if somebody wants to hear them. */

import { BELL, toneOf, type Note } from '../lib/tones';
import type { BoardEvent } from '../lib/contract';
import { settings } from './settings.svelte';

const LOUD = 0.12;
const APART = 0.05; // seconds: of what happens at the same moment one tone is enough

let context: AudioContext | null = null;
let last = -1;

function play(notes: readonly Note[]): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  // Until somebody has clicked or typed, browsers keep a page silent.
  void context.resume();
  const now = context.currentTime;
  if (last >= 0 && now - last < APART) return;
  last = now;
  for (const { pitch, at, long, wave } of notes) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, now + at);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + long);
    tone.connect(volume).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + long);
  }
}

export function soundEvent(event: BoardEvent): void {
  play(toneOf(event));
}

/** It is your turn. */
export function soundTurn(): void {
  last = -1; // it is never left out
  play(BELL);
}
