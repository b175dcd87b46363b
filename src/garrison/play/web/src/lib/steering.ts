/** Steering by finger or mouse, in games that are steered with arrow keys: a swipe goes that way for as long as the finger
 * stays, a tap makes a step towards where it was, and a finger that rests keeps going there. While time stands still, a
 * finger that rests asks what is there. */

import { type Buttons, keysOf } from "./keys";

export type Way = "up" | "down" | "left" | "right";

const WAYS: readonly Way[] = ["up", "down", "left", "right"];
const SWIPE = 22; // pixels that a finger has to move
const REST = 220; // ms after which a finger rests
const TAP = 400; // ms that a tap takes at most, where a longer press asks

/** Whether a game is steered: its four arrows act on the tick. */
export function isSteered(buttons: Buttons): boolean {
  const single = Object.values(buttons).filter((button) => button.on_tick && button.keys.length === 1);
  return WAYS.every((way) => single.some((button) => keysOf(button)[0] === way));
}

/** The way that a distance mostly goes. */
export function wayOf(across: number, down: number): Way {
  if (Math.abs(across) > Math.abs(down)) return across > 0 ? "right" : "left";
  return down > 0 ? "down" : "up";
}

export interface Steered {
  press: (way: Way) => void;
  release: (way: Way) => void;
  towards: (x: number, y: number) => Way | null; // from what is steered to a point of the screen
  still: boolean; // whether time stands still
}

/** An action for the element that is swiped and tapped; null switches it off. */
export function steering(element: HTMLElement, steered: Steered | null) {
  let now = steered;
  let from: { x: number; y: number } | null = null;
  let going: Way | null = null;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(way: Way | null): void {
    if (way === going) return;
    if (going) now?.release(going);
    going = way;
    if (way) now?.press(way);
  }

  function down(event: PointerEvent): void {
    if (!now || !event.isPrimary || event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    from = { x: event.clientX, y: event.clientY };
    since = event.timeStamp;
    const { x, y } = from;
    if (!now.still) timer = setTimeout(() => from && !going && go(now?.towards(x, y) ?? null), REST);
  }

  function move(event: PointerEvent): void {
    if (!from) return;
    const [across, below] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(across, below) < SWIPE) return;
    clearTimeout(timer);
    go(wayOf(across, below));
    from = { x: event.clientX, y: event.clientY };
  }

  function up(event: PointerEvent): void {
    const isQuestion = now?.still && event.timeStamp - since > TAP;
    if (from && !going && !isQuestion && event.type === "pointerup") go(now?.towards(event.clientX, event.clientY) ?? null);
    stop();
  }

  function stop(): void {
    clearTimeout(timer);
    from = null;
    go(null);
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  return {
    update(next: Steered | null) {
      if (!next) stop();
      now = next;
    },
    destroy: stop,
  };
}
