/** What is left of a player's time, counted down between two messages from the server. */

import type { MatchSession } from "./match_session";
import type { SeatView } from "./messages";
import { play as sound } from "./sound";

const EVERY = 200; // ms
export const SHORT = 10; // seconds that are shown, and heard, as the last ones

/** Seconds as a clock shows them. */
export function clockWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Countdown {
  #now = $state(performance.now());
  #lastSecond = -1; // the last second that was heard

  constructor(readonly session: MatchSession) {}

  /** Whether anybody's time is limited. */
  get exists(): boolean {
    return this.session.state.match?.seats.some((seat) => seat.left_ms !== undefined) ?? false;
  }

  /** Count while somebody's clock runs; in an effect. */
  run(): (() => void) | void {
    if (!this.session.state.match?.seats.some((seat) => seat.ticking)) return;
    const timer = setInterval(() => this.#tick(), EVERY);
    return () => clearInterval(timer);
  }

  /** The seconds left to a player; null where time is not limited. */
  secondsLeft(seat: SeatView | undefined): number | null {
    if (seat?.left_ms === undefined) return null;
    const time = seat.ticking ? Math.max(this.#now - this.session.state.matchArrival, 0) : 0;
    return Math.max(0, Math.ceil((seat.left_ms - time) / 1000));
  }

  /** The seat whose clock belongs beside the headline: one's own while one is to act, else that of whoever is. */
  get seat(): SeatView | undefined {
    const seats = this.session.state.match?.seats ?? [];
    return seats[this.session.state.actor] ?? seats.find((seat) => seat.ticking);
  }

  #tick(): void {
    this.#now = performance.now();
    const own = this.session.state.match?.seats[this.session.state.actor];
    const left = own?.ticking ? this.secondsLeft(own) : null;
    if (left !== null && left <= SHORT && left !== this.#lastSecond) sound("clock");
    this.#lastSecond = left ?? -1;
  }
}
