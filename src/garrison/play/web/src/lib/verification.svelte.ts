/** Whether a replay went as the server says: played again in this browser. */

import type { Verdict } from "../machine/verification";
import { getVerification } from "./api";
import type { ReplayView } from "./messages";

export class Verification {
  verdict = $state.raw<Verdict | null>(null);
  problem = $state("");
  isRunning = $state(false);
  #worker: Worker | undefined;

  constructor(
    readonly replay: ReplayView,
    readonly invite: string,
  ) {}

  /** Play it again, beside the page; where the server has no rules for browsers, nothing is said. */
  async start(): Promise<void> {
    try {
      const told = await getVerification(this.replay.id, this.invite);
      if (!told.rules) return;
      this.isRunning = true;
      this.#worker = new Worker(new URL("../machine/verification_worker.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<Verdict | { problem: string }>) => this.#end(data);
      this.#worker.onerror = () => this.#end({ problem: "This browser can't run the rules." });
      this.#worker.postMessage(told);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  stop(): void {
    this.#worker?.terminate();
  }

  #end(answer: Verdict | { problem: string }): void {
    this.stop();
    this.isRunning = false;
    if ("problem" in answer) this.problem = answer.problem;
    else this.verdict = answer;
  }
}
