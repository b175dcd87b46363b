/** What a close-up of a board looks at. */

import type { BoardView } from "./messages";

export interface Place {
  row: number;
  column: number;
}

/** What it follows: one's only piece, what is pointed at or chosen, or the last move; null: none of these. */
export function focusOf(board: BoardView, me: number, ring: number[]): Place | null {
  const mine = Object.values(board.pieces).filter((piece) => piece.owner === me);
  const [chosen] = board.chosen_fields;
  if (chosen === undefined && me >= 0 && mine.length === 1) return { row: mine[0]!.row, column: mine[0]!.column };
  const field = ring[0] ?? chosen ?? board.marked_fields[0];
  return field === undefined ? null : placeOf(board, field);
}

/** Where it begins when there is nothing to follow: amid what can be chosen, or else amid the pieces. */
export function middleOf(board: BoardView): Place {
  const legal = board.legal_fields.map((field) => placeOf(board, field));
  const places: Place[] = legal.length ? legal : Object.values(board.pieces);
  if (!places.length) return { row: Math.floor(board.rows / 2), column: Math.floor(board.columns / 2) };
  const mean = (of: (place: Place) => number) => places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [row, column] = [mean((place) => place.row), mean((place) => place.column)];
  const far = (place: Place) => Math.abs(place.row - row) + Math.abs(place.column - column);
  return places.reduce((best, place) => (far(place) < far(best) ? place : best));
}

function placeOf(board: BoardView, field: number): Place {
  return { row: Math.floor(field / board.columns), column: field % board.columns };
}
