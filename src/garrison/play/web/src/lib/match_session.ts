/** A match as this browser plays it. It has a state (what is shown), a connection, and requests; what it does itself is
 * play: clicks, buttons and keys become actions, one after the other. */

import { type Connection, connectionTo, newId } from "./connection";
import { keyWords, TickKeys } from "./keys";
import { MatchState } from "./match_state.svelte";
import type { MatchView, ServerMessage } from "./messages";
import { Requests } from "./requests";
import { router } from "./router.svelte";
import { fieldAction } from "./scenes";
import { play as sound } from "./sound";
import { forgetMatch, ownMatch, saveMatch } from "./storage";
import { TextPlay } from "./text_play.svelte";

export class MatchSession {
  readonly state = new MatchState();
  readonly connection: Connection;
  readonly requests: Requests;
  readonly tickKeys = new TickKeys();
  readonly text: TextPlay;
  #acknowledged = 0; // the highest number of an action that the server has accepted
  #next: (() => void) | null = null; // what is done once the board shows everything before it
  readonly #answered = new Set<string>(); // what was asked before a button was pressed
  #lastTickInput = "";
  #moveLength = 0; // in actions, of the move that has been begun

  constructor(
    readonly id: string,
    readonly invite: string,
  ) {
    this.connection = connectionTo(id, invite, {
      receive: (message) => this.#receive(message),
      changed: (state) => {
        this.state.connection = state;
        if (state === "connecting") this.state.refusal = "";
      },
      counted: (unanswered) => (this.state.unanswered = unanswered),
    });
    this.requests = new Requests(this.connection);
    this.text = new TextPlay(this.state, this.connection, (player, action) => this.#soon(() => this.#send(player, action)));
  }

  /** Whether something that was played is not yet visible on the board. */
  get #isBehind(): boolean {
    const { connection, state } = this;
    return connection.isPending("act") || connection.isPending("undo") || this.#acknowledged > state.number;
  }

  /** Click a field of a board: what is chosen goes all the way there or, step by step, only if that is one step. What
   * can't be clicked gets a sentence, by the rules: the server says why. */
  click(place: string, field: number, byStep = false): void {
    this.#soon(() => {
      const { state } = this;
      const board = state.scene?.boards[place];
      if (!board) return;
      const way = byStep ? undefined : board.ways[field];
      if (way && (this.#moveLength > 1 || !way.leaves)) return this.#go(way.actions);
      const isChosen = board.chosen_fields.includes(field);
      const isLegal = () => state.scene?.boards[place]?.legal_fields.includes(field);
      if (isLegal()) this.#act(fieldAction(board, field));
      else if (!this.#chooseAgain(() => !isChosen && isLegal() && this.click(place, field, byStep))) {
        this.#askWhy(place === "0" ? fieldAction(board, field) : -1);
      }
    });
  }

  /** Have it said why something can't be chosen: the refusal is the answer. */
  #askWhy(action: number): void {
    const { state } = this;
    if (action < 0 || state.actor < 0 || state.isRealTime) state.say(state.whyNot("There is nothing to choose here."));
    else this.#send(state.actor, action);
  }

  /** Press a button that is played at once. */
  press(action: number): void {
    this.#soon(() => {
      const { state } = this;
      const button = state.scene?.buttons[action];
      if (!button) return;
      if (button.legal && button.asks && !this.#answered.has(button.asks)) {
        this.#answered.add(button.asks);
        state.say(button.asks);
      } else if (button.legal) this.#act(action);
      else if (!this.#chooseAgain(() => !button.chosen && this.press(action))) {
        state.say(state.whyNot(`${button.label}: ${button.waits || "not possible now"}.`));
      }
    });
  }

  /** A key whose button can't be pressed now: say what it would do. */
  explainKey(key: string): void {
    const { state } = this;
    const words = keyWords(key, state.scene?.buttons ?? {});
    state.say(state.actor < 0 ? `${words} ${state.whyNot("")}` : words);
  }

  /** A key of a real-time game went down. */
  keyDown(key: string): void {
    this.tickKeys.press(key);
    this.#sendTick();
  }

  keyUp(key: string): void {
    this.tickKeys.release(key);
  }

  /** Let time pass. */
  goOn(): void {
    const { match, actor, scene } = this.state;
    if (match?.paused) this.requests.change({ paused: false });
    if (!match?.waits_for_input || actor < 0) return;
    // What happens on its own at every tick is the gentlest first input.
    const idle = Object.entries(scene?.buttons ?? {}).find(([, button]) => button.on_tick && button.legal);
    if (idle) this.#send(actor, Number(idle[0]));
  }

  /** Take back the last action or, where others must agree to it, ask them. */
  undo(): void {
    const { undoer, askable, number } = this.state;
    this.#moveLength = Math.max(this.#moveLength - 1, 1);
    if (undoer >= 0) this.connection.send({ type: "undo", id: newId(), player: undoer, at: number });
    else if (askable[0] !== undefined) this.requests.takeBack(askable[0]);
    else this.state.say("There is nothing to take back.");
  }

  /** Take back what was chosen, and do something once that is done. A move of which more has been made is kept: for
   * that there are Escape and Undo. */
  #chooseAgain(then: () => unknown): boolean {
    if (!this.state.isChoosing || this.#moveLength > 1) return false;
    this.undo();
    this.#next = () => void then();
    return true;
  }

  /** Ask what a strong player would do; where time passes, it stops first. */
  askForHint(): void {
    const { state } = this;
    const player = state.actor;
    if (player < 0) state.say(state.whyNot("It is not your turn."));
    if (player < 0 || state.isHinting) return;
    if (state.isRealTime && !state.match?.paused) this.requests.change({ paused: true });
    state.isHinting = true;
    this.requests.hint(player);
  }

  /** Go on to the match that follows this one, in which one's tokens are valid too: everybody is one seat further. */
  follow(): void {
    const { match } = this.state;
    if (!match?.next) return;
    const own = ownMatch(this.id);
    const seats = match.seats.length;
    const tokens = Object.entries(own?.tokens ?? {}).map(([player, token]) => [(Number(player) + seats - 1) % seats, token]);
    if (own) saveMatch(match.next, { ...own, created: Date.now(), tokens: Object.fromEntries(tokens) });
    router.go(`/m/${match.next}`);
  }

  /** Do something now or, while a move is on its way, once the board shows it; the latest input counts. */
  #soon(input: () => void): void {
    if (!this.#isBehind) {
      input();
      return;
    }
    this.#next = input;
    if (this.state.connection !== "open") this.state.say("Your last move is waiting for the connection. This one will follow it.");
  }

  /** Play these actions one after the other, each when the board shows the one before it. */
  #go([action, ...rest]: number[]): void {
    if (action === undefined) return;
    this.#act(action);
    if (rest.length) this.#next = () => this.#go(rest);
  }

  #act(action: number): void {
    const { state } = this;
    const player = state.actor;
    if (player < 0) {
      state.say(state.whyNot("It is not your turn."));
      return;
    }
    state.follow(action);
    this.#send(player, action);
    state.message = "";
    this.#moveLength = state.isChoosing ? this.#moveLength + 1 : 1;
    sound("click");
  }

  #send(player: number, action: number): void {
    this.connection.send({ type: "act", id: newId(), player, action, at: this.state.number });
  }

  /** Send what the keys mean for the next tick. */
  #sendTick(): void {
    const { scene, actor, connection, number } = this.state;
    if (!scene || actor < 0 || connection !== "open") return;
    const action = this.tickKeys.action(scene.buttons);
    if (action === null) return;
    const input = `${number}:${action}`; // the same input for the same tick need not be sent twice
    if (input === this.#lastTickInput) return;
    this.#lastTickInput = input;
    this.#send(actor, action);
  }

  #receive(message: ServerMessage): void {
    const { state } = this;
    switch (message.type) {
      case "welcome":
        this.#acknowledged = 0;
        this.#view(message.match);
        state.welcome(message);
        if (ownMatch(this.id)) saveMatch(this.id, { game: message.match.game, title: message.match.title });
        this.#doNext();
        break;
      case "update":
        state.update(message);
        if (state.isRealTime) this.#startTick();
        this.#doNext();
        if (message.notice) state.announce(message.notice);
        this.text.follow();
        break;
      case "said":
        state.addRemarks(message.remarks);
        break;
      case "changed":
        this.#view(message.match);
        break;
      case "ack":
        this.#acknowledged = Math.max(this.#acknowledged, message.number);
        if (this.requests.isFarewell(message.id)) this.#goHome();
        this.#doNext();
        this.text.follow();
        break;
      case "hinted":
        state.isHinting = false;
        state.hint = message.number >= state.number ? message : null;
        break;
      case "answered":
        this.text.receive(message);
        break;
      case "refused":
        state.isHinting = false;
        this.text.refuse(message.id, message.sentence);
        this.#refuse(message.reason, message.sentence);
        break;
    }
  }

  /** Show the match; if another has just followed it, go on to that one. */
  #view(match: MatchView): void {
    const { state } = this;
    const isFollowed = state.match !== null && !state.match.next && match.next;
    state.view(match);
    if (isFollowed && state.players.length) this.follow();
  }

  /** The match is left or removed. */
  #goHome(): void {
    if (this.state.match?.status === "open") forgetMatch(this.id);
    router.go("/");
  }

  /** A tick has passed: keys that are still held count for the next one. */
  #startTick(): void {
    this.tickKeys.nextTick();
    if (this.tickKeys.isHolding) this.#sendTick();
  }

  #refuse(reason: string, sentence: string): void {
    const { state } = this;
    if (reason === "gone") {
      state.fatal = sentence;
      this.connection.stop();
    } else if (state.connection !== "open") {
      state.refusal = sentence;
      return;
    } else if (state.isRealTime && (reason === "stale" || state.scene?.over)) {
      return; // a key that came too late for its tick
    } else {
      state.say(sentence);
      sound("no");
    }
    this.#next = null;
  }

  #doNext(): void {
    if (this.#isBehind || !this.#next) return;
    const input = this.#next;
    this.#next = null;
    input();
  }
}
