/** What the things on the page are, in a sentence or two, by the names of drawings and buttons. */

import { getAbout } from "./api";

class About {
  words = $state.raw<Record<string, string>>({});

  /** Ask what things in a match or replay are. Without an answer, tips are only shorter. */
  async load(path: string, invite: string): Promise<void> {
    this.words = {};
    await getAbout(path, invite)
      .then(({ about }) => (this.words = about))
      .catch(() => null);
  }

  /** What something is, a numbered one by its name without the number; "" where nothing is known of it. */
  of(name: string): string {
    return this.words[name] ?? this.words[name.replace(/ \d+$/, "")] ?? "";
  }
}

export const about = new About();
