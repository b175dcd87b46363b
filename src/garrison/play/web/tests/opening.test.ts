import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refusal } from "../src/lib/api";
import { Opening } from "../src/lib/opening.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a step that may yet succeed is tried again by itself, and says so meanwhile", async () => {
  const opening = new Opening();
  let tries = 0;
  const done = opening.run([
    ["First…", async () => undefined],
    ["Second…", async () => (++tries < 3 ? Promise.reject(new Refusal("Nobody answers.", 0)) : undefined)],
  ]);
  await vi.advanceTimersByTimeAsync(500);
  expect([tries, opening.words, opening.share, opening.problem]).toEqual([1, "Second…", 0.5, "Nobody answers."]);
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect([tries, opening.share, opening.problem]).toEqual([3, 1, ""]);
});

test("who waits is told that it takes long, and an answer that never comes is asked for again", async () => {
  const opening = new Opening();
  let tries = 0;
  const done = opening.run([["Only…", () => (++tries === 1 ? new Promise(() => undefined) : Promise.resolve())]]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(opening.isSlow).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect([tries, opening.isSlow]).toEqual([2, false]);
});

test("what can't succeed is not tried again", async () => {
  const opening = new Opening();
  await expect(opening.run([["Only…", () => Promise.reject(new Refusal("There is no such replay.", 404))]])).rejects.toThrow("no such replay");
});

test("somebody who presses does not wait", async () => {
  const opening = new Opening();
  let tries = 0;
  const done = opening.run([["Only…", async () => (++tries < 2 ? Promise.reject(new Refusal("Busy.", 503)) : undefined)]]);
  await vi.advanceTimersByTimeAsync(10);
  opening.again();
  await done;
  expect(tries).toBe(2);
});
