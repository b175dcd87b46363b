"""Matches played while the server is killed again and again. No acknowledged move may be lost, none may be played
twice, and everybody has to end up where the match's history leads.

    python benchmarks/faults.py                 SQLite
    python benchmarks/faults.py --postgresql    two processes on a PostgreSQL that is killed once as well
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from clients import Player, game_of, make_match, patiently
from servers import Postgresql, Server, end_tidily
from sqlalchemy import create_engine, select

from garrison.core.replay import Replay
from garrison.play.history import HistoryEntry, remaining
from garrison.play.server.store.secrecy import HistoryEntries
from garrison.play.server.store.tables import history_entries
from garrison.play.server.wire.messages import NewMatch, SeatWish

PERSON, BOT = SeatWish("person"), SeatWish("bot", "random")
# Matches of two players, and of one player with a spectator. Players keep a copy of their match; where chance decides,
# they need the seed for that, and nobody who plays with others gets one.
WISHES = (
    NewMatch("skirmish", seats=[PERSON, PERSON]),
    NewMatch("boneyard", options={"players": 2}, seats=[PERSON, BOT]),
    NewMatch("minefield", seats=[PERSON]),
    NewMatch("skirmish", seats=[PERSON, PERSON], undo=False),
    NewMatch("skirmish", seats=[PERSON, BOT]),
)
IN_PLAY = 0.9  # of the plugs are pulled after a move was acknowledged since the last one, the others at any moment
SETTLE = 60.0  # seconds by which everybody has to have seen everything


@dataclass
class Played:
    """A match and those who were there."""

    match: str
    players: list[Player]
    tasks: list[asyncio.Task[None]]

    @property
    def is_over(self) -> bool:
        """Whether everybody has seen its end."""
        return all(one.history.position.over and one.waiting_for is None for one in self.players)

    async def stop(self) -> None:
        """Everybody leaves; what went wrong for one of them is raised."""
        for player in self.players:
            player.stopping = True
        await asyncio.gather(*self.tasks)


@dataclass
class Arena:
    """Tables at which matches are played one after another."""

    servers: list[Server]
    dice: Random
    played: list[Played] = field(default_factory=list)
    stopping: bool = False

    @property
    def players(self) -> list[Player]:
        """Everybody who has played or watched so far."""
        return [player for played in self.played for player in played.players]

    async def table(self, wish: NewMatch) -> None:
        """Play one match after another."""
        while not self.stopping:
            played = await self._begin(wish)
            while not self.stopping and not played.is_over:
                await asyncio.sleep(0.1)
                for task in played.tasks:
                    if task.done():
                        task.result()
            if not self.stopping:
                await played.stop()

    async def _begin(self, wish: NewMatch) -> Played:
        seed, place = self.dice.randrange(2**32), len(self.played)
        is_alone = wish.seats.count(PERSON) == 1
        wish = msgspec.structs.replace(wish, seed=seed if is_alone else None)
        game, ports = game_of(wish), tuple(server.port for server in self.servers)
        made = await patiently(lambda: make_match(self.dice.choice(ports), wish))
        players = []
        for number in range(2):
            token = made.seats.get(str(number), "")
            dice, seat = Random(self.dice.random()), number if token else -1
            player = Player(f"m{place}p{number}", ports, made.match, game, seed, seat, token, dice)
            player.undo_odds, player.pause = 0.1, 0.3 if game.facts.tick_ms else 0.0
            players.append(player)
        played = Played(made.match, players, [asyncio.create_task(player.run()) for player in players])
        self.played.append(played)
        return played

    async def settle(self) -> None:
        """Everybody stops playing. After a last restart, real time stands still and everybody sees the same history."""
        self.stopping = True
        here = [player for player in self.players if not player.stopping]
        for player in here:
            player.is_quiet = True
        await self._until(lambda: all(player.waiting_for is None for player in here), "every move is answered")
        for server in self.servers:
            await restart(server)
        lists = await asyncio.to_thread(read_entries, self.servers[0].database)
        await self._until(
            lambda: all(player.entries == told(player, lists.get(player.match, [])) for player in here),
            "everything is seen",
        )
        for played in self.played:
            await played.stop()

    async def moves(self) -> None:
        """Wait until a move is acknowledged: on a slow machine, a server takes its time until matches go on."""
        before = self._acknowledged
        await self._until(lambda: self._acknowledged > before, "a move was acknowledged")

    @property
    def _acknowledged(self) -> int:
        return sum(player.acknowledged for player in self.players)

    async def _until(self, done: Any, what: str) -> None:
        until = time.monotonic() + SETTLE
        while not done():
            for task in (task for played in self.played for task in played.tasks if task.done()):
                task.result()
            if time.monotonic() > until:
                raise AssertionError(f"It took too long until {what}.")
            await asyncio.sleep(0.05)


async def restart(server: Server) -> None:
    """Kill a server and start it again."""
    server.kill()
    server.start()
    await asyncio.to_thread(server.wait)


async def pull_plugs(arena: Arena, kills: int, longest: float, dice: Random, database: Any) -> None:
    """Kill servers at random moments, mostly in the middle of play; halfway, the database too."""
    servers = arena.servers
    for kill in range(kills):
        if kill == 0 or dice.random() < IN_PLAY:
            await arena.moves()
        await asyncio.sleep(dice.uniform(0.0, longest))
        await restart(dice.choice(servers))
        if database is not None and kill == kills // 2:
            database.kill()
            await asyncio.sleep(0.5)
            await asyncio.to_thread(database.start)
            for server in servers:
                await asyncio.to_thread(server.wait)


def read_entries(url: str) -> dict[str, list[Any]]:
    """What is on disk: the history of every match."""
    found: dict[str, list[Any]] = {}
    engine = create_engine(url)
    with engine.connect() as connection:
        for row in connection.execute(
            select(history_entries).order_by(history_entries.c.match, history_entries.c.number)
        ):
            found.setdefault(row.match, []).append(row)
    engine.dispose()
    return found


def check(played: Played, rows: list[Any]) -> None:
    """Raise if something acknowledged is missing, something was played twice, or somebody ended up elsewhere."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1)), f"{played.match}: there are gaps"
    where: dict[str, int] = {}
    for row in rows:
        for name in set(row.message.split()):
            assert name not in where, f"{name} was played twice: entries {where[name]} and {row.number}"
            where[name] = row.number
    for player in played.players:
        check_player(player, rows, where)
        moves = remaining(HistoryEntry(*entry) for entry in told(player, rows))
        end = Replay(player.game, player.seed, moves).verify()
        assert player.history.position == end, f"{player.name} ended in another position"


def kept(rows: list[Any]) -> HistoryEntries:
    """What is on disk of a match, and who may know it."""
    found = HistoryEntries()
    for row in rows:
        found.add(row.player, row.action, row.hidden)
    return found


def told(player: Player, rows: list[Any]) -> list[list[int]]:
    """What a player should have been sent of what is on disk."""
    return kept(rows).told(0, len(rows), (player.seat,))


def check_player(player: Player, rows: list[Any], where: dict[str, int]) -> None:
    """What one player was sent has to be what is on disk."""
    assert player.entries == told(player, rows), f"{player.name} was sent different entries"
    for name, sent in player.sent.items():
        if not sent.number:
            assert name not in where, f"{name} was refused but played"
            continue
        assert name in where, f"{name} was acknowledged as {sent.number} but is lost"
        row, action = rows[where[name] - 1], getattr(sent.message, "action", -1)
        place = kept(rows).place(row.number, (player.seat,))
        assert place == sent.number, f"{name} was acknowledged as {sent.number} but is {place}"
        assert (row.player, row.action) == (player.seat, action), f"{name} became something else"


async def play(
    servers: list[Server], matches: int, kills: int, longest: float, seed: int, database: Any = None
) -> dict[str, Any]:
    """The whole test on running servers; figures about it."""
    arena, dice, begun = Arena(servers, Random(seed)), Random(seed + 1), time.monotonic()
    tables = [asyncio.create_task(arena.table(WISHES[place % len(WISHES)])) for place in range(matches)]
    try:
        plugs = asyncio.create_task(pull_plugs(arena, kills, longest, dice, database))
        await asyncio.wait([plugs, *tables], return_when=asyncio.FIRST_COMPLETED)
        arena.stopping = True
        await asyncio.gather(*tables)
        await plugs
        await arena.settle()
    finally:
        for task in [plugs, *tables, *(task for played in arena.played for task in played.tasks)]:
            task.cancel()
    lists = read_entries(servers[0].database)
    for played in arena.played:
        check(played, lists.get(played.match, []))
    return figures(arena, lists, time.monotonic() - begun)


def figures(arena: Arena, lists: dict[str, list[Any]], seconds: float) -> dict[str, Any]:
    """What happened, in numbers."""
    players = arena.players
    sent = [one for player in players for one in player.sent.values()]
    refused: Counter[str] = Counter()
    for player in players:
        refused.update(player.refused)
    return {
        "seconds": round(seconds),
        "starts of servers": sum(server.starts for server in arena.servers),
        "matches": len(arena.played),
        "matches that ended": sum(played.is_over for played in arena.played),
        "clients": len(players),
        "connections": sum(player.connections for player in players),
        "entries on disk": sum(len(lists.get(played.match, ())) for played in arena.played),
        "moves acknowledged": sum(one.number > 0 for one in sent),
        "moves sent again": sum(player.sendings for player in players) - len(sent),
        "refused": dict(refused),
        "tracebacks": sum(server.said().count("Traceback") for server in arena.servers),
    }


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument(
        "--longest",
        type=float,
        default=3.0,
        help="seconds that matches go on before the next kill",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgresql", action="store_true")
    chosen = parser.parse_args()
    end_tidily()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="garrison-faults-")))
        database = stack.enter_context(Postgresql()) if chosen.postgresql else None
        url = database.url if database else f"sqlite:///{folder / 'matches.sqlite'}"
        servers = [stack.enter_context(server) for server in servers_on(url, folder, 2 if database else 1)]
        result = asyncio.run(play(servers, chosen.matches, chosen.kills, chosen.longest, chosen.seed, database))
    for name, value in result.items():
        print(f"{name:<20}{value}")
    print("Nothing acknowledged was lost, nothing was played twice, everybody ended in the same position.")


def servers_on(url: str, folder: Path, count: int) -> list[Server]:
    """Some servers on one database, not started yet."""
    folders = [folder / f"server{number}" for number in range(count)]
    for one in folders:
        one.mkdir()
    return [Server(url, one, bot_delay=0.02, lock_every=0.3, load_ahead=0) for one in folders]


if __name__ == "__main__":
    main()
