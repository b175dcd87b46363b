/** What this browser asks the server for besides moves. */

import type { Numbered } from "./connection";
import { MatchState } from "./match_state.svelte";
import type { Change } from "./messages";

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

export abstract class Requests extends MatchState {
  protected farewell = ""; // the message with which this browser leaves

  /** Send a message, now or once the line is back. */
  protected abstract send(message: Numbered): void;

  /** Whether such a message is on its way. */
  protected abstract isPending(type: Numbered["type"]): boolean;

  /** Ask to take back a complete move, or agree to it; with false, decline. */
  takeBack(player: number, wanted = true): void {
    this.send({ type: "take_back", id: newId(), player, wanted });
  }

  /** Give up. */
  resign(player: number): void {
    this.send({ type: "resign", id: newId(), player });
  }

  /** Offer a draw, or agree to one; with false, decline. */
  draw(wanted = true): void {
    this.send({ type: "draw", id: newId(), wanted });
  }

  /** Leave for good, and go to the lobby. */
  leave(player: number): void {
    this.farewell = newId();
    this.send({ type: "leave", id: this.farewell, player });
  }

  /** Remove a match that nobody has joined, and go to the lobby. */
  remove(): void {
    this.farewell = newId();
    this.send({ type: "remove", id: this.farewell });
  }

  /** Say that somebody who is gone has left. */
  claim(player: number): void {
    this.send({ type: "claim", id: newId(), player });
  }

  /** Say something to the other players. */
  remark(text: string): void {
    const player = this.players[0];
    if (player !== undefined) this.send({ type: "say", id: newId(), player, text });
  }

  /** Nothing covers the board: the clock may run. */
  ready(): void {
    if (!this.isPending("ready")) this.send({ type: "ready", id: newId() });
  }

  change(wish: Omit<Change, "type" | "id">): void {
    this.send({ type: "change", id: newId(), ...wish });
  }

  replace(player: number, bot: string): void {
    this.send({ type: "replace", id: newId(), player, bot });
  }

  /** Ask for another match with the same people, or agree to one; with false, decline. */
  again(wanted = true): void {
    this.send({ type: "again", id: newId(), wanted });
  }
}
