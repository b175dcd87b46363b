/** What somebody has chosen in the settings, as state that screens can follow. It takes effect at once. */

import { type Pace, profile, type Theme } from "./storage";

class Preferences {
  #theme = $state<Theme>(profile.theme);
  #pace = $state<Pace>(profile.pace);
  #hints = $state(profile.hints);
  #wholeMoves = $state(profile.wholeMoves);

  constructor() {
    this.#apply();
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(value: Theme) {
    profile.theme = this.#theme = value;
    this.#apply();
  }

  /** How quickly things move on the screen. */
  get pace(): Pace {
    return this.#pace;
  }

  set pace(value: Pace) {
    profile.pace = this.#pace = value;
    this.#apply();
  }

  /** Whether boards show what can be chosen and reached. */
  get hints(): boolean {
    return this.#hints;
  }

  set hints(value: boolean) {
    profile.hints = this.#hints = value;
  }

  /** Whether one click goes all the way to where it was made; otherwise only step by step. */
  get wholeMoves(): boolean {
    return this.#wholeMoves;
  }

  set wholeMoves(value: boolean) {
    profile.wholeMoves = this.#wholeMoves = value;
  }

  /** Styles look for these marks. */
  #apply(): void {
    if (typeof document === "undefined") return;
    document.documentElement.dataset.theme = this.#theme;
    document.documentElement.dataset.pace = this.#pace;
  }
}

export const preferences = new Preferences();
