/** Something that is opened in several steps: how far it is, and another try by itself where a step may yet succeed. */

import { Refusal } from "./api";

const SOON = 1_000; // ms until another try
const LATEST = 15_000;
const SLOW = 6_000; // ms after which people are told that it takes long
const HANGING = 60_000; // and after which nobody waits for an answer any more
const TOO_MANY = 429;

export class Opening {
  words = $state(""); // what is being done
  share = $state(0); // of the steps
  problem = $state(""); // why the last try failed; "" while one is under way
  isSlow = $state(false); // this try takes long
  #isStopped = false;
  #wake: (() => void) | undefined;

  /** Do one step after the other, each until it succeeds; what can't succeed is thrown. */
  async run(steps: [string, () => Promise<unknown>][]): Promise<void> {
    for (const [place, [words, step]] of steps.entries()) {
      this.words = words;
      this.share = place / steps.length;
      await this.#insist(step);
    }
    this.share = 1;
  }

  /** Try again at once. */
  again = () => this.#wake?.();

  stop(): void {
    this.#isStopped = true;
    this.#wake?.();
  }

  async #insist(step: () => Promise<unknown>): Promise<void> {
    for (let wait = SOON; !this.#isStopped; wait = Math.min(wait * 2, LATEST)) {
      try {
        await this.#inTime(step);
        this.problem = "";
        return;
      } catch (error) {
        if (!mayPass(error)) throw error;
        this.problem = (error as Error).message;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, wait);
      });
    }
  }

  /** One try. */
  async #inTime(step: () => Promise<unknown>): Promise<void> {
    const slow = setTimeout(() => (this.isSlow = true), SLOW);
    let hanging: ReturnType<typeof setTimeout> | undefined;
    const end = new Promise<never>((_, reject) => {
      hanging = setTimeout(() => reject(new Refusal("The server does not answer.", 0)), HANGING);
    });
    try {
      await Promise.race([step(), end]);
    } finally {
      clearTimeout(slow);
      clearTimeout(hanging);
      this.isSlow = false;
    }
  }
}

/** Whether what went wrong may be over soon: nobody answered, or too much was asked. */
function mayPass(error: unknown): boolean {
  return error instanceof Refusal && (error.status === 0 || error.status === TOO_MANY || error.status >= 500);
}
