import { expect, test } from "vitest";
import { addressOf, changesIn, changeWords, numberWords, placesIn, wishOf } from "../src/lib/lab";
import type { DialView, LabFigure } from "../src/lib/messages";

const dial = (name: string, value: number): DialView => ({ name, value, low: 0, high: 9, step: 1, meaning: "", plain_meaning: "", is_switch: false });
const figure = (value: number, low: number, high: number): LabFigure => ({ label: "", value, low, high, games: 1, unit: "%", flag: "" });

test("a trial survives its address", () => {
  const wish = { game: "some", variant: "quick", bot: "hard", options: { map: "far", players: 3 }, changes: { "power[2]": -4 } };
  expect(wishOf(addressOf(wish))).toEqual(wish);
  expect(wishOf("")).toBeNull();
  expect(wishOf("#game=some&rule.power=much")?.changes).toEqual({});
});

test("only what differs is a change", () => {
  expect(changesIn([dial("one", 1), dial("two", 2)], { one: 1, two: 5 })).toEqual({ two: 5 });
});

test("changes are told by what they mean", () => {
  expect(changeWords([{ ...dial("health[0]", 200), meaning: "health of Ork (S1)", plain_meaning: "health of Ork" }], { "health[0]": 180, old: 3 })).toBe("health of Ork 180, old 3");
});

test("numbers have their units, and intervals their places", () => {
  expect([numberWords(0.715, "%"), numberWords(12.34, "turns"), numberWords(null, "")]).toEqual(["71.5%", "12.3 turns", "?"]);
  expect(placesIn([figure(0.5, 0, 1)], figure(0.5, 0, 1))).toEqual({ at: 50, from: 0, to: 100 });
});
