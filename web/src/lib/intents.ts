/** What a player means as one thing, as the choices that say it.
 *
 * Confirming a summoning means: this card, this square, this way. They go to the server in one
 * message, and all of them are made or none.
 */

export type Intent = readonly [string, ...string[]];

/** The way is its place among several ways of that square, or null where there is only one. */
export function summoning(card: string, square: string, way: number | null): Intent {
  const ways = way === null ? [] : [`way ${way + 1}`];
  return [`summon ${card}`, square, ...ways];
}

export function invoking(card: string, rival: string | null): Intent {
  return rival === null ? [`invoke ${card}`] : [`invoke ${card}`, rival];
}
