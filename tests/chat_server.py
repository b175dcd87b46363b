"""A small server that speaks the chat completions format: it answers well, illegally, slowly, not at all, at length."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from threading import Thread
from typing import Any

KEY = "sk-secret-0123456789"
Manner = Callable[["Handler"], None]
DICE = Random(3)


class Handler(BaseHTTPRequestHandler):
    """Answers by the manner that the path names."""

    def do_POST(self) -> None:
        server: Any = self.server
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        server.asked.append((dict(self.headers), body))
        MANNERS[self.path.split("/")[1]](self)

    @property
    def moves(self) -> tuple[str, ...]:
        """What may be answered now: whoever reads a question well knows it."""
        server: Any = self.server
        return tuple(server.moves)

    def say(self, text: str, **more: Any) -> None:
        usage = {"prompt_tokens": 100, "completion_tokens": 5}
        answer = {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": usage, **more}
        self.send(json.dumps(answer).encode())

    def send(self, data: bytes, status: int = 200, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"content-length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged."""


def well(handler: Handler) -> None:
    """Any of the listed moves, after some thought."""
    handler.say(f"Let me think. <b>All</b> of them look good.\n**Answer:** `{DICE.choice(handler.moves)}`")


def illegally(handler: Handler) -> None:
    handler.say("import os; os.system('true')")


def slowly(handler: Handler) -> None:
    time.sleep(1.5)
    well(handler)


def dripping(handler: Handler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(40):
        handler.wfile.write(b" ")
        time.sleep(0.1)


def not_at_all(handler: Handler) -> None:
    handler.close_connection = True
    handler.connection.close()


def megabytes(handler: Handler) -> None:
    handler.say("a" * (3 << 20))


def at_length(handler: Handler) -> None:
    """As much as is let in, and the move at the end."""
    handler.say("a\n" * 200_000 + f"Move: {handler.moves[0]}")


def locked(handler: Handler) -> None:
    handler.send(json.dumps({"error": f"Incorrect API key: {KEY}"}).encode(), 401)


def elsewhere(handler: Handler) -> None:
    handler.send(b"", 307, location=f"http://localhost:{handler.server.server_address[1]}/well/chat/completions")


def echoing(handler: Handler) -> None:
    handler.say(f"You sent {handler.headers['authorization']}")


def busy_at_first(handler: Handler) -> None:
    server: Any = handler.server
    handler.send(b"", 429) if len(server.asked) == 1 else well(handler)


def nonsense(handler: Handler) -> None:
    handler.send(b"[" * 100_000)


def failing_once(handler: Handler) -> None:
    server: Any = handler.server
    not_at_all(handler) if len(server.asked) == 1 else well(handler)


MANNERS: dict[str, Manner] = {
    manner.__name__: manner
    for manner in (
        well,
        illegally,
        slowly,
        dripping,
        not_at_all,
        megabytes,
        at_length,
        locked,
        elsewhere,
        echoing,
        busy_at_first,
        nonsense,
        failing_once,
    )
}


class Quiet(ThreadingHTTPServer):
    """Those who hang up are no problem."""

    daemon_threads = True
    asked: list[tuple[dict[str, str], dict[str, Any]]]
    moves: tuple[str, ...] = ()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing is printed."""


@contextmanager
def chat_server() -> Iterator[tuple[str, Quiet]]:
    """Its address, and the server with what it was asked."""
    server = Quiet(("127.0.0.1", 0), Handler)
    server.asked = []
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", server
    finally:
        server.shutdown()
        server.server_close()
