/** How far somebody has come in the lessons: kept in this browser, and by the guest on the server. */

import type { CourseRow, LessonProgress } from '../lib/contract';
import { nextLesson, parsed, reached, type Learned } from '../lib/learned';
import { read, write } from '../lib/storage';
import { api, session } from './session.svelte';
import { language } from './texts.svelte';

const KEY = 'tashkalar.lessons';
let kept = $state.raw<Learned>(parsed(read(KEY)));
let courses = $state.raw<CourseRow[]>([]);
let told = '';

export function allCourses(): readonly CourseRow[] {
  return courses;
}

export function progressOf(lesson: string): LessonProgress {
  return kept.lessons[lesson] ?? { goal: 0, done: 0 };
}

/** Whoever knows the game is not sent to the first course. */
export function knowsTheGame(): void {
  keep({ ...kept, knows: true });
}

export function continued(): string | null {
  return nextLesson(courses, kept);
}

export async function loadLessons(): Promise<void> {
  const { code } = language;
  if (told !== code) courses = await api.lessons();
  told = code;
  await share(kept.lessons);
}

function keep(now: Learned): void {
  kept = now;
  write(KEY, JSON.stringify(now));
}

/** A goal was begun, or with `done` the lesson was finished: 1 with help, 2 without. */
export function learn(lesson: string, goal: number, done: 0 | 1 | 2 = 0): void {
  const made = reached(progressOf(lesson), goal, done);
  keep({ ...kept, lessons: { ...kept.lessons, [lesson]: made } });
  void share({ [lesson]: made });
}

/** A puzzle has answered for a course: what was not done in it counts as done. */
export async function answerFor(course: string): Promise<void> {
  await loadLessons();
  const lessons = courses.find((one) => one.id === course)?.lessons ?? [];
  for (const { id } of lessons) if (progressOf(id).done === 0) learn(id, 0, 1);
}

/** Whoever has their data deleted begins anew. */
export function forgetLessons(): void {
  keep(parsed(null));
  write(KEY, null);
}

/** The server keeps it, too, and knows what other browsers of this guest have done. */
async function share(made: Record<string, LessonProgress>): Promise<void> {
  if (!session.guest) return;
  const known = new Set(courses.flatMap((course) => course.lessons.map((lesson) => lesson.id)));
  const lessons = Object.fromEntries(
    Object.entries(made).filter(([id]) => known.size === 0 || known.has(id)),
  );
  const before = kept.lessons;
  try {
    const answered = await api.learned({ lessons });
    // What was learned in the meantime is newer than the answer.
    const news = Object.entries(answered.lessons).filter(([id]) => kept.lessons[id] === before[id]);
    keep({ ...kept, lessons: { ...kept.lessons, ...Object.fromEntries(news) } });
  } catch {
    // This browser has it.
  }
}
