/** Arrows over things that lie in rows: tiles of a gallery, lessons on a map. */

type Place = readonly [x: number, y: number];

/** Where a key leads from one of several places; null if it leads nowhere. */
export function beyond(places: readonly Place[], at: number, key: string): number | null {
  const aside = key === 'ArrowLeft' ? at - 1 : key === 'ArrowRight' ? at + 1 : null;
  if (aside !== null) return aside in places ? aside : null;
  const down = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const here = places[at];
  if (down === 0 || !here) return null;
  const [x, y] = here;
  const rows = places.map((place) => (place[1] - y) * down);
  const next = Math.min(...rows.filter((row) => row > 1));
  let found: number | null = null;
  places.forEach((place, i) => {
    if (Math.abs(rows[i]! - next) > 1) return;
    if (found === null || Math.abs(place[0] - x) < Math.abs(places[found]![0] - x)) found = i;
  });
  return found;
}

/** Listens for arrows on whatever holds the links; what leads elsewhere is left to the Tab key. */
export function arrows(event: KeyboardEvent): void {
  const home = event.currentTarget as Element;
  const links = [...home.querySelectorAll<HTMLElement>('a:not(.test-me)')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const places = links.map((link) => {
    const { left, top } = link.getBoundingClientRect();
    return [left, top] as const;
  });
  const next = beyond(places, at, event.key);
  if (next === null) return;
  event.preventDefault();
  links[next]!.focus();
}
