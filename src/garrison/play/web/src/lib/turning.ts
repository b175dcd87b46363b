/** Boards turned round, so that everybody has their own side at the bottom. */

import { BOARD_NUMBERED, type BoardView, FIELD_TIP_NUMBERED, type PieceView, type SceneView } from "./messages";

/** Pieces that were turned before: as long as a piece does not change, neither does what is shown of it. */
const known = new WeakMap<PieceView, PieceView>();

/** What somebody sees who sits at the other side of the main board. */
export function turned(scene: SceneView): SceneView {
  const board = scene.boards["0"];
  return board ? { ...scene, boards: { ...scene.boards, "0": turnedBoard(board) } } : scene;
}

/** The field of the board as it is, for one of the turned board; and the other way round. */
export function turnedField(board: BoardView, field: number): number {
  return board.rows * board.columns - 1 - field;
}

function turnedBoard(board: BoardView): BoardView {
  const rows = Object.entries(board.terrain).map(([row, marks]) => [board.rows - 1 - Number(row), [...marks].reverse().join("")]);
  const tips = Object.entries(board.tips).map(([field, tip]) => [turnedField(board, Number(field)), renumbered(board, tip, FIELD_TIP_NUMBERED)]);
  return {
    ...renumbered(board, board, BOARD_NUMBERED),
    terrain: Object.fromEntries(rows),
    pieces: Object.fromEntries(Object.entries(board.pieces).map(([id, piece]) => [id, turnedPiece(board, piece)])),
    head: -board.head,
    footprint: board.footprint.map((size) => -size), // from the clicked field on, but the other way
    tips: Object.fromEntries(tips),
  };
}

/** A part of a board with all numbers of fields in it as they are on the turned board. */
function renumbered<Name extends string, Part extends Record<Name, number[]>>(board: BoardView, part: Part, names: readonly Name[]): Part {
  return { ...part, ...Object.fromEntries(names.map((name) => [name, part[name].map((field) => turnedField(board, field))])) };
}

/** Drawings keep their heads up; only what lies along a line, or has been turned already, turns with the board. */
function turnedPiece(board: BoardView, piece: PieceView): PieceView {
  const before = known.get(piece);
  if (before) return before;
  const now = {
    ...piece,
    row: board.rows - piece.row - piece.height,
    column: board.columns - piece.column - piece.width,
    turn: piece.turn || piece.width !== piece.height ? (piece.turn + 2) % 4 : 0,
  };
  known.set(piece, now);
  return now;
}
