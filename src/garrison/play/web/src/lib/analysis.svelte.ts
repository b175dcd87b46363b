/** What a search thinks of a replay: asked for, followed while it is being made, and kept by the server. */

import { getAnalysis, startAnalysis } from "./api";
import type { AnalysisView, JudgedView, ReplayView } from "./messages";

const GLANCE = 900; // ms between two looks at how far it is

export class Analysis {
  view = $state.raw<AnalysisView | null>(null);
  problem = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(
    readonly replay: ReplayView,
    readonly invite: string,
  ) {}

  get mistakes(): JudgedView[] {
    const turns = this.view?.turns ?? [];
    return (this.view?.mistakes ?? []).flatMap((first) => turns.find((turn) => turn.first === first) ?? []);
  }

  /** Look whether there is one. */
  look = () => this.#ask(() => getAnalysis(this.replay.id, this.invite));

  /** Have it made. */
  start = () => this.#ask(() => startAnalysis(this.replay.id, this.invite));

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  async #ask(question: () => Promise<AnalysisView>): Promise<void> {
    try {
      this.view = await question();
      this.problem = this.view.sentence;
    } catch (error) {
      this.problem = (error as Error).message;
    }
    if (this.view?.state === "running" && !this.#isStopped) this.#timer = setTimeout(this.look, GLANCE);
  }
}
