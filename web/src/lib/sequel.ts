/** Scenes that are told by their differences, one after the other. */

import type { OfferedChoice, Question, Scene, SceneChangedMessage } from './contract';

type Node = Record<string, unknown> | unknown[];

/** The same tree, but for the value at a path; the one before stays as it is. */
function put(node: unknown, [step, ...rest]: string[], change: (value: unknown) => unknown): Node {
  const copy = (Array.isArray(node) ? [...node] : { ...(node as object) }) as Record<
    string,
    unknown
  >;
  copy[step!] = rest.length === 0 ? change(copy[step!]) : put(copy[step!], rest, change);
  return copy;
}

export class Sequel {
  private readonly known = new Map<string, OfferedChoice>(); // choices that were shown, by text

  constructor(private last: Scene) {
    this.learn();
  }

  next({ values, splices }: Pick<SceneChangedMessage, 'values' | 'splices'>): Scene {
    let scene: unknown = this.last;
    for (const [path, value] of Object.entries(values))
      scene = put(scene, path.split('.'), () => value);
    for (const [path, at, gone, come] of splices)
      scene = put(scene, path.split('.'), (row) => (row as unknown[]).toSpliced(at, gone, ...come));
    this.last = scene as Scene;
    this.learn();
    return this.last;
  }

  /** A choice that was shown before is only named: put it there as it was. */
  private learn(): void {
    const question: Question | null = this.last.question;
    if (!question) return;
    const choices = (question.choices as (OfferedChoice | string)[]).map((choice) =>
      typeof choice === 'string' ? this.known.get(choice)! : choice,
    );
    for (const choice of choices) this.known.set(choice.text, choice);
    this.last = { ...this.last, question: { ...question, choices } };
  }
}
