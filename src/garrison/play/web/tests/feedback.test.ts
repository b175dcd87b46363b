import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FeedbackQueue } from "../src/lib/feedback.svelte";
import { oppositeField, turnSights } from "../src/lib/scenes";
import type { BoardView, SceneFeedbackView } from "../src/lib/messages";

let queue: FeedbackQueue;
const blows = (count: number): SceneFeedbackView[] => Array.from({ length: count }, (_, field) => ({ sight: "blow", colour: "red", field }));
const fieldsShown = () => queue.sights.map((sight) => sight.feedback.field);

beforeEach(() => {
  vi.useFakeTimers();
  queue = new FeedbackQueue();
});
afterEach(() => vi.useRealTimers());

test("what happens in a step is shown one after the other", () => {
  queue.add(blows(3));
  expect(fieldsShown()).toEqual([0]);
  vi.advanceTimersByTime(200);
  expect(fieldsShown()).toEqual([0, 1]);
  vi.advanceTimersByTime(200);
  expect(fieldsShown()).toEqual([0, 1, 2]);
  vi.advanceTimersByTime(2000);
  expect(fieldsShown()).toEqual([]);
  expect(queue.isBusy).toBe(false);
});

test("a click leaves out the rest, and what waited for the end happens at once", () => {
  const done = vi.fn();
  queue.add(blows(10));
  queue.whenDone(done);
  expect(done).not.toHaveBeenCalled();
  queue.skip();
  expect(done).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5000);
  expect(queue.sights).toEqual([]);
});

test("a click goes on to the last blow of a game, which it does not leave out", () => {
  const result = vi.fn();
  queue.add([...blows(10), { sound: "bell" }], { last: true });
  queue.whenDone(result);
  queue.skip();
  expect(fieldsShown()).toContain(9);
  vi.advanceTimersByTime(800);
  queue.skip();
  expect(result).not.toHaveBeenCalled();
  vi.advanceTimersByTime(400);
  expect(result).toHaveBeenCalledOnce();
});

test("a key doubles the pace", () => {
  const seconds = (fast: boolean) => {
    const one = new FeedbackQueue();
    one.hurry(fast);
    one.add(blows(8));
    let spent = 0;
    for (; one.isBusy && spent < 10_000; spent += 10) vi.advanceTimersByTime(10);
    return spent;
  };
  expect(seconds(true) / seconds(false)).toBeLessThan(0.55);
});

test("however much happens, it is over before more comes", () => {
  queue.add(blows(200), { within: 300 });
  vi.advanceTimersByTime(320);
  expect(queue.isBusy).toBe(false);
});

test("the last blow of a game is seen for a second before the result", () => {
  const result = vi.fn();
  queue.add([...blows(1), { sound: "bell" }], { last: true });
  queue.whenDone(result);
  vi.advanceTimersByTime(900);
  expect(result).not.toHaveBeenCalled();
  expect(fieldsShown()).toEqual([0]);
  vi.advanceTimersByTime(300);
  expect(result).toHaveBeenCalledOnce();
});

test("on a board that is turned round, things happen at the opposite fields", () => {
  const board = { rows: 3, columns: 4 } as BoardView;
  const sight = { id: 1, length: 10, feedback: { sight: "shot" as const, field: 1, origin: 6 } };
  expect(turnSights(board, [sight])[0]!.feedback).toEqual({ sight: "shot", field: oppositeField(board, 1), origin: 5 });
});
