/** What becomes of a scene between the socket and the screen: it is patched, the last move is marked, and it may be turned
 * round so that everybody has their own side at the bottom. And back again: which action a click on a field is. */

import type { Sight } from "./feedback.svelte";
import { BOARD_NUMBERED, type BoardView, FIELD_TIP_NUMBERED, type PieceView, type SceneFeedbackView, type SceneView, type TrailStep, WAY_NUMBERED } from "./messages";

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function merge(old: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> = isObject(old) ? { ...old } : {};
  let isNew = !isObject(old);
  for (const key of Object.keys(patch)) {
    const change = patch[key];
    if (change === null) {
      isNew = delete result[key] || isNew;
      continue;
    }
    const before = Object.hasOwn(result, key) ? result[key] : undefined;
    const after = merge(before, change);
    if (after !== before || !Object.hasOwn(result, key)) {
      // A plain assignment to "__proto__" would not create a key.
      Object.defineProperty(result, key, { value: after, enumerable: true, writable: true, configurable: true });
      isNew = true;
    }
  }
  return isNew ? result : old;
}

/** `old` with a JSON merge patch (RFC 7386) applied. `old` itself stays as it is, and everything that did not change the
 * very same object. */
export function applyPatch<T>(old: T, patch: unknown): T {
  return merge(old, patch) as T;
}

type Boards = Pick<TrailStep, "boards">;
type Marks = Map<string, Set<number>>; // by board

/** Which board this is: in some games the order depends on who looks. */
function nameOf({ owner }: TrailStep["boards"][string], place: string): string {
  return owner >= 0 ? `owner-${owner}` : place;
}

/** The fields that these scenes mark. */
function marksOf(scenes: Boards[]): Marks {
  const marks: Marks = new Map();
  for (const scene of scenes) {
    for (const [place, board] of Object.entries(scene.boards)) {
      const name = nameOf(board, place);
      marks.set(name, new Set([...(marks.get(name) ?? []), ...board.marked_fields]));
    }
  }
  return marks;
}

/** A scene with these fields marked instead of its own. */
function markScene(scene: SceneView, marks: Marks): SceneView {
  const boards = Object.entries(scene.boards).map(([place, board]) => {
    const fields = marks.get(nameOf(board, place));
    return [place, fields ? { ...board, marked_fields: [...fields] } : board];
  });
  return { ...scene, boards: Object.fromEntries(boards) as SceneView["boards"] };
}

/** A scene with everything marked that these scenes mark. */
export function withMarks(scene: SceneView, scenes: SceneView[]): SceneView {
  return scenes.length ? markScene(scene, marksOf(scenes)) : scene;
}

/**
 * The last move of a match that is being played. A move may take several actions; what it touched stays marked until
 * somebody touches something else.
 */
export class Trail {
  #mover = -1;
  #isOpen = false; // the mover may go on
  #marks: Marks = new Map();
  #starts = new Map<string, number>(); // where the pieces of the main board stood that have moved in it
  readonly #past = new Map<number, Past>(); // as it was after so many actions, for those that are taken back

  /** Something has happened: how the scene was, how it is, and how it was in between if several actions were told of
   * at once. */
  follow(before: SceneView, after: SceneView, between: TrailStep[] = []): SceneView {
    this.#past.set(before.steps, { mover: this.#mover, isOpen: this.#isOpen, marks: this.#marks, starts: this.#starts });
    if (this.#past.size > MOST_PAST) this.#past.delete(this.#past.keys().next().value!);
    const steps = [before, ...between, after];
    const begins = steps.slice(1).filter((step, place) => this.#pass(steps[place]!, step, after.seats.length));
    if (begins.length) this.#starts = new Map();
    const mover = begins.length && between.length ? this.#mover : -1; // what else has moved was of a move before
    this.#starts = new Map([...moved(before.boards["0"], after.boards["0"], mover), ...this.#starts]);
    return markScene(after, this.#marks);
  }

  /** Something was taken back, such as a choice: the last move is what it was before. */
  takeBack(scene: SceneView): SceneView {
    const past = this.#past.get(scene.steps);
    if (!past) this.clear();
    else [this.#mover, this.#isOpen, this.#marks, this.#starts] = [past.mover, past.isOpen, past.marks, past.starts];
    return past ? markScene(scene, this.#marks) : scene;
  }

  /** From where to where others moved on the main board in the last move, unless that is too much to draw. */
  arrows(scene: SceneView, own: number[]): number[][] {
    const board = scene.boards["0"];
    if (!board || this.#mover < 0 || own.includes(this.#mover) || this.#starts.size > MOST_ARROWS) return [];
    return [...this.#starts].flatMap(([id, start]) => {
      const piece = board.pieces[id];
      return piece && start !== firstField(board, piece) ? [[start, firstField(board, piece)]] : [];
    });
  }

  /** Somebody has come back: the positions that led to the scene, the latest last. */
  retrace(steps: TrailStep[], scene: SceneView): SceneView {
    this.clear();
    steps.slice(1).forEach((after, place) => this.#pass(steps[place]!, after, scene.seats.length));
    return steps.length ? markScene(scene, this.#marks) : scene;
  }

  /** Go on with a step; whether a new move begins with it. */
  #pass(before: TrailStep, after: TrailStep, seats: number): boolean {
    const mover = seats > 1 && before.waiting.length === 1 ? before.waiting[0]! : -1;
    const fresh = marksOf([after]);
    const touches = [...fresh.values()].some((fields) => fields.size);
    const goesOn = this.#isOpen && mover >= 0 && mover === this.#mover;
    if (touches) {
      this.#marks = goesOn ? union(this.#marks, fresh) : fresh;
      this.#mover = mover;
      this.#isOpen = true;
    }
    if (!after.waiting.includes(this.#mover)) this.#isOpen = false;
    return touches && !goesOn;
  }

  /** Forget everything, for example because a move was taken back. */
  clear(): void {
    this.#marks = new Map();
    this.#starts = new Map();
    this.#isOpen = false;
  }
}

interface Past {
  mover: number;
  isOpen: boolean;
  marks: Marks;
  starts: Map<string, number>;
}

const MOST_PAST = 64; // actions
const MOST_ARROWS = 6;

/** The top left field of a piece. */
const firstField = (board: BoardView, piece: PieceView) => piece.row * board.columns + piece.column;

/** The pieces that were moved, of one owner or (-1) of anybody, and where they stood. */
function moved(before: BoardView | undefined, after: BoardView | undefined, owner: number): Map<string, number> {
  const starts = new Map<string, number>();
  for (const [id, piece] of Object.entries(before?.pieces ?? {})) {
    const now = after?.pieces[id];
    if (owner >= 0 && piece.owner !== owner) continue;
    if (now && now !== piece && (now.row !== piece.row || now.column !== piece.column)) starts.set(id, firstField(before!, piece));
  }
  return starts;
}

function union(some: Marks, more: Marks): Marks {
  const names = new Set([...some.keys(), ...more.keys()]);
  return new Map([...names].map((name) => [name, new Set([...(some.get(name) ?? []), ...(more.get(name) ?? [])])]));
}

/** Pieces that were turned before: as long as a piece does not change, neither does what is shown of it. */
const turnedPieces = new WeakMap<PieceView, PieceView>();

/** What somebody sees who sits at the other side of the main board. */
export function turnScene(scene: SceneView): SceneView {
  const board = scene.boards["0"];
  if (!board) return scene;
  return { ...scene, boards: { ...scene.boards, "0": turnBoard(board) } };
}

/** Where on the main board the last thing was seen that ended a game. */
export function endFields({ over, feedback }: SceneView): number[] {
  const last = over ? feedback.filter((one) => one.sight).at(-1) : undefined;
  return last?.field === undefined || last.owner !== undefined ? [] : [last.field];
}

/** What happens on the main board as somebody sees it who sits at its other side. */
export function turnSights(board: BoardView, sights: Sight[]): Sight[] {
  return sights.map((sight) => ({ ...sight, feedback: turnFeedback(board, sight.feedback) }));
}

function turnFeedback(board: BoardView, feedback: SceneFeedbackView): SceneFeedbackView {
  const { field, origin } = feedback;
  const turned = { ...feedback };
  if (field !== undefined) turned.field = oppositeField(board, field);
  if (origin !== undefined) turned.origin = oppositeField(board, origin);
  return turned;
}

/** The field of the board as it is, for one of the turned board; and the other way round. */
export function oppositeField(board: BoardView, field: number): number {
  return board.rows * board.columns - 1 - field;
}

function turnBoard(board: BoardView): BoardView {
  const rows = Object.entries(board.terrain).map(([row, marks]) => [board.rows - 1 - Number(row), [...marks].reverse().join("")]);
  const tips = Object.entries(board.tips).map(([field, tip]) => [oppositeField(board, Number(field)), renumber(board, tip, FIELD_TIP_NUMBERED)]);
  const ways = Object.entries(board.ways).map(([field, way]) => [oppositeField(board, Number(field)), renumber(board, way, WAY_NUMBERED)]);
  return {
    ...renumber(board, board, BOARD_NUMBERED),
    terrain: Object.fromEntries(rows),
    pieces: Object.fromEntries(Object.entries(board.pieces).map(([id, piece]) => [id, turnPiece(board, piece)])),
    head: -board.head,
    upside_down: !board.upside_down,
    footprint: board.footprint.map((size) => -size), // from the clicked field on, but the other way
    tips: Object.fromEntries(tips),
    ways: Object.fromEntries(ways),
  };
}

/** A part of a board with all numbers of fields in it as they are on the turned board. */
function renumber<Name extends string, Part extends Record<Name, number[]>>(board: BoardView, part: Part, names: readonly Name[]): Part {
  return { ...part, ...Object.fromEntries(names.map((name) => [name, part[name].map((field) => oppositeField(board, field))])) };
}

/** Drawings keep their heads up; only what lies along a line, or has been turned already, turns with the board. */
function turnPiece(board: BoardView, piece: PieceView): PieceView {
  const old = turnedPieces.get(piece);
  if (old) return old;
  const turned = {
    ...piece,
    row: board.rows - piece.row - piece.height,
    column: board.columns - piece.column - piece.width,
    turn: piece.turn || piece.width !== piece.height ? (piece.turn + 2) % 4 : 0,
  };
  turnedPieces.set(piece, turned);
  return turned;
}

/** What a click on a field plays: its number without the margin; -1 in the margin. */
export function fieldAction(board: BoardView, field: number): number {
  const [row, column] = placeOf(board, field);
  const [wide, high] = [widthOf(board), heightOf(board)];
  return row >= 0 && row < high && column >= 0 && column < wide ? row * wide + column : -1;
}

/** The field whose click plays an action: the inverse of `fieldAction`; -1 for what is no click on this board. */
export function fieldOf(board: BoardView, action: number): number {
  const [wide, high] = [widthOf(board), heightOf(board)];
  const place = board.upside_down ? wide * high - 1 - action : action;
  const [row, column] = [Math.floor(place / wide), place % wide];
  return row >= 0 && row < high ? (row + topOf(board)) * board.columns + column + board.margin : -1;
}

/** The fields of the main board that these actions click, in order; what is no click is left out. */
export function clickedFields(scene: SceneView, actions: number[]): number[] {
  const board = scene.boards["0"];
  const clicks = actions.filter((action) => !(action in scene.buttons));
  return board ? clicks.map((action) => fieldOf(board, action)).filter((field) => field >= 0) : [];
}

/** The rows above the first that counts, and how many count. */
const topOf = (board: BoardView) => board.margin + Math.max(board.head, 0);
const heightOf = (board: BoardView) => board.rows - 2 * board.margin - Math.abs(board.head);
const widthOf = (board: BoardView) => board.columns - 2 * board.margin;

/** The row and the column of a field as rulebooks count them, from the margin on, whoever looks at the board. */
export function placeOf(board: BoardView, field: number): [number, number] {
  const [row, column] = [Math.floor(field / board.columns) - topOf(board), (field % board.columns) - board.margin];
  return board.upside_down ? [heightOf(board) - 1 - row, widthOf(board) - 1 - column] : [row, column];
}

/** What the rulers say: the number of each row and of each column, "" in the margin. */
export function rulers(board: BoardView): { rows: string[]; columns: string[] } {
  const labels = (count: number, most: number, of: (place: number) => number) =>
    Array.from({ length: count }, (_, place) => of(place)).map((number) => (number >= 0 && number < most ? String(number) : ""));
  return {
    rows: labels(board.rows, heightOf(board), (row) => placeOf(board, row * board.columns)[0]),
    columns: labels(board.columns, widthOf(board), (column) => placeOf(board, column)[1]),
  };
}
