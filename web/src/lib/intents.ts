/** What the player has already decided, step by step ahead of the server's questions.
 *
 * Confirming a summoning means: this card, this square, this way. The server asks for them one
 * after the other, and plays by itself what leaves no choice. An intent is sent only in answer to
 * its own kind of question, so that a square meant for a summoning never answers an effect.
 */

import type { Asking, OfferedChoice, Question, WayShown } from './contract';
import { sameWay } from './pattern';

export interface Intent {
  asking: readonly Asking[];
  text?: string;
  way?: WayShown;
}

export interface Answer {
  choice: OfferedChoice | null;
  rest: Intent[];
}

const MAIN: readonly Asking[] = ['action', 'end'];

export function summoning(card: string, square: string, way: WayShown | null): Intent[] {
  const intents: Intent[] = [
    { asking: MAIN, text: `summon ${card}` },
    { asking: ['summoning_square'], text: square },
  ];
  if (way) intents.push({ asking: ['way'], way });
  return intents;
}

export function invoking(card: string, rival: string | null): Intent[] {
  const intents: Intent[] = [{ asking: MAIN, text: `invoke ${card}` }];
  if (rival) intents.push({ asking: ['rival'], text: rival });
  return intents;
}

function offered(question: Question, intent: Intent): OfferedChoice | undefined {
  return question.choices.find((choice) =>
    intent.way ? !!choice.way && sameWay(choice.way, intent.way) : choice.text === intent.text,
  );
}

/** The answer to a question out of the queue; intents already played by the server fall away. */
export function answer(queue: readonly Intent[], question: Question | null): Answer {
  if (!question) return { choice: null, rest: [] };
  for (const [i, intent] of queue.entries()) {
    if (!intent.asking.includes(question.asking)) continue;
    const choice = offered(question, intent);
    return choice ? { choice, rest: queue.slice(i + 1) } : { choice: null, rest: [] };
  }
  return { choice: null, rest: [] };
}
