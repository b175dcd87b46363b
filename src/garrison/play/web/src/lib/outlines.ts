/** Lines and shapes over the fields of a board, as data of SVG paths. */

import type { BoardView } from "./messages";
import { UNIT } from "./plates";
import { piecesOn } from "./words";

type Size = Pick<BoardView, "columns">;

/** The fields of a rectangle. */
function rectangle({ columns }: Size, row: number, column: number, width: number, height: number): number[] {
  return Array.from({ length: width * height }, (_, place) => (row + Math.floor(place / width)) * columns + column + (place % width));
}

/** The fields on which anything stands. */
export function occupiedFields(board: BoardView): Set<number> {
  return new Set(
    Object.values(board.pieces).flatMap((piece) => rectangle(board, piece.row, piece.column, piece.width, piece.height)),
  );
}

/** One path for all of these fields: a thousand dots are one element. */
export function path({ columns }: Size, fields: number[], shape: string): string {
  return fields.map((field) => `M${(field % columns) * UNIT} ${Math.floor(field / columns) * UNIT}${shape}`).join("");
}

/** Corners around what can be chosen: a lone piece that covers several fields gets one set. */
export function brackets(board: BoardView, chosen: number[]): string {
  const fields = new Set(chosen);
  let lines = "";
  for (const piece of fields.size ? Object.values(board.pieces) : []) {
    if (piece.width * piece.height === 1) continue;
    const own = rectangle(board, piece.row, piece.column, piece.width, piece.height);
    if (!own.every((field) => fields.has(field)) || piecesOnAny(board, own) > 1) continue;
    for (const field of own) fields.delete(field);
    lines += corners(piece.row, piece.column, piece.width, piece.height);
  }
  for (const field of fields) lines += corners(Math.floor(field / board.columns), field % board.columns, 1, 1);
  return lines;
}

function piecesOnAny(board: BoardView, fields: number[]): number {
  return new Set(fields.flatMap((field) => piecesOn(board, field))).size;
}

function corners(row: number, column: number, width: number, height: number): string {
  const [across, down] = [width * UNIT - 33, height * UNIT - 33];
  const start = `M${column * UNIT + 3.5} ${row * UNIT + 16.5}`;
  return `${start}v-13h13m${across} 0h13v13m0 ${down}v13h-13m${-across} 0h-13v-13`;
}

/** One line around fields that belong together, slightly inside them so that the board's edge never cuts it off. */
export function outline({ columns }: Size, some: Iterable<number>, inset = 3.5): string {
  const fields = new Set(some);
  const has = (row: number, column: number) => column >= 0 && column < columns && fields.has(row * columns + column);
  let lines = "";
  for (const field of fields) {
    const [row, column] = [Math.floor(field / columns), field % columns];
    const [up, right, below, left] = [has(row - 1, column), has(row, column + 1), has(row + 1, column), has(row, column - 1)];
    const [x0, x1] = [column * UNIT + (left ? 0 : inset), (column + 1) * UNIT - (right ? 0 : inset)];
    const [y0, y1] = [row * UNIT + (up ? 0 : inset), (row + 1) * UNIT - (below ? 0 : inset)];
    if (!up) lines += `M${x0} ${y0}H${x1}`;
    if (!below) lines += `M${x0} ${y1}H${x1}`;
    if (!left) lines += `M${x0} ${y0}V${y1}`;
    if (!right) lines += `M${x1} ${y0}V${y1}`;
  }
  return lines;
}

/** The fields on which a click on this one puts something down; none where it does not. */
export function footprintAt(board: BoardView, field: number): number[] {
  if (!board.footprint.length || !board.legal_fields.includes(field)) return [];
  const [rows = 1, columns = 1] = board.footprint.map(Math.abs);
  const way = Math.sign(board.footprint[0] ?? 1); // on a board that is turned round it lies the other way
  return rectangle(board, 0, 0, columns, rows).map((offset) => field + way * offset);
}

/** The way of what is chosen to a field, as a line from where it is through the middle of every field that it passes. */
export function wayTo(board: BoardView, field: number): string {
  const way = board.ways[field];
  const start = board.chosen_fields[0];
  if (!way || way.leaves || start === undefined) return "";
  const middle = (one: number) => `${((one % board.columns) + 0.5) * UNIT} ${(Math.floor(one / board.columns) + 0.5) * UNIT}`;
  return `M${[start, ...way.fields].map(middle).join("L")}`;
}

/** An arrow through the middles of fields, from the first to the last, with its head. */
export function arrow(board: Size, fields: number[]): string {
  const middles = fields.map((field) => [((field % board.columns) + 0.5) * UNIT, (Math.floor(field / board.columns) + 0.5) * UNIT] as const);
  const [end, before] = [middles.at(-1), middles.at(-2)];
  if (!end || !before) return "";
  const angle = Math.atan2(end[1] - before[1], end[0] - before[0]);
  const barb = (turn: number) => `${round(end[0] - HEAD * Math.cos(angle + turn))} ${round(end[1] - HEAD * Math.sin(angle + turn))}`;
  return `M${middles.map(([x, y]) => `${x} ${y}`).join("L")}M${barb(0.5)}L${end[0]} ${end[1]}L${barb(-0.5)}`;
}

const HEAD = 22;
const round = (number: number) => Math.round(number * 10) / 10;

/** The fields where a click on this one would act. */
export function effectAt(board: BoardView, field: number): number[] {
  return board.legal_fields.includes(field) ? (board.tips[field]?.fields ?? []) : [];
}
