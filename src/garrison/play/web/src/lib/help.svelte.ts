/** The keys of the game on the screen, for the page of shortcuts. */

import type { Buttons } from "./keys";

class Help {
  buttons = $state.raw<Buttons>({});
}

export const help = new Help();
