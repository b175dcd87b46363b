"""Nobody can predict what chance does to a high score: its generator gets fresh secret bits."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from serving import PATIENCE, Threaded, threaded

from garrison.play.history import History
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store.journal import TICKS


def test_every_round_for_a_high_score_gets_fresh_bits(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make("boneyard", "person", options={"players": 1})
        one, live = site.sit(made, 0, view="moves"), site.services.registry.matches[made["match"]]
        history = live.journal.history
        assert live.info.counted
        for _ in range(3):
            one.act(history.position.actions(0)[0])
            one.undo()
        assert not history.is_stirred, "taking the action back takes its bits back"
        while int(history.position.state["turn"][0]) < 4 and not history.over:
            one.act(history.position.actions(0)[0])
        rounds = [history.moves[place].bits for place in rounds_of(history)]
        assert all(rounds)
        assert len(set(rounds)) == len(rounds) >= 3
        assert "bits" not in json.dumps(one.heard)
        end = history.position.copy()
        assert history.replay.verify() == end
    with threaded(tmp_path) as site:
        site.sit(made)
        assert site.services.registry.matches[made["match"]].journal.shown == end


def rounds_of(history: History) -> list[int]:
    """The place of the first action of each round."""
    position, places, turn = history.game.new(history.replay.seed), [], -1
    for place, move in enumerate(history.moves):
        if int(position.state["turn"][0]) != turn:
            places.append(place)
        turn = int(position.state["turn"][0])
        move.play(position)
    return places


def test_in_real_time_a_high_score_gets_fresh_bits_every_few_ticks(site: Threaded) -> None:
    live = live_match(site, "loop", "person")
    history = live.journal.history
    for _ in range(2 * TICKS + 1):
        inside(site, lambda: tick(live))
    fresh = [place for place, move in enumerate(history.moves) if move.bits]
    assert fresh == [0, TICKS, 2 * TICKS], "a tick is a turn, and bits for each would fill the replay"
    assert history.replay.verify() == history.position


def test_a_match_for_a_high_score_that_began_without_fresh_bits_goes_on(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        live = live_match(site, "loop", "person")
        live.info.counted = False  # as an earlier version played it
        for _ in range(TICKS + 3):
            inside(site, lambda: tick(live))
        before = live.journal.history.position.copy()
    with threaded(tmp_path) as site:
        site.sit({"match": live.id})
        live = site.services.registry.matches[live.id]
        assert live.journal.shown == before
        while len(live.journal.history.moves) <= 2 * TICKS:
            inside(site, lambda: tick(live))
        assert [place for place, move in enumerate(live.journal.history.moves) if move.bits] == [2 * TICKS]


def tick(live: LiveMatch) -> None:
    """Let time pass: nobody dies of that so soon."""
    live.journal.act(0, live.journal.history.game.facts.tick_action)


def live_match(site: Threaded, *words: str, **wish: Any) -> LiveMatch:
    """A new match in memory, which nobody plays."""
    made = site.make(*words, **wish)
    site.sit(made)
    return site.services.registry.matches[made["match"]]


def inside(site: Threaded, do: Callable[[], Any]) -> Any:
    """What comes of something that is done in the server's loop."""

    async def work() -> Any:
        return do()

    return asyncio.run_coroutine_threadsafe(work(), site.loop).result(PATIENCE)
