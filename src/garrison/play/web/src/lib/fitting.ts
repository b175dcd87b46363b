/** How large the fields of boards can be: the largest size at which all boards fit into the room there is. */

import type { BoardView } from "./messages";

export const RULER = 15; // pixels at the left and at the top, for the numbers of rows and columns
export const SMALL_RULER = 11;
export const FRAME = 16 + RULER; // pixels of a board's frame and ruler, both sides together
export const BROAD = 2; // columns by rows, from which a board takes the whole width of a page
const GAP = 16;
const TITLE = 28;
const SMALL_FRAME = 10 + SMALL_RULER;
const SMALL_TITLE = 24;
const SMALL_LARGEST = 30;
const LARGEST = 170;

export interface Room {
  width: number;
  height: number;
  beside: boolean; // whether small boards stand beside the large ones, or below them
}

export interface Sizes {
  large: number;
  small: number;
}

/** The largest field sizes at which all boards fit. */
export function fitting(room: Room, large: BoardView[], small: BoardView[]): Sizes {
  const { width, height, beside } = room;
  if (!width || !height || !large.length) return { large: 0, small: 0 };
  const columns = large.reduce((sum, board) => sum + board.columns, 0);
  const rows = Math.max(...large.map((board) => board.rows));
  const title = large.some((board) => board.title) ? TITLE : 0;
  const frames = large.length * (FRAME + GAP) - GAP;
  const high = Math.floor((height - FRAME - title) / rows);
  const wide = Math.floor((width - frames) / columns);
  if (!small.length) return { large: Math.max(Math.min(wide, high, LARGEST), 4), small: 0 };
  if (!beside) return { large: Math.max(wide, 4), small: below(width, small) };
  const most = Math.min(wide, high, LARGEST);
  return together(room, most, columns, frames, small) ?? { large: Math.max(Math.min(wide, high), 4), small: 12 };
}

/** The size of small boards in rows of two. */
function below(width: number, small: BoardView[]): number {
  const each = small.length === 1 ? 1 : 2;
  const widest = Math.max(...small.map((board) => board.columns));
  return Math.min(Math.floor(((width - (each - 1) * GAP) / each - SMALL_FRAME) / widest), SMALL_LARGEST);
}

/** The largest size with which the small boards stand in columns beside the large ones. */
function together(room: Room, most: number, columns: number, frames: number, small: BoardView[]): Sizes | null {
  const tallest = Math.max(...small.map((board) => board.rows));
  const widest = Math.max(...small.map((board) => board.columns));
  for (let fields = most; fields > 8; fields -= 1) {
    for (let less = Math.floor(fields * 0.62); less >= Math.max(fields * 0.3, 12); less -= 1) {
      const inColumn = Math.floor((room.height + 10) / (less * tallest + SMALL_FRAME + SMALL_TITLE + 10));
      const across = Math.ceil(small.length / Math.max(inColumn, 1));
      if (inColumn >= 1 && fields * columns + frames + across * (less * widest + SMALL_FRAME + GAP) <= room.width) {
        return { large: fields, small: less };
      }
    }
  }
  return null;
}
