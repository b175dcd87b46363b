"""How the HTTP API answers: what a handler is given, the errors it may raise, and what becomes of them. The tables of
routes are in `routes.py` and beside what they are about."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from garrison.core.engine.machine import NotBuilt
from garrison.errors import BadOption, GarrisonError, UnknownGame
from garrison.play.server.http.services import Services
from garrison.play.server.match import changes
from garrison.play.server.match.live import LiveMatch
from garrison.play.server.store.access import NO_MATCH, NoMatch, access_of
from garrison.play.server.store.transaction import StoreBusy
from garrison.play.server.wire import codec, messages
from garrison.play.server.wire.codec import encoder
from garrison.play.server.wire.refusal import TooBusy, TooMany
from garrison.play.server.work import analyses, replays, trials
from garrison.play.server.work.visitor import Visitor, visitor

HTML, SVG, JSON = "text/html; charset=utf-8", "image/svg+xml", "application/json"
WASM = "application/wasm"
FRESH = {"cache-control": "no-store"}
LONG, LEVEL = 50_000, 6  # bytes that take more than a millisecond to compress, and how hard to try
LONGEST_LINK = 300  # characters of a page's path that fit into a QR code
HANG_UP = (408, 413, 429, 503)
REFUSED = {
    changes.SeatTaken: 409,
    replays.NotOver: 409,
    replays.NoReplay: 404,
    analyses.StillAnalysing: 409,
    trials.NoTrial: 404,
    trials.LabOff: 403,
    UnknownGame: 404,
    NotBuilt: 404,
    StoreBusy: 503,
}


class TooLong(GarrisonError):
    """A body that is longer than the limit."""


class LateBody(GarrisonError):
    """A body that did not arrive in time."""


class Call:
    """A request, with what its handlers need."""

    def __init__(self, request: Request, services: Services) -> None:
        self.request, self.services, self.registry = request, services, services.registry

    def path(self, name: str) -> str:
        """A part of the address."""
        return _storable(str(self.request.path_params[name]))

    def query(self, name: str, default: str = "") -> str:
        """A word after the question mark."""
        return _storable(self.request.query_params.get(name, default))

    @property
    def invite(self) -> str:
        """The key of an invitation; in a header, since addresses get logged."""
        return self.request.headers.get("x-garrison-invite", "")

    def number(self, name: str, default: int) -> int:
        """A whole number after the question mark."""
        text = self.query(name, str(default))
        try:
            if len(text) < 12:
                return int(text)
        except ValueError:
            pass
        raise BadOption(f"{name} must be a whole number, not {text[:40]!r}.")

    async def body(self, kind: type) -> Any:
        """The body as one of our messages."""
        data = await self.raw_body(self.registry.settings.longest_wish)
        try:
            return codec.read_wish(data, kind)
        except codec.Unreadable as error:
            raise BadOption(f"The request can't be read: {error}.") from None

    async def raw_body(self, most: int) -> bytes:
        """The body as it came, if it is not too long and arrives in time."""
        data = bytearray()
        if most and self.length > most:
            raise TooLong(f"A request can have at most {most:,} bytes here.")
        try:
            async with asyncio.timeout(self.registry.settings.body_within):
                async for part in self.request.stream():
                    data += part
                    if most and len(data) > most:
                        raise TooLong(f"A request can have at most {most:,} bytes here.")
        except TimeoutError:
            raise LateBody("The request took too long to arrive.") from None
        return bytes(data)

    @property
    def length(self) -> int:
        """How many bytes of a body are announced; one that does not say so is refused before it gets here."""
        return int(self.request.headers.get("content-length", "0"))

    @property
    def visitor(self) -> Visitor:
        """Whoever asks."""
        return visitor()

    @property
    def address(self) -> str:
        """The address that limits apply to."""
        return self.visitor.address

    @property
    def own_address(self) -> str:
        """The address at which the browser reached this server."""
        return self.services.guard.own_address(self.request.url.scheme, self.request.headers.get("host", ""))

    def own_link(self, text: str) -> str:
        """The whole address of a page of this server, which is given as a path or as a whole address."""
        origins = (one for one in self.registry.settings.origins if text.startswith(f"{one}/"))
        own = next(origins, self.own_address)
        path = text.removeprefix(own)
        if "://" in path.partition("?")[0].partition("#")[0]:
            raise BadOption("A QR code can only lead to a page of this server.")
        if not path.startswith("/") or path.startswith("//") or len(path) > LONGEST_LINK:
            raise BadOption("A QR code needs a path of this server, such as /m/abc.")
        return own + path

    def spend(self, cost: float) -> None:
        """Refuse what costs more than this address may ask for at the moment."""
        self.visitor.spend(cost)

    async def match(self) -> LiveMatch:
        """The requested match; the caller has already knocked."""
        match = await self.registry.get(self.path("match"))
        if match is None:
            raise NoMatch(NO_MATCH)
        return match

    async def knock(self, invite: str) -> None:
        """Raise unless there is such a match and this invitation lets one see it."""
        name = self.path("match")
        (await self.registry.store.read(lambda connection: access_of(connection, name))).check(invite)


def _storable(text: str) -> str:
    try:
        return codec.storable(text)
    except codec.Unreadable as error:
        raise BadOption(f"The request can't be read: {error}.") from None


@dataclass(frozen=True)
class Answer:
    """A route and what it answers."""

    method: str
    path: str
    summary: str
    work: Callable[[Call], Awaitable[Any]]
    result: Any  # the type of the response, or its media type
    body: Any = None  # the type of the request's body, or its media type
    queries: tuple[tuple[str, type, str], ...] = ()


def routes(answers: Iterable[Answer], services: Services) -> list[Route]:
    """The routes for Starlette."""
    return [Route(answer.path, _endpoint(answer, services), methods=[answer.method]) for answer in answers]


def _endpoint(answer: Answer, services: Services) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            result = await answer.work(Call(request, services))
        except GarrisonError as error:
            if isinstance(error, TooMany | TooBusy):
                await services.guard.discourage()
            return problem(str(error), _status(error))
        return await _packed(_response(result, answer.result, answer.method == "POST"), request)

    return endpoint


async def _packed(response: Response, request: Request) -> Response:
    """A long answer, compressed in a thread, where that holds nobody up; shorter ones are compressed as they leave."""
    is_wanted = "gzip" in request.headers.get("accept-encoding", "") and response.media_type in (JSON, HTML, SVG, WASM)
    if is_wanted and len(response.body) >= LONG:
        response.body = await asyncio.to_thread(gzip.compress, bytes(response.body), LEVEL)
        response.headers.update({"content-encoding": "gzip", "content-length": str(len(response.body))})
        response.headers.add_vary_header("accept-encoding")
    return response


def _status(error: GarrisonError) -> int:
    own = {NoMatch: 404, TooMany: 429, TooLong: 413, LateBody: 408, TooBusy: 503}
    return next((status for kind, status in {**REFUSED, **own}.items() if isinstance(error, kind)), 400)


def _response(result: Any, kind: Any, secret: bool) -> Response:
    if isinstance(result, Response):
        return result
    if isinstance(result, str) and isinstance(kind, str):
        policy = "no-store" if secret else "public, max-age=300"
        return Response(result, media_type=kind, headers={"cache-control": policy})
    return Response(encoder.encode(result), media_type=JSON, headers=FRESH)


def problem(sentence: str, status: int) -> Response:
    """A refusal. After some of them the rest of the request is not even read."""
    headers = {"connection": "close"} if status in HANG_UP else None
    return Response(encoder.encode(messages.Problem(sentence)), status, headers, media_type=JSON)
