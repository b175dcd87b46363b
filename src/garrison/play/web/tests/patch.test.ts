import { describe, expect, it } from "vitest";
import { patched } from "../src/lib/patch";

describe("a merge patch", () => {
  it("changes, adds and removes", () => {
    const old = { a: 1, b: { c: 2, d: 3 }, e: [1, 2] };
    expect(patched(old, { a: null, b: { d: 4 }, e: [3], f: { g: null, h: 1 } })).toEqual({ b: { c: 2, d: 4 }, e: [3], f: { h: 1 } });
    expect(old).toEqual({ a: 1, b: { c: 2, d: 3 }, e: [1, 2] });
  });

  it("leaves what did not change the very same object", () => {
    const old = { pieces: { a: { row: 1 }, b: { row: 2 } }, legend: { x: {} } };
    const after = patched(old, { pieces: { a: { row: 5 } } });
    expect(after.pieces.b).toBe(old.pieces.b);
    expect(after.legend).toBe(old.legend);
    expect(after.pieces.a).not.toBe(old.pieces.a);
    expect(patched(old, {})).toBe(old);
    expect(patched(old, { pieces: { a: { row: 1 } } })).toBe(old);
  });

  it("puts an object in the place of a value, and a value in the place of an object", () => {
    expect(patched({ a: 1 }, { a: { b: 2 } })).toEqual({ a: { b: 2 } });
    expect(patched({ a: { b: 2 } } as unknown, { a: "x" })).toEqual({ a: "x" });
    expect(patched([1], { a: 1 } as unknown)).toEqual({ a: 1 });
  });

  it("treats odd keys as keys", () => {
    const after = patched({} as Record<string, unknown>, JSON.parse('{"__proto__": {"bad": 1}, "constructor": 2}'));
    expect(Object.keys(after)).toEqual(["__proto__", "constructor"]);
    expect(({} as Record<string, unknown>).bad).toBeUndefined();
  });
});
