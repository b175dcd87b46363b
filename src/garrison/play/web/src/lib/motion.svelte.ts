/** Whether things may move, according to the system's settings. */

const query = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

class Motion {
  reduced = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener("change", () => (this.reduced = query.matches));
  }

  /** The length of a movement: 0 where people asked for no motion. */
  ms(usual: number): number {
    return this.reduced ? 0 : usual;
  }
}

export const motion = new Motion();
