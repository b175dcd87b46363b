/** A match as this browser sees and plays it: the scene, the log, the seats, and what is on its way to the server. */

import type { Line, LineState, Numbered } from "./connection";
import { forgetMatch, keepMatch, keptMatch } from "./keep";
import { Gatherer, keyWords } from "./keys";
import { Trail } from "./marks";
import { keepUp, lineTo } from "./match_line";
import type { MatchView, SceneView, ServerMessage } from "./messages";
import { patched } from "./patch";
import { newId, Requests } from "./requests";
import { router } from "./router.svelte";
import { play as sound } from "./sound";
import { fieldAction } from "./words";

export type { LogLine } from "./match_state.svelte";

export class MatchSession extends Requests {
  readonly gatherer = new Gatherer();
  readonly #line: Line;
  #acknowledged = 0;
  #queued: (() => void) | null = null;
  #lastTickAction = "";
  readonly #trail = new Trail();
  #plain: SceneView | null = null; // the scene as it was sent: only the last action's fields are marked
  #made = 0; // actions of the move that has been begun
  #number = 0; // of the scene

  constructor(
    readonly id: string,
    readonly invite: string,
  ) {
    super();
    const changed = (state: LineState) => {
      this.line = state;
      if (state === "open") this.everOpen = true;
      if (state === "connecting") this.turnedAway = "";
    };
    this.#line = lineTo(id, invite, (message) => this.#hear(message), changed);
  }

  start(): () => void {
    return keepUp(this.#line);
  }

  /** Join again, for example with the token of a seat that was just taken. */
  rejoin(): void {
    this.#line.restart();
  }

  /** Whether something that was played is not yet visible on the board. */
  get isBehind(): boolean {
    return this.isPending("act") || this.isPending("undo") || this.#acknowledged > this.#number;
  }

  /** Click a field of a board; what can't be clicked gets a sentence. */
  click(place: string, field: number): void {
    this.#soon(() => {
      const board = this.scene?.boards[place];
      if (!board) return;
      const isChosen = board.chosen_fields.includes(field);
      const isLegal = () => this.scene?.boards[place]?.legal_fields.includes(field);
      if (isLegal()) this.#act(fieldAction(board, field));
      else if (!this.#chooseAgain(() => !isChosen && isLegal() && this.click(place, field))) {
        this.say(this.whyNot("This field can't be chosen now."));
      }
    });
  }

  /** Press a button that is played at once. */
  press(action: number): void {
    this.#soon(() => {
      const button = this.scene?.buttons[action];
      if (!button) return;
      if (button.legal) this.#act(action);
      else if (!this.#chooseAgain(() => !button.chosen && this.press(action))) {
        this.say(this.whyNot(`${button.label}: ${button.waits || "not possible now"}.`));
      }
    });
  }

  /** A key whose button can't be pressed now: say what it would do. */
  explainKey(key: string): void {
    const words = keyWords(key, this.scene?.buttons ?? {});
    this.say(this.acting < 0 ? `${words} ${this.whyNot("")}` : words);
  }

  /** A key of a real-time game went down. */
  keyDown(key: string): void {
    this.gatherer.press(key);
    this.#sendTick();
  }

  keyUp(key: string): void {
    this.gatherer.release(key);
  }

  /** Let time pass. */
  goOn(): void {
    if (this.match?.paused) this.change({ paused: false });
    if (!this.match?.waits_for_input || this.acting < 0) return;
    // What happens on its own at every tick is the gentlest first input.
    const idle = Object.entries(this.scene?.buttons ?? {}).find(([, button]) => button.on_tick && button.legal);
    if (idle) this.send({ type: "act", id: newId(), player: this.acting, action: Number(idle[0]), at: this.#number });
  }

  undo(): void {
    const player = this.undoer;
    const asker = this.askable[0];
    this.#made = Math.max(this.#made - 1, 1);
    if (player >= 0) this.send({ type: "undo", id: newId(), player, at: this.#number });
    else if (asker !== undefined) this.takeBack(asker);
    else this.say("There is nothing to take back.");
  }

  /** Take back what was chosen, and do something once that is done. A move of which more has been made is kept: for
   * that there are Escape and Undo. */
  #chooseAgain(then: () => unknown): boolean {
    if (!this.isChoosing || this.#made > 1) return false;
    this.undo();
    this.#queued = () => void then();
    return true;
  }

  /** Ask what a strong player would do; where time passes, it stops first. */
  askForHint(): void {
    const player = this.acting;
    if (player < 0) this.say(this.whyNot("It is not your turn."));
    if (player < 0 || this.isHinting) return;
    if (this.isRealTime && !this.match?.paused) this.change({ paused: true });
    this.isHinting = true;
    this.send({ type: "hint", id: newId(), player });
  }

  /** Go on to the match that follows this one, in which one's tokens are valid too: everybody is one seat further. */
  follow(): void {
    const next = this.match?.next;
    if (!next || !this.match) return;
    const old = keptMatch(this.id);
    const seats = this.match.seats.length;
    const tokens = Object.entries(old?.tokens ?? {}).map(([player, token]) => [(Number(player) + seats - 1) % seats, token]);
    if (old) keepMatch(next, { ...old, created: Date.now(), tokens: Object.fromEntries(tokens) });
    router.go(`/m/${next}`);
  }

  /** Do something now or, while a move is on its way, once the board shows it; the latest request counts. */
  #soon(deed: () => void): void {
    if (!this.isBehind) {
      deed();
      return;
    }
    this.#queued = deed;
    if (this.line !== "open") this.say("Your last move is waiting for the connection. This one will follow it.");
  }

  #act(action: number): void {
    const player = this.acting;
    if (player < 0) {
      this.say(this.whyNot("It is not your turn."));
      return;
    }
    this.send({ type: "act", id: newId(), player, action, at: this.#number });
    this.message = "";
    this.#made = this.isChoosing ? this.#made + 1 : 1;
    sound("click");
  }

  /** Send what the keys mean for the next tick. */
  #sendTick(): void {
    const scene = this.scene;
    const player = this.acting;
    if (!scene || player < 0 || this.line !== "open") return;
    const action = this.gatherer.action(scene.buttons);
    if (action === null) return;
    const wish = `${this.#number}:${action}`; // the same input for the same tick need not be sent twice
    if (wish === this.#lastTickAction) return;
    this.#lastTickAction = wish;
    this.send({ type: "act", id: newId(), player, action, at: this.#number });
  }

  protected isPending(type: Numbered["type"]): boolean {
    return this.#line.pending.some((message) => message.type === type);
  }

  protected send(message: Numbered): void {
    this.#line.send(message);
    this.waitingToSend = this.#line.pending.length;
  }

  #hear(message: ServerMessage): void {
    this.waitingToSend = this.#line.pending.length;
    switch (message.type) {
      case "preparing":
        this.preparing = message.share;
        break;
      case "welcome":
        this.preparing = null;
        this.#number = message.number;
        this.#acknowledged = 0;
        this.#look(message.match);
        this.players = message.players;
        this.host = message.host;
        this.#plain = message.scene ?? null;
        this.scene = this.#plain && this.#trail.retrace(message.trail, this.#plain);
        this.hint = null;
        this.tell(message.log, true);
        this.remarks = message.remarks;
        if (keptMatch(this.id)) keepMatch(this.id, { game: message.match.game, title: message.match.title });
        this.fatal = "";
        this.#goOn();
        break;
      case "update":
        this.#update(message.number, message.patch, message.undone ?? false);
        this.undoable = message.undoable;
        this.askable = message.askable;
        this.tell(message.log, message.undone ?? false);
        if (message.notice) this.say(message.notice);
        break;
      case "said":
        this.listen(message.remarks);
        break;
      case "changed":
        this.#look(message.match);
        break;
      case "ack":
        this.#acknowledged = Math.max(this.#acknowledged, message.number);
        if (this.farewell && message.id === this.farewell) this.#go();
        this.#goOn();
        break;
      case "hinted":
        this.isHinting = false;
        this.hint = message.number >= this.#number ? message : null;
        break;
      case "refused":
        this.isHinting = false;
        this.#refused(message.reason, message.sentence);
        break;
    }
  }

  #look(match: MatchView): void {
    const isNew = this.match !== null && !this.match.next && match.next;
    this.match = match;
    this.undoable = match.undoable;
    this.askable = match.askable;
    this.heardAt = performance.now();
    if (isNew && this.players.length) this.follow();
  }

  /** The match is left or removed. */
  #go(): void {
    if (this.match?.status === "open") forgetMatch(this.id);
    router.go("/");
  }

  #update(number: number, patch: unknown, undone: boolean): void {
    const before = this.#plain;
    if (!before) return;
    if (number !== this.#number) this.hint = null;
    this.#number = number;
    this.#plain = patched(before, patch);
    if (undone) this.#trail.clear();
    this.scene = this.isRealTime ? this.#plain : this.#trail.follow(before, this.#plain);
    if (!this.isRealTime) this.message = ""; // what it was about is gone
    this.#noise(before, this.#plain);
    if (this.isRealTime) {
      this.gatherer.ticked();
      if (this.gatherer.isHolding) this.#sendTick();
    }
    this.#goOn();
  }

  #noise(before: SceneView, after: SceneView): void {
    if (after.over && !before.over) sound(after.winners.some((player) => this.players.includes(player)) ? "won" : "over");
    else if (this.isRealTime) sound("tick");
    else if (this.acting >= 0 && !before.waiting.includes(this.acting)) sound("turn");
    else sound("move");
  }

  #refused(reason: string, sentence: string): void {
    if (reason === "gone") {
      this.fatal = sentence;
      this.#line.stop();
    } else if (this.line !== "open") {
      this.turnedAway = sentence;
      return;
    } else if (this.isRealTime && (reason === "stale" || this.scene?.over)) {
      return; // a key that came too late for its tick
    } else {
      this.say(sentence);
      sound("no");
    }
    this.#queued = null;
  }

  #goOn(): void {
    if (this.isBehind || !this.#queued) return;
    const deed = this.#queued;
    this.#queued = null;
    deed();
  }
}
