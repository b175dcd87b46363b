/** Whether things may move: as the system says. */

const query = typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

class Motion {
  reduced = $state(query?.matches ?? false);

  constructor() {
    query?.addEventListener("change", () => (this.reduced = query.matches));
  }

  /** The length of a movement: none where people asked for none. */
  ms(usual: number): number {
    return this.reduced ? 0 : usual;
  }
}

export const motion = new Motion();
