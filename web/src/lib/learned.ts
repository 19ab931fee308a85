/** What was learned so far, as it is kept, and what comes next. */

import type { CourseRow, LessonProgress } from './contract';

export interface Learned {
  knows: boolean;
  lessons: Record<string, LessonProgress>;
}

/** What was kept; anything else is nothing learned yet. */
export function parsed(kept: string | null): Learned {
  try {
    const found = JSON.parse(kept ?? 'null') as Partial<Learned> | null;
    const entries = Object.entries(found?.lessons ?? {}).filter(
      ([, made]) => Number.isInteger(made.goal) && [0, 1, 2].includes(made.done),
    );
    return { knows: found?.knows === true, lessons: Object.fromEntries(entries) };
  } catch {
    return { knows: false, lessons: {} };
  }
}

/** What is done stays done; who begins again goes on from there. */
export function reached(before: LessonProgress, goal: number, done: 0 | 1 | 2): LessonProgress {
  return { goal: done > 0 ? 0 : goal, done: Math.max(before.done, done) as 0 | 1 | 2 };
}

/** The first lesson that is not done; for whoever knows the game, beyond the first course. */
export function nextLesson(courses: readonly CourseRow[], learned: Learned): string | null {
  const open = (course: CourseRow) =>
    course.lessons.find((lesson) => !learned.lessons[lesson.id]?.done)?.id;
  const wanted = learned.knows ? courses.slice(1) : courses;
  return wanted.map(open).find((id) => id !== undefined) ?? null;
}
