import { expect, test, vi } from "vitest";
import type { SceneButtonView } from "../src/lib/messages";
import { isSteered, steering, wayOf } from "../src/lib/steering";

const button = (keys: string[], on_tick = true) => ({ keys, on_tick, legal: true }) as unknown as SceneButtonView;
const arrows = { 1: button(["up"]), 2: button(["right"]), 3: button(["down"]), 4: button(["left"]) };

test("a game with four arrows that act on the tick is steered", () => {
  expect(isSteered({ ...arrows, 5: button(["up", "space"]) })).toBe(true);
  expect(isSteered({ ...arrows, 4: button(["left"], false) })).toBe(false);
  expect(isSteered({ 1: button(["up"]) })).toBe(false);
});

test("a swipe goes the way that it mostly went", () => {
  expect([wayOf(30, 4), wayOf(-30, 4), wayOf(3, 20), wayOf(3, -20)]).toEqual(["right", "left", "down", "up"]);
});

/** A finger that comes down at a point and goes up there after a while: which ways it steers. */
function touched(still: boolean, lasts: number): string[] {
  vi.useFakeTimers();
  const heard: Record<string, (event: object) => void> = {};
  const element = { addEventListener: (name: string, act: (event: object) => void) => (heard[name] = act), setPointerCapture: () => null };
  const went: string[] = [];
  steering(element as unknown as HTMLElement, { press: (way) => went.push(way), release: () => null, towards: () => "left", still });
  heard.pointerdown!({ isPrimary: true, button: 0, clientX: 5, clientY: 5, timeStamp: 0 });
  vi.advanceTimersByTime(lasts);
  const before = went.length ? ["resting"] : [];
  heard.pointerup!({ type: "pointerup", clientX: 5, clientY: 5, timeStamp: lasts });
  return [...before, ...went];
}

test("a tap makes a step; a finger that rests goes on, or asks while time stands still", () => {
  expect([touched(false, 80), touched(true, 80)]).toEqual([["left"], ["left"]]);
  expect(touched(false, 600)).toEqual(["resting", "left"]);
  expect(touched(true, 600)).toEqual([]);
});
