/** What somebody has chosen in the settings, as state that screens can follow. It takes effect at once. */

import { kept, type Pace, type Theme } from "./keep";

class Preferences {
  #theme = $state<Theme>(kept.theme);
  #pace = $state<Pace>(kept.pace);
  #hints = $state(kept.hints);

  constructor() {
    this.#apply();
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(value: Theme) {
    kept.theme = this.#theme = value;
    this.#apply();
  }

  /** How quickly things move on the screen. */
  get pace(): Pace {
    return this.#pace;
  }

  set pace(value: Pace) {
    kept.pace = this.#pace = value;
    this.#apply();
  }

  /** Whether boards show what can be chosen and reached. */
  get hints(): boolean {
    return this.#hints;
  }

  set hints(value: boolean) {
    kept.hints = this.#hints = value;
  }

  /** Styles look for these marks. */
  #apply(): void {
    if (typeof document === "undefined") return;
    document.documentElement.dataset.theme = this.#theme;
    document.documentElement.dataset.pace = this.#pace;
  }
}

export const preferences = new Preferences();
