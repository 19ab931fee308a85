/** The title of the page with the number of turns that wait before it, if any. */
export function titled(title: string, turns: number): string {
  const plain = title.replace(/^\(\d+\) /, '');
  return turns > 0 ? `(${turns}) ${plain}` : plain;
}
