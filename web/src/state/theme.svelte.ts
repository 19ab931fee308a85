/** Light, dark, or as the system says. */

type Theme = 'system' | 'light' | 'dark';
const KEY = 'tashkalar.theme';
const ORDER: readonly Theme[] = ['system', 'light', 'dark'];

function kept(): Theme {
  const found = read(KEY);
  return found === 'light' || found === 'dark' ? found : 'system';
}

/** Storage may be switched off; then nothing is remembered, and nothing breaks. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing is remembered then.
  }
}

export const theme = $state<{ chosen: Theme }>({ chosen: kept() });

export function showTheme(): void {
  const root = document.documentElement;
  if (theme.chosen === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme.chosen;
}

export function nextTheme(): void {
  const next = ORDER[(ORDER.indexOf(theme.chosen) + 1) % ORDER.length] ?? 'system';
  theme.chosen = next;
  write(KEY, next === 'system' ? null : next);
  showTheme();
}

const motion =
  typeof matchMedia === 'undefined' ? null : matchMedia('(prefers-reduced-motion: reduce)');

export function still(): boolean {
  return (motion?.matches ?? false) || document.hidden;
}

/** What the screen allows: the phone layout, and whether there is a pointer that can hover. */
export const screen_ = $state({ phone: false, touch: false, wide: false, tall: false });

export function watchScreen(): void {
  const watch = (query: string, set: (found: boolean) => void) => {
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener('change', (event) => set(event.matches));
  };
  watch('(max-width: 720px)', (found) => (screen_.phone = found));
  watch('(hover: none)', (found) => (screen_.touch = found));
  watch('(min-width: 1600px) and (min-height: 1190px)', (found) => (screen_.wide = found));
  watch('(min-width: 1181px) and (min-height: 1000px)', (found) => (screen_.tall = found));
}
