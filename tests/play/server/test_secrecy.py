"""What is chosen in secret stays secret: in two worlds that differ only in what one player has chosen so far, nobody
else gets a different byte before all have chosen."""

from __future__ import annotations

import itertools
import json
import re
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from serving import Player, Threaded, threaded, wait_until

import garrison
from garrison.core import discovery
from garrison.core.game import Game
from garrison.core.replay import parse
from garrison.play.history import UNDO, History
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store.secrecy import HistoryEntries
from playing import NAMES

SEED = 0x1234_5678_9ABC_DEF1
SHARED = [name for name in NAMES if discovery.find(name).facts.players[1] > 1]


@pytest.fixture(autouse=True)
def _equal_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both worlds have the same seed and the same secret bits."""
    monkeypatch.setattr(secrets, "randbits", lambda count: SEED)


def game_of(name: str) -> Game:
    return garrison.load(name, **({"players": 3} if 3 <= discovery.find(name).facts.players[1] else {}))


def walked(name: str, phases: int) -> History:
    """A game after some phases, played at random."""
    history, dice = History(game_of(name), SEED, undo_complete=True), Random(phases)
    while phases and not history.position.over:
        player = history.position.waiting[0]
        ahead = history.ahead(player, dice.choice(history.position.actions(player)), 0 if history.is_stirred else SEED)
        phases -= ahead.is_resolving
        history.go(ahead)
    return history


Choice = tuple[int, ...]


def secret_choices(history: History, player: int, before: Choice = ()) -> Iterator[tuple[Choice, bool]]:
    """Everything that a player can do without others' knowing: whole choices, parts of them, and taking back; and
    whether the player is still to act after it."""
    is_open = player in history.position.waiting
    yield before, is_open
    for action in history.position.actions(player) if is_open else []:
        ahead = history.ahead(player, action)
        if ahead.is_hidden:
            history.go(ahead)
            yield from secret_choices(history, player, (*before, action))
            history.undo(player)
            if not ahead.is_complete:  # whether somebody has chosen is seen, as at a table
                yield (*before, action, UNDO), True


def pairs_of(name: str) -> Iterator[tuple[int, bool, Choice, Choice]]:
    """After how many phases, whether the others have chosen before, and two choices that nobody can tell apart."""
    for phases in range(3):
        found = list(secret_choices(walked(name, phases), 0))
        for is_open in (True, False):
            choices = sorted((choice for choice, still in found if still == is_open), key=len)
            if len(choices) > 1:
                yield phases, False, choices[0], choices[-1]
                yield phases, is_open, choices[0], choices[1]


class World:
    """A match in which one player has chosen something, and everything that others get to see of it."""

    def __init__(
        self, site: Threaded, name: str, phases: int, others_first: bool, choice: tuple[int, ...], timer_ms: int = 0
    ) -> None:
        self.site, start = site, walked(name, phases)
        players = start.game.players
        options = {"players": players} if "players" in start.game.facts.options else {}
        self.made = site.make(name, ",".join(["person"] * players), options=options, timer_ms=timer_ms)
        self.chooser = site.sit(self.made, 0, view="moves")
        others = site.sit(self.made, *range(1, players), view="moves")
        for move in start.moves:
            (self.chooser if move.player == 0 else others).act(move.action, move.player)
            self.settle(others, self.chooser)
        self.viewers = {
            "player": site.sit(self.made, 1),
            "program": site.sit(self.made, 1, view="moves"),
            "watcher": site.sit(self.made),
            "watching program": site.sit(self.made, view="moves"),
        }
        self.heard: dict[str, Any] = {}
        if others_first:
            self.others_choose(others)
        self.settle(*self.viewers.values())
        for action in choice:
            answer = self.chooser.undo(0) if action == UNDO else self.chooser.act(action, 0)
            assert answer["type"] == "ack"
            self.settle(*self.viewers.values())

    @property
    def live(self) -> LiveMatch:
        return self.site.services.registry.matches[self.made["match"]]

    def others_choose(self, others: Player) -> None:
        """Everybody else makes a whole choice."""
        for player in range(1, self.live.journal.game.players):
            while player in self.live.journal.shown.waiting:
                others.act(self.live.journal.shown.actions(player)[0], player)
                self.settle(others)

    def settle(self, *people: Player) -> None:
        """Wait until everybody has been told all that they will be."""
        if not people:
            return
        wait_until(lambda: self.live.audience.broadcast.is_at_rest, "the updates")
        for person in people:
            person.send(type="ping")
            person.hear("pong")
            person.heard.pop()

    def probe(self) -> None:
        """Do what somebody does who wants to find out; all that is answered is kept."""
        player, waiting = self.viewers["player"], 1 in self.live.journal.shown.waiting
        self.ask("undo", player.undo(1))
        self.ask("too early", player.act(0, 1, at=10_000))
        self.ask("too late", player.act(0, 1, at=-1))
        self.ask("not the seat", player.act(0, 0))
        self.ask("impossible", player.act(5_000_000, 1))
        legal = self.live.journal.shown.actions(1)
        if waiting and not self.live.journal.history.ahead(1, legal[-1]).is_resolving:
            self.ask("a choice", player.act(legal[-1], 1, message_id="choice"))
            self.ask("again", player.act(legal[-1], 1, message_id="choice"))
            self.ask("taken back", player.undo(1))
        self.settle(*self.viewers.values())
        self.ask("match", self.site.ask(f"/api/matches/{self.made['match']}"))
        self.ask("lobby", [one for one in self.site.ask("/api/matches") if one["id"] == self.made["match"]])
        self.late_comers("late")

    def late_comers(self, when: str) -> None:
        for seats in ((), (1,)):
            for view in ("scenes", "moves"):
                late = self.site.sit(self.made, *seats, view=view)
                self.settle(late)
                self.ask(f"{when} {view} {seats}", late.heard)
                late.close()

    def ask(self, what: str, answer: Any) -> None:
        self.heard[what] = answer
        self.settle(*self.viewers.values())

    def everything(self) -> str:
        """All that others have got, without what tells two matches apart in any case."""
        return self._plain({**self.heard, **{name: one.heard for name, one in self.viewers.items()}})

    def told(self) -> dict[str, set[str]]:
        """The same, however often and in whichever order: while a clock runs, it also tells how it stands, and how that
        falls between other messages depends on the machine."""
        lists = {name: said if isinstance(said, list) else [said] for name, said in self.heard.items()}
        lists |= {name: one.heard for name, one in self.viewers.items()}
        return {name: {self._plain(untimed(message)) for message in messages} for name, messages in lists.items()}

    def _plain(self, heard: Any) -> str:
        text = json.dumps(heard, indent=1)
        text = re.sub(r'"id": "\d+-(undo-)?\d+"', '"id": "own"', text.replace(self.made["match"], "match"))
        text = re.sub(r'"left_ms": \d+', '"left_ms": "some"', text)
        return re.sub(r'"created": "[^"]*"', '"created": "then"', text)

    def close(self) -> None:
        for person in (self.chooser, *self.viewers.values()):
            person.close()


def untimed(message: Any) -> Any:
    """A message without the number of the last entry before it, if a clock may have sent it."""
    if isinstance(message, dict) and message.get("type") == "changed":
        return {**message, "match": {**message["match"], "number": "some"}}
    return message


@pytest.mark.parametrize("name", SHARED)
def test_nobody_can_tell_what_another_has_chosen(name: str, tmp_path: Path) -> None:
    with threaded(tmp_path, updates_a_second=1000.0) as site:
        for phases, others_first, *choices in pairs_of(name):
            worlds = [World(site, name, phases, others_first, choice) for choice in choices]
            for world in worlds:
                world.probe()
            assert worlds[0].everything() == worlds[1].everything(), (phases, choices)
            for world in worlds:
                world.close()


def differing(site: Threaded, phases: Any, others_first: Any, choices: Any) -> dict[str, set[str]]:
    """What somebody was told in one of two worlds only, while clocks run."""
    worlds = [World(site, "boneyard", phases, others_first, choice, timer_ms=600_000) for choice in choices]
    for world in worlds:
        world.probe()
    one, two = (world.told() for world in worlds)
    assert one.keys() == two.keys()
    for world in worlds:
        world.close()
    return {name: one[name] ^ two[name] for name in one if one[name] != two[name]}


def test_clocks_tell_nobody_what_another_has_chosen(tmp_path: Path) -> None:
    """A clock may tell how a match stands at a moment that falls between two messages in one world only. What tells of
    a choice differs every time."""
    with threaded(tmp_path, updates_a_second=1000.0) as site:
        for phases, others_first, *choices in list(pairs_of("boneyard"))[:4]:
            tries = (differing(site, phases, others_first, choices) for _ in range(3))
            assert not all(tries), (phases, choices)


def test_there_is_a_game_with_secret_choices() -> None:
    """So that the test above compares something: choices of one click and of several, whole ones and parts."""
    lengths = {len(choice) for name in SHARED for *_, one, two in pairs_of(name) for choice in (one, two)}
    assert {0, 1, 2, 3} <= lengths


def test_after_a_restart_nobody_can_tell_either(tmp_path: Path) -> None:
    phases, others_first, *choices = next(pair for pair in pairs_of("boneyard") if len(pair[3]) > len(pair[2]))
    with threaded(tmp_path) as site:
        worlds = [World(site, "boneyard", phases, others_first, choice) for choice in choices]
    with threaded(tmp_path) as site:
        for world in worlds:
            world.site, world.heard, world.viewers = site, {}, {}
            world.ask("lobby", [one for one in site.ask("/api/matches") if one["id"] == world.made["match"]])
            world.late_comers("later")
        assert worlds[0].everything() == worlds[1].everything()


def test_when_all_have_chosen_everybody_knows_everything_and_counts_alike(tmp_path: Path) -> None:
    """Also a program that was away: it gets what it lacks, in the order in which it could be told."""
    with threaded(tmp_path) as site:
        made = site.make("boneyard", "person,person", timer_ms=0)
        one, two = site.sit(made, 0, view="moves"), site.sit(made, 1, view="moves")
        first, second = one.welcome, site.sit(made, view="moves")
        legal = garrison.load("boneyard").new(0).actions(0)[0]
        assert two.act(legal, 1, message_id="a")["number"] == 1
        two.close()
        assert first["number"] == second.number == 0
        assert one.act(legal, 0, message_id="b")["number"] == 2
        again = site.sit(made, 1, view="moves", seen=1)
        assert again.moves == [[0, legal]]
        assert again.act(legal, 1, message_id="a")["number"] == 1, "a repeated message is answered as before"
        one.until(lambda: one.number == 2, "the phase")
        assert one.moves == [[1, legal], [0, legal]]
        second.until(lambda: second.number == 2, "the phase")
        assert site.ask(f"/api/matches/{made['match']}")["number"] == 2


def test_a_choice_is_taken_back_whatever_others_have_chosen_but_not_once_all_have(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make("boneyard", "person,person,person", options={"players": 3}, timer_ms=0)
        people = [site.sit(made, player, view="moves") for player in range(3)]
        legal = garrison.load("boneyard").new(0).actions(0)[0]
        for player in (0, 1):
            people[player].act(legal, player)
        assert people[0].undo(0)["type"] == "ack"
        for player in (0, 2):
            people[player].act(legal, player)
        refused = people[2].undo(2)
        assert refused["reason"] == "illegal"


def test_entries_in_the_order_of_each_viewer() -> None:
    entries = HistoryEntries()
    for player, action, hidden in (
        (0, 5, False),
        (1, 6, True),
        (0, 7, True),
        (1, 8, True),
        (2, 9, False),
        (2, 4, True),
    ):
        entries.add(player, action, hidden)
    assert [entries.known(count, (0,)) for count in range(7)] == [0, 1, 1, 2, 2, 5, 5]
    assert entries.told(0, 6, (0,)) == [[0, 5], [0, 7], [1, 6], [1, 8], [2, 9]]
    assert entries.told(2, 6, (0,)) == [[1, 6], [1, 8], [2, 9]]
    assert entries.told(0, 4, ()) == [[0, 5]]
    assert entries.told(3, 6, (1, 2)) == [[0, 7], [2, 9], [2, 4]]
    assert (entries.place(4, (1,)), entries.place(5, (1,)), entries.place(3, (0,))) == (3, 5, 2)
    assert entries.told(99, 6, ()) == entries.told(5, 5, ()) == []


# --- Secret bits.


def test_every_turn_among_several_people_gets_fresh_bits_and_the_replay_holds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = itertools.count(1)
    monkeypatch.setattr(secrets, "randbits", lambda count: next(given))
    with threaded(tmp_path) as site:
        made = site.make("skirmish", options={"setup": "duel"}, undo=True)
        both = site.sit(made, 0, 1, view="moves")
        live = site.services.registry.matches[made["match"]]
        history = live.journal.history
        both.act(history.position.actions(0)[0], 0)
        taken_back = history.moves[0].bits
        both.undo(0)
        while not history.position.over:
            player = history.position.waiting[0]
            both.act(history.position.actions(player)[0], player)
        wait_until(lambda: live.info.finished, "the end")
        turns = [0, *(index for index, move in enumerate(history.moves[1:], 1) if move.bits)]
        assert len(turns) == int(history.position.state["turn"][0]) > 1
        assert len({move.bits for move in history.moves} - {0, taken_back}) == len(turns)
        text = json.dumps(site.ask(f"/api/matches/{made['match']}/replay"))
        replay = parse(text)
        assert replay.moves == history.moves
        assert replay.verify() == history.position
        end = history.position.copy()
        assert "bits" not in json.dumps(both.heard)
    with threaded(tmp_path) as site:
        site.sit(made)
        assert site.services.registry.matches[made["match"]].journal.shown == end


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("skirmish", {"seats": "person,bot:random"}),
        ("boneyard", {"seats": "person", "options": {"players": 1}, "seed": 5}),
    ],
)
def test_against_bots_and_with_a_chosen_seed_the_seed_is_all(site: Threaded, game: str, wish: dict[str, Any]) -> None:
    made = site.make(game, **wish)
    one = site.sit(made, 0)
    one.act(one.legal()[0])
    live = site.services.registry.matches[made["match"]]
    wait_until(lambda: live.journal.shown_number, "the move")
    assert not any(move.bits for move in live.journal.history.moves)
