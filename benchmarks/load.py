"""How many actions a second a server accepts from scripted clients, each on disk before it is acknowledged.

    python benchmarks/load.py [--seconds 10] [--matches 1 20 200] [--idle 1000] [--bots 20] [--postgresql]

The server is a separate process; the clients are in this one, on the same machine. They play random games of Skirmish
generated in advance: a client sends an action when it has seen all those before it.

With `--bots`, a few people play at a human pace: by themselves, while others play that many matches against `random`,
which does not think, and against `hard`. The difference between these two is what thinking costs everybody else.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import uvloop
from clients import Player, Wire, encode, make_match, random_game
from servers import Postgresql, Server, end_tidily

import garrison
from garrison.core.replay import Move
from garrison.play.server.wire.messages import Act, Join, NewMatch, SeatWish

GAMES = 24  # different games, which the matches use in turn
WARM = 1.0  # seconds before the measurement begins
SEATS = [SeatWish("person"), SeatWish("person")]
PEOPLE, PACE = 5, 0.05  # matches among people beside those against bots, and seconds that a person takes
WATCHED = 50  # matches that the idle connections watch


class Script:
    """A game generated in advance, as the messages that play it."""

    def __init__(self, moves: list[Move]) -> None:
        self.wish = NewMatch("skirmish", seats=SEATS)
        self.players = [move.player for move in moves]
        self.messages = [
            encode(Act(str(number), move.player, move.action, number)) for number, move in enumerate(moves)
        ]


class Load:
    """Matches that go as fast as they are answered, and the times that the answers took."""

    def __init__(self, server: Server, scripts: list[Script]) -> None:
        self.server, self.scripts = server, scripts
        self.taken: list[float] = []  # seconds from sending an action to its acknowledgement
        self.problems: list[bytes] = []
        self.measures = self.stopping = False
        self.pace = 0.0  # seconds between an answer and the next action

    async def table(self, made: list[tuple[str, Script, list[str]]]) -> None:
        """Play matches that were made in advance, one after another."""
        for match, script, tokens in made:
            if self.stopping:
                return
            await Game(self, match, script).play(tokens)
        if not self.stopping:
            self.problems.append(b"There were too few matches.")

    async def make(self, count: int, place: int) -> list[tuple[str, Script, list[str]]]:
        """Some matches, with the tokens of their seats."""
        made = []
        for number in range(count):
            script = self.scripts[(place + number) % len(self.scripts)]
            new = await make_match(self.server.port, script.wish)
            made.append((new.match, script, [new.seats["0"], new.seats["1"]]))
        return made

    async def run(self, matches: int, seconds: float, each: int) -> dict[str, float]:
        """Play this many matches at a time."""
        made = [await self.make(each, place) for place in range(matches)]
        await until_quiet(self.server)
        tables = [asyncio.create_task(self.table(one)) for one in made]
        await asyncio.sleep(WARM)
        gc.collect()
        gc.disable()
        begun, before, own = time.perf_counter(), self.server.seconds, _own_seconds()
        self.measures = True
        await asyncio.sleep(seconds)
        self.measures = False
        whole = time.perf_counter() - begun
        server, clients = self.server.seconds - before, _own_seconds() - own
        gc.enable()
        self.stopping = True
        await asyncio.wait(tables, timeout=10)
        assert not self.problems, self.problems[:3]
        taken = sorted(self.taken)
        return {
            "matches": matches,
            "actions/s": len(taken) / whole,
            "p50 ms": taken[len(taken) // 2] * 1000,
            "p99 ms": taken[len(taken) * 99 // 100] * 1000,
            "longest ms": taken[-1] * 1000,
            "server's µs an action": server / len(taken) * 1e6,
            "clients' µs an action": clients / len(taken) * 1e6,
        }


class Game:
    """One match between two clients."""

    def __init__(self, load: Load, match: str, script: Script) -> None:
        self.load, self.match, self.script = load, match, script
        self.wires: list[Wire] = []
        self.seen = [0, 0]  # how many entries each client has been sent
        self.number = 0  # of the action on its way
        self.sent_at = 0.0
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play(self, tokens: list[str]) -> None:
        """Play from the first action to the last, or until told to stop."""
        for player, token in enumerate(tokens):
            self.wires.append(await Wire.connect(self.load.server.port, self.match, self._ear(player)))
            self.wires[player].send(encode(Join([token], view="moves")))
        await self.over
        for wire in self.wires:
            wire.close()

    def _ear(self, player: int) -> Callable[[bytes], None]:
        """What a client does with a message. Its first bytes tell its kind, which is faster than reading it."""
        joined = False

        def heard(data: bytes) -> None:
            nonlocal joined
            if data.startswith(b'{"type":"moves"'):
                self.seen[player] += 1
                self._go_on(player)
            elif data.startswith(b'{"type":"ack"'):
                self._acknowledged()
            elif data.startswith(b'{"type":"welcome"') and not joined:
                joined = True
                if player == 1:  # both are there
                    self._send()
            elif data.startswith(b'{"type":"refused"'):
                self.load.problems.append(data)

        return heard

    def _acknowledged(self) -> None:
        if self.load.measures:
            self.load.taken.append(time.perf_counter() - self.sent_at)
        self.number += 1
        if self.number == len(self.script.messages) or self.load.stopping:
            if not self.over.done():
                self.over.set_result(None)
            return
        self._go_on(self.script.players[self.number])

    def _go_on(self, player: int) -> None:
        """A client sends its action as soon as it has seen the previous one, and that one is acknowledged."""
        number = self.number
        if self.seen[player] == number and not self.over.done() and self.script.players[number] == player:
            asyncio.get_running_loop().call_later(self.load.pace, self._send) if self.load.pace else self._send()

    def _send(self) -> None:
        number = self.number
        self.sent_at = time.perf_counter()
        self.wires[self.script.players[number]].send(self.script.messages[number])


async def until_quiet(server: Server) -> None:
    """Wait: a server that has just started still loads games, which must not be measured."""
    before = -1.0
    while server.seconds - before > 0.02:
        before = server.seconds
        await asyncio.sleep(0.5)


def _own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def idle(server: Server, count: int) -> dict[str, float]:
    """The server's memory with this many browsers watching some matches while nothing happens."""
    await make_match(server.port, NewMatch("skirmish", seats=SEATS))  # loads the game
    await until_quiet(server)
    before = server.memory
    wish = NewMatch("skirmish", seats=SEATS)
    names = [(await make_match(server.port, wish)).match for _ in range(min(WATCHED, count))]
    heard, wires = 0, []

    def hear(data: bytes) -> None:
        nonlocal heard
        heard += data.startswith(b'{"type":"welcome"')

    for number in range(count):
        wires.append(await Wire.connect(server.port, names[number % len(names)], hear, compresses=True))
        wires[-1].send(encode(Join()))
    for _ in range(600):
        if heard == count:
            break
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    assert heard == sum(wire.is_open for wire in wires) == count, f"Only {heard} of {count} were welcomed."
    after = server.memory
    for wire in wires:
        wire.close()
    return {
        "connections": count,
        "MB before": before / 1e6,
        "MB": after / 1e6,
        "kB each": (after - before) / count / 1e3,
    }


async def against_bot(server: Server, bot: str, seed: int) -> Player:
    """A person who plays at random, and at once, in a match against a bot."""
    made = await make_match(
        server.port, NewMatch("skirmish", seats=[SeatWish("person"), SeatWish("bot", bot)], seed=seed)
    )
    token = made.seats["0"]
    return Player(f"p{seed}", (server.port,), made.match, garrison.load("skirmish"), seed, 0, token, Random(seed))


async def beside_bots(server: Server, games: list[Script], bots: int, bot: str, seconds: float) -> dict[str, float]:
    """How long people's moves take while bots think."""
    await until_quiet(server)
    players = [await against_bot(server, bot, seed) for seed in range(bots)]
    load = Load(server, games)
    load.pace = PACE
    made = [await load.make(2, place) for place in range(PEOPLE)]
    tables = [asyncio.create_task(load.table(one)) for one in made]
    tables += [asyncio.create_task(player.run()) for player in players]
    await asyncio.sleep(2 * WARM)
    load.measures = True
    await asyncio.sleep(seconds)
    load.stopping = True
    for player in players:
        player.stopping = True
    await asyncio.wait(tables, timeout=10)
    assert not load.problems, load.problems[:3]
    taken, thought = sorted(load.taken), sum(entry[0] == 1 for player in players for entry in player.entries)
    places = {"p50 ms": len(taken) // 2, "p99 ms": len(taken) * 99 // 100, "longest ms": -1}
    return {"matches against bots": bots, "bots' actions": thought, "people's actions": len(taken)} | {
        name: taken[place] * 1000 for name, place in places.items()
    }


def shown(result: dict[str, float]) -> str:
    """Figures in a line."""
    return "  ".join(
        f"{name} {value:,.{0 if value >= 100 or value == int(value) else 1}f}" for name, value in result.items()
    )


def scripts() -> list[Script]:
    """Games of Skirmish, generated in advance."""
    game = garrison.load("skirmish")
    return [Script(random_game(game, seed)) for seed in range(GAMES)]


def measure(url: str, folder: Path, chosen: argparse.Namespace) -> None:
    """Every measurement on a server of its own."""
    games = scripts()
    for matches in chosen.matches:
        # Enough games even for a server much faster than any so far.
        each = int((chosen.seconds + 3) * 20_000 / matches / 500) + 2
        with Server(url, folder) as server:
            print(shown(uvloop.run(Load(server, games).run(matches, chosen.seconds, each))), flush=True)
    for bots, bot in ((0, "nobody"), (chosen.bots, "random"), (chosen.bots, "hard")) if chosen.bots else ():
        with Server(url, folder) as server:
            found = uvloop.run(beside_bots(server, games, bots, bot, chosen.seconds))
            print(f"beside {bot}:", shown(found), flush=True)
    if chosen.idle:
        with Server(url, folder) as server:
            print(shown(uvloop.run(idle(server, chosen.idle))), flush=True)


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--matches", type=int, nargs="*", default=[1, 20, 200])
    parser.add_argument("--idle", type=int, default=1000)
    parser.add_argument("--bots", type=int, default=0)
    parser.add_argument("--postgresql", action="store_true")
    chosen = parser.parse_args()
    end_tidily()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="garrison-load-")))
        url = f"sqlite:///{folder / 'matches.sqlite'}"
        if chosen.postgresql:
            url = stack.enter_context(Postgresql()).url
        measure(url, folder, chosen)


if __name__ == "__main__":
    main()
