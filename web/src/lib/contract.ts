/** What the server and the page say to each other. The server computes; the page draws. */

export type Rank = 1 | 2 | 3;
export type Mark =
  | 'destroy'
  | 'upgrade'
  | 'downgrade'
  | 'convert'
  | 'place'
  | 'move'
  | 'leap'
  | 'direction'
  | 'summon'
  | 'lift'
  | 'select';

export interface Piece {
  square: string;
  colour: number;
  rank: Rank;
}

export interface Way {
  used: string[];
  marked: string[];
  directions: number[];
  orientation: { turned: number; mirrored: boolean };
  borrowed: { square: string; colour: number }[];
  charged: number | null;
}

export interface Fit {
  square: string;
  ways: Way[];
  crushes: Piece | null;
}

export interface Near {
  square: string;
  used: string[];
  missing: { square: string; rank: Rank }[];
  marked: string[];
  directions: number[];
  orientation: { turned: number; mirrored: boolean };
}

export interface FlareHalf {
  needs: number;
  leads: Record<string, number>;
  met: boolean;
}

export interface HandCard {
  id: string;
  card: 'being' | 'legend' | 'flare';
  in_play: boolean;
  playable: boolean;
  fits: Fit[];
  missing: number;
  near: Near[];
  reason: string | null;
  flare?: { upper: FlareHalf; lower: FlareHalf } | null;
}

/** Everything that can happen on the table; `e` says which fields are there. */
export interface GameEvent {
  e: string;
  square?: string;
  from?: string;
  to?: string;
  colour?: number;
  rank?: Rank;
  new_colour?: number;
  new_rank?: Rank;
  leap?: boolean;
  card?: string;
  used?: string[];
  rival?: number;
  n?: number;
  in?: number;
  [more: string]: unknown;
}

export interface OfferedChoice {
  text: string;
  kind: string;
  square?: string | null;
  from?: string | null;
  direction?: number | null;
  card?: string | null;
  option?: number | null;
  colour?: number | null;
  way?: Way | null;
  reach?: string[] | null; // where a piece that may move could go
  words: string;
  mark?: Mark | null;
  preview: GameEvent[];
}

export interface Question {
  asking: string;
  card: string | null;
  words: string;
  hint: string;
  optional: boolean;
  left?: number | null;
  origin?: string | null; // where a move, a direction or a summoning starts
  actor?: string | null; // the being whose effect it is
  forced: boolean;
  choices: OfferedChoice[];
}

export interface SeatClock {
  left: number | null;
  running: boolean;
  deadline?: string | null;
}

export interface SceneSeat {
  seat: number;
  colour: number;
  school: string;
  name: string;
  kind: string;
  bot: string | null;
  connected: boolean;
  you: boolean;
  hand: { beings: number; legends: number; flares: number };
  known: string[];
  deck: number;
  discards: string[];
  clock: SeatClock | null;
}

export interface SceneColour {
  colour: number;
  schools: string[];
  seats: number[];
  score: number;
  parts: Record<string, number>;
  from_tasks?: number | null;
  from_legends?: number | null;
  claimed: string[];
  supply: { pieces: number; legendary: number };
  upgraded: number;
  pieces: number;
}

export interface SceneTask {
  id: string;
  points: number;
  met: boolean;
  progress: { what: string; where: string; have: number; need: number }[];
  squares: string[];
  claimable: boolean;
}

export interface Step {
  seat: number;
  words: string[];
  events: GameEvent[];
  seq: number;
}

export interface Offer {
  what: 'takeback';
  by: number;
  answered: number[];
}

export interface Scene {
  table: string;
  seq: number;
  form: string;
  turn: number;
  limit: number;
  you: number | null;
  state: 'running' | 'over';
  board: Piece[];
  changed: string[];
  seats: SceneSeat[];
  acting: number;
  turn_of: number;
  asking: string;
  in_play: string | null;
  colours: SceneColour[];
  tasks: SceneTask[];
  next_task: string | null;
  flare_leads: { rival: number; upgraded: number; pieces: number }[];
  decks: {
    legends: number;
    flares: number;
    tasks: number;
    legend_discards: string[];
    flare_discards: string[];
  };
  destroyed: { colour: number; rank: Rank; n: number }[];
  actions: number;
  extra_turns: number;
  borrowed: number[];
  may_borrow: boolean;
  extras: { beings: number; legends: number };
  trigger: string | null;
  last_turns: number | null;
  hand: HandCard[];
  question: Question | null;
  can: { undo: boolean; redo: boolean; resign: boolean; takeback: boolean; replace: number[] };
  offers: Offer[];
  last_turn: Step[] | null;
  last_turn_board: Piece[];
  result: { places: number[]; scores: number[]; reason: string; words: string } | null;
}

export interface LogEntry {
  n: number;
  turn: number;
  seat: number;
  words: string;
  squares: string[];
  events: GameEvent[];
  auto: boolean;
}

export interface PatternCell {
  x: number;
  y: number;
  is: 'summon' | 'piece' | 'mark' | 'direction';
  rank?: Rank | null;
  must_hold?: boolean | null;
  direction?: number | null;
}

export interface Card {
  id: string;
  deck: string;
  type: 'being' | 'legend' | 'flare' | 'task';
  rank?: Rank | null;
  name: string;
  text: string;
  pattern?: { width: number; height: number; cells: PatternCell[] } | null;
  upper?: { needs: number; text: string } | null;
  lower?: { needs: number; text: string } | null;
  points?: number | null;
  criterion?: string | null;
  group?: string | null;
  advanced?: boolean | null;
}

export interface Catalogue {
  digest: string;
  squares: { red: string[]; green: string[]; central: string[]; all: string[] };
  directions: string[];
  schools: { id: string; deck: string; name: string; called: string }[];
  cards: Card[];
}

export type Clock =
  | { kind: 'none' }
  | { kind: 'move'; seconds: number }
  | { kind: 'total'; seconds: number; increment: number }
  | { kind: 'days'; days: number };

export interface SeatRow {
  seat: number;
  colour: number;
  school: string | null;
  kind: 'human' | 'bot' | 'open';
  name: string | null;
  bot: string | null;
  connected: boolean;
}

export interface TableRow {
  table: string;
  form: string;
  state: 'open' | 'running' | 'over';
  seats: SeatRow[];
  public: boolean;
  spectators: boolean;
  clock: Clock;
  created: string;
  turn: number;
  your_turn: boolean;
  yours: number[];
  result: number[] | null;
  invite?: string | null;
}

export interface Form {
  id: string;
  seats: number;
  colour_of: number[];
  colours: number;
  limit: number;
  tasks: boolean;
  melee: boolean;
  teams: boolean;
  first: boolean;
  name: string;
  schools: string[];
}

export interface BotLevel {
  id: string;
  name: string;
  text: string;
}

export interface SeatSetup {
  kind: 'me' | 'open' | 'bot' | 'hotseat';
  bot?: string;
  name?: string;
  school?: string;
}

export interface Setup {
  form: string;
  seats: SeatSetup[];
  public?: boolean;
  spectators?: boolean;
  clock?: Clock;
  seed?: number;
  name?: string;
}

export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: string;
}

/** What the server may send over the socket. */
export type FromServer =
  | { t: 'welcome'; table: TableRow; you: number[]; spectator: boolean; seq: number }
  | { t: 'scene'; scene: Scene }
  | { t: 'log'; from: number; entries: LogEntry[] }
  | { t: 'ack'; id?: string; seq: number }
  | { t: 'refused'; id?: string; error: string; reason: string }
  | { t: 'table'; table: TableRow }
  | ({ t: 'chat' } & ChatLine)
  | { t: 'reason'; id?: string; choice: string; text: string }
  | { t: 'hint'; id?: string; choices: string[]; words: string[] }
  | { t: 'pong' }
  | { t: 'bye'; reason: string; words: string };

/** What the page may send. */
export type ToServer =
  | {
      t: 'hello';
      table: string;
      token: string | null;
      invite?: string;
      since?: number;
      lang?: string;
    }
  | { t: 'choose'; seq: number; choice: string; id?: string }
  | { t: 'undo'; seq: number; id?: string }
  | { t: 'redo'; seq: number; id?: string }
  | { t: 'why'; choice: string; id?: string }
  | { t: 'hint'; id?: string }
  | { t: 'resign'; seat?: number; id?: string }
  | { t: 'offer'; what: 'takeback'; id?: string }
  | { t: 'answer'; what: 'takeback'; yes: boolean; id?: string }
  | { t: 'replace'; seat: number; bot: string; id?: string }
  | { t: 'return'; id?: string }
  | { t: 'chat'; text: string; id?: string }
  | { t: 'look'; seat: number }
  | { t: 'ping' };
