/** Points of tournaments, which come in halves: "2½". */

export function pointsText(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return String(whole);
  return whole === 0 ? '½' : `${whole}½`;
}

/** Of a game that is over: "1 : 0". */
export function scoreText(first: number, all: number): string {
  return `${pointsText(first)} : ${pointsText(all - first)}`;
}
