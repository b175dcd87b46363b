import { expect, test } from "vitest";
import type { SceneView } from "../src/lib/messages";
import { turned, turnedField } from "../src/lib/turning";

const piece = { kind: "rook", row: 0, column: 1, height: 1, width: 1, turn: 0 };
const cart = { kind: "cart", row: 1, column: 0, height: 1, width: 2, turn: 1 };
const board = {
  rows: 2,
  columns: 3,
  head: 1,
  terrain: { "0": "abc", "1": "def" },
  pieces: { rook: piece, cart },
  legal_fields: [1],
  marked_fields: [0],
  chosen_fields: [],
  range_fields: [5],
  footprint: [2, 1],
  tips: { "1": { text: "It hits.", fields: [0] } },
};
const scene = { boards: { "0": board } } as unknown as SceneView;

test("a turned board has its last field first", () => {
  const seen = turned(scene).boards["0"]!;
  expect(seen.terrain).toEqual({ "0": "fed", "1": "cba" });
  expect([seen.legal_fields, seen.marked_fields, seen.range_fields]).toEqual([[4], [5], [0]]);
  expect(seen.head).toBe(-1);
  expect([seen.footprint, seen.tips]).toEqual([[-2, -1], { "4": { text: "It hits.", fields: [5] } }]);
});

test("pieces keep their place on the board, and what lies along a line turns with it", () => {
  const seen = turned(scene).boards["0"]!.pieces;
  expect(seen.rook).toMatchObject({ row: 1, column: 1, turn: 0 });
  expect(seen.cart).toMatchObject({ row: 0, column: 1, turn: 3 });
});

test("turned twice, everything is where it was", () => {
  expect(turned(turned(scene)).boards["0"]).toEqual(board);
  expect(turnedField(scene.boards["0"]!, turnedField(scene.boards["0"]!, 2))).toBe(2);
});

test("what does not change is not drawn again", () => {
  expect(turned(scene).boards["0"]!.pieces.rook).toBe(turned(scene).boards["0"]!.pieces.rook);
});
