import { expect, test } from "vitest";
import { focusOf, middleOf } from "../src/lib/closeup";
import type { BoardView } from "../src/lib/messages";

const board = (part: Partial<BoardView>) =>
  ({ rows: 10, columns: 10, pieces: {}, legal_fields: [], chosen_fields: [], marked_fields: [], ...part }) as unknown as BoardView;
const piece = (row: number, column: number, owner = 0) => ({ row, column, owner }) as BoardView["pieces"][string];

test("a close-up follows what is chosen, and one's only piece", () => {
  expect(focusOf(board({ chosen_fields: [23] }), 0, [])).toEqual({ row: 2, column: 3 });
  expect(focusOf(board({ chosen_fields: [23] }), 0, [45])).toEqual({ row: 4, column: 5 });
  expect(focusOf(board({ pieces: { a: piece(7, 8) }, marked_fields: [1] }), 0, [])).toEqual({ row: 7, column: 8 });
  expect(focusOf(board({ pieces: { a: piece(7, 8), b: piece(1, 1) } }), 0, [])).toBeNull();
});

test("with nothing to follow it begins amid what can be chosen, or else amid the pieces", () => {
  expect(middleOf(board({ legal_fields: [77, 78, 79] }))).toEqual({ row: 7, column: 8 });
  expect(middleOf(board({ pieces: { a: piece(8, 8), b: piece(8, 9), c: piece(9, 9) } }))).toMatchObject({ row: 8, column: 9 });
  expect(middleOf(board({}))).toEqual({ row: 5, column: 5 });
});
