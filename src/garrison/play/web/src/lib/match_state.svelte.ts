/** What this browser knows of a match and shows, and what follows from it. The server's messages change it. */

import type { ConnectionState } from "./connection";
import { FeedbackQueue } from "./feedback.svelte";
import type { Hinted, MatchView, Remark, SceneView, Update, Welcome } from "./messages";
import { applyPatch, clickedFields, Trail } from "./scenes";
import { play as sound } from "./sound";
import { profile } from "./storage";

export interface LogLine {
  id: number;
  text: string;
  times: number; // in a row
}

const LONGEST_LOG = 300;
const WITHIN_TICK = 0.8; // of a tick, until the last thing that happened in it begins to show
const MESSAGE_TIME = 6_000;
const NOTICE_TIME = 2_500;

export class MatchState {
  match = $state.raw<MatchView | null>(null);
  matchArrival = $state(0); // when the times left were true
  scene = $state.raw<SceneView | null>(null); // with the whole last move marked
  lastArrows = $state.raw<number[][]>([]); // from where to where others have moved
  log = $state.raw<LogLine[]>([]);
  remarks = $state.raw<Remark[]>([]); // by the players
  players = $state.raw<number[]>([]); // whose seats are this browser's
  undoable = $state.raw<number[]>([]);
  askable = $state.raw<number[]>([]); // whose complete move the others may let be taken back
  host = $state(false);
  hint = $state.raw<Hinted | null>(null); // until something happens
  isHinting = $state(false); // a hint is being thought of
  muted = $state(profile.muted);
  message = $state("");
  notice = $state(""); // what shows on the board for a moment, whatever else happens: that time was up
  connection = $state<ConnectionState>("connecting");
  unanswered = $state(0); // how many requests wait for an answer
  refusal = $state(""); // why the server does not let this browser in at the moment
  fatal = $state("");
  number = 0; // of the scene
  readonly feedback = new FeedbackQueue();
  #plain: SceneView | null = null; // the scene as it was sent: only the last action's fields are marked
  readonly #trail = new Trail();
  #restOfHint: number[] = []; // once what is on its way has happened
  #logLength = 0; // with all lines that are no longer kept
  #messageTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  /** The match itself: who sits where, its times, what can be taken back. */
  view(match: MatchView): void {
    this.match = match;
    this.undoable = match.undoable;
    this.askable = match.askable;
    this.matchArrival = performance.now();
  }

  /** Everything, on joining or coming back. */
  welcome(message: Welcome): void {
    this.number = message.number;
    this.players = message.players;
    this.host = message.host;
    this.#plain = message.scene ?? null;
    this.scene = this.#plain && this.#trail.retrace(message.trail, this.#plain);
    this.lastArrows = [];
    this.hint = null;
    this.feedback.clear();
    this.addToLog(message.log, true);
    this.remarks = message.remarks;
    this.fatal = "";
  }

  /** Something has happened on the board. */
  update({ number, patch, log, undone = false, undoable, askable, trail = [] }: Update): void {
    this.undoable = undoable;
    this.askable = askable;
    this.addToLog(log, undone);
    const before = this.#plain;
    if (!before) return;
    if (number !== this.number) this.#goOnWithHint();
    this.number = number;
    this.#plain = applyPatch(before, patch);
    if (this.isRealTime) this.scene = this.#plain;
    else this.scene = undone ? this.#trail.takeBack(this.#plain) : this.#trail.follow(before, this.#plain, trail);
    this.lastArrows = this.isRealTime ? [] : this.#trail.arrows(this.#plain, this.players);
    if (!this.isRealTime) this.message = ""; // what it was about is gone
    this.#react(before, this.#plain, undone);
  }

  /** Show and sound what has happened; where nothing tells, at least that something has. */
  #react(before: SceneView, after: SceneView, undone: boolean): void {
    const ends = after.over && !before.over;
    const within = this.isRealTime && !ends ? (this.match?.tick_ms ?? 0) * WITHIN_TICK : undefined;
    if (!undone) this.feedback.add(after.feedback, { within, last: ends });
    if (ends) this.feedback.whenDone(() => sound(this.hasWon ? "won" : "over"));
    else if (!this.isRealTime && this.actor >= 0 && !before.waiting.includes(this.actor)) this.feedback.whenDone(() => sound("turn"));
    else if (undone || !after.feedback.some((one) => one.sound)) sound(this.isRealTime ? "tick" : "move");
  }

  /** Whether somebody who plays here has won. */
  get hasWon(): boolean {
    return this.scene?.winners.some((player) => this.players.includes(player)) ?? false;
  }

  /** The seat that this browser acts for now; -1 when it is not to act. */
  get actor(): number {
    const scene = this.scene;
    if (!scene || scene.over || !this.canPlay) return -1;
    if (this.players.includes(scene.player) && scene.waiting.includes(scene.player)) return scene.player;
    return this.players.find((player) => scene.waiting.includes(player)) ?? -1;
  }

  get canPlay(): boolean {
    return this.match?.status === "playing" || this.match?.status === "open";
  }

  get isRealTime(): boolean {
    return (this.match?.tick_ms ?? 0) > 0;
  }

  /** Say something for a while. */
  say(sentence: string): void {
    this.message = sentence;
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => (this.message = ""), MESSAGE_TIME);
  }

  /** Say on the board what the next thing that happens must not wipe away. */
  announce(sentence: string): void {
    this.notice = sentence;
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => (this.notice = ""), NOTICE_TIME);
  }

  /** Whether time stands still: somebody paused, or nobody has done anything yet. */
  get isHeld(): boolean {
    return this.isRealTime && !this.scene?.over && ((this.match?.paused ?? false) || (this.match?.waits_for_input ?? false));
  }

  /** Whose last action can be taken back here; -1: nobody's. */
  get undoer(): number {
    const shown = this.scene?.player ?? -1;
    const own = [shown, ...this.players].filter((player) => this.players.includes(player));
    return own.find((player) => this.undoable.includes(player)) ?? -1;
  }

  /** Whether other people play here, or will. */
  get hasCompany(): boolean {
    return this.match?.seats.some((seat) => seat.kind !== "bot" && !this.players.includes(seat.player)) ?? false;
  }

  /** Whether this browser can read what the players say. */
  get hearsTalk(): boolean {
    return this.hasCompany && (this.players.length > 0 || (this.match?.open_talk ?? false));
  }

  /** Whether a move has been begun, but not completed, whose last part can be taken back. */
  get isChoosing(): boolean {
    const scene = this.scene;
    if (!scene || this.isRealTime || this.actor < 0 || !this.undoable.includes(this.actor)) return false;
    const isChosen = Object.values(scene.boards).some((board) => board.chosen_fields.length > 0);
    return isChosen || Object.values(scene.buttons).some((button) => button.chosen);
  }

  /** Whether hints are to be had: nobody else plays. */
  get canAskForHints(): boolean {
    const people = this.match?.seats.filter((seat) => seat.kind !== "bot").length ?? 0;
    return people === 1 && this.players.length === 1 && !this.scene?.over && this.canPlay;
  }

  /** Why nothing can be done here now; otherwise something else. */
  whyNot(otherwise: string): string {
    if (this.scene?.over) return "The game is over.";
    if (this.match?.sentence) return this.match.sentence;
    if (!this.players.length) return "You are watching.";
    return this.actor < 0 ? "It is not your turn." : otherwise;
  }

  /** An action is on its way: what is left of the hint if it does what that says. */
  follow(action: number): void {
    const [next, ...rest] = this.hint?.actions ?? [];
    this.#restOfHint = next === action ? rest : [];
  }

  #goOnWithHint(): void {
    this.hint = this.hint && this.#restOfHint.length ? { ...this.hint, actions: this.#restOfHint } : null;
    this.#restOfHint = [];
  }

  /** The fields of the main board that the hinted move clicks next, in order, up to a button; those that come twice only
   * once. */
  get hintFields(): number[] {
    const { scene, hint } = this;
    if (!scene || !hint) return [];
    const button = hint.actions.findIndex((action) => action in scene.buttons);
    return [...new Set(clickedFields(scene, button < 0 ? hint.actions : hint.actions.slice(0, button)))];
  }

  /** The button that the hinted move presses next. */
  get hintButtons(): number[] {
    const next = this.hint?.actions[0] ?? -1;
    return this.scene && next in this.scene.buttons ? [next] : [];
  }

  /** Add remarks, and show what others say. */
  addRemarks(remarks: Remark[]): void {
    const last = this.remarks.at(-1)?.number ?? 0;
    const fresh = remarks.filter((remark) => remark.number > last);
    this.remarks = [...this.remarks, ...fresh];
    const latest = fresh.filter((remark) => !this.players.includes(remark.player)).at(-1);
    if (!latest || this.muted) return;
    const seat = this.match?.seats[latest.player];
    this.say(`${seat?.name || seat?.label || ""}: ${latest.text}`);
    sound("talk");
  }

  /** Add to the log; what comes several times in a row is counted. */
  addToLog(sentences: string[], fromStart: boolean): void {
    const log = fromStart ? [] : [...this.log];
    for (const text of sentences) {
      const last = log.at(-1);
      if (last?.text === text) log[log.length - 1] = { ...last, times: last.times + 1 };
      else log.push({ id: this.#logLength++, text, times: 1 });
    }
    this.log = log.slice(-LONGEST_LOG);
  }
}
