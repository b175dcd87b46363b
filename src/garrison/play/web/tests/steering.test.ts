import { expect, test } from "vitest";
import type { SceneButtonView } from "../src/lib/messages";
import { isSteered, wayOf } from "../src/lib/steering";

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
