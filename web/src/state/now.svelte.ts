/** The time, told often enough for clocks. One timer for the whole page. */

export const now = $state({ mono: performance.now(), date: Date.now() });

setInterval(() => {
  now.mono = performance.now();
  now.date = Date.now();
}, 250);
