/** A lesson or puzzle: what was done so far is kept here, and the server says what it leads to. */

import { about } from "./about.svelte";
import { askExercise } from "./api";
import { FeedbackQueue } from "./feedback.svelte";
import type { ExerciseView, SceneView } from "./messages";
import { motion } from "./motion.svelte";
import { applyPatch } from "./scenes";
import { play as sound } from "./sound";

const FRAME = 140; // ms between the things that one action leads to

export class Exercise {
  view = $state.raw<ExerciseView | null>(null);
  scene = $state.raw<SceneView | null>(null);
  actions = $state.raw<number[]>([]);
  answer = $state("");
  problem = $state("");
  readonly feedback = new FeedbackQueue();
  #turn: Promise<void> = Promise.resolve();

  constructor(readonly path: string) {}

  get isOver(): boolean {
    return this.view !== null && this.view.state !== "open";
  }

  /** Do something once everything before it is done, so that quick clicks are not lost. */
  soon(task: () => Promise<void> | void): void {
    this.#turn = this.#turn.then(task);
  }

  /** From the beginning. */
  start(): void {
    this.soon(() => this.#ask([], false));
  }

  /** Try an action. */
  act(action: number): void {
    this.soon(() => this.play(action));
  }

  /** Take the last action back. */
  undo(): void {
    this.soon(() => this.takeBack());
  }

  /** The same as `act`, for what is done in `soon`. */
  async play(action: number): Promise<void> {
    if (this.isOver || !this.view) return;
    sound("click");
    await this.#ask([...this.actions, action], true);
  }

  /** The same as `undo`, for what is done in `soon`. */
  async takeBack(): Promise<void> {
    if (this.actions.length) await this.#ask(this.actions.slice(0, -1), false);
  }

  async #ask(actions: number[], isPlayed: boolean): Promise<void> {
    try {
      const view = await askExercise(this.path, actions);
      this.problem = "";
      this.actions = actions.slice(0, view.counted);
      about.words = view.about;
      await this.#show(view, isPlayed);
      if (view.counted < actions.length) sound("no");
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** Show what happened one after the other, then what is asked for next. */
  async #show(view: ExerciseView, isPlayed: boolean): Promise<void> {
    let scene = view.scene;
    for (const patch of view.patches) {
      scene = applyPatch(scene, patch);
      if (isPlayed) this.feedback.add(scene.feedback);
      if (isPlayed && view.patches.length > 1) {
        this.scene = scene;
        await new Promise((done) => setTimeout(done, motion.ms(FRAME)));
      }
    }
    this.scene = scene;
    this.answer = view.said;
    this.view = view;
    if (isPlayed && view.state === "solved") sound("won");
  }
}
