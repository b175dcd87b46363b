"""How long people wait: for the list of games, a first step, the first frame in a terminal, a server's first moves, and
for the build of all games and of Siege alone; and how much memory and disk is taken.

python benchmarks/start.py [--cold] [--times 9] [GAME ...]

Run it with the Python of an environment in which the wheel is installed, and it measures that.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from clients import Wire, encode, make_match
from servers import Server, end_tidily

import garrison
from garrison.play.server.wire import messages
from garrison.play.server.wire.new_match_messages import NewMatch, SeatWish

FIRST_STEP = "import garrison; p = garrison.load({!r}).new(1); p.play(p.waiting[0], p.actions(p.waiting[0])[0])"
IDLE = 8.0  # seconds after which a server has loaded all games
DRAWN = 4000  # bytes: more than a terminal is told before there is a frame


def seconds(arguments: list[str]) -> tuple[float, float]:
    """How long a command takes, and how much of that it computes."""
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = os.times()
    computed = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, computed


def medians_of(times: int, arguments: list[str]) -> str:
    """The medians of both, in words; the second hardly depends on what else the machine does."""
    walls, computed = zip(*(seconds(arguments) for _ in range(times)), strict=True)
    return f"{statistics.median(walls):6.2f} s, computing {statistics.median(computed):.2f}"


def memory(program: str) -> float:
    """How many megabytes a process holds in the end."""
    told = "; import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    return float(subprocess.run([sys.executable, "-c", program + told], check=True, capture_output=True).stdout)


def first_frame(name: str) -> float:
    """Seconds until a terminal of 120 x 40 shows the game."""
    import fcntl
    import pty
    import struct
    import termios

    start, size = time.perf_counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        process, terminal = pty.fork()
        if not process:
            os.environ |= {"TERM": "xterm-256color", "GARRISON_DATA_DIR": folder}
            os.execv(sys.executable, [sys.executable, "-m", "garrison", "play", name])
        try:
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
            while size < DRAWN:
                size += len(os.read(terminal, 65536))  # an error if the program ends before
            return time.perf_counter() - start
        finally:
            os.kill(process, 9)
            os.waitpid(process, 0)
            os.close(terminal)


async def first_move(port: int, name: str, start: float) -> float:
    """Seconds from a server's start until it has accepted a move of a game: what is refused is followed by another."""
    game = garrison.load(name)
    seats = [SeatWish("person")] * game.players
    made = await make_match(port, NewMatch(game=name, seats=seats, name="Ada"))
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    wire = await Wire.connect(port, made.match, heard.put_nowait)
    wire.send(encode(messages.Join(tokens=list(made.seats.values()))))
    number, tries = 0, iter(one for one in range(game.facts.actions) if one != game.facts.tick_action)
    while True:
        message = msgspec.json.decode(await heard.get())
        number = message.get("number", number)
        if message["type"] == "ack":
            wire.close()
            return time.perf_counter() - start
        if message["type"] in ("welcome", "refused"):
            action = next(tries)
            wire.send(encode(messages.Act(id=str(action), player=0, action=action, at=number)))


def server(games: Sequence[str]) -> None:
    """How soon a server accepts the first move of every game, and what it holds when it idles."""
    with tempfile.TemporaryDirectory() as folder:
        for name in games:
            garrison.load(name)  # here, so that the server is not made to wait for us
        start = time.perf_counter()
        with Server(f"sqlite:///{folder}/matches.sqlite", Path(folder)) as one:
            print(f"a server answers                      {time.perf_counter() - start:6.2f} s")
            for name in games:
                print(f"it has accepted a move of {name:<12}{asyncio.run(first_move(one.port, name, start)):6.2f} s")
        with Server(f"sqlite:///{folder}/idle.sqlite", Path(folder)) as one:
            time.sleep(IDLE)
            print(f"memory of an idle server              {one.memory / 1e6:6.0f} MB")
            for worker in workers(one):
                print(f"memory of its bots' process           {worker / 1e6:6.0f} MB")


def workers(server: Server) -> list[float]:
    """Bytes that a server's own processes hold."""
    assert server.process is not None
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    lines = [line for child in children for line in Path(f"/proc/{child}/status").read_text().splitlines()]
    return [int(line.split()[1]) * 1024.0 for line in lines if line.startswith("VmRSS")]


def disk() -> None:
    """What everything installed beside Garrison takes, in bytes of files."""
    place = Path(garrison.__file__).parents[1]
    if place.name != "site-packages":
        return
    tools = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence")
    files = [(file, file.stat().st_size) for file in place.rglob("*") if file.is_file()]
    own = [(file, size) for file, size in files if not file.relative_to(place).parts[0].startswith(tools)]
    bytecode = sum(size for file, size in own if file.suffix == ".pyc")
    every = sum(size for _, size in own)
    print(f"installed, without pip and setuptools {every / 1e6:6.0f} MB, of which Python writes {bytecode / 1e6:.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=garrison.game_names(), metavar="GAME")
    parser.add_argument("--times", type=int, default=9, help="measurements, whose median counts")
    parser.add_argument("--cold", action="store_true", help="build everything, too")
    given = parser.parse_args()
    end_tidily()
    print(f"garrison games                        {medians_of(given.times, ['-m', 'garrison', 'games'])}")
    for name in given.games:
        command = ["-c", FIRST_STEP.format(name)]
        seconds(command)  # builds, if still necessary
        print(f"from python to the first step of {name:<12}{medians_of(given.times, command)}")
        print(f"memory after the first step of {name:<12}{memory(FIRST_STEP.format(name)):6.0f} MB")
    for name in given.games:
        frames = [first_frame(name) for _ in range(given.times)]
        print(f"the first frame of {name:<18}{frames[0]:7.2f} s, then {statistics.median(frames):.2f} s")
    server(given.games)
    disk()
    for names in ((), ("siege",)) if given.cold else ():
        with tempfile.TemporaryDirectory() as folder:
            print(f"build of {', '.join(names) or 'all games'}", flush=True)
            environment = {**os.environ, "GARRISON_CACHE_DIR": folder}
            subprocess.run([sys.executable, "-m", "garrison", "build", *names], check=True, env=environment)


if __name__ == "__main__":
    main()
