/** What the server does for those who study. */

import type {
  AskingBest,
  BestTurns,
  KeepingAgain,
  SetUp,
  Studied,
  StudyGiven,
  Studying,
  StudyKept,
  StudyRow,
  StudySaved,
  StudyShown,
  StudyText,
  Taking,
} from '../lib/contract';
import { asGuest, call, fetchText } from './session.svelte';

export const studies = {
  read: (text: string) => call<StudyShown>('POST', '/api/study/read', { text } satisfies StudyText),
  lay: (wanted: SetUp) => call<StudyShown>('POST', '/api/study/lay', wanted),
  show: (wanted: Studying) => call<Studied>('POST', '/api/study/show', wanted),
  best: (wanted: AskingBest) => asGuest(() => call<BestTurns>('POST', '/api/study/best', wanted)),
  take: (wanted: Taking) => fetchText('/api/study/take', wanted),
  kept: (id: string) => call<StudyKept>('GET', `/api/studies/${id}`),
  mine: () => asGuest(() => call<StudyRow[]>('GET', '/api/studies')),
  keep: (study: StudyGiven) => asGuest(() => call<StudySaved>('POST', '/api/studies', study)),
  keepAgain: (id: string, study: KeepingAgain) =>
    call<StudySaved>('PUT', `/api/studies/${id}`, study),
  remove: (id: string) => call<undefined>('DELETE', `/api/studies/${id}`),
};
