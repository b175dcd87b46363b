import { describe, expect, it, test } from "vitest";
import type { BoardView, SceneView } from "../src/lib/messages";
import { applyPatch, endFields, fieldAction, fieldOf, oppositeField, rulers, Trail, turnScene } from "../src/lib/scenes";

describe("a merge patch", () => {
  it("changes, adds and removes", () => {
    const old = { a: 1, b: { c: 2, d: 3 }, e: [1, 2] };
    expect(applyPatch(old, { a: null, b: { d: 4 }, e: [3], f: { g: null, h: 1 } })).toEqual({ b: { c: 2, d: 4 }, e: [3], f: { h: 1 } });
    expect(old).toEqual({ a: 1, b: { c: 2, d: 3 }, e: [1, 2] });
  });

  it("leaves what did not change the very same object", () => {
    const old = { pieces: { a: { row: 1 }, b: { row: 2 } }, legend: { x: {} } };
    const after = applyPatch(old, { pieces: { a: { row: 5 } } });
    expect(after.pieces.b).toBe(old.pieces.b);
    expect(after.legend).toBe(old.legend);
    expect(after.pieces.a).not.toBe(old.pieces.a);
    expect(applyPatch(old, {})).toBe(old);
    expect(applyPatch(old, { pieces: { a: { row: 1 } } })).toBe(old);
  });

  it("puts an object in the place of a value, and a value in the place of an object", () => {
    expect(applyPatch({ a: 1 }, { a: { b: 2 } })).toEqual({ a: { b: 2 } });
    expect(applyPatch({ a: { b: 2 } } as unknown, { a: "x" })).toEqual({ a: "x" });
    expect(applyPatch([1], { a: 1 } as unknown)).toEqual({ a: 1 });
  });

  it("treats odd keys as keys", () => {
    const after = applyPatch({} as Record<string, unknown>, JSON.parse('{"__proto__": {"bad": 1}, "constructor": 2}'));
    expect(Object.keys(after)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).bad).toBeUndefined();
  });
});

function markedScene(waiting: number[], marked: number[], steps = 0, column = 0): SceneView {
  const pieces = { rook: { row: 0, column, owner: 0 } };
  return { seats: ["White", "Black"], waiting, steps, boards: { 0: { owner: -1, columns: 9, marked_fields: marked, pieces } } } as unknown as SceneView;
}

const marks = (of: SceneView) => of.boards["0"]!.marked_fields;

describe("the last move", () => {
  it("is marked as a whole, until somebody else touches something", () => {
    const trail = new Trail();
    trail.follow(markedScene([0], []), markedScene([0], [1, 2]));
    expect(marks(trail.follow(markedScene([0], [1, 2]), markedScene([0], [2, 3])))).toEqual([1, 2, 3]);
    expect(marks(trail.follow(markedScene([0], [2, 3]), markedScene([1], [])))).toEqual([1, 2, 3]);
    expect(marks(trail.follow(markedScene([1], []), markedScene([1], [])))).toEqual([1, 2, 3]);
    expect(marks(trail.follow(markedScene([1], []), markedScene([0], [7])))).toEqual([7]);
  });

  it("is marked as a whole for somebody who comes back", () => {
    const steps = [markedScene([0], [9]), markedScene([0], [1, 2]), markedScene([1], [3])];
    expect(marks(new Trail().retrace(steps, markedScene([1], [3])))).toEqual([1, 2, 3]);
    expect(marks(new Trail().retrace([], markedScene([1], [3])))).toEqual([3]);
  });

  it("is what it was when a choice is taken back", () => {
    const trail = new Trail();
    trail.follow(markedScene([0], [], 0), markedScene([1], [4], 1));
    trail.follow(markedScene([1], [4], 1), markedScene([1], [], 2));
    expect(marks(trail.takeBack(markedScene([1], [], 1)))).toEqual([4]);
    expect(marks(new Trail().takeBack(markedScene([1], [], 1)))).toEqual([]);
  });

  it("is an arrow from where somebody else began to where they ended", () => {
    const trail = new Trail();
    trail.follow(markedScene([0], [], 0, 1), markedScene([0], [1, 2], 1, 2));
    const end = markedScene([1], [2, 3], 2, 3);
    trail.follow(markedScene([0], [1, 2], 1, 2), end);
    expect(trail.arrows(end, [1])).toEqual([[1, 3]]);
    expect(trail.arrows(end, [0])).toEqual([]);
  });

  it("is whole where all of it was told at once", () => {
    const trail = new Trail();
    const start = markedScene([0], [], 0, 1);
    const end = markedScene([1], [], 3, 3);
    const between = [markedScene([0], [1, 2], 1), markedScene([0], [2, 3], 2)];
    expect(marks(trail.follow(start, end, between))).toEqual([1, 2, 3]);
    expect(trail.arrows(end, [1])).toEqual([[1, 3]]);
  });

  it("is the later one where two were told at once", () => {
    const trail = new Trail();
    const between = [markedScene([0], [1, 2], 1), markedScene([1], [2], 2)];
    expect(marks(trail.follow(markedScene([0], [], 0, 1), markedScene([0], [7], 3, 3), between))).toEqual([7]);
    expect(trail.arrows(markedScene([0], [7], 3, 3), [0])).toEqual([]); // it was one's own piece that moved
  });

  it("starts over when the same player is to move again", () => {
    const trail = new Trail();
    trail.follow(markedScene([0], []), markedScene([1], [1]));
    trail.follow(markedScene([1], [1]), markedScene([0], []));
    expect(marks(trail.follow(markedScene([0], []), markedScene([1], [5])))).toEqual([5]);
  });
});

const piece = { kind: "rook", row: 0, column: 1, height: 1, width: 1, turn: 0 };
const cart = { kind: "cart", row: 1, column: 0, height: 1, width: 2, turn: 1 };
const board = {
  rows: 2,
  columns: 3,
  head: 1,
  upside_down: false,
  margin: 0,
  terrain: { "0": "abc", "1": "def" },
  pieces: { rook: piece, cart },
  legal_fields: [1],
  marked_fields: [0],
  chosen_fields: [],
  range_fields: [5],
  footprint: [2, 1],
  ways: {}, tips: { "1": { text: "It hits.", fields: [0] } },
};
const scene = { boards: { "0": board } } as unknown as SceneView;

test("a turned board has its last field first", () => {
  const seen = turnScene(scene).boards["0"]!;
  expect(seen.terrain).toEqual({ "0": "fed", "1": "cba" });
  expect([seen.legal_fields, seen.marked_fields, seen.range_fields]).toEqual([[4], [5], [0]]);
  expect(seen.head).toBe(-1);
  expect([seen.footprint, seen.tips]).toEqual([[-2, -1], { "4": { text: "It hits.", fields: [5] } }]);
});

test("pieces keep their place on the board, and what lies along a line turns with it", () => {
  const seen = turnScene(scene).boards["0"]!.pieces;
  expect(seen.rook).toMatchObject({ row: 1, column: 1, turn: 0 });
  expect(seen.cart).toMatchObject({ row: 0, column: 1, turn: 3 });
});

test("turned twice, everything is where it was", () => {
  expect(turnScene(turnScene(scene)).boards["0"]).toEqual(board);
  expect(oppositeField(scene.boards["0"]!, oppositeField(scene.boards["0"]!, 2))).toBe(2);
});

test("rows and columns count as in the rulebook, whoever looks", () => {
  const wide = { ...board, rows: 5, columns: 4, head: 1, margin: 1, terrain: {}, pieces: {} } as unknown as BoardView;
  const turned = turnScene({ boards: { "0": wide } } as unknown as SceneView).boards["0"]!;
  expect(rulers(wide)).toEqual({ rows: ["", "", "0", "1", ""], columns: ["", "0", "1", ""] });
  expect(rulers(turned)).toEqual({ rows: ["", "1", "0", "", ""], columns: ["", "1", "0", ""] });
  for (const one of [wide, turned]) expect([0, 1, 2, 3].map((action) => fieldAction(one, fieldOf(one, action)))).toEqual([0, 1, 2, 3]);
  expect(fieldOf(turned, 0)).toBe(oppositeField(wide, fieldOf(wide, 0)));
});

test("what does not change is not drawn again", () => {
  expect(turnScene(scene).boards["0"]!.pieces.rook).toBe(turnScene(scene).boards["0"]!.pieces.rook);
});

test("the last thing that was seen in a game stays marked, on the main board only", () => {
  const ended = (over: boolean, owner?: number) => endFields({ over, feedback: [{ sight: "blow", field: 3 }, { sight: "blow", field: 7, owner }, { sound: "bell" }] } as SceneView);
  expect(ended(true)).toEqual([7]);
  expect(ended(false)).toEqual([]);
  expect(ended(true, 1)).toEqual([]);
});
