"""A real server for tests, in a thread or in a process of its own, and people who play on it."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import uvicorn
import uvicorn.server
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from garrison.play.server.http.app import Server
from garrison.play.server.http.serve import configured
from garrison.play.server.http.services import Workers
from garrison.play.server.wire import server_time
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work.bot_pool import Thinking
from garrison.play.server.work.heavy_work import HeavyWork

STEP = 0.03  # seconds by which time jumps ahead; what is due is so much late, as on a busy machine
ROUNDS = 3  # of the event loop, in which it does what is due and what follows from that
PATIENCE = 30.0  # seconds: long, since a loaded machine is slow; nothing waits that long when all is well
# Uvicorn looks ten times a second whether it has to end, and whether everybody is gone; hundreds of servers end here.
HASTY = {"sleep": lambda seconds: asyncio.sleep(seconds / 10)}
uvicorn.server.asyncio = SimpleNamespace(**vars(asyncio) | HASTY)  # type: ignore[attr-defined]


def wait_until(condition: Callable[[], Any], what: str) -> Any:
    """Wait for something to become true."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{what} did not happen")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def patched(old: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """What a JSON merge patch (RFC 7386) makes of something."""
    new = {key: value for key, value in old.items() if changes.get(key, value) is not None}
    for key, value in changes.items():
        if isinstance(value, dict):
            new[key] = patched(new[key] if isinstance(new.get(key), dict) else {}, value)
        elif value is not None:
            new[key] = value
    return new


class Refused(Exception):
    """An answer that is not 200."""

    def __init__(self, status: int, sentence: str, headers: dict[str, str]) -> None:
        super().__init__(f"{status}: {sentence}")
        self.status, self.sentence, self.headers = status, sentence, headers


class Site:
    """The address of a server, and requests to it."""

    GLANCE = 0.2  # seconds for which somebody listens before looking whether there is anything to wait for

    def __init__(self, port: int) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"

    def ask(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """The answer, as JSON where it is."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"content-type": "application/json", **(headers or {})}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                text = answer.read()
                return json.loads(text) if "json" in answer.headers["content-type"] else text.decode()
        except urllib.error.HTTPError as error:
            with error:
                raise Refused(error.code, json.loads(error.read())["sentence"], dict(error.headers)) from None

    def make(self, game: str = "skirmish", seats: str = "person,person", **wishes: Any) -> dict[str, Any]:
        """A new match; seats as `garrison play` takes them, with open ones; Boneyard is for as many as have seats."""
        words = [word.partition(":") for word in seats.split(",")]
        if game == "boneyard":
            wishes.setdefault("options", {"players": len(words)})
        wish = {"game": game, "seats": [{"kind": kind, "bot": bot} for kind, _, bot in words], "name": "Ada", **wishes}
        made: dict[str, Any] = self.ask("/api/matches", wish)
        return made

    def nothing_comes(self) -> None:
        """Somebody who waits has heard nothing for a while."""

    def sit(self, made: dict[str, Any], *players: int, **join: Any) -> Player:
        """Connect, with the tokens of these seats of one's own."""
        tokens = [made["seats"][str(player)] for player in players]
        return Player(self, made["match"], tokens=tokens, **join)


class Player:
    """A connection to a match that keeps up with it."""

    def __init__(self, site: Site, match: str, **join: Any) -> None:
        self.site, self.match = site, match
        self._open = ExitStack()
        self.socket = self._open.enter_context(
            connect(
                f"ws://127.0.0.1:{site.port}/api/matches/{match}/socket",
                compression=None,
                max_queue=None,  # what nobody reads does not hold up the end of the connection
                max_size=None,
                close_timeout=2,
                ping_interval=None,
            )
        )
        self.heard: list[dict[str, Any]] = []
        self.answers: dict[str, dict[str, Any]] = {}
        self.scene: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.moves: list[list[int]] = []
        self.log: list[str] = []
        self.number = 0  # of the last update
        self.known = 0  # of the last answer
        self.count = 0
        self.send(type="join", **join)
        self.welcome = self.hear("welcome", "refused")

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def listen(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message, whatever it is."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.heard.append(message)
        self._keep_up(message)
        return message

    def _keep_up(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "welcome":
            self.scene, self.number, self.log = message.get("scene", {}), message["number"], message["log"]
            self.moves = message.get("moves", [])
        if kind in ("welcome", "changed"):
            self.view = message["match"]
        if kind == "update":
            self.scene, self.number = patched(self.scene, message["patch"]), message["number"]
            self.log = message["log"] if message["undone"] else self.log + message["log"]
        if kind == "moves":
            self.moves, self.number = self.moves + message["moves"], message["number"]
        if kind in ("ack", "refused"):
            self.answers[message["id"]] = message

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of these kinds."""
        while True:
            message = self.listen()
            if message["type"] in kinds:
                return message

    def until(self, condition: Callable[[], Any], what: str) -> None:
        """Listen until something is true."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{what} did not happen"
            try:
                self.listen(timeout=self.site.GLANCE)
            except TimeoutError:
                self.site.nothing_comes()

    def answer(self, message_id: str) -> dict[str, Any]:
        """The answer to a message."""
        self.until(lambda: message_id in self.answers, f"an answer to {message_id}")
        return self.answers.pop(message_id)

    def act(self, action: int, player: int = 0, at: int | None = None, message_id: str = "") -> dict[str, Any]:
        """Play an action and wait for its answer."""
        self.count += 1
        name = message_id or f"{id(self)}-{self.count}"
        self.send(
            type="act", id=name, player=player, action=action, at=max(self.number, self.known) if at is None else at
        )
        answer = self.answer(name)
        if answer["type"] == "ack":
            self.known = answer["number"]
        return answer

    def undo(self, player: int = 0) -> dict[str, Any]:
        """Take back and wait for the answer."""
        self.count += 1
        name = f"{id(self)}-undo-{self.count}"
        self.send(type="undo", id=name, player=player, at=max(self.number, self.known))
        answer = self.answer(name)
        self.known = answer["number"]
        return answer

    def tell(self, kind: str, **values: Any) -> dict[str, Any]:
        """Any other message with an id, and its answer."""
        self.count += 1
        name = f"{id(self)}-{kind}-{self.count}"
        self.send(type=kind, id=name, **values)
        return self.answer(name)

    def legal(self) -> list[int]:
        """The actions that the scene offers."""
        board = self.scene["boards"]["0"]
        margin, columns, top = board["margin"], board["columns"], board["margin"] + board["head"]
        fields = [divmod(field, columns) for field in board["legal_fields"]]
        clicks = [(row - top) * (columns - 2 * margin) + column - margin for row, column in fields]
        return clicks + [int(action) for action, button in self.scene["buttons"].items() if button["legal"]]

    def is_closed(self) -> bool:
        """Whether the server has hung up; what it said before is heard."""
        try:
            self.listen(timeout=0.2)
        except TimeoutError:
            return False
        except ConnectionClosed:
            return True
        return False

    def close(self) -> None:
        self._open.close()


class SharedWork(HeavyWork):
    """The process for expensive work, of all servers of these tests: it takes a second or two to start."""

    def stop(self) -> None:
        """Others need it."""


class SharedThinking(Thinking):
    """The same for the processes of the bots."""

    def stop(self) -> None:
        """Others need them."""


SHARED_WORK, SHARED_THINKING = SharedWork(), SharedThinking()
SHARED = Workers(SHARED_THINKING, SHARED_WORK, SHARED_WORK)


class Threaded(Site):
    """A server in a thread, whose inside tests can look at."""

    LOOP = "auto"

    def __init__(self, settings: Settings) -> None:
        self.server = Server(settings, workers=SHARED)
        self.services = self.server.services
        self._listening = socket.create_server(("127.0.0.1", 0))
        super().__init__(self._listening.getsockname()[1])
        config = configured(self.server)
        config.app, config.interface = self._app, "asgi3"
        config.log_level, config.timeout_graceful_shutdown, config.loop = "critical", 1, self.LOOP
        self._uvicorn = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._uvicorn.run, kwargs={"sockets": [self._listening]}, daemon=True)
        self._thread.start()
        wait_until(lambda: self._uvicorn.started or not self._thread.is_alive(), "the start of the server")

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.loop = asyncio.get_running_loop()  # for tests that do something inside
        await self.server(scope, receive, send)

    def stop(self) -> None:
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE)
        self._listening.close()


class PacedLoop(asyncio.SelectorEventLoop):
    """An event loop that goes by the server's time, also where that jumps ahead."""

    def time(self) -> float:
        return server_time.now()


class Paced(Threaded):
    """A server on which time passes quickly wherever a test waits for something."""

    LOOP, GLANCE = f"{__name__}:PacedLoop", 0.005
    seconds_ahead = 0.0  # of all servers here

    def nothing_comes(self) -> None:
        """What is waited for comes later, so let it be later."""
        self.let_pass(STEP)

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        """Let time pass until something is true."""
        return wait_until(lambda: condition() or self.let_pass(STEP), what)

    def let_pass(self, seconds: float) -> None:
        """Let time pass in small steps, after each of which the server does what is due."""
        while seconds > 0:
            Paced.seconds_ahead += min(seconds, STEP)
            seconds -= STEP
            for _ in range(ROUNDS):
                asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self.loop).result(PATIENCE)
            wait_until(lambda: not self.services.store.waiting, "what has to be written")


server_time.now = lambda: time.monotonic() + Paced.seconds_ahead
server_time.since_1970 = lambda: time.time() + Paced.seconds_ahead


@contextmanager
def threaded(folder: Path, kind: type[Threaded] = Threaded, **settings: Any) -> Any:
    """A server with a database in a folder."""
    quick = {"bot_delay": 0.01, "database": f"sqlite:///{folder / 'matches.sqlite'}", "messages_a_second": 0.0}
    quick |= {"refused_after": 0.05, "least_free": 0}
    quick["private_crowd"] = 0  # this machine has the limits of any address
    site = kind(Settings(**{**quick, **settings}))
    try:
        yield site
    finally:
        site.stop()


@contextmanager
def unplugged(folder: Path, kind: type[Threaded] = Threaded, **settings: Any) -> Any:
    """A server on what another, which still runs, has on disk now: all that is left when its plug is pulled."""
    left = folder / "left"
    left.mkdir()
    for name in ("matches.sqlite", "matches.sqlite-wal"):
        shutil.copy(folder / name, left)
    with threaded(left, kind, **settings) as site:
        yield site


class Process(Site):
    """A server in a process of its own, as `garrison serve` starts it."""

    def __init__(self, database: str, port: int = 0, options: Sequence[str] = (), **environment: str) -> None:
        super().__init__(port or free_port())
        own = ["--port", str(self.port), "--database", database]
        command = [sys.executable, "-m", "garrison", "serve", *own, *options]
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        wait_until(lambda: self.process.poll() is not None or self.answers(), "the start of the server")

    def answers(self) -> bool:
        try:
            return bool(self.ask("/healthz") == "ok\n")
        except (OSError, Refused):
            return False

    def kill(self) -> None:
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self._close()

    def stop(self) -> str:
        """End it as Ctrl+C does; all that it printed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self._close()

    def _close(self) -> str:
        assert self.process.stdout is not None
        if self.process.stdout.closed:
            return ""
        with self.process.stdout as out:
            return out.read().decode()
