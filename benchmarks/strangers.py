"""What a stranger tries, each as one coroutine that runs until a given time; from 127.0.0.2 to loopback only."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from servers import HOST

import garrison
from garrison.core.replay import Move, Replay

STRANGER = ("127.0.0.2", 0)
LONGEST = 300_000  # actions of a replay that a server takes
Attack = Callable[[int, float], Awaitable[None]]
ATTACKS: dict[str, Attack] = {}


def attack(function: Attack) -> Attack:
    """Register an attack under its name."""
    ATTACKS[function.__name__] = function
    return function


async def ask(port: int, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
    """A request from the stranger's address; status 0 if the server hung up."""
    head = (
        f"{method} {path} HTTP/1.1\r\nhost: {HOST}:{port}\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    with suppress(OSError, TimeoutError):
        reader, writer = await asyncio.open_connection(HOST, port, local_addr=STRANGER)
        try:
            writer.write(head.encode() + body)
            answer = await asyncio.wait_for(reader.read(-1), 20)
        finally:
            writer.close()
        words = answer.split(b" ", 2)
        if len(words) > 1 and words[1].isdigit():
            return int(words[1]), answer.partition(b"\r\n\r\n")[2]
    return 0, b""


async def crowd(count: int, end: float, once: Callable[[], Awaitable[object]]) -> None:
    """Do the same thing again and again, several at a time."""

    async def one() -> None:
        while time.monotonic() < end:
            await once()
            await asyncio.sleep(0.001)

    await asyncio.gather(*(one() for _ in range(count)))


def replay_of(moves: list[Move], **changed: object) -> bytes:
    """A replay of Minefield, with some of its parts changed, in as few bytes as possible."""
    contents = json.loads(Replay(garrison.load("minefield"), 7, moves).to_json())
    return json.dumps({**contents, **changed}, separators=(",", ":")).encode()


@attack
async def guessing_names(port: int, end: float) -> None:
    """Replays of another version with thousands of unknown parameters."""
    text = replay_of([], rules_version=99, rules={f"parameter_{number:05}": 1 for number in range(4000)})
    await crowd(8, end, lambda: ask(port, "POST", "/api/replays", text))


@attack
async def names_that_cannot_be_stored(port: int, end: float) -> None:
    """Variants with half characters, zero bytes and 65 characters, and matches made with them."""
    dice = Random(1)

    async def once() -> None:
        variant = dice.choice(["\ud800", "a\0b", "x" * 65, "x" * 1_000_000])
        _, answer = await ask(port, "POST", "/api/replays", replay_of([], variant=variant))
        name = json.loads(answer or b"{}").get("id", "f-none")
        await ask(
            port, "POST", "/api/matches", json.dumps({"game": "minefield", "replay": name, "name": "a\0"}).encode()
        )

    await crowd(8, end, once)


@attack
async def filling_the_disk(port: int, end: float) -> None:
    """Replays of other versions, full of junk, each one different."""
    dice = Random(2)

    async def once() -> None:
        junk = {f"x{dice.random()}": "y" * 1_800_000}
        await ask(port, "POST", "/api/replays", replay_of([], rules_version=99, rules=junk, seed=dice.getrandbits(60)))

    await crowd(4, end, once)


@attack
async def long_matches(port: int, end: float) -> None:
    """Matches that start with as many actions as possible."""
    wish = {"game": "minefield", "replay": await shared(port, 45_000), "number": 45_000}
    await crowd(4, end, lambda: ask(port, "POST", "/api/matches", json.dumps(wish).encode()))


async def shared(port: int, length: int, seed: int = 7) -> str:
    """The name of a long replay that the server has; without it, there would be nothing to attack with."""
    status, answer = await ask(port, "POST", "/api/replays", patient_replay(length, seed))
    if status != 200:
        raise RuntimeError(f"The server does not take a replay of {length:,} actions: {status} {answer[:200]!r}.")
    return str(json.loads(answer)["id"])


def patient_replay(length: int, seed: int) -> bytes:
    """A long game, in which there is nobody to be caught by."""
    patience = {"start_x": 0, "start_y": 0, "enemy_period": 1_000_000_000, "max_steps": 1_000_000}
    game = garrison.load("minefield", rules=patience)
    return replay_of([Move(0, 0)] * length, rules=game.parameters, rules_hash=game.rules_hash, seed=seed)


@attack
async def many_matches(port: int, end: float) -> None:
    """As many matches as possible, four hundred at once."""
    wish = json.dumps({"game": "minefield", "seats": [{"kind": "person"}]}).encode()
    await crowd(400, end, lambda: ask(port, "POST", "/api/matches", wish))


@attack
async def dear_reads(port: int, end: float) -> None:
    """Frames of a replay, sixty at once."""
    name, dice = await shared(port, 2000), Random(3)
    await crowd(60, end, lambda: ask(port, "GET", f"/api/replays/{name}/frames?first={dice.randrange(1800)}&count=200"))


@attack
async def one_byte_at_a_time(port: int, end: float) -> None:
    """Bodies that arrive byte by byte."""

    head = f"POST /api/replays HTTP/1.1\r\nhost: {HOST}:{port}\r\ntransfer-encoding: chunked\r\n\r\n"
    await crowd(4, end, lambda: send_all(port, head.encode() + b"1\r\nx\r\n" * 600_000))


@attack
async def half_requests(port: int, end: float) -> None:
    """Requests that are never completed, as many as are let in."""
    kept = []
    while time.monotonic() < end:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(HOST, port, local_addr=STRANGER)
            writer.write(b"GET /api/games HTTP/1.1\r\nhost: loc")
            kept.append(writer)
        kept = [writer for writer in kept if not writer.is_closing()][-1200:]
        await asyncio.sleep(0.002)


@attack
async def pings(port: int, end: float) -> None:
    """WebSockets that send nothing but pings, as many as fit."""
    _, answer = await ask(port, "POST", "/api/matches", b'{"game": "minefield", "seats": [{"kind": "person"}]}')
    path = f"/api/matches/{json.loads(answer or b'{}').get('match', 'none')}/socket"

    async def once() -> None:
        with suppress(OSError):
            writer = await open_socket(port, path)
            writer.write(b"\x89\x80\0\0\0\0" * 20_000)
            await writer.drain()
            writer.close()

    await crowd(16, end, once)


@attack
async def many_requests_at_once(port: int, end: float) -> None:
    """Thousands of requests on one connection, before the first answer."""
    await crowd(4, end, lambda: send_all(port, f"GET /x HTTP/1.1\r\nhost: {HOST}:{port}\r\n\r\n".encode() * 7000))


@attack
async def endless_headers(port: int, end: float) -> None:
    """Requests whose headers never end."""
    head = f"GET /x HTTP/1.1\r\nhost: {HOST}:{port}\r\n".encode()
    await crowd(4, end, lambda: send_all(port, head + b"x-word: y\r\n" * 500_000))


async def send_all(port: int, data: bytes) -> None:
    """Send as much as is taken."""
    with suppress(OSError):
        _, writer = await asyncio.open_connection(HOST, port, local_addr=STRANGER)
        try:
            writer.write(data)
            await writer.drain()
        finally:
            writer.close()


async def open_socket(port: int, path: str) -> asyncio.StreamWriter:
    """A WebSocket of which nobody reads the answers; the server is not waited for."""
    _, writer = await asyncio.open_connection(HOST, port, local_addr=STRANGER)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f"GET {path} HTTP/1.1", f"host: {HOST}:{port}", "upgrade: websocket", "connection: upgrade"]
    writer.write("\r\n".join([*lines, "sec-websocket-version: 13", f"sec-websocket-key: {key}", "", ""]).encode())
    return writer


# --- What came later: talking, hints, analyses, the lab, lessons, pictures.


async def shouting(port: int, end: float, wish: bytes, message: dict[str, object]) -> None:
    """Many matches of one's own; in each, the same message again and again, as a player of it."""
    dice = Random(4)

    async def once() -> None:
        made = json.loads((await ask(port, "POST", "/api/matches", wish))[1] or b"{}")
        with suppress(OSError):
            writer = await open_socket(port, f"/api/matches/{made.get('match', 'none')}/socket")
            send(writer, {"type": "join", "tokens": list(made.get("seats", {}).values())})
            while time.monotonic() < end and not writer.is_closing():
                send(writer, {**message, "id": f"{dice.getrandbits(60):x}"})
                await writer.drain()
                await asyncio.sleep(0.002)
            writer.close()

    await crowd(32, end, once)


def send(writer: asyncio.StreamWriter, message: dict[str, object]) -> None:
    """A message of fewer than 64 kB; the mask is all zeros."""
    data = json.dumps(message).encode()
    writer.write(bytes((0x81, 0x80 | 126)) + len(data).to_bytes(2, "big") + b"\0\0\0\0" + data)


@attack
async def talking_without_end(port: int, end: float) -> None:
    """Messages of the greatest length to oneself, from two seats."""
    wish = json.dumps({"game": "skirmish", "seats": [{"kind": "person"}] * 2}).encode()
    await shouting(port, end, wish, {"type": "say", "player": 0, "text": "\N{GRINNING FACE}" * 200})


@attack
async def many_hints(port: int, end: float) -> None:
    """Hints in many matches at once."""
    wish = json.dumps({"game": "minefield", "seats": [{"kind": "person"}]}).encode()
    await shouting(port, end, wish, {"type": "hint", "player": 0})


@attack
async def many_analyses(port: int, end: float) -> None:
    """Analyses of many replays, and the better moves in them."""
    dice = Random(5)

    async def once() -> None:
        text = patient_replay(300, dice.getrandbits(60))
        name = json.loads((await ask(port, "POST", "/api/replays", text))[1] or b"{}").get("id", "f-none")
        await ask(port, "POST", f"/api/replays/{name}/analysis")
        await ask(port, "GET", f"/api/replays/{name}/better?first={dice.randrange(300)}")

    await crowd(8, end, once)


@attack
async def trials_in_the_lab(port: int, end: float) -> None:
    """Trials with the slowest rules and bots, fifty at once, and dials of files."""
    wish = {"game": "siege", "bot": "hard", "changes": {"max_turns": 100_000}}

    async def once() -> None:
        await ask(port, "POST", "/api/lab", json.dumps(wish).encode())
        await ask(port, "GET", "/api/games/siege/dials?variant=/etc/hosts.toml")

    await crowd(50, end, once)


@attack
async def long_exercises(port: int, end: float) -> None:
    """Lessons and puzzles with as many actions as a request holds."""
    body = json.dumps({"actions": [0] * 100_000}).encode()

    async def once() -> None:
        await ask(port, "POST", "/api/games/minefield/lesson", body)
        await ask(port, "POST", "/api/games/skirmish/puzzles/x", body)
        await ask(port, "GET", "/api/puzzles")

    await crowd(16, end, once)


@attack
async def many_pictures(port: int, end: float) -> None:
    """Pictures of every place in a replay, sixty at once."""
    name, dice = await shared(port, 2000), Random(6)
    await crowd(60, end, lambda: ask(port, "GET", f"/api/replays/{name}/picture.png?number={dice.randrange(2000)}"))


@attack
async def what_long_replays_are_about(port: int, end: float) -> None:
    """What things in the longest replays are, forty at once."""
    names, dice = [await shared(port, LONGEST, seed) for seed in range(2)], Random(7)
    await crowd(40, end, lambda: ask(port, "GET", f"/api/replays/{dice.choice(names)}/about"))


@attack
async def many_codes(port: int, end: float) -> None:
    """QR codes of the longest links, each one different, eight at once."""
    dice = Random(8)
    await crowd(8, end, lambda: ask(port, "GET", f"/api/qr?text=/m/{dice.getrandbits(1100):x}"))


@attack
async def lists_without_end(port: int, end: float) -> None:
    """Lists of matches and scores, forty at once."""
    dice = Random(9)
    paths = ("/api/matches?finished=1", "/api/matches?skip=5", "/api/scores", "/api/puzzles")
    await crowd(40, end, lambda: ask(port, "GET", dice.choice(paths)))
