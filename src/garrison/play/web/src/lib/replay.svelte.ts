/** A replay being watched: frames are fetched in stretches and kept, so that the scrubber moves freely. */

import { getBetter, getFrames, getTurns } from "./api";
import { type Arrow, arrowOf } from "./arrows";
import { FeedbackQueue } from "./feedback.svelte";
import type { Frames, JudgedView, ReplayView, SceneView, TurnView } from "./messages";
import { motion } from "./motion.svelte";
import { applyPatch, clickedFields, withMarks } from "./scenes";

const STRETCH = 60;
const MOST_KEPT = 900; // scenes share what they have in common
const MOST_MARKED = 40; // actions of a turn whose fields are marked together
const SHOWING = 550; // ms between the actions of a better move

export type Unit = "turn" | "action";

export class Player {
  at = $state(0);
  scene = $state.raw<SceneView | null>(null);
  turns = $state.raw<TurnView[]>([]);
  unit = $state<Unit>("action");
  playing = $state(false);
  speed = $state(2); // steps a second
  problem = $state("");
  better = $state.raw<JudgedView | null>(null); // the turn instead of which a better one is shown
  readonly feedback = new FeedbackQueue();
  #frames = new Map<number, SceneView>();
  #requests = new Map<number, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly replay: ReplayView,
    readonly player: number,
    readonly invite: string,
  ) {}

  /** Learn what the turns are; where each is one action, there is nothing to choose. */
  async learnTurns(): Promise<void> {
    this.turns = await getTurns(this.replay.id, this.invite);
    if (this.hasTurns) this.unit = "turn";
  }

  /** The better move that is shown, as an arrow. */
  get arrows(): Arrow[] {
    return this.better && this.scene ? arrowOf("better", clickedFields(this.scene, this.better.better)) : [];
  }

  get hasTurns(): boolean {
    return this.turns.length > 1 && this.turns.length < this.replay.length;
  }

  /** The turn whose actions were played last; -1 at the beginning. */
  get turn(): number {
    return this.turns.findIndex((turn) => turn.first < this.at && this.at <= turn.last);
  }

  /** Show a place. */
  async go(to: number): Promise<void> {
    try {
      await this.show(to);
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  /** The same; what goes wrong is thrown. */
  async show(to: number): Promise<void> {
    const before = this.at;
    this.better = null;
    this.at = Math.min(Math.max(Math.round(to), 0), this.replay.length);
    const place = this.at;
    const first = Math.max(this.turns[this.turn]?.first ?? place - 1, place - MOST_MARKED, 0);
    await Promise.all([this.#have(place), this.#have(Math.min(first + 1, place))]);
    if (place !== this.at || this.better) return; // the scrubber has moved on
    this.scene = this.#marked(first, place) ?? this.scene;
    if (before < place && before >= first) this.#tell(before, place);
    void this.#have(Math.min(place + STRETCH / 2, this.replay.length)).catch(() => null);
  }

  /** Go one turn or action on, or back. */
  step(by: 1 | -1, unit = this.unit): Promise<void> {
    if (unit === "action") return this.go(this.at + by);
    const ends = this.turns.map((turn) => turn.last);
    const next = by > 0 ? ends.find((end) => end > this.at) : ends.findLast((end) => end < this.at);
    return this.go(next ?? (by > 0 ? this.replay.length : 0));
  }

  /** Continue playing, from the beginning if this is the end. */
  async play(): Promise<void> {
    if (this.at >= this.replay.length) await this.go(0);
    this.playing = true;
    this.#next();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** Show what would have been better than a turn, action by action. */
  async showBetter(turn: JudgedView): Promise<void> {
    this.pause();
    try {
      const scenes = unroll(await getBetter(this.replay.id, turn.first, this.invite));
      this.at = turn.first;
      this.better = turn;
      this.#show(turn, scenes, motion.reduced ? scenes.length - 1 : 0);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  #show(turn: JudgedView, scenes: SceneView[], place: number): void {
    if (this.better !== turn) return;
    this.scene = withMarks(scenes[place]!, scenes.slice(1, place + 1));
    if (place + 1 < scenes.length) this.#timer = setTimeout(() => this.#show(turn, scenes, place + 1), SHOWING);
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.step(1);
      if (this.at >= this.replay.length) this.pause();
      else if (this.playing) this.#next();
    }, 1000 / this.speed);
  }

  /** The scene at a place, with everything marked that was touched since an earlier one. */
  #marked(first: number, place: number): SceneView | undefined {
    const scene = this.#frames.get(place);
    const since = Array.from({ length: Math.max(place - first, 0) }, (_, index) => this.#frames.get(first + index + 1));
    return scene && withMarks(scene, since.filter((one) => one !== undefined));
  }

  /** What happened on the way to a place, if one went there step by step. */
  #tell(before: number, place: number): void {
    const frames = Array.from({ length: place - before }, (_, index) => this.#frames.get(before + index + 1));
    const within = this.playing ? 800 / this.speed : undefined;
    this.feedback.add(frames.flatMap((scene) => scene?.feedback ?? []), { within });
  }

  async #have(place: number): Promise<void> {
    if (this.#frames.has(place)) return;
    const first = Math.floor(place / STRETCH) * STRETCH;
    let request = this.#requests.get(first);
    if (!request) {
      request = this.#fetch(first).finally(() => this.#requests.delete(first));
      this.#requests.set(first, request);
    }
    await request;
  }

  async #fetch(first: number): Promise<void> {
    const stretch = await getFrames(this.replay.id, first, STRETCH, this.player, this.invite);
    if (this.#frames.size > MOST_KEPT) this.#frames.clear();
    unroll(stretch).forEach((scene, index) => this.#frames.set(stretch.first + index, scene));
  }
}

/** The scenes of a stretch. */
function unroll(stretch: Frames): SceneView[] {
  let { scene } = stretch;
  return [scene, ...stretch.frames.map((frame) => (scene = applyPatch(scene, frame.patch)))];
}
