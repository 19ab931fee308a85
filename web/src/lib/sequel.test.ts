import { expect, it } from 'vitest';
import type { OfferedChoice, Scene } from './contract';
import { Sequel } from './sequel';

const choice = (text: string, words = text) =>
  ({ text, kind: 'place', words, preview: [] }) as OfferedChoice;
const asked = (...choices: (OfferedChoice | string)[]) => ({ asking: 'action', choices });
const first = {
  seq: 1,
  board: ['a', 'b', 'c'],
  seats: [{ deck: 12 }, { deck: 15 }],
  question: asked(choice('place e5'), choice('place e6')),
} as unknown as Scene;

it('puts values and splices over the scene before, which stays as it is', () => {
  const sequel = new Sequel(first);
  const next = sequel.next({
    values: { seq: 2, 'seats.1.deck': 14, question: null },
    splices: [['board', 1, 1, ['x', 'y']]],
  });
  expect(next).toEqual({
    seq: 2,
    board: ['a', 'x', 'y', 'c'],
    seats: [{ deck: 12 }, { deck: 14 }],
    question: null,
  });
  expect(first.seats[1]).toEqual({ deck: 15 });
  expect(next.seats[0]).toBe(first.seats[0]);
});

it('knows choices by their text once they were shown, as they were shown last', () => {
  const sequel = new Sequel(first);
  sequel.next({ values: { question: null }, splices: [] });
  const again = asked('place e6', choice('place e5', 'anew'));
  const { question } = sequel.next({ values: { question: again }, splices: [] });
  expect(question!.choices).toEqual([choice('place e6'), choice('place e5', 'anew')]);
  const later = sequel.next({
    values: {},
    splices: [['question.choices', 0, 1, ['place e5', choice('pass')]]],
  });
  expect(later.question!.choices.map((one) => one.words)).toEqual(['anew', 'pass', 'anew']);
});
