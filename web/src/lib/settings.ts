/** What a player has chosen for this browser, and how it is kept. */

const ALLOWED = {
  theme: ['system', 'light', 'dark'],
  pieces: ['usual', 'bold', 'greys'],
  strong: [false, true],
  coordinates: ['outside', 'squares', 'none'],
  /** Null until somebody chooses: then the form decides. */
  speed: [null, 'once', 'quick', 'usual', 'calm'],
  wait: [false, true],
  confirm: ['touch', 'always', 'never'],
  sound: [false, true],
  letters: [true, false],
  /** A tip for the moment, at the table of a first game. */
  coach: [true, false],
  /** A line at the table to type moves into. */
  typing: [false, true],
} as const;

export type Settings = { -readonly [K in keyof typeof ALLOWED]: (typeof ALLOWED)[K][number] };
type Speed = NonNullable<Settings['speed']>;

const VERSION = 1;
const NAMES = Object.keys(ALLOWED) as (keyof Settings)[];

/** Everything as it is before anything is chosen: the first of what is allowed. */
export function defaults(): Settings {
  return Object.fromEntries(NAMES.map((name) => [name, ALLOWED[name][0]])) as Settings;
}

/** What was kept. A value that is not allowed, or is not there, is the usual one. */
export function parsed(kept: string | null): Settings {
  const found = defaults();
  const values = opened(kept);
  const allowed = NAMES.filter((name) => (ALLOWED[name] as readonly unknown[]).includes(values[name])); // prettier-ignore
  return Object.assign(found, Object.fromEntries(allowed.map((name) => [name, values[name]])));
}

function opened(kept: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(kept ?? 'null');
    if (typeof found !== 'object' || found === null) return {};
    const values = found as Record<string, unknown>;
    return values.version === VERSION ? values : {};
  } catch {
    return {};
  }
}

export function written(settings: Settings): string {
  return JSON.stringify({ version: VERSION, ...settings });
}

const PACES: Record<Speed, number> = { once: 0, quick: 0.5, usual: 1, calm: 1.6 };

/** How long everything takes, as a multiple of the usual. Nobody who learns is hurried. */
export function paceOf(speed: Settings['speed'], first: boolean): number {
  return PACES[speed ?? (first ? 'calm' : 'usual')];
}
