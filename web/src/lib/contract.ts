/** Generated from the structs of the server by `make contract`: do not edit. */

/** R red, G green, # no square. */
export const ARENA: readonly string[] = [
  '##.....##',
  '#..R....#',
  '..G...G..',
  '........G',
  'G...R....',
  '.......R.',
  '.........',
  '#.R..G..#',
  '##.....##',
];

/** The nine squares in the middle; one side of the board marks them. */
export const CENTRAL: readonly string[] = ['d6', 'e6', 'f6', 'd5', 'e5', 'f5', 'd4', 'e4', 'f4'];

/** Clockwise from the top, right and down. */
export const VECTORS: readonly (readonly [number, number])[] = [
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
];

/** It is stored. */
export interface AckMessage {
  t: 'ack';
  id: number | string | null;
  seq: number;
}

/** One action of a turn, with all choices of its effect. */
export interface ActionStep {
  squares: string[];
  words: string[];
  board: Piece[];
}

/** The table of a rematch. */
export interface Again {
  table: string;
}

export type Asking =
  | 'nothing'
  | 'start'
  | 'action'
  | 'end'
  | 'summoning_square'
  | 'way'
  | 'lifted'
  | 'laid'
  | 'returned'
  | 'rival'
  | 'colour'
  | 'square'
  | 'destroy'
  | 'upgrade'
  | 'downgrade'
  | 'convert'
  | 'place'
  | 'mover'
  | 'destination'
  | 'direction'
  | 'option'
  | 'card'
  | 'kept'
  | 'swap'
  | 'capture'
  | 'gateway';

/** Somebody whom whoever asks has muted or blocked. */
export interface AvoidedRow {
  guest: string;
  name: string;
  kind: 'block' | 'mute';
}

/** A turn that could be played: what it brings, its choices, and how it is drawn. */
export interface BestTurnShown {
  chance: number;
  points: number;
  choices: string[];
  drawn: DrawnTurn;
}

/** The best turns of a round; the rounds look deeper and deeper. */
export interface BestTurns {
  round: number;
  of: number;
  nodes: number;
  deep: boolean;
  turns: BestTurnShown[];
}

/** A turn that could have been played. */
export interface BetterTurn {
  chance: number;
  points: number;
  missed: string[];
}

/** A paragraph, a table, a drawing made of characters, or an example: one of them. */
export interface Block {
  runs?: Run[];
  table?: Run[][][];
  drawing?: string;
  example?: Example;
}

export type BoardEvent =
  | PlaceEvent
  | DestroyEvent
  | LiftEvent
  | MoveEvent
  | UpgradeEvent
  | DowngradeEvent
  | ConvertEvent
  | SummonEvent;

/** A bot, as a list shows it. */
export interface BotRow {
  id: string;
  name: string;
  text: string;
  missing: string;
}

/** The server closes the socket, and why. */
export interface ByeMessage {
  t: 'bye';
  reason: string;
  words: string;
  passing: boolean;
}

/** What the viewer may do beside choosing. */
export interface Can {
  undo: boolean;
  redo: boolean;
  resign: boolean;
  takeback: boolean;
  hint: boolean;
  replace: number[];
}

/** A card with its texts; what does not apply to it is left out. */
export interface Card {
  id: string;
  deck: string;
  type: 'being' | 'flare' | 'legend' | 'task';
  name: string;
  text: string;
  terms: TermUse[];
  clause: string;
  verbs?: Verb[];
  rank?: Rank;
  pattern?: Cell[];
  upper?: FlareHalf;
  lower?: FlareHalf;
  points?: number;
  criterion?: string;
  group?: string;
  advanced?: boolean;
}

/** What the page of a card shows beside the card itself. */
export interface CardPage {
  example: Example | null;
  rulings: ClauseShown[];
}

/** Where a text names a card: from a character on, up to another one. */
export interface CardUse {
  card: string;
  start: number;
  end: number;
}

/** The schools and the cards. */
export interface Catalogue {
  digest: string;
  schools: School[];
  cards: Card[];
  terms: TermRow[];
}

/** One square of a drawn pattern. */
export interface Cell {
  x: number;
  y: number;
  is: 'direction' | 'mark' | 'piece' | 'summon';
  rank?: Rank;
  must_hold?: boolean;
  direction?: Direction;
}

/** The clauses under one heading, and what comes before the first of them. */
export interface Chapter {
  number: number;
  title: string;
  blocks: Block[];
  clauses: ClauseShown[];
}

export type ChoiceKind =
  | 'place'
  | 'lift'
  | 'square'
  | 'direction'
  | 'option'
  | 'way'
  | 'colour'
  | 'summon'
  | 'discard'
  | 'return'
  | 'card'
  | 'flare'
  | 'claim'
  | 'pass'
  | 'finish'
  | 'pass_control'
  | 'thaw'
  | 'warp'
  | 'keep'
  | 'spare';

/** A task is claimed. */
export interface ClaimEvent {
  e: 'claim';
  card: string;
}

/** A numbered statement and all that belongs to it. */
export interface ClauseShown {
  number: string;
  blocks: Block[];
}

/**
 * The clock of a table.
 *
 * move: so many seconds for each turn; total: for the whole game, and some back after each
 * turn; days: for each turn, in correspondence.
 */
export interface Clock {
  kind: 'days' | 'move' | 'none' | 'total';
  seconds: number;
  increment: number;
  days: number;
}

/** The games of a club in numbers. */
export interface ClubFigures {
  games: number;
  forms: Tally[];
  schools: Tally[];
  pairs: SchoolPair[];
}

/** The games of the club: the latest of public tables, who plays, how the schools fare. */
export interface ClubGames {
  rows: GameRow[];
  players: Tally[];
  figures: ClubFigures;
}

/** A lesson: where it stands, and what the coach says. */
export interface CoachMessage {
  t: 'coach';
  course: string;
  name: string;
  number: number;
  lessons: number;
  goal: number;
  goals: string[];
  say: string;
  note: string;
  squares: string[];
  cards: string[] | null;
  points: string[];
  why: string;
  clause: string | null;
  state: 'astray' | 'away' | 'done' | 'goal';
  helped: boolean;
  next: string | null;
  next_name: string;
  puzzle: string | null;
}

/** A colour: its points, claimed tasks, pieces and supply. */
export interface Colour {
  colour: number;
  schools: string[];
  score: number;
  parts: Record<number, number>;
  improvised: number[];
  from_tasks: number | null;
  from_legends: number | null;
  claimed: string[];
  supply: Supply;
  upgraded: number;
  pieces: number;
}

/** The cards that may still come, by deck. */
export interface Coming {
  seats: string[][];
  legends: string[];
  flares: string[];
  tasks: string[];
}

/** How a guest is told. */
export interface Contacts {
  browsers: string[];
  mail: MailContact | null;
}

/** Where a game goes on from: it counts in no figures. */
export interface ContinuedRow {
  table: string;
  turn: number;
  kept: boolean;
}

/** A piece is replaced by one of another color; it counts as destroyed. */
export interface ConvertEvent {
  e: 'convert';
  square: string;
  colour: number;
  rank: Rank;
  new_colour: number;
  new_rank: Rank;
}

/** How many cards of each kind there are. */
export interface Counts {
  beings: number;
  legends: number;
  flares: number;
}

/** A course on the map. */
export interface CourseRow {
  id: string;
  name: string;
  about: string;
  lessons: LessonRow[];
  puzzle: string | null;
}

/** The shared decks: how many cards they have, and their discards. */
export interface Decks {
  legends: number;
  flares: number;
  tasks: number;
  legend_discards: string[];
  flare_discards: string[];
}

/** A piece is destroyed: by an effect, or because another piece comes onto its square. */
export interface DestroyEvent {
  e: 'destroy';
  square: string;
  colour: number;
  rank: Rank;
}

export type Direction = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A card is discarded as an action. */
export interface DiscardEvent {
  e: 'discard';
  card: string;
}

/** A piece goes down one rank, to `rank`. */
export interface DowngradeEvent {
  e: 'downgrade';
  square: string;
  colour: number;
  rank: Rank;
}

/** A turn to draw: the board before it, and each of its actions. */
export interface DrawnTurn {
  before: Piece[];
  steps: ActionStep[];
}

/** The turn of a seat is over, its cards are drawn. */
export interface EndTurnEvent {
  e: 'end_turn';
  seat: number;
}

/** Somebody who plays, and where they stand. Points are counted in halves. */
export interface EntrantRow {
  number: number | null;
  guest: string | null;
  name: string;
  left: boolean;
  you: boolean;
  place: number | null;
  points: number;
  buchholz: number;
  berger: number;
  wins: number;
}

/** A position, and what is played from there. */
export interface Example {
  title: string;
  schools: string[];
  marked_centre: boolean;
  start_symbols: string[][];
  board: Piece[];
  steps: ExampleStep[];
  card: string | null;
}

/** What was done, in words, and the board after it. */
export interface ExampleStep {
  words: string;
  squares: string[];
  board: Piece[];
}

/** Another turn of a color will follow this one. */
export interface ExtraTurnEvent {
  e: 'extra_turn';
  colour: number;
}

/** Cards that will be drawn beyond a full hand. */
export interface Extras {
  beings: number;
  legends: number;
}

/** How many pieces of a colour and a rank were destroyed this turn. */
export interface Fallen {
  colour: number;
  rank: Rank;
  n: number;
}

/** A square where a being can be summoned, the ways to do it, and the piece that falls there. */
export interface Fit {
  square: string;
  ways: WayShown[];
  crushes: Piece | null;
  choices: string[];
}

/** The cards that could be summoned on a board, by the player of its first color. */
export interface FittingCards {
  cards: string[];
}

/** Half a flare, as it is written on the card. */
export interface FlareHalf {
  needs: number;
  text: string;
  terms: TermUse[];
}

/** How far ahead of the viewer a colour is, by what flares count. */
export interface FlareLead {
  rival: number;
  upgraded: number;
  pieces: number;
}

/** A form of the game, as a list shows it. */
export interface FormRow {
  id: string;
  name: string;
  seats: number;
  colour_of: number[];
  tasks: boolean;
  melee: boolean;
  teams: boolean;
  first: boolean;
  discards: boolean;
  schools: string[];
}

export type FromServer =
  | WelcomeMessage
  | SceneShownMessage
  | SceneChangedMessage
  | LogMessage
  | AckMessage
  | RefusalMessage
  | TableShownMessage
  | SaidMessage
  | ReasonMessage
  | NearShownMessage
  | HintMessage
  | CoachMessage
  | PuzzleStandsMessage
  | PongMessage
  | ByeMessage;

/** A color has more actions in this turn. */
export interface GainActionEvent {
  e: 'gain_action';
  colour: number;
  n: number;
}

export type GameEvent =
  | PlaceEvent
  | DestroyEvent
  | LiftEvent
  | MoveEvent
  | UpgradeEvent
  | DowngradeEvent
  | ConvertEvent
  | SummonEvent
  | ImproviseEvent
  | InvokeEvent
  | ClaimEvent
  | RecallEvent
  | DiscardEvent
  | ReturnEvent
  | PointsEvent
  | PointsInEvent
  | GainActionEvent
  | ExtraTurnEvent
  | PassControlEvent
  | EndTurnEvent
  | TriggerEvent
  | OverEvent;

/** A game in numbers. */
export interface GameFigures {
  seats: SeatFigures[];
  turns: TurnPoints[];
}

/** A game in numbers. */
export interface GameNumbers {
  sources: PointSource[];
  seats: SeatNumbers[];
  squares: SquareNumbers[];
}

/** A finished game in a list. */
export interface GameRow {
  table: string;
  form: string;
  at: number;
  turns: number;
  schools: string[];
  places: number[];
  names: string[];
  seat: number | null;
  outcome: 'drawn' | 'lost' | 'won' | null;
  points: number[];
  continued: boolean;
  review: ReviewInShort | null;
}

/** One's own games: those that agree with the filters, page by page, and their figures. */
export interface Games {
  count: number;
  page: number;
  rows: GameRow[];
  figures: PlayerFigures;
  opponents: string[];
  waiting: number;
}

/**
 * A card in the viewer's hand: where it fits, or what it lacks, or why it cannot be played.
 *
 * Where else it nearly fits is told when somebody asks for it.
 */
export interface HandCard {
  id: string;
  card: 'being' | 'flare' | 'legend';
  in_play: boolean;
  playable: boolean;
  fits: Fit[];
  missing: number;
  upgraded: number;
  nearest: NearFit | null;
  reason: string | null;
  rivals: Rival[];
}

/** What a planner would do, to the end of the turn. */
export interface HintMessage {
  t: 'hint';
  choices: string[];
  words: string[];
  id: number | string | null;
}

/** What this server offers, as whoever runs it has set it. */
export interface HouseRow {
  names: boolean;
  ratings: boolean;
  tournaments: 'nobody' | 'operator' | 'players';
  operator: string;
  push: string;
  mail: boolean;
}

/** The summoning before it used up a seat's right to improvise with a color. */
export interface ImproviseEvent {
  e: 'improvise';
  seat: number;
  rival: number;
}

/** A link that another device can open, and its QR code. */
export interface Invitation {
  link: string;
  local: boolean;
  size: number;
  code: string;
}

/** A flare is invoked against a color. */
export interface InvokeEvent {
  e: 'invoke';
  card: string;
  halves: number;
  colour: number;
  rival: number;
}

/** A language there is: what it calls itself, and a few words of the game in it. */
export interface LanguageRow {
  id: string;
  name: string;
  sample: string;
}

/** How far somebody has come in a lesson: where to go on; 1 done with help, 2 without. */
export interface LessonProgress {
  goal: number;
  done: 0 | 1 | 2;
}

/** A lesson on the map. */
export interface LessonRow {
  id: string;
  name: string;
  about: string;
  goals: number;
}

/** How far somebody has come in all lessons that were begun. */
export interface LessonsLearned {
  lessons: Record<string, LessonProgress>;
}

/** In a shortage a piece is taken up, to become another one: it is not destroyed. */
export interface LiftEvent {
  e: 'lift';
  square: string;
  colour: number;
  rank: Rank;
}

/** One choice that was made; `words` is empty where there is nothing to tell. */
export interface LogEntry {
  n: number;
  turn: number;
  seat: number;
  words: string;
  cards: CardUse[];
  squares: string[];
  events: GameEvent[];
  auto: boolean;
}

/** What happened, from an entry on: those from there on are no longer true. */
export interface LogMessage {
  t: 'log';
  from: number;
  entries: LogEntry[];
}

/** A new table, and what lets others in. */
export interface Made {
  table: string;
  invite: string;
}

/** An address of e-mail, and whether its owner has confirmed it. */
export interface MailContact {
  address: string;
  confirmed: boolean;
}

/** What puts the colours of a place before those of the next one. */
export interface MarginShown {
  by: 'pieces' | 'points' | 'resigned' | 'second' | 'third' | 'upgraded' | 'weakest' | 'time';
  better: number[];
  worse: number[];
  more: number;
  fewer: number;
  more_in: number | null;
  fewer_in: number | null;
}

export type Mark =
  | 'convert'
  | 'destroy'
  | 'direction'
  | 'downgrade'
  | 'leap'
  | 'lift'
  | 'move'
  | 'place'
  | 'select'
  | 'summon'
  | 'upgrade';

/** What the server knows of a guest. */
export interface Me {
  name: string;
  protected: boolean;
}

/** A piece that a pattern lacks. */
export interface Missing {
  square: string;
  rank: Rank;
}

/** A piece goes to an empty square; `leap` if that is not beside its own. */
export interface MoveEvent {
  e: 'move';
  start: string;
  end: string;
  colour: number;
  rank: Rank;
  leap: boolean;
}

/** A square where a being could be summoned if the missing pieces were there. */
export interface NearFit {
  square: string;
  used: string[];
  missing: Missing[];
  marked: string[];
  directions: Direction[];
  orientation: Turned;
  placing: string | null;
}

/** Where a card of a seat nearly fits after so many events, the nearest first. */
export interface NearShownMessage {
  t: 'near';
  seq: number;
  seat: number;
  card: string;
  near: NearFit[];
  id: number | string | null;
}

/** The token is a secret of the browser: it is told this once. */
export interface NewGuest {
  name: string;
  token: string;
  guest: string;
}

/** An offer that waits for answers. */
export interface OfferShown {
  what: 'resign' | 'takeback';
  by: number;
  answered: number[];
}

/** One choice. `text` is what the client sends back; only fields that apply are sent. */
export interface OfferedChoice {
  text: string;
  kind: ChoiceKind;
  words: string;
  preview: BoardEvent[];
  mark?: Mark;
  square?: string;
  from?: string;
  direction?: Direction;
  card?: string;
  colour?: number;
  way?: WayShown;
  reach?: string[];
}

/** The game is over. */
export interface OverEvent {
  e: 'over';
  places: number[];
}

/** Who meets whom: numbers of entrants; who begins comes first. */
export interface PairingRow {
  round: number;
  board: number;
  first: number;
  second: number | null;
  how: 'bye' | 'game' | 'void' | 'walkover';
  points: number | null;
  table: string | null;
}

/** Team play: the turn is handed to the partner, `seat`. */
export interface PassControlEvent {
  e: 'pass_control';
  seat: number;
}

/** Somebody, for whoever asks. */
export interface PersonRow {
  guest: string;
  name: string;
  you: boolean;
  avoided: 'block' | 'mute' | null;
  ratings: RatingRow[];
}

/** A piece on the arena. */
export interface Piece {
  square: string;
  colour: number;
  rank: Rank;
}

/** A piece from the supply is put on an empty square. */
export interface PlaceEvent {
  e: 'place';
  square: string;
  colour: number;
  rank: Rank;
}

/** The games of a player in numbers; only those that count. */
export interface PlayerFigures {
  all: Tally;
  forms: Tally[];
  schools: Tally[];
  opponents: Tally[];
  cards: Tally[];
  openings: Tally[];
  months: Tally[];
}

/** Points of a colour that came from the same thing. */
export interface PointSource {
  colour: number;
  why: 'destroyed' | 'flare' | 'left_over' | 'legend' | 'standing' | 'task';
  n: number;
  card: string | null;
  scored_in: number | null;
}

/** A color scores: for `destroyed` pieces, a `legend`, or a `flare` invoked against it. */
export interface PointsEvent {
  e: 'points';
  colour: number;
  n: number;
  why: string;
}

/** Melee: a color scores in the color of an enemy, also for `left_over` common pieces. */
export interface PointsInEvent {
  e: 'points_in';
  colour: number;
  n: number;
  scored_in: number;
  why: string;
}

/** The server is there. */
export interface PongMessage {
  t: 'pong';
  id: number | string | null;
}

/** All puzzles, and the one of today. */
export interface PuzzleList {
  puzzles: PuzzleRow[];
  daily: string;
  day: string;
}

/** What has become of a puzzle, and how many turns were played to their end. */
export interface PuzzleMark {
  state: 'failed' | 'seen' | 'solved';
  tries: number;
}

/** A puzzle in a list: where it stands and what is wanted, and nothing of how. */
export interface PuzzleRow {
  id: string;
  form: string;
  number: number;
  grade: Rank;
  points: number | null;
  mine: number;
  schools: string[];
  board: string;
}

/** A puzzle: what is wanted, and where the try stands with the scene of this `seq`. */
export interface PuzzleStandsMessage {
  t: 'puzzle';
  seq: number;
  form: string;
  number: number;
  grade: Rank;
  daily: boolean;
  points: number | null;
  goal: string;
  state: 'failed' | 'running' | 'shown' | 'solved';
  tries: number;
  hints: string[];
  of: number;
  short: string;
  why: string;
  book: boolean;
  played: string[];
  next: string | null;
}

/** What somebody has made of the puzzles, and how well. */
export interface PuzzlesMade {
  puzzles: Record<string, PuzzleMark>;
  figures: SolverFigures;
}

/** What a player is asked, with every choice there is. */
export interface Question {
  asking: Asking;
  card: string | null;
  words: string;
  hint: string;
  clause: string;
  left: number | null;
  being: string | null;
  choices: OfferedChoice[];
}

export type Rank = 1 | 2 | 3;

/** A rating: 1520 ± 90, provisional until it is certain enough. */
export interface RatingRow {
  guest: string;
  name: string;
  form: string;
  rating: number;
  uncertainty: number;
  provisional: boolean;
  games: number;
}

/** Why something cannot be chosen. */
export interface ReasonMessage {
  t: 'reason';
  choice: string;
  text: string;
  clause: string | null;
  id: number | string | null;
}

/** Why something is not possible, and the clause behind it. */
export interface Reasoned {
  text: string;
  clause: string;
}

/** A discard goes on top of its deck. */
export interface RecallEvent {
  e: 'recall';
  card: string;
}

/** It was not done, and why. */
export interface RefusalMessage {
  t: 'refused';
  id: number | string | null;
  error: string;
  reason: string;
  clause: string | null;
}

/** Where the same players go on, and who asked for it. */
export interface RematchRow {
  table: string;
  by: string;
}

/** A game as it can be looked back at; what is seen at each step comes in pages. */
export interface Replay {
  form: string;
  seats: ReplaySeat[];
  over: boolean;
  yours: number[];
  eyes: number[];
  open: boolean;
  board: Piece[];
  turns: ReplayTurn[];
  log: LogEntry[];
  page: number;
}

/** What was seen at some steps: all of the first one, then what changed with each. */
export interface ReplayPage {
  scene: Scene;
  changes: Partial<Scene>[];
}

/** Who played on a seat. */
export interface ReplaySeat {
  seat: number;
  colour: number;
  school: string;
  name: string;
}

/** A turn: where it begins, and what it has brought. */
export interface ReplayTurn {
  turn: number;
  seat: number;
  first: number;
  points: number[];
  pieces: number[];
  summoned: string[];
  destroyed: number;
  tasks: number;
  flares: number;
}

/** How the game came out. */
export interface ResultShown {
  places: number[];
  scores: number[];
  reason: string;
  words: string;
  outcome: 'draw' | 'shared' | 'won';
  margins: MarginShown[];
  figures: GameFigures;
}

/** A card is put aside to go under its deck, face down: nobody is told which. */
export interface ReturnEvent {
  e: 'return';
}

/** A review as far as it has come. */
export interface Review {
  turns: ReviewedTurn[];
  turning: TurningShown[];
  of: number;
  deep: boolean;
  failed: boolean;
}

/** What a review says of one player's turns. */
export interface ReviewInShort {
  missed: number;
  lost: number;
}

/** A turn with its verdict. Chances are those of whoever had the turn. */
export interface ReviewedTurn {
  turn: number;
  seat: number;
  severity: 'missed' | 'none' | 'small';
  before: number | null;
  chance: number;
  best: number;
  points: number;
  better: BetterTurn[];
}

/** An enemy colour, to a flare in hand: which halves may be resolved against it. */
export interface Rival {
  colour: number;
  upper: boolean;
  lower: boolean;
  choices: string[];
}

/** The whole document. */
export interface Rules {
  chapters: Chapter[];
}

/** Some words of a paragraph that look alike. */
export interface Run {
  text: string;
  style?: 'bold' | 'code' | 'term';
  clause?: string;
}

/** Somebody has said something. */
export interface SaidMessage {
  t: 'chat';
  n: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
  guest: string | null;
}

/** All that one viewer is shown. */
export interface Scene {
  table: string;
  seq: number;
  form: string;
  takebacks: boolean;
  marked_centre: boolean;
  start_symbols: string[][];
  turn: number;
  limit: number;
  you: number | null;
  state: 'over' | 'running';
  board: Piece[];
  changed: string[];
  seats: SeatShown[];
  acting: number;
  turn_of: number;
  in_play: string | null;
  colours: Colour[];
  tasks: TaskState[];
  next_task: string | null;
  flare_leads: FlareLead[];
  decks: Decks;
  coming: Coming;
  destroyed: Fallen[];
  actions: number;
  extra_turns: number;
  may_borrow: boolean;
  extras: Extras;
  trigger: string | null;
  last_turns: number | null;
  hand: HandCard[];
  question: Question | null;
  can: Can;
  offers: OfferShown[];
  last_turn: StoryStep[] | null;
  last_turn_board: Piece[];
  result: ResultShown | null;
}

/**
 * The next scene: the one with the number `since`, but for what is new.
 *
 * Values are new by paths such as `seats.0.deck`; of the list at a path, from a place on, so
 * many items are gone and these have come. A choice that was shown before is its text alone.
 */
export interface SceneChangedMessage {
  t: 'change';
  number: number;
  since: number;
  values: Record<string, unknown>;
  splices: [string, number, number, unknown[]][];
}

/** A whole scene. The scenes of a connection are numbered. */
export interface SceneShownMessage {
  t: 'scene';
  number: number;
  scene: Scene;
}

/** A school and the deck it plays with. */
export interface School {
  id: string;
  deck: string;
  name: string;
  called: string;
}

/** How a school fared against another one. */
export interface SchoolPair {
  school: string;
  against: string;
  games: number;
  won: number;
}

/** The time a seat has left. */
export interface SeatClock {
  left: number | null;
  running: boolean;
  deadline?: string;
}

/** What a seat did in a game. */
export interface SeatFigures {
  seat: number;
  summoned: number;
  destroyed: number;
  tasks: number;
  flares: number;
}

/** What a seat did in a game. */
export interface SeatNumbers {
  seat: number;
  summoned: number;
  legends: number;
  destroyed: number;
  own: number;
  placed: number;
  tasks: number;
  flares: number;
}

/** Who sits where. */
export interface SeatRow {
  seat: number;
  school: string;
  kind: 'bot' | 'human' | 'open';
  name: string;
  bot: string | null;
  connected: boolean;
  guest: string | null;
}

/** A seat as the viewer sees it: who sits there, and how many cards it has. */
export interface SeatShown {
  seat: number;
  colour: number;
  school: string;
  name: string;
  kind: 'bot' | 'human' | 'open';
  you: boolean;
  hand: Counts;
  known: string[];
  deck: number;
  discards: string[];
  clock: SeatClock;
}

/** What is laid out by hand; all else is as usual in a scenario. */
export interface SetUp {
  form: string;
  schools: string[];
  turn: number;
  actions: number;
  turn_number: number;
  last_turns: number;
  pieces: string;
  hands: string[][];
  scores: number[][];
  tasks: string[];
  next_task: string;
  claimed: string[][];
  rest: Record<string, string>;
}

/** What a solver is told. */
export interface SolverFigures {
  rating: number;
  uncertainty: number;
  provisional: boolean;
  rated: number;
  right: number;
  streak: number;
  today: boolean;
}

/** What happened on a square. */
export interface SquareNumbers {
  square: string;
  fell: number;
  stood: number;
}

/**
 * An enemy piece that stands in for one's own in a pattern.
 *
 * Borrowed, which an effect allowed and which costs nothing, or improvised, which in a melee
 * everybody may do once with each colour.
 */
export interface StandIn {
  square: string;
  colour: number;
  improvised: boolean;
}

/** A step of a study, in words. */
export interface StepShown {
  after: number;
  choice: string;
  comment: string;
  words: string;
  turn: number;
  seat: number;
  action: boolean;
  auto: boolean;
}

/** One choice of the others, to be stepped through. */
export interface StoryStep {
  seat: number;
  words: string;
  cards: CardUse[];
  events: GameEvent[];
}

/** The table of a study at one of its steps. */
export interface Studied {
  scene: Scene;
  log: LogEntry[];
  added: StepShown[];
  set_up: SetUp;
  reason: Reasoned | null;
}

/** A study that is kept, for whoever knows its id. */
export interface StudyKept {
  id: string;
  version: number;
  mine: boolean;
  by: string;
  study: StudyShown;
}

/** A study in a list. */
export interface StudyRow {
  id: string;
  title: string;
  form: string;
  steps: number;
  at: number;
}

/** A study was kept: under which id, and as which version. */
export interface StudySaved {
  id: string;
  version: number;
}

/** A study: where it starts, and all its steps. */
export interface StudyShown {
  title: string;
  comment: string;
  start: string;
  set_up: SetUp;
  steps: StepShown[];
}

/** A being arrives on an empty square; `used` are the squares of its pattern. */
export interface SummonEvent {
  e: 'summon';
  card: string;
  square: string;
  used: string[];
  colour: number;
  rank: Rank;
}

/** Pieces of a colour beside the board. */
export interface Supply {
  pieces: number;
  legendary: number;
}

/** A table at a glance, for one asker. */
export interface TableRow {
  table: string;
  name: string;
  form: string;
  state: 'open' | 'over' | 'running';
  seats: SeatRow[];
  public: boolean;
  spectators: boolean;
  takebacks: boolean;
  hints: boolean;
  clock: Clock;
  turn: number;
  your_turn: boolean;
  yours: number[];
  result: number[] | null;
  invite: string | null;
  continued: ContinuedRow | null;
  rematch: RematchRow | null;
  rated: boolean;
  tournament: string | null;
}

/** The table has changed: who sits there, who is there. */
export interface TableShownMessage {
  t: 'table';
  table: TableRow;
}

/** How often something came up, and how those games ended. */
export interface Tally {
  name: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** One thing a task asks for: how many there are, and how many it needs. */
export interface TaskPart {
  what: string;
  where: string;
  have: number;
  need: number;
}

/** A task on the table, and how far it has come. */
export interface TaskState {
  id: string;
  points: number;
  met: boolean;
  progress: TaskPart[];
  squares: string[];
}

/** A term of the game and what it means. */
export interface TermRow {
  id: string;
  name: string;
  text: string;
  clause: string;
}

/** Where a text uses a term: from a character on, up to another one. */
export interface TermUse {
  term: string;
  start: number;
  end: number;
}

/** The texts of a language. One that counts has several forms, in gettext's order. */
export interface Texts {
  language: string;
  languages: LanguageRow[];
  samples: number[];
  texts: Record<string, string | string[]>;
}

/** A new tournament. */
export interface TournamentMade {
  tournament: string;
}

/** A tournament at a glance. */
export interface TournamentRow {
  tournament: string;
  name: string;
  kind: 'round_robin' | 'swiss';
  form: string;
  clock: Clock;
  rated: boolean;
  state: 'cancelled' | 'open' | 'over' | 'running';
  round: number;
  rounds: number;
  starts: number | null;
  entered: number;
}

/** All of a tournament, for whoever asks. */
export interface TournamentShown {
  row: TournamentRow;
  maker: string;
  yours: boolean;
  entered: boolean;
  entrants: EntrantRow[];
  pairings: PairingRow[];
}

/** A code that lets another device in, once, and the link that types it. */
export interface Transfer {
  code: string;
  until: number;
  invitation: Invitation;
}

/** A trial as it stands. */
export interface TrialShown {
  scene: Scene;
  log: LogEntry[];
  reason: Reasoned | null;
  scenario: string;
}

/** The end is triggered by an empty `deck` or the `points` of a color; `seat` goes last. */
export interface TriggerEvent {
  e: 'trigger';
  what: string;
  seat: number;
  colour: number;
  n: number;
}

/** The points of each colour after a turn; turn 0 is the beginning. */
export interface TurnPoints {
  turn: number;
  points: number[];
}

/** How a drawn pattern lies: mirrored left to right or not, then turned clockwise. */
export interface Turned {
  turned: number;
  mirrored: boolean;
}

/** A turn that changed the chances much; they are those of whoever had it. */
export interface TurningShown {
  turn: number;
  seat: number;
  change: 'drop' | 'gain' | 'lead' | 'lost_lead';
  before: number;
  after: number;
}

/** At how many tables over days it is the asker's turn. */
export interface TurnsWaiting {
  turns: number;
}

/** A piece goes up one rank, to `rank`. */
export interface UpgradeEvent {
  e: 'upgrade';
  square: string;
  colour: number;
  rank: Rank;
}

export type Verb =
  | 'action'
  | 'borrow'
  | 'cards'
  | 'convert'
  | 'destroy'
  | 'downgrade'
  | 'leap'
  | 'move'
  | 'place'
  | 'upgrade';

/** A way in which a pattern fits: the pieces it uses, and what it costs. */
export interface WayShown {
  used: string[];
  marked: string[];
  directions: Direction[];
  orientation: Turned;
  stand_ins: StandIn[];
  charged: number | null;
  choice: string | null;
}

/** The first answer: the table, and which seats are yours. */
export interface WelcomeMessage {
  t: 'welcome';
  table: TableRow;
  you: number[];
  spectator: boolean;
  seq: number;
}

/** Answer what another seat has asked. */
export interface AnswerMessage {
  t: 'answer';
  what: 'resign' | 'takeback';
  yes: boolean;
  id?: number | string | null;
}

/** What would a planner do? */
export interface AskHintMessage {
  t: 'hint';
  id?: number | string | null;
}

/** Where does a card of one's own nearly fit? */
export interface AskNearMessage {
  t: 'near';
  card: string;
  id?: number | string | null;
}

/** Show the whole scene, whatever was sent before. */
export interface AskSceneMessage {
  t: 'scene';
  id?: number | string | null;
}

/** A position whose best turns are wanted: in which round, and whether hands are open. */
export interface AskingBest {
  start: string;
  played: string[];
  round?: number;
  open?: boolean;
}

/** How to avoid somebody; null: not any more. */
export interface Avoidance {
  kind: 'block' | 'mute' | null;
}

/** A lesson: begin a goal, counted from 0. */
export interface BeginMessage {
  t: 'begin';
  goal: number;
  id?: number | string | null;
}

/** One choice, or a few that belong together: all of them are made or none. */
export interface ChooseMessage {
  t: 'choose';
  seq: number;
  choice: string;
  then?: string[];
  id?: number | string | null;
}

/** A code from another device. */
export interface Code {
  code: string;
}

/** Take the seat back from a bot. */
export interface ComeBackMessage {
  t: 'return';
  id?: number | string | null;
}

/** From which step to go on, and who sits where; whoever joins agrees to `keep`. */
export interface Continuing {
  step: number;
  seats: SeatSetup[];
  keep?: boolean;
}

/** A protected name and its passphrase. */
export interface Credentials {
  name: string;
  passphrase: string;
}

/** A puzzle: show the solution. */
export interface GiveUpMessage {
  t: 'give_up';
  id?: number | string | null;
}

/** The first message: which table, and who asks. */
export interface HelloMessage {
  t: 'hello';
  table: string;
  token?: string | null;
  invite?: string | null;
  since?: number | null;
  lang?: string;
  goal?: number;
  differences?: boolean;
  batches?: boolean;
}

/** Where somebody wants to sit. */
export interface Joining {
  seat?: number | null;
  invite?: string | null;
}

/** A study of one's own, and the version that it takes the place of. */
export interface KeepingAgain {
  title: string;
  comment: string;
  start: string;
  steps: StepGiven[];
  version?: number;
}

/** Look at the table from one of one's own seats, or as a spectator. */
export interface LookMessage {
  t: 'look';
  seat?: number | null;
  id?: number | string | null;
}

/** An address of e-mail. */
export interface MailAddress {
  address: string;
}

/** The code that was sent to an address. */
export interface MailCode {
  code: string;
}

/** What a guest wants to be called. */
export interface Name {
  name: string;
}

/** Ask the others to go back to the beginning of one's last turn. */
export interface OfferMessage {
  t: 'offer';
  what: 'takeback';
  id?: number | string | null;
}

/** The pieces on a board. */
export interface OnBoard {
  pieces: string;
}

/** What protects a name. */
export interface Passphrase {
  passphrase: string;
}

/** What somebody did, and at which table. */
export interface PersonReport {
  text: string;
  table?: string;
}

/** Is the server there? */
export interface PingMessage {
  t: 'ping';
  id?: number | string | null;
}

/** The choices made in a puzzle, and who plays the other seats. */
export interface PlayingOn {
  played: string[];
  bot: string;
}

/** What a player says went wrong, and the size of the window. */
export interface Problem {
  text?: string;
  seat?: number | null;
  screen?: string;
}

/** A record as text. */
export interface Recorded {
  record: string;
}

/** Make again what was taken back. */
export interface RedoMessage {
  t: 'redo';
  seq: number;
  id?: number | string | null;
}

/** Let the bot of the house play for somebody who is not there. */
export interface ReplaceMessage {
  t: 'replace';
  seat: number;
  id?: number | string | null;
}

/** Give up. */
export interface ResignMessage {
  t: 'resign';
  seat?: number | null;
  id?: number | string | null;
}

/** Say something to everybody at the table. */
export interface SayMessage {
  t: 'chat';
  text: string;
  id?: number | string | null;
}

/** Who shall sit on a seat: me, whoever comes, a bot, or somebody else at my screen. */
export interface SeatSetup {
  kind: 'bot' | 'hotseat' | 'me' | 'open';
  bot?: string | null;
  name?: string | null;
  school?: string | null;
}

/** A table as somebody wants it: the seats in the order of play, and which of them begins. */
export interface Setup {
  form: string;
  seats: SeatSetup[];
  begins?: number | 'lot';
  public?: boolean;
  spectators?: boolean;
  takebacks?: boolean;
  hints?: boolean;
  rated?: boolean;
  clock?: Partial<Clock>;
  seed?: number | null;
  name?: string;
}

/** A puzzle: start again. */
export interface StartAgainMessage {
  t: 'again';
  id?: number | string | null;
}

/** A step of a study: after which other one, what is chosen, and what is said of it. */
export interface StepGiven {
  after: number;
  choice: string;
  comment?: string;
}

/** A whole study. Every step stands after the one that it follows. */
export interface StudyGiven {
  title: string;
  comment: string;
  start: string;
  steps: StepGiven[];
}

/** A study, a record, a scenario or a position, as text. */
export interface StudyText {
  text: string;
}

/** Where a study starts, what was played, what is played now, and what is asked about. */
export interface Studying {
  start: string;
  played: string[];
  more?: string[];
  why?: string | null;
}

/** Where a browser gets its push messages, and the keys to encrypt them with. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What is taken along of a study: all of it, or the line through one of its steps. */
export interface Taking {
  title: string;
  comment: string;
  start: string;
  steps: StepGiven[];
  at?: number;
  form?: 'position' | 'record' | 'scenario' | 'study';
}

export type ToServer =
  | HelloMessage
  | ChooseMessage
  | TypedMessage
  | UndoMessage
  | RedoMessage
  | WhyMessage
  | AskNearMessage
  | AskHintMessage
  | ResignMessage
  | OfferMessage
  | AnswerMessage
  | ReplaceMessage
  | ComeBackMessage
  | SayMessage
  | LookMessage
  | AskSceneMessage
  | BeginMessage
  | StartAgainMessage
  | GiveUpMessage
  | PingMessage;

/** A tournament as somebody wants it. */
export interface Tournament {
  name: string;
  kind: 'round_robin' | 'swiss';
  form?: string;
  rounds?: number;
  rated?: boolean;
  clock?: Partial<Clock>;
}

/** A card, the pieces on the board (`A1e5 B2f6`), and the choices made so far. */
export interface Trying {
  card: string;
  pieces: string;
  played?: string[];
  why?: string | null;
}

/** The choices of one intention in a player's own words: `summon knight e6`. */
export interface TypedMessage {
  t: 'typed';
  seq: number;
  text: string;
  id?: number | string | null;
}

/** Take back the last intention. */
export interface UndoMessage {
  t: 'undo';
  seq: number;
  id?: number | string | null;
}

/** Why can this not be chosen? */
export interface WhyMessage {
  t: 'why';
  choice: string;
  id?: number | string | null;
}
