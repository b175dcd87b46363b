import { expect, test } from "vitest";
import { bestPoints, botLike, levelAbove, resultsOf, strengthOf, tallies, usualPoints, type Result } from "../src/lib/career";
import { daysInARow, nextOf } from "../src/lib/learning";
import type { BotView, MatchView } from "../src/lib/messages";
import { rivalWords, tallyWords } from "../src/lib/words";

const bots = [
  { name: "hard", rating: 1000, games: 60 },
  { name: "medium", rating: 600, games: 60 },
  { name: "easy", rating: 200, games: 60 },
  { name: "random", rating: 0, games: 60 },
  { name: "new", rating: 0, games: 0 },
] as BotView[];
const result = (rival: string, won: number, part: Partial<Result> = {}): Result => ({ match: String(Math.random()), game: "toy", day: "2026-01-02", rival, won, points: 0, counts: true, ...part });
const often = (rival: string, won: number, times: number) => Array.from({ length: times }, () => result(rival, won));

test("a strength is that of who wins as often, and the interval narrows", () => {
  expect(strengthOf([], "toy", bots)).toBeNull();
  expect(strengthOf([result("friend:Ben", 1), result("bot:new", 1)], "toy", bots)).toBeNull();
  const few = strengthOf([...often("bot:medium", 1, 2), ...often("bot:medium", 0, 2)], "toy", bots)!;
  const many = strengthOf([...often("bot:medium", 1, 50), ...often("bot:medium", 0, 50)], "toy", bots)!;
  expect(Math.abs(many.rating - 600)).toBeLessThan(30);
  expect(many.high - many.low).toBeLessThan(few.high - few.low);
  expect(many.low).toBeLessThan(600);
  expect(many.high).toBeGreaterThan(600);
  // Ten wins for every loss are a lead of 400 points.
  const lead = strengthOf([...often("bot:easy", 1, 200), ...often("bot:easy", 0, 20)], "toy", bots)!;
  expect(Math.abs(lead.rating - 600)).toBeLessThan(60);
  expect(botLike(lead, bots)!.name).toBe("medium");
  expect(strengthOf(often("bot:easy", 1, 5).map((one) => ({ ...one, counts: false })), "toy", bots)).toBeNull();
});

test("who wins everything, or nothing, has a strength too", () => {
  const best = strengthOf(often("bot:hard", 1, 30), "toy", bots)!;
  const worst = strengthOf(often("bot:easy", 0, 30), "toy", bots)!;
  expect(best.rating).toBeGreaterThan(1000);
  expect(worst.rating).toBeLessThan(200);
});

test("a record is by opponent", () => {
  const results = [...often("bot:easy", 1, 3), result("bot:easy", 0.5), result("friend:Ben", 0), result("bot:easy", 1, { game: "other" })];
  expect(tallies(results, "toy")).toEqual([
    { rival: "bot:easy", won: 3, drawn: 1, lost: 0 },
    { rival: "friend:Ben", won: 0, drawn: 0, lost: 1 },
  ]);
  expect(tallies(results, "toy").map(tallyWords)).toEqual(["3 won, 1 drawn, 0 lost", "0 won, 1 lost"]);
  expect([rivalWords("bot:easy"), rivalWords("friend:a:b"), rivalWords("friend:")]).toEqual(["the bot easy", "a:b", "somebody"]);
});

test("a match says who did better than whom", () => {
  const seats = [0, 1, 2].map((player) => ({ player, kind: player === 1 ? "bot" : "person", bot: player === 1 ? "hard" : "", name: `P${player}` }));
  const match = { id: "m", game: "toy", seats, winners: [1], scores: [3, 5, 3], hints: 0 } as unknown as MatchView;
  expect(resultsOf(match, 0, "d", true).map((one) => [one.rival, one.won, one.counts])).toEqual([
    ["bot:hard", 0, true],
    ["friend:P2", 0.5, true],
  ]);
  expect(resultsOf({ ...match, hints: 2 }, 1, "d", true).map((one) => [one.won, one.counts])).toEqual([[1, false], [1, false]]);
  const alone = { ...match, seats: seats.slice(0, 1), winners: [] } as unknown as MatchView;
  expect(resultsOf(alone, 0, "d", true)).toMatchObject([{ rival: "", points: 3 }]);
});

test("alone, points are what counts", () => {
  const results = [40, 10, 30].map((points, place) => result("", 0, { points, day: `2026-01-0${place}` }));
  expect(bestPoints(results, "toy")).toBe(40);
  expect(bestPoints(results, "toy", "2026-01-02")).toBe(30);
  expect(bestPoints(results, "toy", "2025-01-02")).toBeNull();
  expect(usualPoints(results, "toy")).toEqual({ rating: 30, low: 10, high: 40 });
  expect(usualPoints([], "toy")).toBeNull();
});

test("after a level comes the next one", () => {
  const levels = [{ name: "easy" }, { name: "medium" }, { name: "hard" }];
  expect(["easy", "hard", "captain"].map((bot) => levelAbove(levels, bot))).toEqual(["medium", "", ""]);
});

test("days in a row end with a day that was missed, not with today", () => {
  expect(daysInARow(["2026-02-27", "2026-02-28", "2026-03-01"], "2026-03-01")).toBe(3);
  expect(daysInARow(["2026-02-28"], "2026-03-01")).toBe(1);
  expect(daysInARow(["2026-02-27"], "2026-03-01")).toBe(0);
});

test("next is what has not been done, of the same game", () => {
  const all = ["a", "b", "c"].map((id) => ({ game: "toy", id })).concat({ game: "other", id: "z" });
  const done = (...ids: string[]) => (one: { id: string }) => ids.includes(one.id);
  expect(nextOf(all, "toy", "a", done("a", "b"))?.id).toBe("c");
  expect(nextOf(all, "toy", "c", done("c", "b"))?.id).toBe("a");
  expect(nextOf(all, "toy", "a", done("a", "b", "c"))?.id).toBe("b");
  expect(nextOf(all, "toy", "c", done("a", "b", "c"))).toBeNull();
  expect(nextOf(all, "toy", "", () => false)?.id).toBe("a");
});
