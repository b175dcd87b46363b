/** From keys to buttons: what a key means to a game, and which keys are pressed together. */

import type { SceneButtonView } from "./messages";

export type Buttons = Record<string, SceneButtonView>;

const NAMES: Record<string, string> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  " ": "space",
};
const SHOWN: Record<string, string> = { up: "↑", down: "↓", left: "←", right: "→", space: "Space" };
export const LET_PASS = "."; // while time stands still
export const ARROWS: Record<string, [number, number]> = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] };

/** Where there is no keyboard, so that nothing speaks of keys. */
export const KEYLESS = "(hover: none) and (pointer: coarse), (max-width: 560px)";

/** The name of a key as buttons write it. */
export function keyName(key: string): string {
  return NAMES[key] ?? key.toLowerCase();
}

/** A key as shown on a button. */
export function shownKey(key: string): string {
  return SHOWN[key] ?? key.toUpperCase();
}

/** A button's keys, in lower case. */
export function keysOf(button: SceneButtonView): string[] {
  return button.keys.map((key) => key.toLowerCase());
}

/** The action of the button that this key alone presses at once; a legal one if several buttons have it. */
export function actionFor(key: string, buttons: Buttons): { action: number; button: SceneButtonView } | null {
  let binding: { action: number; button: SceneButtonView } | null = null;
  for (const [action, button] of Object.entries(buttons)) {
    const keys = keysOf(button);
    if (button.on_tick || keys.length !== 1 || keys[0] !== key) continue;
    if (button.legal) return { action: Number(action), button };
    binding ??= { action: Number(action), button };
  }
  return binding;
}

/** What a key would do that does nothing now: the labels of its buttons, and why the first of them waits. */
export function keyWords(key: string, buttons: Buttons): string {
  const own = Object.values(buttons).filter((button) => !button.on_tick && keysOf(button).join() === key);
  const waiting = own.filter((button) => button.waits);
  const labels = [...new Set((waiting.length ? waiting : own).map((button) => button.label))];
  const last = labels.length > 1 ? ` or ${labels.pop()}` : "";
  const why = waiting[0] ? waiting[0].waits : "not possible now";
  return `${shownKey(key)} is for ${labels.map((label) => label.replace(/\.$/, "")).join(", ")}${last}: ${why}.`;
}

/** Whether a button played on the tick uses this key. */
export function isTickKey(key: string, buttons: Buttons): boolean {
  return Object.values(buttons).some((button) => button.on_tick && keysOf(button).includes(key));
}

/** Keys while time stands still: a key that others are combined with, such as Space with arrows, acts when it is let go
 * unless it was combined meanwhile. */
export class StillKeys {
  #held = "";
  #isUsed = false;

  /** The action of a key that went down; null: none yet; undefined: the key means nothing here. */
  down(key: string, buttons: Buttons): number | null | undefined {
    const ticking = Object.entries(buttons).filter(([, button]) => button.on_tick);
    const actionOf = (keys: string[]) => ticking.find(([, button]) => keysOf(button).join() === keys.join())?.[0];
    const isCombined = ticking.some(([, button]) => keysOf(button).slice(1).includes(key));
    if (isCombined) {
      if (this.#held !== key) this.#isUsed = false;
      this.#held = key;
      return null;
    }
    const together = this.#held ? actionOf([key, this.#held]) : undefined;
    this.#isUsed ||= together !== undefined;
    const action = together ?? actionOf([key]);
    return action === undefined ? undefined : Number(action);
  }

  /** The action of a key that was let go; null: it has acted already, or means nothing. */
  up(key: string, buttons: Buttons): number | null {
    if (key !== this.#held) return null;
    this.#held = "";
    const alone = Object.entries(buttons).find(([, button]) => button.on_tick && keysOf(button).join() === key);
    return alone && !this.#isUsed ? Number(alone[0]) : null;
  }
}

/**
 * The keys that are down, and those that went down since the last tick: which button do they mean together?
 * If no button has a combination of keys, the later one counts.
 */
export class TickKeys {
  #held: string[] = []; // the latest last
  #pressed: string[] = []; // since the last tick, the latest last

  press(key: string): void {
    this.#held = [...this.#held.filter((other) => other !== key), key];
    this.#pressed = [...this.#pressed.filter((other) => other !== key), key];
  }

  release(key: string): void {
    this.#held = this.#held.filter((other) => other !== key);
  }

  clear(): void {
    this.#held = [];
    this.#pressed = [];
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  /** A tick has passed: short presses are used up, held keys stay. */
  nextTick(): void {
    this.#pressed = [];
  }

  /** The action that these keys mean now; null when no key asks for one. */
  action(buttons: Buttons): number | null {
    const candidates = Object.entries(buttons).filter(([, button]) => button.on_tick && button.keys.length > 0);
    const combination: string[] = [];
    for (const key of [...this.#pressed.toReversed(), ...this.#held.toReversed()]) {
      if (combination.includes(key)) continue;
      const together = [...combination, key];
      if (candidates.some(([, button]) => together.every((one) => keysOf(button).includes(one)))) combination.push(key);
    }
    let best: { action: number; rank: number } | null = null;
    for (const [action, button] of candidates) {
      const keys = keysOf(button);
      if (!button.legal || !keys.every((key) => combination.includes(key))) continue;
      // More keys before fewer; with equally many, the one with the latest key.
      const rank = keys.length * 100 - Math.min(...keys.map((key) => combination.indexOf(key)));
      if (best === null || rank > best.rank) best = { action: Number(action), rank };
    }
    return best?.action ?? null;
  }
}
