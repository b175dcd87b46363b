/** What this browser knows of a match, and what follows from it. */

import { kept } from "./keep";
import type { LineState } from "./connection";
import type { Hinted, MatchView, Remark, SceneView } from "./messages";
import { play as sound } from "./sound";

export interface LogLine {
  id: number;
  text: string;
  times: number; // in a row
}

const LONGEST_LOG = 300;
const MESSAGE_TIME = 6_000;

export class MatchState {
  match = $state.raw<MatchView | null>(null);
  scene = $state.raw<SceneView | null>(null);
  log = $state.raw<LogLine[]>([]);
  players = $state.raw<number[]>([]);
  undoable = $state.raw<number[]>([]);
  askable = $state.raw<number[]>([]); // whose complete move the others may let be taken back
  remarks = $state.raw<Remark[]>([]); // what was said
  muted = $state(kept.muted);
  host = $state(false);
  line = $state<LineState>("connecting");
  everOpen = $state(false);
  waitingToSend = $state(0);
  message = $state("");
  fatal = $state("");
  turnedAway = $state(""); // why the server does not let this browser in at the moment
  preparing = $state<number | null>(null); // how far along the game is, while it is being compiled
  heardAt = $state(0); // when the times left were true
  hint = $state.raw<Hinted | null>(null); // until something happens
  isHinting = $state(false); // a hint is being thought of
  #logged = 0;
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  /** The seat that this browser acts for now; -1 when it is not to act. */
  get acting(): number {
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
    if (!scene || this.isRealTime || this.acting < 0 || !this.undoable.includes(this.acting)) return false;
    const isChosen = Object.values(scene.boards).some((board) => board.chosen_fields.length > 0);
    return isChosen || Object.values(scene.buttons).some((button) => button.chosen);
  }

  /** Whether hints are to be had: nobody else plays. */
  get canAskForHints(): boolean {
    const people = this.match?.seats.filter((seat) => seat.kind !== "bot").length ?? 0;
    return people === 1 && this.players.length === 1 && !this.scene?.over && this.canPlay;
  }

  protected whyNot(otherwise: string): string {
    if (this.scene?.over) return "The game is over.";
    if (this.match?.sentence) return this.match.sentence;
    if (!this.players.length) return "You are watching.";
    return this.acting < 0 ? "It is not your turn." : otherwise;
  }

  /** Take in what was said, and show what others say. */
  protected listen(remarks: Remark[]): void {
    const known = this.remarks.at(-1)?.number ?? 0;
    const fresh = remarks.filter((remark) => remark.number > known);
    this.remarks = [...this.remarks, ...fresh];
    const latest = fresh.filter((remark) => !this.players.includes(remark.player)).at(-1);
    if (!latest || this.muted) return;
    const seat = this.match?.seats[latest.player];
    this.say(`${seat?.name || seat?.label || ""}: ${latest.text}`);
    sound("talk");
  }

  /** Add to the log; what is said several times in a row is counted. */
  protected tell(sentences: string[], fromStart: boolean): void {
    const log = fromStart ? [] : [...this.log];
    for (const text of sentences) {
      const last = log.at(-1);
      if (last?.text === text) log[log.length - 1] = { ...last, times: last.times + 1 };
      else log.push({ id: this.#logged++, text, times: 1 });
    }
    this.log = log.slice(-LONGEST_LOG);
  }
}
