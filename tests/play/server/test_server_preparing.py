"""A server whose games are still being compiled: everybody hears how far they are, and nobody waits for another's."""

from __future__ import annotations

import time
from collections.abc import Iterable
from threading import Thread

import pytest
from serving import Paced, Player, Refused, Threaded, wait_until

from garrison.core.engine.warm import Wanted
from garrison.core.preparation import Progress
from garrison.play.server.http import app
from garrison.play.server.match import new_match
from garrison.play.server.work import compilation
from playing import NAMES

COLD, WARM = "skirmish", "minefield"
SENTENCE = "The rules of skirmish can't be compiled (step): something is wrong."


class Compiling:
    """A queue in which one game is under way until the test says otherwise; all others are ready."""

    def __init__(self) -> None:
        self.cold = Progress(COLD, "compiling", 0.4)
        self.asked: list[str] = []
        self.looks = 0  # at how far it is

    def prepare(self, games: Iterable[Wanted]) -> None:
        """They are known already."""

    def ask(self, *games: Wanted) -> None:
        self.asked += [game.origin.name for game in games]

    def progress(self, game: Wanted, *more: Wanted) -> Progress:
        self.looks += game.name == COLD
        return self.cold if game.name == COLD else Progress(game.name, "ready", 1.0)

    def stop(self) -> None:
        """Nothing is running."""

    def finish(self) -> None:
        self.cold = Progress(COLD, "ready", 1.0)


@pytest.fixture(autouse=True)
def queue(monkeypatch: pytest.MonkeyPatch) -> Compiling:
    made = Compiling()
    for module in (app, new_match, compilation):
        monkeypatch.setattr(module, "shared", made)
    return made


def test_everybody_hears_how_far_each_game_is(site: Threaded, queue: Compiling) -> None:
    views = {view["game"]: view for view in site.ask("/api/preparation")}
    assert set(NAMES) <= set(views)
    assert views[COLD] == {"game": COLD, "state": "compiling", "share": 0.4, "sentence": ""}
    assert views[WARM] == {"game": WARM, "state": "ready", "share": 1.0, "sentence": ""}


def test_a_match_is_made_at_once_and_its_game_is_asked_for(site: Threaded, queue: Compiling) -> None:
    made = site.make(COLD, "person,bot:random")
    assert queue.asked == [COLD]
    view = site.ask(f"/api/matches/{made['match']}")
    assert (view["game"], view["status"], view["number"]) == (COLD, "playing", 0)
    assert made["match"] not in site.server.registry.matches, "it can't be in memory yet"


def test_a_match_against_a_level_asks_for_its_skill_too(site: Threaded, queue: Compiling) -> None:
    site.make(COLD, "person,bot:hard")
    assert queue.asked == [COLD, "search", f"{COLD}.skill"]


def test_a_private_match_stays_private_meanwhile(site: Threaded) -> None:
    made = site.make(COLD, "person,bot:random", private=True)
    path = f"/api/matches/{made['match']}"
    with pytest.raises(Refused, match="no such match"):
        site.ask(path)
    assert site.ask(path, headers={"x-garrison-invite": made["invite"]})["id"] == made["match"]


def test_whoever_joins_is_told_how_far_it_is_and_then_welcomed(paced: Paced, queue: Compiling) -> None:
    made = paced.make(COLD, "person,bot:random")
    joined: list[Player] = []
    waiting, before = Thread(target=lambda: joined.append(paced.sit(made, 0))), queue.looks
    waiting.start()
    wait_until(lambda: queue.looks > before, "the wish to join")
    paced.let_pass(1.2)
    assert not joined
    queue.finish()
    paced.until(lambda: joined, "the welcome")
    [player] = joined
    told = [message for message in player.heard if message["type"] == "preparing"]
    assert len(told) >= 3, "several times a second"
    assert {message["share"] for message in told} == {0.4}
    assert player.welcome["type"] == "welcome"
    player.close()


def test_other_games_are_played_meanwhile(site: Threaded) -> None:
    waiting = [site.make(COLD, "person,bot:random") for _ in range(12)]  # more than there are threads for reading
    for made in waiting:
        Thread(target=_join_in_vain, args=(site, made), daemon=True).start()
    made = site.make(WARM, "person")
    start = time.monotonic()
    player = site.sit(made, 0)
    assert player.act(player.legal()[0])["type"] == "ack"
    assert time.monotonic() - start < 5
    player.close()


def _join_in_vain(site: Threaded, made: dict[str, object]) -> None:
    try:
        site.sit(made, 0)
    except Exception:
        return  # the server is stopped before the game is ready


def test_what_cannot_be_compiled_is_said_to_whoever_wants_to_play_it(site: Threaded, queue: Compiling) -> None:
    queue.cold = Progress(COLD, "failed", 0.0, SENTENCE)
    [view] = [view for view in site.ask("/api/preparation") if view["game"] == COLD]
    assert (view["state"], view["sentence"]) == ("failed", SENTENCE)
    made = site.make(COLD, "person,bot:random")
    player = site.sit(made, 0)
    assert (player.welcome["type"], player.welcome["reason"]) == ("refused", "gone")
    assert player.welcome["sentence"] == SENTENCE
    wait_until(player.is_closed, "the end of the connection")
    player.close()
