"""The server as an ASGI application: checks in front, then the WebSocket, the HTTP routes and the client's files."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from garrison.core.preparation import shared
from garrison.errors import GarrisonError, shown
from garrison.play import old_scores
from garrison.play.server.http.description import ALL_ROUTES
from garrison.play.server.http.logs import MATCH, match_in
from garrison.play.server.http.previews import preview_of
from garrison.play.server.http.responses import LEVEL, problem, routes
from garrison.play.server.http.services import Services
from garrison.play.server.http.socket import serve_socket, turn_away
from garrison.play.server.http.static_files import Pages
from garrison.play.server.match.pictures import Pictures
from garrison.play.server.match.registry import Registry
from garrison.play.server.store.readiness import Readiness
from garrison.play.server.store.store import Store
from garrison.play.server.store.store_kinds import open_store
from garrison.play.server.wire.settings import Settings, default_database
from garrison.play.server.work import bot_pool, compilation
from garrison.play.server.work.analyses import Analyses
from garrison.play.server.work.guard import HANDSHAKE, TOO_MANY_REQUESTS, Guard
from garrison.play.server.work.heavy_work import HeavyWork
from garrison.play.server.work.replays import Reels
from garrison.play.server.work.trials import Trials
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
        self,
        settings: Settings | None = None,
        store: Store | None = None,
        heavy: HeavyWork | None = None,
        analyst: HeavyWork | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.store = store or open_store(self.settings)
        self.guard = Guard(self.settings)
        self.registry = Registry(self.store, self.settings, self.guard.match_over)
        self.heavy = heavy or HeavyWork()
        self.readiness = Readiness(self.store, self.settings.busy_after, self.settings.least_free)
        self.reels = Reels(self.store, self.heavy, self.settings)
        self.pictures = Pictures(self.heavy, self.reels)
        self.trials = Trials(self.settings)
        self.analyses = Analyses(self.reels, analyst or HeavyWork(), self.settings)
        self._watch()
        services = Services(
            registry=self.registry,
            guard=self.guard,
            reels=self.reels,
            analyses=self.analyses,
            trials=self.trials,
            pictures=self.pictures,
            readiness=self.readiness,
        )
        self._pages = pages = Pages(self.settings, self._preview)
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

    def _watch(self) -> None:
        """Report numbers that change on their own."""
        watch, store = self.store.metrics.watch, self.store
        watch("garrison_matches", "Matches in memory.", lambda: len(self.registry.matches))
        watch("garrison_connections", "Open WebSockets.", self.guard.connections.total)
        watch("garrison_writer_queue", "Items waiting to be written.", lambda: store.waiting)
        watch("garrison_dear_queue", "Replays waiting to be read or drawn.", lambda: self.heavy.waiting)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.store.start()
        await self._import_scores()
        self.registry.start()
        try:
            yield
        finally:
            compilation.end()
            await self.registry.stop()
            self.analyses.stop()
            self.heavy.stop()
            self.pictures.stop()
            self.trials.stop()
            bot_pool.shared.stop()
            self.store.stop()
            await asyncio.to_thread(shared.stop)  # no need to compile what nobody will play here

    async def _import_scores(self) -> None:
        """Import scores that an earlier version's terminal kept in files into the user's own database."""
        if self.settings.database == default_database():
            with suppress(GarrisonError):
                old_scores.mark(await self.store.write(old_scores.read_into))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request or WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        MATCH.set(match_in(scope["path"]))
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        address = self.guard.address((scope.get("client") or ("", 0))[0], headers.getlist("x-forwarded-for"))
        VISITOR.set(Visitor(address, self.guard))
        ours = self.guard.host_is_ours(host) and self.guard.origin_is_ours(origin, host)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send, address, ours)
        else:
            sending = _with_headers(send, self.guard.headers(host))
            try:
                await self._request(scope, receive, sending, address, ours)
            except RuntimeError as error:
                if not _is_hung_up(error):
                    raise

    async def _socket(self, scope: Any, receive: Any, send: Any, address: str, ours: bool) -> None:
        path = SOCKET.fullmatch(scope["path"])
        may_ask = self.guard.may_ask(address, HANDSHAKE)
        if path is None or not ours:
            await receive()
            await self.guard.discourage()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: an HTTP 403
            return
        sentence = self.guard.why_not_connect(address) if may_ask else TOO_MANY_REQUESTS
        if sentence:
            await receive()
            await self.guard.discourage()
            await turn_away(send, sentence)
            return
        self.guard.connected(address)
        try:
            await serve_socket(self.registry, path[1], receive, send, lambda: self.guard.reserve(address))
        except Exception:
            self.store.metrics.failed("socket")
            logger.exception("A WebSocket failed.")
        finally:
            self.guard.disconnected(address)

    async def _request(self, scope: Any, receive: Any, send: Any, address: str, ours: bool) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.guard.may_ask(address):
            await self.guard.discourage()
            await problem(TOO_MANY_REQUESTS, 429)(scope, receive, send)
        elif not self.guard.host_is_ours(host):
            sentence = "This server does not go by that name; start it with --origin and its address."
            await problem(sentence, 421)(scope, receive, send)
        elif self.guard.is_insecure(host, headers.get("x-forwarded-proto")):
            await RedirectResponse(Request(scope).url.replace(scheme="https"), 308)(scope, receive, send)
        elif not ours and scope["method"] not in ("GET", "HEAD"):
            await problem("This request comes from another site.", 403)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _preview(self, request: Request) -> str:
        preview = await preview_of(request.url.path, self.store)
        own = self.guard.own_address(request.url.scheme, request.headers.get("host", ""))
        return preview.tags(own, request.url.path)

    async def _not_found(self, request: Request, error: Exception) -> Response:
        return await self._pages.nowhere(request) or problem("There is nothing here.", 404)

    async def _broken(self, request: Request, error: Exception) -> Response:
        if _is_hung_up(error):
            return problem("You have hung up.", 400)
        self.store.metrics.failed("request")
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
