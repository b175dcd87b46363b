/** What has just happened is shown and heard one thing after the other, at a pace that can be followed. A click skips the
 * rest, Shift doubles the pace, and the last thing in a game takes its time. */

import type { SceneFeedbackView } from "./messages";
import { motion } from "./motion.svelte";
import { play as sound } from "./sound";

/** One thing that is to be seen now. */
export interface Sight {
  id: number;
  feedback: SceneFeedbackView;
  length: number; // ms
}

export interface Occasion {
  within?: number; // ms: everything begins by then, since more is coming
  last?: boolean; // the game is over
}

const LENGTH = 620; // ms that a sight lasts
const GAP = 190; // ms from one sight to the next
const SOUND_GAP = 70;
const LONGEST = 3_200; // ms until the last one of a step begins
const SLOW = 1_000; // ms of the last sight of a game
const MOST = 60; // things of one step; of more, the last

export class FeedbackQueue {
  sights = $state.raw<Sight[]>([]);
  isBusy = $state(false); // something is still to come
  #waiting: SceneFeedbackView[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #share = 1; // of the usual gaps
  #isLast = false;
  #isEnd = false; // the last thing in a game is shown
  #isFast = false;
  #count = 0;
  #then: (() => void)[] = [];

  /** Something has happened. What was still waiting to be shown goes first, without a pause. */
  add(feedback: SceneFeedbackView[], { within = LONGEST, last = false }: Occasion = {}): void {
    const rest = this.#waiting;
    this.#waiting = [...rest, ...feedback].slice(-MOST);
    this.#isLast = last;
    const usual = this.#waiting.reduce((sum, one) => sum + gapAfter(one), 0);
    this.#share = Math.min(1, within / Math.max(usual, 1));
    if (this.#waiting.length && !this.isBusy) this.#next();
    else if (!this.isBusy) this.#finish();
  }

  /** Do something when everything has been shown. */
  whenDone(task: () => void): void {
    if (this.isBusy) this.#then.push(task);
    else task();
  }

  /** Leave out what has not been shown yet, but for the last thing in a game. */
  skip(): void {
    if (!this.isBusy || this.#isEnd) return;
    this.#waiting = this.#isLast ? this.#waiting.filter((one) => one.sight).slice(-1) : [];
    clearTimeout(this.#timer);
    this.#next();
  }

  /** Twice as fast, or no longer. */
  hurry(fast: boolean): void {
    this.#isFast = fast;
  }

  /** Forget everything, without a sight or a sound. */
  clear(): void {
    this.#then = [];
    this.#waiting = [];
    this.#finish();
    this.sights = [];
  }

  #next(): void {
    const feedback = this.#waiting.shift();
    if (!feedback) return this.#finish();
    this.isBusy = true;
    const isEnd = this.#isLast && feedback.sight !== undefined && !this.#waiting.some((one) => one.sight);
    const length = feedback.sight ? this.#show(feedback, isEnd) : 0;
    this.#isEnd ||= isEnd;
    if (feedback.sound) sound(feedback.sound);
    const gap = isEnd ? length : gapAfter(feedback) * this.#share * (this.#isFast ? 0.5 : 1);
    clearTimeout(this.#timer);
    if (gap < 1) this.#next();
    else this.#timer = setTimeout(() => this.#next(), gap);
  }

  #show(feedback: SceneFeedbackView, isEnd: boolean): number {
    const length = motion.reduced ? LENGTH : Math.max(motion.ms(isEnd ? SLOW : LENGTH) * (this.#isFast ? 0.5 : 1), 120);
    const sight = { id: this.#count++, feedback, length };
    this.sights = [...this.sights, sight];
    setTimeout(() => (this.sights = this.sights.filter((one) => one !== sight)), length);
    return length;
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.isBusy = false;
    this.#isLast = this.#isEnd = false;
    const tasks = this.#then;
    this.#then = [];
    for (const task of tasks) task();
  }
}

function gapAfter(feedback: SceneFeedbackView): number {
  return feedback.sight ? motion.ms(GAP) : feedback.sound ? motion.ms(SOUND_GAP) : 0;
}
