/** What is said about a button of a scene. */

import { about } from "./about.svelte";
import { shownKey } from "./keys";
import type { SceneButtonView } from "./messages";
import { capital } from "./words";

/** What a button does: what is on it, then the button itself. */
function sense(button: SceneButtonView): string {
  const meanings = [about.of(button.sprite), about.of(button.name)].filter(Boolean);
  return meanings.length ? ` ${[...new Set(meanings)].join(" ")}` : "";
}

/** Why a button can't be pressed, in a sentence. */
function refusal(button: SceneButtonView): string {
  if (button.legal) return "";
  return button.waits ? ` ${capital(button.waits)}.` : " Not possible now.";
}

/** What the button itself does not show: what it does, when it takes effect, and why it can't be pressed. */
export function unsaidWords(button: SceneButtonView, when = ""): string {
  const words = `${sense(button)}${button.waits ? "" : refusal(button)}`;
  return words && `${words}${when}`.trim();
}

/** Everything about a button; `when` says when it takes effect, and nothing is said of keys where there are none. */
export function buttonWords(button: SceneButtonView, keyless: boolean, when = ""): string {
  const keys = button.keys.length && !keyless ? ` Key: ${button.keys.map(shownKey).join(" + ")}.` : "";
  return `${capital(button.label)}.${sense(button)}${keys}${when}${refusal(button)}${button.chosen ? " Chosen." : ""}`;
}
