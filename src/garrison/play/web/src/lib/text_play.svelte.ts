/** Playing by text: a typed line goes to the server, and what comes back is read, played, or both. */

import { type Connection, newId } from "./connection";
import type { MatchState } from "./match_state.svelte";
import type { Answered, NamedMoveView } from "./messages";

const WATCHER = -1;
const SHORTEST = 700; // milliseconds for a sentence that is read aloud
const PER_LETTER = 45;

export class TextPlay {
  answer = $state(""); // the latest
  moves = $state.raw<NamedMoveView[]>([]);
  spoken = $state(""); // the sentence that is read aloud now
  isOpen = $state(false);
  #asked = ""; // the id of the question that waits for its answer
  #goesOn = false; // a move has more to do
  #number = -1; // of entries, when the latest answer was given
  #report = ""; // what became of the latest move, shown above what there is to see then
  #sentences: string[] = []; // still to be read aloud, in order
  #last = 0; // the log's line that was read last
  #timer = 0;

  constructor(
    readonly state: MatchState,
    readonly connection: Connection,
    readonly play: (player: number, action: number) => void,
  ) {}

  get #player(): number {
    const { actor, players } = this.state;
    return actor >= 0 ? actor : (players[0] ?? WATCHER);
  }

  /** Show the text, and keep it up to date. */
  open(): void {
    this.isOpen = true;
    this.#last = this.state.log.at(-1)?.id ?? 0;
    this.ask("look");
  }

  close(): void {
    this.isOpen = false;
    this.#goesOn = false;
    this.#sentences = [];
  }

  /** Type a line: a move, or a question. */
  ask(line: string): void {
    this.#goesOn = false;
    this.#report = "";
    this.#send(line);
  }

  /** The board shows something new: go on with what was typed, or say what may be typed now. */
  follow(): void {
    if (!this.isOpen) return;
    this.#read();
    if (this.#asked || this.state.unanswered) return;
    if (this.#goesOn) {
      if (this.state.actor >= 0) this.#send("");
    } else if (this.#report || (!this.state.isRealTime && this.#number !== this.state.number)) this.#send("look");
  }

  /** The answer to a line; false where it is for somebody else. */
  receive(answer: Answered): void {
    if (answer.id !== this.#asked) return;
    this.#asked = "";
    const isMove = this.#goesOn || answer.goes_on;
    this.#goesOn = answer.goes_on;
    this.#number = answer.number;
    if (isMove) {
      this.#report = [this.#report, answer.text].filter(Boolean).join(" ");
      this.answer = this.#report;
    } else {
      this.answer = [this.#report, answer.text].filter(Boolean).join("\n\n");
      this.#report = "";
      this.moves = answer.moves;
    }
    if (answer.action >= 0) this.play(answer.player, answer.action);
    else if (isMove && !answer.goes_on) this.follow();
  }

  /** What was asked is refused. */
  refuse(id: string, sentence: string): void {
    if (id === this.#asked) {
      this.#asked = "";
      this.answer = sentence;
    }
    this.#goesOn = false;
  }

  #send(line: string): void {
    this.#asked = newId();
    this.connection.send({ type: "ask", id: this.#asked, player: this.#player, line });
  }

  /** Queue what has happened, one sentence after the other, each for as long as it takes to hear it. */
  #read(): void {
    const fresh = this.state.log.filter((line) => line.id > this.#last);
    this.#last = this.state.log.at(-1)?.id ?? this.#last;
    this.#sentences.push(...fresh.map((line) => line.text));
    if (!this.#timer) this.#say();
  }

  #say(): void {
    const sentence = this.#sentences.shift();
    this.#timer = 0;
    if (sentence === undefined) return;
    this.spoken = sentence;
    this.#timer = window.setTimeout(() => this.#say(), Math.max(SHORTEST, PER_LETTER * sentence.length));
  }
}
