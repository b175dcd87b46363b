import { expect, test } from "vitest";
import type { BoardView, BotView, MatchView, SeatView } from "../src/lib/messages";
import { fieldAction, fieldOf } from "../src/lib/scenes";
import { dayWords, endingWords, fieldWords, gainWords, outcomeWords, playerWords, ratingWords, secondsWords, sitterWords, spanWords, withPeople } from "../src/lib/words";

const seats = ["White", "Black"];

test("whoever lost is told so", () => {
  expect(endingWords({ winners: [1], seats }, [0])).toBe("You lost: Black won");
  expect(endingWords({ winners: [0], seats }, [0])).toBe("You won!");
});

test("whoever watches, or plays both sides, is told who won", () => {
  expect(endingWords({ winners: [1], seats }, [])).toBe("Black won");
  expect(endingWords({ winners: [1], seats }, [0, 1])).toBe("Black won");
});

test("nobody wins a draw, or a game for one that is lost", () => {
  expect(endingWords({ winners: [], seats }, [0])).toBe("A draw");
  expect(endingWords({ winners: [], seats: ["Solo"] }, [0])).toBe("Game over");
});

test("a result is told with the names that people gave themselves", () => {
  const named = [
    { name: "Ada", label: "White", kind: "person", named: true },
    { name: "", label: "Black", kind: "person", named: false },
  ];
  const match = { seats: named, winners: [0], scores: [1, 0] } as unknown as MatchView;
  expect(outcomeWords(match)).toBe("Ada won");
  expect(outcomeWords(match, [0])).toBe("You won");
  expect(outcomeWords(match, [1])).toBe("You lost: Ada won");
});

test("times are told in seconds", () => {
  expect(secondsWords(400)).toBe("0.4 s");
  expect(secondsWords(45_000)).toBe("45 s");
});

test("a bot that nobody has rated has no number", () => {
  const bot: BotView = { name: "hard", sentence: "", games: 12, rating: 1239.6, low: 1180.2, high: 1300, milliseconds: 4 };
  expect([ratingWords(bot), spanWords(bot)]).toEqual(["1,240", "1,180 to 1,300"]);
  expect([ratingWords({ ...bot, games: 0 }), spanWords({ ...bot, games: 0 })]).toEqual(["not rated yet", ""]);
});

test("who sits where is told from one's own side", () => {
  const seat = (view: Partial<SeatView>) => ({ player: 1, label: "Black", name: "", bot: "", kind: "person", ...view }) as SeatView;
  expect(sitterWords(seat({ name: "Robin" }), [1])).toBe("you");
  expect(sitterWords(seat({ name: "Robin" }), [0])).toBe("Robin");
  expect(sitterWords(seat({}), [0])).toBe("Black");
  expect(sitterWords(seat({ kind: "open" }), [0])).toBe("free");
  expect(sitterWords(seat({ kind: "bot", bot: "easy" }), [0])).toBe("bot easy");
});

test("at the end, players without a name are called by their side", () => {
  const seat = (label: string, name: string, named: boolean) => ({ label, name, named }) as SeatView;
  const pair = { seats: [seat("White", "Anybody", false), seat("Black", "Robin", true)] };
  expect([playerWords(pair, 0), playerWords(pair, 1)]).toEqual(["White", "Robin (Black)"]);
  expect(playerWords({ seats: [seat("Solo", "Robin", true)] }, 0)).toBe("Robin");
});

test("fields are counted as in the rulebook, without what surrounds the board", () => {
  const board = { rows: 7, columns: 7, margin: 1, head: 0, terrain: [], legend: {}, pieces: {}, tips: {}, chosen_fields: [], range_fields: [], marked_fields: [], legal_fields: [23] } as unknown as BoardView;
  expect(fieldWords(board, 23, [])).toBe("row 2, column 1: field; can be chosen");
  expect(fieldWords(board, 6, [])).toBe("at the edge: field");
  const headed = { ...board, rows: 8, head: 1, legal_fields: [30] };
  expect(fieldWords(headed, 30, [])).toBe("row 2, column 1: field; can be chosen");
  expect(fieldWords(headed, 13, [])).toBe("at the edge: field");
  for (const one of [headed, { ...headed, head: -1 }]) {
    expect(Array.from({ length: 25 }, (_, action) => fieldAction(one, fieldOf(one, action)))).toEqual([...Array(25).keys()]);
    expect(fieldOf(one, 25)).toBe(-1);
  }
});

test("a piece's owner is told where there are several and its label does not say so", () => {
  const words = (names_owner: boolean, among: string[]) => {
    const pieces = { a: { label: "a post", owner: 1, row: 0, column: 0, height: 1, width: 1, layer: 0, names_owner } };
    const none = { chosen_fields: [], range_fields: [], marked_fields: [], legal_fields: [] };
    return fieldWords({ rows: 1, columns: 1, margin: 0, head: 0, terrain: {}, legend: {}, tips: {}, pieces, ...none } as unknown as BoardView, 0, among);
  };
  expect(words(false, seats)).toBe("row 0, column 0: field; a post (Black)");
  expect(words(true, seats)).toBe("row 0, column 0: field; a post");
  expect(words(false, ["Solo"])).toBe("row 0, column 0: field; a post");
});

test("gains and losses have their sign, and days no time", () => {
  expect([gainWords(3), gainWords(-1200)]).toEqual(["+3", "−1,200"]);
  expect(dayWords("2026-02-01")).toBe("Feb 1, 2026");
});

test("sentences about seats speak of those who play there, once and as whole words", () => {
  const seat = (label: string, name: string, kind = "person") => ({ label, name, kind, bot: name, named: name !== "" }) as MatchView["seats"][number];
  const match = { seats: [seat("Ash", "Red (2)"), seat("Red", "Ben"), seat("Oak", ""), seat("Elm", "hard", "bot")] };
  expect(withPeople("Ash resigned; Red, Ashes, Oak and Elm stay.", match)).toBe("Red (2) resigned; Ben, Ashes, Oak and Hard stay.");
  const twins = { seats: [seat("Ash", ""), seat("Oak", "easy", "bot"), seat("Elm", "easy", "bot")] };
  expect(withPeople("Oak and Elm fall.", twins)).toBe("Oak and Elm fall.");
  expect(withPeople("P dies.", { seats: [seat("P", "Ada")] })).toBe("P dies.");
});
