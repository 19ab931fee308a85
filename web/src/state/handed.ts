/** What one page hands to the study board: a text, and the step of its main line to begin with. */

let waiting: { text: string; step: number } | null = null;

export function handOver(text: string, step = 0): void {
  waiting = { text, step };
}

export function handedOver(): { text: string; step: number } | null {
  const found = waiting;
  waiting = null;
  return found;
}
