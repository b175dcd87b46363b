"""The HTTP API: the requests and their responses. The descriptions are also generated from the table ROUTES."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from garrison.core import discovery
from garrison.core.errors import BadOption, GarrisonError, UnknownGame
from garrison.play import scores
from garrison.play.server import (
    analysing,
    catalogue,
    incoming,
    listing,
    making,
    messages,
    preparing,
    queries,
    reaching,
    replaying,
    study,
)
from garrison.play.server.dear import TooBusy
from garrison.play.server.doors import NO_MATCH, NoMatch, door_of
from garrison.play.server.guard import TOO_MANY_MATCHES
from garrison.play.server.live import LiveMatch
from garrison.play.server.registry import Registry
from garrison.play.server.wire import encoder
from garrison.play.server.writer import StoreBusy

HTML, SVG, JSON = "text/html; charset=utf-8", "image/svg+xml", "application/json"
BYTES, ACTIONS, DOWNLOAD_COST = 1000, 10, 20  # that cost as much as one frame of a replay; what a download costs
HANG_UP = (408, 413, 429, 503)
REFUSED = {
    making.SeatTaken: 409,
    replaying.NotOver: 409,
    replaying.NoReplay: 404,
    analysing.StillAnalysing: 409,
    UnknownGame: 404,
    StoreBusy: 503,
}


class TooMany(GarrisonError):
    """A limit was reached."""


class TooLong(GarrisonError):
    """A body that is longer than the limit."""


class TooSlow(GarrisonError):
    """A body that did not arrive in time."""


class Asked:
    """A request, with what its handlers need."""

    def __init__(self, request: Request, registry: Registry, server: Any) -> None:
        self.request, self.registry, self.server = request, registry, server

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
        raise BadOption(f"{name} is a whole number, not {text[:40]!r}.")

    async def body(self, kind: type) -> Any:
        """The body as one of our messages."""
        data = await self.raw_body(self.registry.settings.longest_wish)
        try:
            return incoming.read_wish(data, kind)
        except incoming.Unreadable as error:
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
            raise TooSlow("The request took too long to arrive.") from None
        return bytes(data)

    @property
    def length(self) -> int:
        """How many bytes of a body are announced; one that does not say so is refused before it gets here."""
        return int(self.request.headers.get("content-length", "0"))

    @property
    def address(self) -> str:
        """The address that limits apply to."""
        return str(self.server.address_of(self.request))

    def spend(self, cost: float) -> None:
        """Refuse what costs more than this address may ask for at the moment."""
        if not self.server.guard.may_spend(self.address, cost):
            raise TooMany("That is a lot to ask for at once. Please wait a moment.")

    async def match(self) -> LiveMatch:
        """The requested match; the caller has already knocked."""
        match = await self.registry.get(self.path("match"))
        if match is None:
            raise NoMatch(NO_MATCH)
        return match

    async def knock(self, invite: str) -> None:
        """Raise unless there is such a match and this invitation lets one see it."""
        name = self.path("match")
        (await self.registry.store.read(lambda connection: door_of(connection, name))).check(invite)


def _storable(text: str) -> str:
    try:
        return incoming.storable(text)
    except incoming.Unreadable as error:
        raise BadOption(f"The request can't be read: {error}.") from None


@dataclass(frozen=True)
class Answer:
    """A route and what it answers."""

    method: str
    path: str
    summary: str
    work: Callable[[Asked], Awaitable[Any]]
    result: Any  # the type of the response, or its media type
    body: Any = None  # the type of the request's body, or its media type
    queries: tuple[tuple[str, type, str], ...] = ()


async def list_games(asked: Asked) -> Any:
    """All games."""
    return catalogue.games()


async def show_preparation(asked: Asked) -> Any:
    """How far along each game is."""
    return await preparing.views()


async def show_rulebook(asked: Asked) -> Any:
    """A rulebook."""
    return catalogue.rulebook(asked.path("game"))


async def show_sprites(asked: Asked) -> Any:
    """The sprites of a game."""
    return catalogue.sprites(asked.path("game"))


async def make_match(asked: Asked) -> Any:
    """A new match."""
    wish = await asked.body(messages.NewMatch)
    if wish.replay:
        making.check_number(wish)
        asked.spend(max(wish.number, 0) / ACTIONS)
    reserved = asked.server.guard.reserve(asked.address)
    if reserved is None:
        raise TooMany(TOO_MANY_MATCHES)
    try:
        made = await making.make_match(asked.server.reels, wish)
    except BaseException:
        reserved.release()
        raise
    asked.registry.when_over(made.match, reserved.release)
    return made


async def list_matches(asked: Asked) -> Any:
    """Public matches."""
    game, variant = asked.query("game"), asked.query("variant")
    finished, skip = asked.query("finished") in ("1", "true"), max(asked.number("skip", 0), 0)
    found = await asked.registry.store.read(lambda c: listing.public_matches(c, game, variant, finished, skip))
    live = asked.registry.matches
    return [live[view.id].view() if view.id in live else view for view in found]


async def show_match(asked: Asked) -> Any:
    """One match; as it stands on disk while its game is being compiled."""
    store, name = asked.registry.store, asked.path("match")
    await asked.knock(asked.invite)
    info = await store.read(lambda connection: queries.load_info(connection, name))
    if info is None:
        raise NoMatch(NO_MATCH)
    if not await preparing.is_ready(info.game):
        return await store.read(lambda connection: listing.stored_match(connection, name))
    return (await asked.match()).view()


async def take_seat(asked: Asked) -> Any:
    """An open seat."""
    wish = await asked.body(messages.TakeSeat)
    await asked.knock(wish.invite)
    return await making.take_seat(await asked.match(), wish)


async def match_replay(asked: Asked) -> Any:
    """The replay of a finished match as a file."""
    asked.spend(DOWNLOAD_COST)
    match = asked.path("match")
    found = await asked.server.reels.find(f"m-{match}", asked.invite)
    headers = {"content-disposition": f'attachment; filename="{found.game}-{match}.json"'}
    return Response(found.text, media_type=JSON, headers=headers)


async def open_replay(asked: Asked) -> Any:
    """Open a replay from a file."""
    asked.spend(asked.length / BYTES)
    data = await asked.raw_body(asked.registry.settings.longest_body)
    name = await asked.server.reels.keep(data)
    return await asked.server.reels.view(name)


async def show_replay(asked: Asked) -> Any:
    """What a replay is."""
    return await asked.server.reels.view(asked.path("replay"), asked.invite)


async def show_frames(asked: Asked) -> Any:
    """A stretch of a replay."""
    first, count, player = asked.number("first", 0), asked.number("count", 50), asked.number("player", -1)
    asked.spend(min(max(count, 1), replaying.MOST_FRAMES))
    frames = await asked.server.reels.frames(asked.path("replay"), first, count, player, asked.invite)
    return Response(frames, media_type=JSON, headers={"cache-control": "no-store"})


async def list_scores(asked: Asked) -> Any:
    """High scores."""
    game = asked.query("game")
    if game:
        discovery.find(game)
    return await asked.registry.store.read(lambda connection: scores.all_tables(connection, game))


async def show_reach(asked: Asked) -> Any:
    """How others reach this server."""
    return reaching.reach(asked.registry.settings)


async def show_qr(asked: Asked) -> Any:
    """A QR code for a page of this server."""
    if "#" in asked.query("text"):
        raise BadOption("What follows # is secret, and addresses get logged. Send it in a body.")
    return _qr(asked, asked.query("text"))


async def show_secret_qr(asked: Asked) -> Any:
    """A QR code for a page of this server, such as an invitation, whose key never appears in an address."""
    return _qr(asked, (await asked.body(messages.QrWish)).text)


def _qr(asked: Asked, text: str) -> str:
    import io

    import segno

    named = (one for one in asked.registry.settings.origins if text.startswith(f"{one}/"))
    own = next(named, asked.server.own_address(asked.request))
    text = text.removeprefix(own)
    if "://" in text.partition("?")[0].partition("#")[0]:
        raise BadOption("A QR code can only lead to a page of this server.")
    if not text.startswith("/") or text.startswith("//") or len(text) > 300:
        raise BadOption("A QR code needs a path of this server, such as /m/abc.")
    out = io.BytesIO()
    segno.make(own + text, error="m").save(out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, scale=8)
    return out.getvalue().decode()


ROUTES = (
    Answer("GET", "/api/games", "All games.", list_games, list[messages.GameView]),
    Answer(
        "GET",
        "/api/preparation",
        "How far along each game is: a new server compiles them first.",
        show_preparation,
        list[messages.PreparationView],
    ),
    Answer("GET", "/api/games/{game}/rulebook", "A game's rulebook.", show_rulebook, HTML),
    Answer("GET", "/api/games/{game}/sprites.svg", "A game's sprites, one symbol each.", show_sprites, SVG),
    Answer("POST", "/api/matches", "Make a match.", make_match, messages.MadeMatch, messages.NewMatch),
    Answer(
        "GET",
        "/api/matches",
        "Public matches: those open or being played, or finished ones.",
        list_matches,
        list[messages.MatchView],
        queries=(
            ("game", str, "only this game"),
            ("variant", str, "only this variant"),
            ("finished", int, "1: those that are over"),
            ("skip", int, f"how many to skip: a page has {listing.MOST}"),
        ),
    ),
    Answer("GET", "/api/matches/{match}", "A match.", show_match, messages.MatchView),
    Answer(
        "POST", "/api/matches/{match}/seats", "Take an open seat.", take_seat, messages.TakenSeat, messages.TakeSeat
    ),
    Answer("GET", "/api/matches/{match}/replay", "The replay of a match that is over.", match_replay, JSON),
    Answer("POST", "/api/replays", "Open a replay from a file.", open_replay, messages.ReplayView, JSON),
    Answer("GET", "/api/replays/{replay}", "What a replay is.", show_replay, messages.ReplayView),
    Answer(
        "GET",
        "/api/replays/{replay}/frames",
        "A stretch of a replay.",
        show_frames,
        study.Frames,
        queries=(
            ("first", int, "where it begins"),
            ("count", int, "how many actions follow, at most 200"),
            ("player", int, "through whose eyes; -1: a spectator"),
        ),
    ),
    Answer(
        "GET",
        "/api/scores",
        "High scores of every variant.",
        list_scores,
        list[scores.ScoreTable],
        queries=(("game", str, "only this game"),),
    ),
    Answer("GET", "/api/reach", "How others reach this server.", show_reach, messages.ReachView),
    Answer(
        "GET",
        "/api/qr",
        "A QR code for a page of this server.",
        show_qr,
        SVG,
        queries=(("text", str, "the page, such as /m/abc"),),
    ),
    Answer(
        "POST",
        "/api/qr",
        "A QR code for a page whose address contains a secret: /m/abc#invite=...",
        show_secret_qr,
        SVG,
        messages.QrWish,
    ),
)


def routes(answers: Iterable[Answer], registry: Registry, server: Any) -> list[Route]:
    """The routes for Starlette."""
    return [Route(answer.path, _endpoint(answer, registry, server), methods=[answer.method]) for answer in answers]


def _endpoint(answer: Answer, registry: Registry, server: Any) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        try:
            result = await answer.work(Asked(request, registry, server))
        except GarrisonError as error:
            if isinstance(error, TooMany | TooBusy):
                await server.guard.discourage()
            return problem(str(error), _status(error))
        return _response(result, answer.result, answer.method == "POST")

    return endpoint


def _status(error: GarrisonError) -> int:
    own = {NoMatch: 404, TooMany: 429, TooLong: 413, TooSlow: 408, TooBusy: 503}
    return next((status for kind, status in {**REFUSED, **own}.items() if isinstance(error, kind)), 400)


def _response(result: Any, kind: Any, secret: bool) -> Response:
    if isinstance(result, Response):
        return result
    if isinstance(result, str) and isinstance(kind, str):
        kept = "no-store" if secret else "public, max-age=300"
        return Response(result, media_type=kind, headers={"cache-control": kept})
    return Response(encoder.encode(result), media_type=JSON, headers={"cache-control": "no-store"})


def problem(sentence: str, status: int) -> Response:
    """A refusal. After some of them the rest of the request is not even read."""
    headers = {"connection": "close"} if status in HANG_UP else None
    return Response(encoder.encode(messages.Problem(sentence)), status, headers, media_type=JSON)
