"""Messages that no client of ours would send: malformed, oversized, out of order, with wrong tokens. The server has to
answer each with a sentence or hang up; it must not crash, show a traceback, or change any match.

    python benchmarks/hostile.py [--messages 100000] [--relatives 0] [--seed 0]

Drawing a message takes longer than sending it, so each conversation can be repeated with messages that differ from the
drawn ones in a few bytes: `--relatives 9` makes ten conversations out of one.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from clients import (
    BINARY,
    COMPILING,
    PATIENCE,
    TEXT,
    Gone,
    Wire,
    decode,
    encode,
    game_of,
    make_match,
    raw_request,
    request,
)
from faults import read_entries
from hostile_strategies import OUTSIDERS, ROLES, Case, batches, relative_of
from hypothesis import HealthCheck, Phase, given, seed, settings
from servers import Server, end_tidily
from sqlalchemy import create_engine, select

import garrison
from garrison.core.replay import Replay
from garrison.play.history import HistoryEntry, remaining
from garrison.play.server.store.tables import matches, seats
from garrison.play.server.wire import codec, messages

PERSON = messages.SeatWish("person")
TARGETS = {
    "skirmish": messages.NewMatch("skirmish", seats=[PERSON, PERSON], undo=False),
    "private": messages.NewMatch("boneyard", options={"players": 2}, seats=[PERSON, PERSON], private=True),
    "minefield": messages.NewMatch("minefield", seats=[PERSON], seed=3),
}
ANSWERS = (messages.Welcome, messages.Refused, messages.Acknowledged, messages.Pong)
PING = Case("text", encode(messages.Ping()))
HUNG_UP = b""  # heard when there is nothing more to hear
ROUND = 100  # examples that Hypothesis makes at a time
TRACES = (b"Traceback", b'File "', b".py", b"Exception")


class Talk:
    """A conversation with the server, as long as it lasts."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[bytes] = asyncio.Queue()
        self.wire: Wire

    @classmethod
    async def begin(cls, port: int, match: str) -> Talk:
        """Connect to a match."""
        talk = cls()
        talk.wire = await Wire.connect(port, match, talk.heard.put_nowait)
        talk.wire.lost.add_done_callback(lambda _: talk.heard.put_nowait(HUNG_UP))
        return talk

    def send(self, cases: list[Case]) -> int:
        """Send all of these; how many answers there have to be."""
        for case in cases:
            if case.kind == "bytes":
                self.wire.send_bytes(case.data)
            else:
                self.wire.send(case.data, BINARY if case.kind == "binary" else TEXT)
        # Bytes that are not a frame may be the beginning of one: the server then waits for the rest, and whatever
        # comes after them may be taken for it.
        kinds = [case.kind for case in cases]
        return kinds.index("bytes") if "bytes" in kinds else len(kinds)


class Attack:
    """A server under attack, and what it has said."""

    def __init__(self, server: Server, relatives: int = 0) -> None:
        self.server, self.relatives = server, relatives
        self.runner = asyncio.Runner()
        self.sent: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.made = {name: self.runner.run(make_match(server.port, wish)) for name, wish in TARGETS.items()}
        self.legal: list[int] = []  # what the player to act in Skirmish may do
        self.number = 0
        self.runner.run(self._begin())
        self.before = self.snapshot()

    async def _begin(self) -> None:
        """Play the first moves of Skirmish, so that there is something to damage."""
        position = garrison.load("skirmish").new(TARGETS["skirmish"].seed or 0)
        made, wires, heard = self.made["skirmish"], [], asyncio.Queue[bytes]()
        for token in made.seats.values():
            wires.append(await Wire.connect(self.server.port, made.match, heard.put_nowait))
            wires[-1].send(encode(messages.Join([token], view="moves")))
        while position.waiting == (0,) or self.number < 6:
            player = position.waiting[0]
            action = position.actions(player)[-1]
            wires[player].send(encode(messages.Act(f"first{self.number}", player, action, self.number)))
            while not isinstance(decode(await asyncio.wait_for(heard.get(), COMPILING)), messages.Acknowledged):
                pass
            position.play(player, action)
            self.number += 1
        self.legal = position.actions(1)
        for wire in wires:
            wire.close()

    # --- What must not change.

    def snapshot(self) -> list[Any]:
        """Everything about the matches: their rows, their histories, where these lead, and what a client is sent."""
        names = sorted(made.match for made in self.made.values())
        engine = create_engine(self.server.database)
        with engine.connect() as connection:
            kept = [column for column in matches.c if column is not matches.c.clocks]  # which tell who has been away
            rows: list[Any] = list(connection.execute(select(*kept).where(matches.c.id.in_(names)).order_by("id")))
            query = select(seats).where(seats.c.match.in_(names)).order_by("match", "player")
            rows += list(connection.execute(query))
        engine.dispose()
        stored = read_entries(self.server.database)
        for name, made in self.made.items():
            played = stored.get(made.match, [])
            moves = remaining(HistoryEntry(row.player, row.action) for row in played)
            game = game_of(TARGETS[name])
            end = Replay(game, TARGETS[name].seed or 0, moves).verify().to_bytes()
            rows += [played, end, self.runner.run(self._told(name))]
        return rows

    async def _told(self, name: str) -> Any:
        """What the host of a match is sent about it."""
        heard = asyncio.Queue[bytes]()
        wire = await Wire.connect(self.server.port, self.made[name].match, heard.put_nowait)
        wire.send(encode(messages.Join(host=self.made[name].host, view="moves")))
        while not isinstance(welcome := decode(await asyncio.wait_for(heard.get(), COMPILING)), messages.Welcome):
            pass
        wire.close()
        return welcome.moves, welcome.match.paused, welcome.match.private, [seat.kind for seat in welcome.match.seats]

    # --- The attack.

    def run(self, goal: int, first_seed: int = 0) -> None:
        """Send this many messages, then check that everything is as it was.

        What Hypothesis draws from a seed depends on which modules are loaded, so that everybody has a turn is not left
        to it.
        """
        for role in (*ROLES, *OUTSIDERS):
            self.runner.run(self._send(role, [[PING]]))
        for number in itertools.count(first_seed):
            self._round(number)
            assert self.server.runs, f"The server has crashed:\n{self.server.said()[-3000:]}"
            if self.sent.total() >= goal:
                break
        assert self.snapshot() == self.before, "A match has changed."
        said = self.server.said()
        assert "Traceback" not in said, said[-3000:]

    def _round(self, number: int) -> None:
        dice = Random(number)

        @seed(number)
        @settings(
            max_examples=ROUND,
            database=None,
            deadline=None,
            phases=(Phase.generate,),  # shrinking a case that ends in silence would take hours
            suppress_health_check=list(HealthCheck),
            print_blob=False,
        )
        @given(batches)
        def attack(batch: tuple[str, list[Case]]) -> None:
            role, cases = batch
            further = range(self.relatives if role != "http" else 0)
            self.runner.run(self._send(role, [cases, *([relative_of(case, dice) for case in cases] for _ in further)]))

        attack()

    async def _send(self, role: str, rounds: list[list[Case]]) -> None:
        if role == "http":
            for case in itertools.chain(*rounds):
                await self._ask(case)
        elif role == "stranger":  # most of what they send ends the conversation
            await self._converse("skirmish", b"", [[case] for case in itertools.chain(*rounds)])
        else:
            match, join = self._join(role)
            is_player = role.startswith("player")
            unfair = [[case for case in cases if not (is_player and self._is_fair(case))] for cases in rounds]
            await self._converse(match, encode(join), [cases for cases in unfair if cases])

    def _join(self, role: str) -> tuple[str, messages.Join]:
        """How somebody in this role joins, and which match."""
        own, private = self.made["skirmish"], self.made["private"]
        return {
            "watcher": ("skirmish", messages.Join()),
            "wrong token": ("skirmish", messages.Join([own.seats["0"][:-1] + "-", private.seats["0"]], "x", "y")),
            "wrong match": ("minefield", messages.Join([own.seats["1"], own.host], own.host, own.invite)),
            "intruder": ("private", messages.Join([own.seats["0"]], own.host, own.invite)),
            "player 0": ("skirmish", messages.Join([own.seats["0"]], view="moves")),
            "player 1": ("skirmish", messages.Join([own.seats["1"]], view="moves")),
        }[role]

    def _is_fair(self, case: Case) -> bool:
        """Whether a player may legitimately send this, so that it would rightly change the match."""
        try:
            message = codec.read(case.data)
        except codec.Unreadable:
            return False
        if isinstance(message, messages.Act):
            return message.player == 1 and message.action in self.legal
        return not isinstance(message, messages.Undo | messages.Join | messages.Ping)

    async def _converse(self, match: str, join: bytes, rounds: list[list[Case]]) -> None:
        """Join and send, and go on until the server hangs up; then begin again. Every message is answered."""
        talk: Talk | None = None
        for cases in rounds:
            if talk is None or not talk.wire.is_open:
                talk = await Talk.begin(self.server.port, self.made[match].match)
                await self._listen(talk, talk.send([Case("text", join)] if join else []))
            self.sent.update(case.kind for case in cases)
            await self._listen(talk, talk.send([*cases, PING]))
            if cases[-1].kind == "bytes":
                talk.wire.close()
        if talk is not None:
            talk.wire.close()

    async def _listen(self, talk: Talk, expected: int) -> None:
        """Listen until everything is answered, or the server has hung up."""
        answered = 0
        while answered < expected:
            try:
                data = await asyncio.wait_for(talk.heard.get(), PATIENCE)
            except TimeoutError:
                raise AssertionError(f"{expected - answered} messages were not answered.") from None
            if data == HUNG_UP:
                self.answers["hung up"] += 1
                return
            answered += isinstance(self._check(data), ANSWERS)

    def _check(self, data: bytes) -> Any:
        assert not any(trace in data for trace in TRACES), data
        answer = decode(data)
        self.answers[getattr(answer, "reason", type(answer).__name__.lower())] += 1
        return answer

    async def _ask(self, case: Case) -> None:
        """An HTTP request, or something that is not one."""
        self.sent[case.kind] += 1
        try:
            if case.kind == "bytes":
                status, answer = await raw_request(self.server.port, case.data, 0.1)
            else:
                path = case.path.replace("MATCH", self.made["skirmish"].match)
                status, answer = await request(self.server.port, case.method, path, case.data)
        except Gone:
            self.answers["no answer"] += 1  # to something that is not a request, or half of one
            assert self.server.runs, "The server has crashed."
            return
        self.answers[f"HTTP {status}"] += 1
        is_unbuilt = status == 503 and not case.path.startswith("/api")  # the pages, in a checkout
        assert status < 500 or is_unbuilt, (status, case, answer)
        # A rulebook or a page may well say .py; a refusal may not.
        assert status < 400 or not any(trace in answer for trace in TRACES), (status, case, answer)


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--relatives", type=int, default=0, help="further conversations like each drawn one")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    end_tidily()
    with tempfile.TemporaryDirectory(prefix="garrison-hostile-") as name:
        folder, begun = Path(name), time.monotonic()
        with Server(f"sqlite:///{folder / 'matches.sqlite'}", folder) as server:
            attack = Attack(server, chosen.relatives)
            attack.run(chosen.messages, chosen.seed)
            memory = server.memory / 1e6
    print(f"{attack.sent.total():,} messages in {time.monotonic() - begun:.0f} s: {dict(attack.sent)}")
    print(f"Answers: {dict(attack.answers)}")
    print(f"The server has {memory:.0f} MB now; it has not crashed or shown a traceback, and no match has changed.")


if __name__ == "__main__":
    main()
