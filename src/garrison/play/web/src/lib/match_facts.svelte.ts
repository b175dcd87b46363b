/** What a page needs to know about the game of a match: its facts, its sprites, and what everything is. */

import { about } from "./about.svelte";
import { allGames } from "./api";
import type { MatchSession } from "./match_session";
import type { GameView } from "./messages";
import { loadSprites } from "./sprites.svelte";
import { ownMatch } from "./storage";

export class MatchFacts {
  game = $state.raw<GameView | null>(null);
  ready = $state(false); // the sprites are there, or will not arrive

  /** Made while a component is set up, whose effects these are. */
  constructor(session: MatchSession) {
    const game = $derived(session.state.match?.game ?? "");
    const name = $derived(game || ownMatch(session.id)?.game);

    $effect(() => {
      if (!game) return;
      void loadSprites(game).then(() => (this.ready = true));
      void about.load(`matches/${session.id}`, session.invite || (ownMatch(session.id)?.invite ?? ""));
    });

    $effect(() => {
      if (!name) return;
      void allGames()
        .then((games) => (this.game = games.find((one) => one.name === name) ?? null))
        .catch(() => null);
    });
  }
}
