/** Whether and how quickly things may move, according to the system's settings and ours. */

import { preferences } from "./preferences.svelte";
import type { Pace } from "./storage";

const query = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
const LENGTHS: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.5, none: 0 };

class Motion {
  #system = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener("change", () => (this.#system = query.matches));
  }

  get reduced(): boolean {
    return this.#system || preferences.pace === "none";
  }

  /** The length of a movement: 0 where people asked for no motion. */
  ms(usual: number): number {
    return this.reduced ? 0 : usual * LENGTHS[preferences.pace];
  }
}

export const motion = new Motion();
