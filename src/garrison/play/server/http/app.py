"""The server as an ASGI application: checks in front, then the WebSocket, the HTTP routes and the client's files."""

from __future__ import annotations

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
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from garrison.errors import shown
from garrison.play.server.http.description import ALL_ROUTES
from garrison.play.server.http.logs import MATCH, match_in
from garrison.play.server.http.previews import preview_of
from garrison.play.server.http.responses import LEVEL, problem, routes
from garrison.play.server.http.services import Services, Workers
from garrison.play.server.http.socket import serve_socket, turn_away
from garrison.play.server.http.static_files import Pages
from garrison.play.server.store.store import Store
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.wire.settings import Settings
from garrison.play.server.work import preload
from garrison.play.server.work.guard import HANDSHAKE, TOO_MANY_REQUESTS
from garrison.play.server.work.visitor import VISITOR, Visitor

SOCKET = re.compile(r"/api/matches/([a-z0-9]{1,16})/socket")
PAGES = (
    "/",
    "/m/{match}",
    "/replay",
    "/replay/{replay}",
    "/mine",
    "/learn/{game}",
    "/puzzles",
    "/puzzles/{game}/{puzzle}",
    "/missions",
    "/missions/{game}",
    "/missions/{game}/{mission}",
    "/scores",
    "/scores/{game}",
    "/bots",
    "/bots/{game}",
    "/lab",
    "/lab/{trial}",
    "/rules",
    "/rules/{game}",
)
logger = logging.getLogger("garrison")


class Server:
    """Everything that belongs to one running server; call it as an ASGI application."""

    def __init__(
        self, settings: Settings | None = None, store: Store | None = None, workers: Workers | None = None
    ) -> None:
        settings = settings or Settings()
        self.services = services = Services(settings, store or open_store(settings), workers or Workers())
        self._guard = services.guard
        self._pages = pages = Pages(settings, self._preview)
        self._app = Starlette(
            routes=[
                *routes(ALL_ROUTES, services),
                Route("/api/pictures/{name}", pages.picture),
                Route("/api/pictures/{game}/{name}", pages.sprite),
                Route("/assets/{path:path}", pages.asset),
                *(Route(page, pages.page) for page in PAGES),
                Route("/{name}", pages.beside),
            ],
            middleware=[Middleware(GZipMiddleware, minimum_size=1000, compresslevel=LEVEL)],
            lifespan=self._lifespan,
            exception_handlers={404: self._not_found, 405: _not_allowed, 500: self._broken},
        )

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.services.store.start()
        self.services.registry.start()
        try:
            yield
        finally:
            preload.end()
            await self.services.stop()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request or WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        MATCH.set(match_in(scope["path"]))
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        address = self._guard.address((scope.get("client") or ("", 0))[0], headers.getlist("x-forwarded-for"))
        VISITOR.set(Visitor(address, self._guard))
        ours = self._guard.host_is_ours(host) and self._guard.origin_is_ours(origin, host)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, address, ours)
        else:
            sending = _with_headers(send, self._guard.headers(host))
            try:
                await self._request(scope, receive, sending, address, ours)
            except RuntimeError as error:
                if not _is_hung_up(error):
                    raise

    async def _socket(self, scope: Any, receive: Any, send: Any, address: str, ours: bool) -> None:
        path = SOCKET.fullmatch(scope["path"])
        may_ask = self._guard.may_ask(address, HANDSHAKE)
        if path is None or not ours:
            await receive()
            await self._guard.discourage()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: an HTTP 403
            return
        sentence = self._guard.why_not_connect(address) if may_ask else TOO_MANY_REQUESTS
        if sentence:
            await receive()
            await self._guard.discourage()
            await turn_away(send, sentence)
            return
        self._guard.connected(address)
        try:
            await serve_socket(self.services.registry, path[1], receive, send)
        except Exception:
            self.services.store.metrics.failed("socket")
            logger.exception("A WebSocket failed.")
        finally:
            self._guard.disconnected(address)

    async def _request(self, scope: Any, receive: Any, send: Any, address: str, ours: bool) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._guard.may_ask(address):
            await self._guard.discourage()
            await problem(TOO_MANY_REQUESTS, 429)(scope, receive, send)
        elif not self._guard.host_is_ours(host):
            sentence = "This server does not go by that name; start it with --origin and its address."
            await problem(sentence, 421)(scope, receive, send)
        elif self._guard.is_insecure(host, headers.get("x-forwarded-proto")):
            await RedirectResponse(Request(scope).url.replace(scheme="https"), 308)(scope, receive, send)
        elif not ours and scope["method"] not in ("GET", "HEAD"):
            await problem("This request comes from another site.", 403)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _preview(self, request: Request) -> str:
        preview = await preview_of(request.url.path, self.services.store)
        own = self._guard.own_address(request.url.scheme, request.headers.get("host", ""))
        return preview.tags(own, request.url.path)

    async def _not_found(self, request: Request, error: Exception) -> Response:
        return await self._pages.nowhere(request) or problem("There is nothing here.", 404)

    async def _broken(self, request: Request, error: Exception) -> Response:
        if _is_hung_up(error):
            return problem("You have hung up.", 400)
        self.services.store.metrics.failed("request")
        logger.error("A request for %s failed.", shown(request.url.path), exc_info=error)
        return problem("Something went wrong on the server; it has been logged.", 500)


def _is_hung_up(error: Exception) -> bool:
    """Whether an answer can't be sent because nobody is there any more; the event loop raises no kind of its own."""
    return isinstance(error, RuntimeError) and "closed=True" in str(error)


def _with_headers(send: Any, headers: list[tuple[bytes, bytes]]) -> Any:
    """Add the headers that tell browsers what they may do with a response."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *headers]
        await send(message)

    return sending


async def _not_allowed(request: Request, error: Exception) -> Response:
    return problem("This address does not accept that method.", 405)
