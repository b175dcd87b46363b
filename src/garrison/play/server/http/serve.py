"""Starting a server from the command line."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

from garrison.errors import BadOption, cut, shown
from garrison.play.server.http import logs
from garrison.play.server.http.app import Server
from garrison.play.server.http.descriptors import raise_limit, told
from garrison.play.server.http.invite_address import own_origins
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work import preload

if TYPE_CHECKING:
    import uvicorn

FIRST_PORT, PORTS = 8000, 50
FROM_STRANGERS = ("Invalid UTF-8", "Invalid HTTP request", "Unsupported upgrade request")


def serve(settings: Settings, host: str, port: int, open_browser: bool, log_json: bool = False) -> None:
    """Serve until interrupted; with port 0, on the first free port from 8000 up."""
    logs.set_up(log_json)
    import uvicorn

    sys.setswitchinterval(0.001)  # keeps the loop responsive while another thread computes
    room = raise_limit()
    listening = listen(host, port)
    number = listening.getsockname()[1]
    address, origins = address_of(host, number), settings.origins or own_origins(host, number)
    settings = replace(settings, connections=told(room, settings.connections), origins=origins)
    server = Server(settings)
    server.services.store.make_ready()  # here, so that a problem with the database is reported in a sentence
    preload.build_missing()  # only now: a server that is refused builds nothing, and ends at once
    preload.begin(server.services.workers.bots, bool(settings.load_ahead))
    logging.getLogger("uvicorn.error").addFilter(is_worth_noting)
    _tell(f"Garrison is at {address} (press Ctrl+C to stop)", log_json)
    if origins and address not in origins:
        _tell(f"Others reach it at {origins[0]}", log_json)
    if open_browser:
        threading.Thread(target=show, args=(address,), daemon=True).start()
    uvicorn.Server(configured(server, room)).run(sockets=[listening])


def _tell(sentence: str, log_json: bool) -> None:
    if log_json:
        logging.getLogger("garrison").info(sentence)
    else:
        print(sentence, flush=True)


def configured(server: Server, room: int = 0) -> uvicorn.Config:
    """Uvicorn's configuration; `room` is how many connections fit, 0: any number."""
    import uvicorn

    from garrison.play.server.http.open_connections import OpenConnections
    from garrison.play.server.http.protocols import Porch, Socket

    connections = OpenConnections(server.services.guard, room)
    return uvicorn.Config(
        server,
        log_config=None,  # `logs.set_up` has done that
        log_level="warning",
        access_log=False,  # addresses of matches are nobody's business
        http=cast(type[asyncio.Protocol], partial(Porch, connections)),  # Uvicorn only calls them
        ws=cast(type[asyncio.Protocol], partial(Socket, connections)),
        ws_max_size=max(server.services.settings.longest_message * 4, 65536),
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=2,
    )


def is_worth_noting(record: logging.LogRecord) -> bool:
    """False for what Uvicorn logs whenever a stranger sends bytes that are not text, or not HTTP: whoever wants to
    could fill the disk with such lines.

    >>> is_worth_noting(logging.makeLogRecord({"msg": "Invalid UTF-8 sequence received from client."}))
    False
    """
    return not record.getMessage().startswith(FROM_STRANGERS)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; an error if there is none to be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS):
        listening = socket.socket(family)
        if os.name != "nt":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
        except (UnicodeError, TypeError):  # a name that can't be encoded; which of the two depends on the name
            listening.close()
            raise BadOption(f"{shown(host)} is not an address to listen on.") from None
        except OSError as error:
            listening.close()
            problem = error
            continue
        return listening
    where = f"port {port}" if port else f"any port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1}"
    raise BadOption(f"The server can't listen on {where} of {cut(host)} ({problem.strerror}).")


def address_of(host: str, port: int) -> str:
    """What to type into a browser."""
    name = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def show(address: str, wait: float = 20.0) -> None:
    """Open the browser as soon as the server answers."""
    until = time.monotonic() + wait
    port = int(address.rpartition(":")[2])
    while time.monotonic() < until:
        try:
            socket.create_connection(("localhost", port), 1).close()
            break
        except OSError:
            time.sleep(0.05)
    if not _open(address):
        print(f"No browser could be opened. Please open {address} in one yourself.", file=sys.stderr, flush=True)


def _open(address: str) -> bool:
    headless = sys.platform.startswith("linux") and not any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))
    if headless and not os.environ.get("BROWSER"):
        return False  # a text browser in this terminal would be worse than none
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
