/** What keys do in a match: a button of the game, the cursor, or a command, in this order. */

import type Stage from "../components/Stage.svelte";
import { actionFor, ARROWS, isTickKey, keyName } from "./keys";
import type { MatchSession } from "./match_session";
import { hasSpeeds, isTimed, pause, speed } from "./pace";

export class MatchKeys {
  constructor(
    readonly session: MatchSession,
    readonly stage: () => Stage | undefined,
    readonly goOn: () => void, // when time stands still
  ) {}

  get #plays(): boolean {
    return this.session.state.players.length > 0;
  }

  /** A key went down. */
  down(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.matches("input, select, textarea") || !this.session.state.scene) return;
    const key = keyName(event.key);
    const onButton = target.closest("button, a, [role=tab], summary") !== null;
    if (onButton && (key === "enter" || key === "space")) return;
    if (this.#game(key, event.repeat) || this.#cursor(key, onButton) || this.#command(key)) event.preventDefault();
  }

  #game(key: string, isRepeat: boolean): boolean {
    const { session } = this;
    if (!session.state.scene || !this.#plays) return false;
    if (session.state.scene.over) return session.state.feedback.isBusy && isTickKey(key, session.state.scene.buttons); // still held from before
    if (session.state.isRealTime && isTickKey(key, session.state.scene.buttons)) {
      if (!isRepeat) this.hold(key);
      return true;
    }
    const binding = actionFor(key, session.state.scene.buttons);
    if (!binding || isRepeat || (!binding.button.legal && key in ARROWS)) return false;
    if (binding.button.legal) session.press(binding.action);
    else session.explainKey(key);
    return true;
  }

  /** A key of a game in real time, or what stands for one on the screen, is held from now on. */
  hold(key: string): void {
    if (this.session.state.match?.paused) this.session.goOn();
    this.session.keyDown(key);
  }

  #cursor(key: string, onButton: boolean): boolean {
    const arrow = ARROWS[key];
    if (arrow) this.stage()?.move(...arrow);
    else if (key === "pagedown" || key === "pageup") this.stage()?.jump(key === "pagedown" ? 1 : -1);
    else if ((key === "enter" || key === "space") && !onButton) {
      if (this.session.state.isHeld) this.goOn();
      else this.stage()?.choose();
    } else return false;
    return true;
  }

  #command(key: string): boolean {
    const { session } = this;
    if (key === "u" || key === "backspace" || (key === "escape" && session.state.isChoosing)) session.undo();
    else if (key === "p" && isTimed(session.state) && this.#plays) {
      pause(session);
      this.stage()?.focus();
    } else if ((key === "+" || key === "-") && hasSpeeds(session.state) && this.#plays) speed(session, key === "+" ? 0.8 : 1.25);
    else return false;
    return true;
  }
}
