import { expect, test } from "vitest";
import { addressOf, changesIn, changeWords, dialGroups, intervalWords, isToBePlayed, numberWords, placesIn, scalesOf, wishOf } from "../src/lib/lab";
import type { DialView, LabFigure, LabMeasure } from "../src/lib/messages";

const dial = (name: string, value: number): DialView => ({ name, value, low: 0, high: 9, step: 1, meaning: "", plain_meaning: "", is_switch: false, group: "" });
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

test("numbers have their units, and intervals may be open", () => {
  expect([numberWords(0.715, "%"), numberWords(12.34, "turns"), numberWords(null, "")]).toEqual(["71.5%", "12.3 turns", "?"]);
  expect(intervalWords(figure(0.5, 0.4, 0.6))).toBe("40.0% – 60.0%");
  expect(intervalWords({ ...figure(5, 4, 6), unit: "turns", high: null })).toBe("4 turns or more");
  expect(intervalWords({ ...figure(5, 4, 6), unit: "turns", low: null })).toBe("6 turns or less");
});

test("the same quantity has the same scale in a whole report, and nothing lies beyond its ends", () => {
  const turns = (value: number, high: number | null) => ({ ...figure(value, 1, 1), unit: "turns", high });
  const measure = (...figures: LabFigure[]): LabMeasure => ({ number: 1, title: "", sentence: "", how: "", figures });
  const [one, other] = [measure(figure(0.5, 0.4, 0.6), turns(5, 8)), measure(turns(20, null))];
  expect(scalesOf([one, other], one)).toEqual({ "%": { low: 0, high: 1 }, turns: { low: 0, high: 20 } });
  expect(placesIn({ low: 0, high: 1 }, figure(0.5, 0, 1))).toEqual({ at: 50, from: 0, to: 100 });
  expect(placesIn({ low: 0, high: 20 }, turns(20, null))).toEqual({ at: 100, from: 5, to: 100 });
});

test("numbers are in groups and found by all words that are searched for", () => {
  const dials = [{ ...dial("health[0]", 9), meaning: "health of Ork", group: "Characters" }, { ...dial("cost", 1), meaning: "health that it costs" }];
  expect(dialGroups(dials, "").map((group) => group.name)).toEqual(["Characters", "More numbers"]);
  expect(dialGroups(dials, "ORK health").flatMap((group) => group.dials.map((one) => one.name))).toEqual(["health[0]"]);
  expect(dialGroups(dials, "spoon")).toEqual([]);
});

test("a link may ask for a match", () => {
  expect([isToBePlayed("#game=some&play=1"), isToBePlayed("#game=some"), isToBePlayed("")]).toEqual([true, false, false]);
});
