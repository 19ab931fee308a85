import { expect, it } from 'vitest';
import type { CourseRow } from './contract';
import { nextLesson, parsed, reached } from './learned';

const lesson = (id: string) => ({ id, name: id, about: '', goals: 3 });
const course = (id: string, ...lessons: string[]): CourseRow => ({
  id,
  name: id,
  about: '',
  lessons: lessons.map(lesson),
  puzzle: null,
});
const COURSES = [course('first', 'placing', 'pattern'), course('high', 'legends')];
const done = { goal: 0, done: 2 as const };

it('reads what was kept, and nothing else', () => {
  expect(parsed(null)).toEqual({ knows: false, lessons: {} });
  expect(parsed('nonsense')).toEqual({ knows: false, lessons: {} });
  expect(parsed('{"lessons":{"placing":{"goal":1,"done":0},"old":{"goal":"x","done":0}}}')).toEqual(
    { knows: false, lessons: { placing: { goal: 1, done: 0 } } },
  );
  expect(parsed('{"knows":true}').knows).toBe(true);
});

it('keeps what is done, whatever is begun again', () => {
  expect(reached({ goal: 0, done: 2 }, 1, 0)).toEqual({ goal: 1, done: 2 });
  expect(reached({ goal: 1, done: 0 }, 2, 1)).toEqual({ goal: 0, done: 1 });
});

it('goes on with the first lesson that is not done', () => {
  expect(nextLesson(COURSES, { knows: false, lessons: {} })).toBe('placing');
  expect(nextLesson(COURSES, { knows: false, lessons: { placing: done } })).toBe('pattern');
  expect(nextLesson(COURSES, { knows: true, lessons: {} })).toBe('legends');
  const all = { placing: done, pattern: done, legends: done };
  expect(nextLesson(COURSES, { knows: false, lessons: all })).toBe(null);
});
