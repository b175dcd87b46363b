import { describe, expect, it } from "vitest";
import { actionFor, type Buttons, isTickKey, keyName, keyWords, StillKeys, TickKeys } from "../src/lib/keys";

function button(keys: string[], more: Partial<Buttons[string]> = {}): Buttons[string] {
  return { name: keys.join("+"), label: keys.join(" "), keys, legal: true, on_tick: false, chosen: false, sprite: "", waits: "", asks: "", leaves: false, stack: "", ...more };
}

const ticking: Buttons = {
  0: button([], { on_tick: true }),
  1: button(["up"], { on_tick: true }),
  2: button(["right"], { on_tick: true }),
  5: button(["space"], { on_tick: true }),
  6: button(["up", "space"], { on_tick: true }),
};

describe("names of keys", () => {
  it("are those that buttons write", () => {
    expect([keyName("ArrowUp"), keyName(" "), keyName("W"), keyName("/")]).toEqual(["up", "space", "w", "/"]);
  });
});

describe("a key that is played at once", () => {
  it("finds its button, a legal one before others", () => {
    const buttons = { 3: button(["1"], { legal: false }), 9: button(["1"]), 4: button(["d"], { legal: false }) };
    expect(actionFor("1", buttons)?.action).toBe(9);
    expect(actionFor("d", buttons)?.button.legal).toBe(false);
    expect(actionFor("x", buttons)).toBeNull();
  });

  it("is not one that waits for the tick", () => {
    expect(actionFor("up", ticking)).toBeNull();
    expect(isTickKey("up", ticking)).toBe(true);
    expect(isTickKey("w", ticking)).toBe(false);
  });
});

describe("keys while time stands still", () => {
  it("act at once, but for those that others are combined with", () => {
    const keys = new StillKeys();
    expect([keys.down("right", ticking), keys.up("right", ticking)]).toEqual([2, null]);
    expect([keys.down("space", ticking), keys.down("space", ticking), keys.up("space", ticking)]).toEqual([null, null, 5]);
    expect(keys.down("w", ticking)).toBeUndefined();
  });

  it("mean the button that has both", () => {
    const keys = new StillKeys();
    expect([keys.down("space", ticking), keys.down("up", ticking), keys.up("space", ticking)]).toEqual([null, 6, null]);
    expect([keys.down("up", ticking), keys.down("space", ticking), keys.up("space", ticking)]).toEqual([1, null, 5]);
  });
});

describe("keys gathered for a tick", () => {
  it("mean the button that has them all", () => {
    const keys = new TickKeys();
    expect(keys.action(ticking)).toBeNull();
    keys.press("up");
    expect(keys.action(ticking)).toBe(1);
    keys.press("space");
    expect(keys.action(ticking)).toBe(6);
  });

  it("go on while they are held, and once if they were only tapped", () => {
    const keys = new TickKeys();
    keys.press("up");
    keys.press("space");
    keys.release("space");
    expect(keys.action(ticking)).toBe(6);
    keys.nextTick();
    expect(keys.action(ticking)).toBe(1);
    keys.release("up");
    expect(keys.action(ticking)).toBeNull();
    expect(keys.isHolding).toBe(false);
  });

  it("exclude each other where no button has both: the later one counts", () => {
    const keys = new TickKeys();
    keys.press("up");
    keys.press("right");
    expect(keys.action(ticking)).toBe(2);
    keys.nextTick();
    keys.release("right");
    expect(keys.action(ticking)).toBe(1);
  });

  it("never mean a button that is not legal", () => {
    const keys = new TickKeys();
    keys.press("up");
    keys.press("space");
    expect(keys.action({ ...ticking, 6: { ...ticking[6]!, legal: false } })).toBe(5);
  });
});

describe("a key that does nothing now", () => {
  it("says what it would do, and why it waits", () => {
    const buttons = { 1: button(["x"], { label: "Dig", legal: false }), 2: button(["x"], { label: "Climb", legal: false }) };
    expect(keyWords("x", buttons)).toBe("X is for Dig or Climb: not possible now.");
    const waiting = { ...buttons, 3: button(["x"], { label: "Rest", legal: false, waits: "after the storm" }) };
    expect(keyWords("x", waiting)).toBe("X is for Rest: after the storm.");
  });
});
