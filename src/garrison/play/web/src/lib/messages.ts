// Generated from garrison/play/server/messages.py and garrison/look/scene.py; a test keeps it up to date.
// Change those, not this file.

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

/** How full something is, for example health. */
export interface BarView {
  value: number;
  full: number;
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
  legal_fields: number[];
  marked_fields: number[];
  chosen_fields: number[];
  range_fields: number[];
}

/** Pause or resume, or set another tick (anyone with a seat); set who may watch (the host). Where several people play, a pause begins once all of them have asked for it; `paused` false ends or declines it. */
export interface Change {
  type: "change";
  id: string;
  paused?: boolean;
  tick_ms?: number;
  private?: boolean;
}

/** Something else about the match has changed: seats, presence, time, pause. */
export interface Changed {
  type: "changed";
  match: MatchView;
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
  options: OptionView[];
  variants: VariantView[];
  bots: string[];
  levels: LevelView[];
  tick_ms: number;
  tick_range: number[];
  timeout_ms: number;
  guide: GuideStep[];
  has_scores: boolean;
}

/** One step of a game's first-time guide. */
export interface GuideStep {
  title: string;
  text: string;
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
  timer_ms: number;
  tick_ms: number;
  tick_range: number[];
  paused: boolean;
  waits_for_input: boolean;
  seed: string;
  wishes: WishView[];
  created: string;
  winners: number[];
  scores: number[];
}

/** For clients that asked for moves: the latest entries of the history up to `number`, each [player, action]. Action -1 is an undo: it takes that player's last action back. What others choose at the same time is sent once all have chosen, so one's own choices come first. */
export interface Moves {
  type: "moves";
  number: number;
  moves: number[][];
}

/** A match to make; with `replay`, one that continues after the first `number` of its actions. */
export interface NewMatch {
  game?: string;
  variant?: string;
  options?: Record<string, string | number>;
  seats?: SeatWish[];
  name?: string;
  private?: boolean;
  undo?: boolean;
  timer_ms?: number;
  tick_ms?: number;
  seed?: number | string | null;
  replay?: string;
  invite?: string;
  number?: number;
}

/** An option of a game, with values to offer. */
export interface OptionView {
  name: string;
  values: string[];
}

/** A small titled list beside the board. */
export interface PanelView {
  title: string;
  lines: LineView[];
  owner: number;
  near: boolean;
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
  layer: number;
  faint: boolean;
  inside: boolean;
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

/** How far along a game is: a server started for the first time compiles its rules. */
export interface PreparationView {
  game: string;
  state: "compiling" | "failed" | "ready" | "waiting";
  share: number;
  sentence: string;
}

/** The match's game is still being compiled: the share that is done, from 0 to 1. The welcome follows. */
export interface Preparing {
  type: "preparing";
  share: number;
}

/** The answer to every refused request. */
export interface Problem {
  sentence: string;
}

/** A page of this server for a QR code to lead to: /m/abc#invite=... */
export interface QrWish {
  text: string;
}

/** Message `id` changed nothing; a sentence says why. `id` is "" when the message could not be read. */
export interface Refused {
  type: "refused";
  id: string;
  reason: "busy" | "gone" | "illegal" | "message" | "rate" | "read-only" | "seat" | "stale";
  sentence: string;
  number: number;
}

/** Let a bot play one's seat, or play it oneself again (`bot` ""). For somebody who has been away for a long time, all the others can ask for the same bot; `bot` "" declines it. The host fills free seats. */
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
  winners: number[];
  scores: number[];
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
  seats: string[];
  waiting: number[];
  scores: number[];
  winners: number[];
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
  kind: "bot" | "open" | "person";
  name: string;
  bot: string;
  present: boolean;
  away?: boolean;
  left_ms?: number;
}

/** Who is to sit in a seat. "person" seats belong to the maker of the match. */
export interface SeatWish {
  kind: "bot" | "open" | "person";
  bot?: string;
}

/** Take an open seat; `player` -1: any that is free. */
export interface TakeSeat {
  player?: number;
  name?: string;
  invite?: string;
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
  undone?: boolean;
}

/** A named set of rules. */
export interface VariantView {
  name: string;
  summary: string;
}

/** Which versions a server runs. */
export interface VersionView {
  version: string;
  api: string;
  rules: Record<string, number>;
}

/** The answer to `Join`: everything there is to know. */
export interface Welcome {
  type: "welcome";
  match: MatchView;
  players: number[];
  host: boolean;
  number: number;
  log: string[];
  scene?: SceneView;
  moves?: number[][];
}

/** Something that some players want and everybody has to agree to. Sending the same message is agreeing. */
export interface WishView {
  about: "bot" | "pause";
  player: number;
  bot: string;
  agreed: number[];
  asked: number[];
}

export type ClientMessage = Act | Change | Join | Ping | Replace | Undo;

export type ServerMessage = Acknowledged | Changed | Moves | Pong | Preparing | Refused | Update | Welcome;
