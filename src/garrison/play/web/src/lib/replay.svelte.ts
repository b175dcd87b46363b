/** A replay being watched: frames are fetched in stretches and kept, so that the scrubber moves freely. */

import { getFrames } from "./api";
import type { LogLine } from "./match.svelte";
import type { ReplayView, SceneView } from "./messages";
import { patched } from "./patch";

const STRETCH = 60;
const MOST_KEPT = 900; // scenes share what they have in common

export class Player {
  at = $state(0);
  scene = $state.raw<SceneView | null>(null);
  log = $state.raw<LogLine[]>([]);
  playing = $state(false);
  speed = $state(2); // steps a second
  problem = $state("");
  #frames = new Map<number, SceneView>();
  #asked = new Map<number, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly replay: ReplayView,
    readonly player: number,
    readonly invite: string,
  ) {}

  /** Show a place. */
  async go(to: number): Promise<void> {
    this.at = Math.min(Math.max(Math.round(to), 0), this.replay.length);
    const wanted = this.at;
    try {
      await this.#have(wanted);
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
      return;
    }
    if (wanted !== this.at) return; // the scrubber has moved on
    this.scene = this.#frames.get(wanted) ?? this.scene;
    this.#tell();
    void this.#have(Math.min(wanted + STRETCH / 2, this.replay.length)).catch(() => null);
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

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      if (!this.playing) return;
      await this.go(this.at + 1);
      if (this.at >= this.replay.length) this.pause();
      else if (this.playing) this.#next();
    }, 1000 / this.speed);
  }

  #tell(): void {
    const lines: LogLine[] = [];
    for (let place = this.at; place > 0 && lines.length < 60; place -= 1) {
      const frame = this.#frames.get(place);
      if (!frame) break;
      frame.log.toReversed().forEach((text, index) => lines.push({ id: place * 100 + 99 - index, text }));
    }
    this.log = lines.reverse();
  }

  async #have(place: number): Promise<void> {
    if (this.#frames.has(place)) return;
    const first = Math.floor(place / STRETCH) * STRETCH;
    let asked = this.#asked.get(first);
    if (!asked) {
      asked = this.#fetch(first).finally(() => this.#asked.delete(first));
      this.#asked.set(first, asked);
    }
    await asked;
  }

  async #fetch(first: number): Promise<void> {
    const stretch = await getFrames(this.replay.id, first, STRETCH, this.player, this.invite);
    if (this.#frames.size > MOST_KEPT) this.#frames.clear();
    let { scene } = stretch;
    this.#frames.set(stretch.first, scene);
    for (const frame of stretch.frames) {
      scene = patched(scene, frame.patch);
      this.#frames.set(frame.number, scene);
    }
  }
}
