/** Puzzles, and what was made of them: kept in this browser, and by the guest on the server. */

import type { PuzzleMark, PuzzleRow, PuzzleStandsMessage, SolverFigures } from '../lib/contract';
import { marked, parsedMarks, unshared, type Marks } from '../lib/puzzles';
import { read, write } from '../lib/storage';
import { formName } from './forms.svelte';
import { api, asGuest, session } from './session.svelte';
import { t } from './texts.svelte';

type Posed = PuzzleRow | PuzzleStandsMessage;
const KEY = 'tashkalar.puzzles';
let kept = $state.raw<Marks>(parsedMarks(read(KEY)));
let rows = $state.raw<readonly PuzzleRow[]>([]);
let daily = $state('');
let day = $state('');
let told = $state.raw<SolverFigures | null>(null);

export const allPuzzles = () => rows;
export const allMarks = () => kept;
/** What only the server knows: a rating from first tries, and days in a row. */
export const solverFigures = () => told;
export const dailyPuzzle = () => rows.find((row) => row.id === daily);
/** The server's day. */
export const today = () => day;
export const markOf = (id: string): PuzzleMark | undefined => kept[id];

/** Names say the form and a number: nothing of the solution. */
export function nameOfPuzzle(puzzle: Posed): string {
  return t('web.puzzle.name', { form: formName(puzzle.form), number: puzzle.number });
}

export function wantedOf({ points }: Posed): string {
  return points === null ? t('web.puzzle.to_win') : t('web.puzzle.to_score', { n: points });
}

export async function loadPuzzles(): Promise<void> {
  const found = await api.puzzles();
  rows = found.puzzles;
  daily = found.daily;
  day = found.day;
  if (session.guest) await share().catch(() => {}); // this browser has it
}

/** Whoever solves puzzles is somebody, so that the first try counts. */
export async function beSolver(): Promise<void> {
  await asGuest(share).catch(() => {}); // it is solved all the same, and only this browser keeps it
}

/** The server knows what other browsers of this guest have done, and learns what this one has. */
async function share(): Promise<void> {
  let made = await api.puzzlesMade();
  const puzzles = unshared(kept, made.puzzles, rows);
  if (Object.keys(puzzles).length > 0) made = await api.keepPuzzles({ puzzles });
  told = made.figures;
  keep({ ...kept, ...made.puzzles });
}

function keep(now: Marks): void {
  kept = now;
  write(KEY, JSON.stringify(now));
}

/** What has become of a try. */
export function noteTry(id: string, state: PuzzleMark['state'], tries: number): void {
  keep({ ...kept, [id]: marked(kept[id], state, tries) });
}

/** Whoever has their data deleted begins anew. */
export function forgetPuzzles(): void {
  keep({});
  told = null;
  write(KEY, null);
}
