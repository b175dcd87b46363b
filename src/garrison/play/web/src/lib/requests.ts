/** What this browser asks the server for besides moves; how many of these are unanswered, the connection knows. */

import { type Connection, newId } from "./connection";
import type { Change } from "./messages";

export class Requests {
  #farewell = ""; // the request with which this browser leaves

  constructor(readonly connection: Connection) {}

  /** Whether this is the request with which this browser leaves. */
  isFarewell(id: string): boolean {
    return this.#farewell !== "" && id === this.#farewell;
  }

  /** Ask to take back a complete move, or agree to it; with false, decline. */
  takeBack(player: number, wanted = true): void {
    this.connection.send({ type: "take_back", id: newId(), player, wanted });
  }

  /** Give up. */
  resign(player: number): void {
    this.connection.send({ type: "resign", id: newId(), player });
  }

  /** Offer a draw, or agree to one; with false, decline. */
  draw(wanted = true): void {
    this.connection.send({ type: "draw", id: newId(), wanted });
  }

  /** Leave for good, and go to the lobby. */
  leave(player: number): void {
    this.#farewell = newId();
    this.connection.send({ type: "leave", id: this.#farewell, player });
  }

  /** Remove a match that nobody has joined, and go to the lobby. */
  remove(): void {
    this.#farewell = newId();
    this.connection.send({ type: "remove", id: this.#farewell });
  }

  /** Say that somebody who is gone has left. */
  claim(player: number): void {
    this.connection.send({ type: "claim", id: newId(), player });
  }

  /** Say something to the other players. */
  remark(player: number, text: string): void {
    this.connection.send({ type: "say", id: newId(), player, text });
  }

  /** Nothing covers the board: the clock may run. */
  ready(): void {
    if (!this.connection.isPending("ready")) this.connection.send({ type: "ready", id: newId() });
  }

  /** Change how the match goes on: its pace, its pauses, who may see it. */
  change(changes: Omit<Change, "type" | "id">): void {
    this.connection.send({ type: "change", id: newId(), ...changes });
  }

  /** Let a bot play a seat, or with "" no longer. */
  replace(player: number, bot: string): void {
    this.connection.send({ type: "replace", id: newId(), player, bot });
  }

  /** Ask for another match with the same people, or agree to one; with false, decline. */
  again(wanted = true): void {
    this.connection.send({ type: "again", id: newId(), wanted });
  }

  /** Ask what a strong player would do. */
  hint(player: number): void {
    this.connection.send({ type: "hint", id: newId(), player });
  }
}
