/** Where everything of a match goes on the screen. */

import { MediaQuery } from "svelte/reactivity";
import { BROAD } from "./fitting";
import type { MatchSession } from "./match_session";
import { alwaysShown } from "./words";

/** Which panels are shown together: all; the players' own or the others (about the turn, or what is chosen); those for the
 * current choice or the rest; those for it that are nobody's or the rest. */
export type Part = "all" | "players" | "others" | "near" | "far" | "beside" | "rest";

export class MatchLayout {
  readonly #roomy = new MediaQuery("min-width: 1100px");
  readonly #slim = new MediaQuery("max-width: 899px");

  #dialogChanges = $state(0);

  constructor(readonly session: MatchSession) {}

  /** Notice dialogs that open and close; in an effect. */
  watchDialogs(): () => void {
    const observer = new MutationObserver(() => (this.#dialogChanges += 1));
    observer.observe(document.body, { attributes: true, attributeFilter: ["open"], childList: true, subtree: true });
    return () => observer.disconnect();
  }

  /** Whether a dialog covers the page. */
  get isCovered(): boolean {
    return this.#dialogChanges >= 0 && document.querySelector("dialog[open]") !== null;
  }

  get slim(): boolean {
    return this.#slim.current;
  }

  get #lines(): number {
    return Object.values(this.session.state.scene?.panels ?? {}).reduce((count, panel) => count + panel.lines.length, 0);
  }

  get #isAlone(): boolean {
    return Object.keys(this.session.state.scene?.boards ?? {}).length === 1;
  }

  /** Above a wide board there is room for only a few words; a game with more to say keeps its panels at the side. */
  get #broad(): boolean {
    const board = this.session.state.scene?.boards["0"];
    return board !== undefined && board.columns / board.rows > BROAD && this.#isAlone && this.#lines <= 8;
  }

  /** Whether the board takes the whole width; once the game is over, the result stands beside it. */
  get wide(): boolean {
    return this.#broad && !this.session.state.scene?.over;
  }

  /** Whether something has to be in sight at any time. */
  get vital(): boolean {
    const scene = this.session.state.scene;
    return scene !== null && alwaysShown(scene).length > 0;
  }

  get tall(): boolean {
    return this.session.state.scene?.boards["0"] !== undefined && !this.#broad && this.#isAlone;
  }

  /** Whether the buttons are beside the board, with the panels they go with. */
  get apart(): boolean {
    return this.tall && this.#roomy.current && (this.session.state.scene?.seats.length ?? 0) > 1;
  }

  /** Buttons that come and go must not change the board's size; where there is at most one, the log is below it. */
  get pressed(): boolean {
    const buttons = Object.values(this.session.state.scene?.buttons ?? {});
    return buttons.filter((button) => !(button.on_tick && this.session.state.isRealTime)).length > 1;
  }

  get logBeside(): boolean {
    return this.tall && this.#roomy.current && !this.pressed;
  }

  get tabs(): string[] {
    return ["Table", ...(this.logBeside ? [] : ["Log"]), ...(this.session.state.hearsTalk ? ["Talk"] : []), "Text", "Rules"];
  }

  /** On a narrow screen the panels for the current choice stay with the board; the rest goes below the actions. */
  get near(): boolean {
    const panels = Object.values(this.session.state.scene?.panels ?? {});
    return this.slim && !this.#broad && panels.some((panel) => panel.near && panel.lines.length);
  }

  /** In a game for one, what goes with the present choice stands beside the board, above the tools. */
  get beside(): boolean {
    const panels = Object.values(this.session.state.scene?.panels ?? {});
    const isAlone = this.tall && this.#roomy.current && this.session.state.scene?.seats.length === 1;
    return isAlone && panels.some((panel) => panel.near && panel.owner < 0 && panel.lines.length);
  }

  get part(): Part {
    return this.near ? "far" : this.apart ? "players" : this.beside ? "rest" : "all";
  }
}
