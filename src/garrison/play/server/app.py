"""The server as an ASGI application: checks in front, then the WebSocket, the HTTP routes and the client's files."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from garrison.core.preparation import shared
from garrison.play.server.files import Files
from garrison.play.server.guard import HEADERS, Guard
from garrison.play.server.hall import Hall
from garrison.play.server.replaying import Reels
from garrison.play.server.routes import problem, routes
from garrison.play.server.settings import Settings
from garrison.play.server.socket import serve_socket
from garrison.play.server.store import Store, open_store

SOCKET = re.compile(r"/api/matches/([a-z0-9]{1,16})/socket")
PAGES = ("/", "/m/{match}", "/replay", "/replay/{replay}", "/scores", "/rules", "/rules/{game}")
logger = logging.getLogger("garrison")


class Server:
    """Everything that belongs to one running server; call it as an ASGI application."""

    def __init__(self, settings: Settings | None = None, store: Store | None = None) -> None:
        self.settings = settings or Settings()
        self.store = store or open_store(self.settings.database)
        self.hall = Hall(self.store, self.settings)
        self.guard = Guard(self.settings)
        self.reels = Reels(self.store)
        files = Files(self.settings)
        self._app = Starlette(
            routes=[
                *routes(self.hall, self),
                Route("/api/pictures/{name}", files.picture),
                Route("/api/pictures/{game}/{name}", files.sprite),
                Route("/assets/{path:path}", files.asset),
                *(Route(page, files.page) for page in PAGES),
                Route("/{name}", files.beside),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)],
            lifespan=self._lifespan,
            exception_handlers={404: _not_found, 405: _not_allowed, 500: _broken},
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.store.start()
        self.store.join(self.hall)
        self.hall.start()
        try:
            yield
        finally:
            await self.hall.stop()
            self.store.stop()
            await asyncio.to_thread(shared.stop)  # what nobody will play here need not be compiled

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request or WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        address = self.guard.address((scope.get("client") or ("", 0))[0], headers.get("x-forwarded-for"))
        ours = self.guard.host_is_ours(host) and self.guard.origin_is_ours(origin, host)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, address, ours)
        else:
            await self._request(scope, receive, _with_headers(send), address, ours)

    async def _socket(self, scope: Any, receive: Any, send: Any, address: str, ours: bool) -> None:
        path = SOCKET.fullmatch(scope["path"])
        if path is None or not ours or not self.guard.may_connect(address):
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: an HTTP 403
            return
        self.guard.connected(address)
        try:
            await serve_socket(self.hall, path[1], receive, send)
        finally:
            self.guard.disconnected(address)

    async def _request(self, scope: Any, receive: Any, send: Any, address: str, ours: bool) -> None:
        if not self.guard.host_is_ours(Headers(scope=scope).get("host", "")):
            sentence = "This server is not known by that name; start it with --origin and the address it has."
            await problem(sentence, 421)(scope, receive, send)
        elif not ours and scope["method"] not in ("GET", "HEAD"):
            await problem("This request comes from another site.", 403)(scope, receive, send)
        elif not self.guard.may_ask(address):
            await problem("These are too many requests: wait a moment.", 429)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def address_of(self, request: Request) -> str:
        """Whom limits count for."""
        client = request.client.host if request.client else ""
        return self.guard.address(client, request.headers.get("x-forwarded-for"))

    def own_address(self, request: Request) -> str:
        """The address at which a browser has reached this server."""
        host = request.headers.get("host", "")
        for origin in self.settings.origins:
            if origin.partition("://")[2].lower() == host.lower():
                return origin
        return f"{request.url.scheme}://{host}"


def _with_headers(send: Any) -> Any:
    """Every answer tells browsers what they may do with it."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *HEADERS]
        await send(message)

    return sending


async def _not_found(request: Request, error: Exception) -> Response:
    return problem("There is nothing here.", 404)


async def _not_allowed(request: Request, error: Exception) -> Response:
    return problem("This can't be asked for in this way.", 405)


async def _broken(request: Request, error: Exception) -> Response:
    logger.error("A request for %s failed.", request.url.path, exc_info=error)
    return problem("Something went wrong in the server; it has been noted.", 500)
