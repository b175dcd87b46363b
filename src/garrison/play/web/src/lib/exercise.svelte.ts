/** A lesson, puzzle or mission: what was done so far is kept here, and the server says what it leads to. */

import { about } from "./about.svelte";
import { askExercise } from "./api";
import { FeedbackQueue } from "./feedback.svelte";
import type { ExerciseView, ExerciseWish, SceneView } from "./messages";
import { motion } from "./motion.svelte";
import { applyPatch } from "./scenes";
import { play as sound } from "./sound";

const FRAME = 140; // ms between the things that one action leads to
const SHOWN_FRAME = 520; // ms between the steps of a solution

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
  soon(task: () => unknown): void {
    this.#turn = this.#turn.then(task).then(() => undefined);
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

  /** Let time pass until there is something else to do. */
  run(): void {
    this.soon(() => (this.view?.idle ?? -1) >= 0 && this.#ask(this.actions, true, { runs: true }));
  }

  /** Ring the next step of the solution. */
  hint(): void {
    this.soon(() => this.#ask(this.actions, false, { help: "hint" }));
  }

  /** Show the whole solution; what was done is forgotten. */
  solution(): void {
    this.soon(() => this.#ask([], true, { help: "solution" }));
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

  async #ask(actions: number[], isPlayed: boolean, wish: Omit<ExerciseWish, "actions"> = {}): Promise<void> {
    try {
      const idle = this.view?.idle ?? -1;
      const view = await askExercise(this.path, { actions, ...wish });
      this.problem = "";
      const passed = Array<number>(Math.max(view.counted - actions.length, 0)).fill(idle);
      this.actions = [...actions.slice(0, view.counted), ...passed];
      about.words = view.about;
      await this.#show(view, isPlayed);
      if (view.counted < actions.length && view.state !== "shown") sound("no");
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
        await new Promise((done) => setTimeout(done, motion.ms(view.state === "shown" ? SHOWN_FRAME : FRAME)));
      }
    }
    this.scene = scene;
    this.answer = view.said;
    this.view = view;
    if (isPlayed && view.state === "solved") sound("won");
  }
}
