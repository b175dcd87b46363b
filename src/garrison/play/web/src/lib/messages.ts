// Generated from garrison/play/server/wire/messages.py and garrison/look/scene.py; a test keeps it up to date.
// Change those, not this file.

/** What things are in a match or replay, in a sentence or two, with the numbers of its rules. */
export interface AboutView {
  about: Record<string, string>;
}

/** What message `id` asked for is done and on disk: it is entry `number` of those that one may know. */
export interface Acknowledged {
  type: "ack";
  id: string;
  number: number;
}

/** Play an action. A repeated `id` is answered again but not played again. */
export interface Act {
  type: "act";
  id: string;
  player: number;
  action: number;
  at: number;
}

/** Play another match with the same people, whose seats are rotated: it begins once all of them have asked for it. The tokens stay the same. `wanted` false declines. */
export interface Again {
  type: "again";
  id: string;
  wanted?: boolean;
}

/** What a search thinks of a replay, as far as it has got. */
export interface AnalysisView {
  state: "done" | "failed" | "none" | "running";
  share: number;
  sentence: string;
  turns: JudgedView[];
  mistakes: number[];
}

/** What a line came to: words, and for a move the next action to play, after which it may go on. */
export interface Answered {
  type: "answered";
  id: string;
  player: number;
  number: number;
  text: string;
  action: number;
  goes_on: boolean;
  moves: NamedMoveView[];
}

/** A line that somebody typed: a question about the position, a move in words, or "" to go on with that move. A watcher, who has no seat, asks as player -1. */
export interface Ask {
  type: "ask";
  id: string;
  player: number;
  line: string;
}

/** How full something is, for example health. */
export interface BarView {
  value: number;
  full: number;
  mark: number;
}

/** A grid of fields with what stands on it. `terrain` has one character per field, explained by `legend`. */
export interface BoardView {
  rows: number;
  columns: number;
  terrain: Record<string, string>;
  legend: Record<string, TerrainView>;
  pieces: Record<string, PieceView>;
  title: string;
  owner: number;
  small: boolean;
  margin: number;
  head: number;
  upside_down: boolean;
  legal_fields: number[];
  marked_fields: number[];
  chosen_fields: number[];
  range_fields: number[];
  footprint: number[];
  tips: Record<string, FieldTipView>;
  ways: Record<string, WayView>;
}

/** A bot of a game, and how strong it is: its rating, or its median score in a game for one, with a 95% interval. */
export interface BotView {
  name: string;
  sentence: string;
  games: number;
  rating: number;
  low: number;
  high: number;
  milliseconds: number;
}

/** Pause or resume, set another tick, or let bots play without pauses (anyone with a seat); set who may watch (the host). Where several people play, a pause begins, and bots play without pauses, once all of them have asked for it; false ends or declines it. */
export interface Change {
  type: "change";
  id: string;
  paused?: boolean;
  tick_ms?: number;
  private?: boolean;
  instant?: boolean;
}

/** Something else about the match has changed: seats, presence, time, pause. */
export interface Changed {
  type: "changed";
  match: MatchView;
}

/** Say that another player, who has been gone for too long, has left. */
export interface Claim {
  type: "claim";
  id: string;
  player: number;
}

/** A number of the rules that can be turned. */
export interface DialView {
  name: string;
  value: number;
  low: number;
  high: number;
  step: number;
  meaning: string;
  plain_meaning: string;
  is_switch: boolean;
  group: string;
}

/** Offer a draw to the other of two players, or agree to one. `wanted` false declines. */
export interface Draw {
  type: "draw";
  id: string;
  wanted?: boolean;
}

/** A lesson, puzzle or mission after these actions. A last one that is illegal or not what a lesson's step asks for changes nothing: `said` answers it, and `counted` says how many there were without it, with those that let time pass. */
export interface ExerciseView {
  game: string;
  title: string;
  words: string;
  why: string;
  said: string;
  left: string;
  state: "failed" | "open" | "shown" | "solved";
  stars: number;
  star_words: string[];
  counted: number;
  step: number;
  steps: number;
  ringed_fields: number[];
  ringed_buttons: number[];
  scene: SceneView;
  patches: unknown[];
  idle: number;
  about: Record<string, string>;
}

/** What somebody has done in a lesson, puzzle or mission so far, from its beginning; nothing of it is kept here. */
export interface ExerciseWish {
  actions?: number[];
  runs?: boolean;
  help?: "" | "hint" | "solution";
}

/** What a click on a field would do, and the fields where it would act. */
export interface FieldTipView {
  text: string;
  fields: number[];
}

/** One place in a replay, as a patch to the frame before it. */
export interface Frame {
  number: number;
  patch: unknown;
}

/** A stretch of a replay: the whole scene at `first`, then a patch for every action after it. */
export interface Frames {
  first: number;
  scene: SceneView;
  frames: Frame[];
}

/** A game, as the lobby shows it. */
export interface GameView {
  name: string;
  title: string;
  summary: string;
  fewest: number;
  most: number;
  seats: string[];
  colours: string[];
  options: OptionView[];
  variants: VariantView[];
  bots: string[];
  levels: LevelView[];
  tick_ms: number;
  tick_range: number[];
  timeout_ms: number;
  lesson: string;
  missions: boolean;
  has_scores: boolean;
  starter: boolean;
  bottom: number;
}

/** What would a strong player do? Only where no other people play; hints are counted. */
export interface Hint {
  type: "hint";
  id: string;
  player: number;
}

/** A hint: the actions of a good move after `number` entries, and what they would do, in sentences. */
export interface Hinted {
  type: "hinted";
  player: number;
  number: number;
  actions: number[];
  words: string;
  notation: string;
}

/** The first message of a connection: which seats it plays (by their tokens) and what it wants to hear. `view` "scenes" is for screens; "moves" is much lighter, for programs that know the rules. */
export interface Join {
  type: "join";
  tokens?: string[];
  host?: string;
  invite?: string;
  view?: "moves" | "scenes";
  seen?: number;
}

/** A player's decision that a search has thought about; values go from -1 (lost) to 1 (won). */
export interface JudgedView {
  first: number;
  last: number;
  player: number;
  words: string;
  notation: string;
  values: number[];
  loss: number;
  better: number[];
  better_words: string;
  better_notation: string;
  reason?: string;
}

/** A number with its 95% interval; null where nothing is known. */
export interface LabFigure {
  label: string;
  value: number | null;
  low: number | null;
  high: number | null;
  games: number;
  unit: string;
  flag: string;
}

/** A measure with its figures. */
export interface LabMeasure {
  number: number;
  title: string;
  sentence: string;
  how: string;
  figures: LabFigure[];
}

/** A trial, as far as it has come. */
export interface LabView {
  id: string;
  wish: LabWish;
  games: number;
  done: boolean;
  verdict: string[];
  notes: string[];
  measures: LabMeasure[];
}

/** A trial: a game, which of its numbers are changed, and who plays. */
export interface LabWish {
  game: string;
  variant?: string;
  options?: Record<string, string | number>;
  changes?: Record<string, number>;
  bot?: string;
}

/** Leave for good. Of two players, the other one wins; where more play, a bot goes on; in a match that has not filled, the seat is free again. */
export interface Leave {
  type: "leave";
  id: string;
  player: number;
}

/** A level of a game's opponents. */
export interface LevelView {
  name: string;
  sentence: string;
}

/** One line of a panel: a name, a value, and a bar if the value has a maximum. */
export interface LineView {
  name: string;
  value: string;
  colour: string;
  sprite: string;
  badge: string;
  note: string;
  change: number;
  key: string;
  action: number;
  always: boolean;
  bar?: BarView;
}

/** A new match and its secrets: the maker's seats, the host's token and the key of the invitation link. */
export interface MadeMatch {
  match: string;
  host: string;
  seats: Record<string, string>;
  invite: string;
}

/** A match without its position. */
export interface MatchView {
  id: string;
  game: string;
  title: string;
  variant: string;
  options: Record<string, string | number>;
  seats: SeatView[];
  number: number;
  status: "open" | "over" | "playing" | "read-only";
  sentence: string;
  private: boolean;
  undo: boolean;
  undoable: number[];
  askable: number[];
  bots: boolean;
  open_talk: boolean;
  instant: boolean;
  gone_after: number;
  timer_ms: number;
  bank_ms: number;
  increment_ms: number;
  held: boolean;
  tick_ms: number;
  tick_range: number[];
  paused: boolean;
  waits_for_input: boolean;
  seed: string;
  wishes: WishView[];
  next: string;
  series: number[];
  created: string;
  reason: string;
  winners: number[];
  scores: number[];
  hints: number;
  spectators?: number;
  waiting?: number[];
}

/** A mission, as the list shows it. */
export interface MissionView {
  game: string;
  id: string;
  title: string;
  task: string;
  stars: number;
}

/** For clients that asked for moves: the latest entries of the history up to `number`, each [player, action]. Action -1 is an undo: it takes that player's last action back. With one of -2 to -6 players end the match: that one resigned, agreed on a draw, left, ran out of time, or gave up. What others choose at the same time is sent once all have chosen, so one's own choices come first. */
export interface Moves {
  type: "moves";
  number: number;
  moves: number[][];
}

/** What somebody is called; the token says which seat is theirs. `own` are the tokens of other seats of the same person: they may have the same name. */
export interface NameSeat {
  token: string;
  name: string;
  own?: string[];
}

/** A move that may be typed, and what it does. */
export interface NamedMoveView {
  notation: string;
  words: string;
}

/** A match to make; with `replay`, one that continues after the first `number` of its actions. */
export interface NewMatch {
  game?: string;
  variant?: string;
  options?: Record<string, string | number>;
  seats?: SeatWish[];
  name?: string;
  private?: boolean;
  undo?: boolean | null;
  bots?: boolean;
  open_talk?: boolean;
  instant?: boolean;
  gone_after?: number;
  timer_ms?: number;
  bank_ms?: number;
  increment_ms?: number;
  tick_ms?: number;
  rules?: Record<string, number>;
  seed?: number | string | null;
  replay?: string;
  invite?: string;
  number?: number;
}

/** An option of a game, with values to offer. */
export interface OptionView {
  name: string;
  values: string[];
  meanings: string[];
}

/** A small titled list beside the board. */
export interface PanelView {
  title: string;
  lines: LineView[];
  owner: number;
  near: boolean;
  slots: number;
}

/** Something that stands on a board. It keeps its `id` as long as it lives, so that a screen can move it. */
export interface PieceView {
  kind: string;
  row: number;
  column: number;
  label: string;
  glyph: string;
  colour: string;
  owner: number;
  height: number;
  width: number;
  turn: number;
  badge: string;
  tag: string;
  layer: number;
  faint: boolean;
  inside: boolean;
  name: string;
  names_owner: boolean;
  bar?: BarView;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** I am. */
export interface Pong {
  type: "pong";
}

/** The answer to every refused request. */
export interface Problem {
  sentence: string;
}

/** A puzzle, as the list shows it. */
export interface PuzzleView {
  game: string;
  id: string;
  task: string;
  difficulty: number;
}

/** All puzzles, and the one of the day (UTC), which is the same for everybody. */
export interface PuzzlesView {
  day: string;
  daily: number;
  yesterday: number;
  puzzles: PuzzleView[];
}

/** A page of this server for a QR code to lead to: /m/abc#invite=... */
export interface QrWish {
  text: string;
}

/** How others reach this server. */
export interface ReachView {
  address: string;
  command: string;
}

/** Nothing covers the board any more: in a match against bots, the clock begins to run. */
export interface Ready {
  type: "ready";
  id: string;
}

/** Message `id` changed nothing; a sentence says why. `id` is "" when the message could not be read. */
export interface Refused {
  type: "refused";
  id: string;
  reason: "busy" | "gone" | "illegal" | "message" | "rate" | "read-only" | "seat" | "stale";
  sentence: string;
  number: number;
}

/** Something that a player has said. */
export interface Remark {
  number: number;
  player: number;
  text: string;
  said: string;
}

/** Remove a match that nobody has joined (the host). */
export interface Remove {
  type: "remove";
  id: string;
}

/** Let a bot play one's seat, or play it oneself again (`bot` ""). Where others play, they have to agree by asking for the same bot, and `bot` "" declines it. For somebody who has been away for a long time, all the others can ask. The host fills free seats. */
export interface Replace {
  type: "replace";
  id: string;
  player: number;
  bot: string;
}

/** A replay: of a finished match (`m-` and its id) or of an opened file (`f-` and a checksum). */
export interface ReplayView {
  id: string;
  game: string;
  title: string;
  variant: string;
  seats: SeatView[];
  named: boolean;
  length: number;
  warning: string;
  reason: string;
  winners: number[];
  scores: number[];
}

/** Give up: of two players, the other one wins. Where more people play, leave. */
export interface Resign {
  type: "resign";
  id: string;
  player: number;
}

/** Somebody has said something. */
export interface Said {
  type: "said";
  remarks: Remark[];
}

/** Say something to the other players: at most 200 characters. */
export interface Say {
  type: "say";
  id: string;
  player: number;
  text: string;
}

/** A button as this player sees it now. */
export interface SceneButtonView {
  name: string;
  label: string;
  keys: string[];
  legal: boolean;
  on_tick: boolean;
  chosen: boolean;
  sprite: string;
  waits: string;
  asks: string;
  leaves: boolean;
  stack: string;
}

/** One event of the last step, as a screen shows it and lets it sound; what it has nothing of is left out. */
export interface SceneFeedbackView {
  sight?: "blast" | "blow" | "bones" | "crumble" | "gain" | "heal" | "puff" | "quake" | "rise" | "shot" | "spark";
  sound?: "bell" | "block" | "blow" | "bones" | "build" | "bump" | "capture" | "card" | "clink" | "crash" | "critical" | "death" | "drop" | "eat" | "equip" | "explosion" | "flap" | "growl" | "gulp" | "heal" | "hurl" | "magic" | "march" | "miss" | "pay" | "pickup" | "rise" | "roll" | "shot" | "slam" | "snap" | "splat" | "step" | "thud";
  colour?: string;
  text?: string;
  field?: number;
  origin?: number;
  owner?: number;
}

/** Everything that one player, or a spectator (player -1), sees of a position. A game's `scene` gives boards, panels and the prompt, and buttons whose labels or drawings change or that are chosen; `Position.scene` fills in the rest, which all games share. */
export interface SceneView {
  game: string;
  title: string;
  player: number;
  boards: Record<string, BoardView>;
  panels: Record<string, PanelView>;
  buttons: Record<string, SceneButtonView>;
  prompt: string;
  asked: number;
  log: string[];
  feedback: SceneFeedbackView[];
  seats: string[];
  colours: string[];
  waiting: number[];
  scores: number[];
  winners: number[];
  ending: string;
  over: boolean;
  steps: number;
}

/** One line of a high-score table. */
export interface Score {
  name: string;
  score: number;
  date: string;
  steps: number;
  match: string;
}

/** The best scores of one game and variant. */
export interface ScoreTable {
  game: string;
  variant: string;
  lines: Score[];
}

/** Who sits in a seat, and whether they are there. */
export interface SeatView {
  player: number;
  label: string;
  colour: string;
  kind: "bot" | "open" | "person";
  name: string;
  named: boolean;
  bot: string;
  present: boolean;
  away?: boolean;
  claimable?: boolean;
  left_ms?: number;
  ticking?: boolean;
}

/** Who is to sit in a seat. "person" seats belong to the maker of the match. */
export interface SeatWish {
  kind: "bot" | "open" | "person";
  bot?: string;
}

/** Secret bits that the server mixed into the generator before an action, a 64-bit number as text. */
export interface StirView {
  place: number;
  bits: string;
}

/** Ask the others to let one take back a complete move, or agree that `player` does. `wanted` false declines. */
export interface TakeBack {
  type: "take_back";
  id: string;
  player: number;
  wanted?: boolean;
}

/** Take an open seat; `player` -1: any that is free. `own` are the tokens of other seats of the same person: they may have the same name. */
export interface TakeSeat {
  player?: number;
  name?: string;
  invite?: string;
  own?: string[];
}

/** The seat and its token. */
export interface TakenSeat {
  player: number;
  token: string;
}

/** A kind of ground; `kind` also names its sprite. */
export interface TerrainView {
  kind: string;
  label: string;
  glyph: string;
  colour: string;
}

/** What a step touched on a board. */
export interface TrailBoard {
  owner: number;
  marked_fields: number[];
}

/** A position on the way to the present one: who was to act, and what the step before had touched. */
export interface TrailStep {
  waiting: number[];
  boards: Record<string, TrailBoard>;
}

/** A turn of a replay: its actions first .. last-1, and what they did, in sentences. */
export interface TurnView {
  first: number;
  last: number;
  player: number;
  words: string;
  notation: string;
}

/** Take back the last action. */
export interface Undo {
  type: "undo";
  id: string;
  player: number;
  at: number;
}

/** The match has moved on to `number`: what happened, in sentences, and a JSON merge patch for the scene. */
export interface Update {
  type: "update";
  number: number;
  log: string[];
  patch: unknown;
  undoable: number[];
  askable: number[];
  notice?: string;
  undone?: boolean;
  trail?: TrailStep[];
}

/** A named set of rules. */
export interface VariantView {
  name: string;
  summary: string;
  options: Record<string, string>;
  first: Record<string, string>;
  gentle: boolean;
}

/** What it takes to play a replay again and compare: what it began with, its actions, and what they led to. */
export interface VerificationView {
  game: string;
  rules: string;
  rules_version: number;
  parameters: string;
  seed: string;
  columns: number;
  moves: number[][];
  stirs: StirView[];
  checksums: string;
  final: string;
}

/** Which versions a server runs. */
export interface VersionView {
  version: string;
  api: string;
  rules: Record<string, number>;
  evidence: boolean;
  beside: Record<string, string>;
}

/** How the chosen thing gets to a field: the actions that one click there plays, and what happens on the way. */
export interface WayView {
  actions: number[];
  fields: number[];
  hits: number[];
  answers: number[];
  text: string;
  leaves: boolean;
}

/** The answer to `Join`: everything there is to know. */
export interface Welcome {
  type: "welcome";
  match: MatchView;
  players: number[];
  host: boolean;
  number: number;
  log: string[];
  remarks: Remark[];
  trail: TrailStep[];
  scene?: SceneView;
  moves?: number[][];
}

/** Something that some players want and everybody has to agree to. Sending the same message is agreeing. */
export interface WishView {
  about: "again" | "bot" | "draw" | "instant" | "pause" | "undo";
  player: number;
  bot: string;
  agreed: number[];
  asked: number[];
}

export type ClientMessage = Act | Again | Ask | Change | Claim | Draw | Hint | Join | Leave | Ping | Ready | Remove | Replace | Resign | Say | TakeBack | Undo;

export type ServerMessage = Acknowledged | Answered | Changed | Hinted | Moves | Pong | Refused | Said | Update | Welcome;

export const BOARD_NUMBERED = ["legal_fields", "marked_fields", "chosen_fields", "range_fields"] as const;

export const FIELD_TIP_NUMBERED = ["fields"] as const;

export const WAY_NUMBERED = ["fields", "hits", "answers"] as const;
