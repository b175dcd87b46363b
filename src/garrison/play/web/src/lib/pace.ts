/** How time passes in a match, and what people can do about it. */

import type { MatchSession } from "./match_session";
import type { MatchState } from "./match_state.svelte";
import { profile } from "./storage";

/** Whether anything happens by itself after a while. */
export function isTimed({ isRealTime, match }: MatchState): boolean {
  return isRealTime || (match?.timer_ms ?? 0) > 0 || (match?.bank_ms ?? 0) > 0;
}

/** Whether ticks can be shorter or longer. */
export function hasSpeeds({ match }: MatchState): boolean {
  return match !== null && match.tick_range[0]! < match.tick_range[1]!;
}

/** Pause, or go on. */
export function pause(session: MatchSession): void {
  session.tickKeys.clear();
  session.requests.change({ paused: !session.state.match?.paused });
}

/** Longer or shorter ticks. */
export function speed(session: MatchSession, factor: number): void {
  if (!session.state.match) return;
  const [quickest = 0, slowest = 0] = session.state.match.tick_range;
  session.requests.change({ tick_ms: Math.min(Math.max(Math.round(session.state.match.tick_ms * factor), quickest), slowest) });
}

/** Let bots play without a pause, or no longer, here and in new matches. */
export function hurry(session: MatchSession): void {
  profile.instant = !session.state.match?.instant;
  session.requests.change({ instant: profile.instant });
}
