"""What a message costs does not grow with the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Paced, threaded

import garrison
from garrison.core.position import Position
from garrison.core.replay import Move, Replay
from garrison.play.history import EVERY, UNDO, History
from garrison.play.server.match import broadcast
from garrison.play.server.store import journal
from garrison.play.server.store.secrecy import HistoryEntries


@pytest.fixture
def long_game() -> History:
    """A game in which much can be taken back."""
    history, dice = History(garrison.load("siege"), 7, undo_complete=True), Random(1)
    while len(history.moves) < 700:
        player = history.position.waiting[0]
        history.go(history.ahead(player, dice.choice(history.position.actions(player))))
    return history


def sentences(history: History, first: int) -> list[str]:
    """What happened from an action on, by playing everything from the start."""
    told: list[str] = []
    position = history.game.new(history.replay.seed)
    for place, move in enumerate(history.moves):
        move.play(position)
        told += position.sentences if place >= first else ()
    return told


def test_looking_back_in_a_long_game_plays_only_its_end(long_game: History, monkeypatch: pytest.MonkeyPatch) -> None:
    played: Counter[str] = Counter()
    play = Position.play
    for _ in range(3):
        last = len(long_game.moves)
        expected = sentences(long_game, last - 60)
        with monkeypatch.context() as patched:
            patched.setattr(Move, "play", lambda move, at: (played.update(["action"]), play(at, *move[:2]))[1])
            found = [line for one in long_game.lately(last - 60, last) for line in one.sentences]
        assert found == expected != []
        assert played.pop("action") <= 60 + EVERY
        while len(long_game.moves) > last - 80 and not long_game.why_not_undo(long_game.moves[-1].player):
            long_game.undo(long_game.moves[-1].player)
    assert len(long_game.moves) < 700 - 100, "a good part was taken back"
    again = History.of(Replay(long_game.game, long_game.replay.seed, list(long_game.moves)))
    last = len(again.moves)
    assert [line for one in again.lately(last - 60, last) for line in one.sentences] == sentences(again, last - 60)


def test_the_log_is_made_once_for_an_update_however_many_undos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[list[str]] = []
    recent_log = broadcast.recent_log

    def counted(of: journal.Journal) -> list[str]:
        made.append(recent_log(of))
        return made[-1]

    monkeypatch.setattr(broadcast, "recent_log", counted)
    with threaded(tmp_path, Paced, updates_a_second=0.5) as site:
        match = site.make("skirmish", undo=True)
        player, watcher = site.sit(match, 0), site.sit(match)
        live = site.services.registry.matches[match["match"]]
        site.until(lambda: live.audience.broadcast.is_at_rest, "rest")
        before = len(made)
        for _ in range(10):
            assert player.act(live.journal.history.position.actions(0)[0])["type"] == "ack"
            assert player.undo()["type"] == "ack"
        watcher.until(lambda: watcher.number == 20, "the last update")
        updates = sum(message["type"] == "update" for message in watcher.heard)
        assert len(made) - before <= updates < 10
        assert watcher.log == recent_log(live.journal)


class Counting(list[Any]):
    """A list that counts how many of its items are read."""

    def __init__(self, items: Iterable[Any]) -> None:
        super().__init__(items)
        self.read = 0

    def __getitem__(self, place: Any) -> Any:
        found = super().__getitem__(place)
        self.read += len(found) if isinstance(place, slice) else 1
        return found


def test_changing_ones_mind_in_a_phase_costs_the_same_the_thousandth_time() -> None:
    entries, plain = HistoryEntries(), []
    entries.add(0, 3, False)
    for number in range(6000):
        entries.add(number % 3, UNDO if number % 2 else 5, True)
        plain.append(entries.all[-1])
    entries.all = Counting(entries.all)
    for viewer in ((), (1,), (0, 2)):
        own = [entry for entry in plain if entry[0] in viewer]
        known = entries.known(6001, viewer)
        assert known == 1 + len(own)
        assert entries.told(known - 3, 6001, viewer) == own[-3:] if own else not entries.told(1, 6001, viewer)
        assert entries.choices(6001, viewer) == sum(-1 if action == UNDO else 1 for _, action in own)
        assert entries.place(6001, viewer) == known
    assert entries.all.read < 20


def test_in_one_decision_a_player_can_only_take_back_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_UNDOS", 3)
    with threaded(tmp_path) as site:
        match = site.make("boneyard", timer_ms=0)
        one, two = site.sit(match, 0, view="moves"), site.sit(match, 1, view="moves")
        legal = garrison.load("boneyard").new(0).actions(0)[0]
        for _ in range(3):
            assert one.act(legal)["type"] == one.undo()["type"] == "ack"
        one.act(legal)
        refused = one.undo()
        assert (refused["reason"], refused["sentence"]) == ("illegal", journal.UNDONE)
        live = site.services.registry.matches[match["match"]]
        assert live.journal.undoable((0, 1)) == [], "it is not offered either"
        two.act(legal, 1)
        one.until(lambda: one.number == 8, "the phase")
        waiting = live.journal.shown.waiting
        assert one.act(live.journal.shown.actions(0)[0])["type"] == one.undo()["type"] == "ack", waiting
