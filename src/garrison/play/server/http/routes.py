"""The HTTP API: the requests and their responses. The descriptions are also generated from the table ROUTES."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Any

from starlette.responses import Response

from garrison.core import discovery
from garrison.errors import BadOption
from garrison.play import scores
from garrison.play.server.http import invite_address
from garrison.play.server.http.responses import HTML, JSON, SVG, WASM, Answer, Call
from garrison.play.server.http.static_files import CHECKED
from garrison.play.server.match import changes, lists, new_match
from garrison.play.server.wire import messages, study_messages
from garrison.play.server.wire.refusal import TooMany
from garrison.play.server.work import catalogue, replays
from garrison.play.server.work.guard import TOO_MANY_MATCHES

BYTES, ACTIONS = 1000, 10  # that cost as much as one frame of a replay
DOWNLOAD_COST, MATCH_COST, LIST_COST, SCORES_COST = 20, 5, 5, 10


async def list_games(call: Call) -> Any:
    """All games."""
    return catalogue.games()


async def list_bots(call: Call) -> Any:
    """The bots of a game."""
    return catalogue.ladder(call.path("game"))


async def show_rulebook(call: Call) -> Any:
    """A rulebook."""
    return catalogue.rulebook(call.path("game"))


async def show_module(call: Call) -> Any:
    """A game's rules for browsers, unless the browser has them already."""
    module = await asyncio.to_thread(catalogue.rules_module, call.path("game"))
    headers = {"cache-control": CHECKED, "etag": f'"{sha256(module).hexdigest()[:32]}"'}
    if headers["etag"] in call.request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(module, media_type=WASM, headers=headers)


async def show_sprites(call: Call) -> Any:
    """The sprites of a game."""
    return catalogue.sprites(call.path("game"))


async def make_match(call: Call) -> Any:
    """A new match."""
    wish = await call.body(messages.NewMatch)
    call.spend(MATCH_COST)
    if wish.replay:
        new_match.check_number(wish)
        call.spend(max(wish.number, 0) / ACTIONS)
    reservation = call.services.guard.reserve(call.address)
    if reservation is None:
        raise TooMany(TOO_MANY_MATCHES)
    try:
        new = await new_match.make_match(call.services.reels, wish, call.registry.settings)
    except BaseException:
        reservation.release()
        raise
    reservation.use_for(new.match)
    return new


async def list_matches(call: Call) -> Any:
    """Public matches."""
    game, variant = call.query("game"), call.query("variant")
    call.spend(LIST_COST)
    is_over, skip = call.query("finished") in ("1", "true"), max(call.number("skip", 0), 0)
    async with call.visitor.place():
        views = await call.registry.store.read(lambda c: lists.public_matches(c, game, variant, is_over, skip))
    live = call.registry.matches
    return [live[view.id].view() if view.id in live else view for view in views]


async def show_match(call: Call) -> Any:
    """One match."""
    await call.knock(call.invite)
    return (await call.match()).view()


async def take_seat(call: Call) -> Any:
    """An open seat."""
    wish = await call.body(messages.TakeSeat)
    await call.knock(wish.invite)
    return await changes.take_seat(await call.match(), wish)


async def match_replay(call: Call) -> Any:
    """The replay of a finished match as a file."""
    call.spend(DOWNLOAD_COST)
    match = call.path("match")
    replay = await call.services.reels.find(f"m-{match}", call.invite)
    call.visitor.spend_on(len(replay.text))
    headers = {"content-disposition": f'attachment; filename="{replay.game}-{match}.json"'}
    return Response(replay.text, media_type=JSON, headers=headers)


async def open_replay(call: Call) -> Any:
    """Open a replay from a file."""
    call.spend(call.length / BYTES)
    data = await call.raw_body(call.registry.settings.longest_body)
    name = await call.services.reels.keep(data)
    return await call.services.reels.view(name)


async def show_replay(call: Call) -> Any:
    """What a replay is."""
    return await call.services.reels.view(call.path("replay"), call.invite)


async def show_frames(call: Call) -> Any:
    """A stretch of a replay."""
    first, count, player = call.number("first", 0), call.number("count", 50), call.number("player", -1)
    call.spend(min(max(count, 1), replays.MOST_FRAMES))
    frames = await call.services.reels.frames(call.path("replay"), first, count, player, call.invite)
    return Response(frames, media_type=JSON, headers={"cache-control": "no-store"})


async def list_scores(call: Call) -> Any:
    """High scores."""
    game = call.query("game")
    if game:
        discovery.find(game)
    call.spend(SCORES_COST)
    async with call.visitor.place():
        return await call.registry.store.read(lambda connection: scores.all_tables(connection, game))


async def show_reach(call: Call) -> Any:
    """How others reach this server."""
    return invite_address.reach(call.registry.settings)


async def show_qr(call: Call) -> Any:
    """A QR code for a page of this server."""
    if "#" in call.query("text"):
        raise BadOption("What follows # is secret, and addresses get logged. Send it in a body.")
    return await call.services.pictures.of_link(call.own_link(call.query("text")))


async def show_secret_qr(call: Call) -> Any:
    """A QR code for a page of this server, such as an invitation, whose key never appears in an address."""
    return await call.services.pictures.of_link(call.own_link((await call.body(messages.QrWish)).text))


ROUTES = (
    Answer("GET", "/api/games", "All games.", list_games, list[messages.GameView]),
    Answer(
        "GET",
        "/api/games/{game}/bots",
        "A game's bots and how strong they are, the strongest first.",
        list_bots,
        list[messages.BotView],
    ),
    Answer("GET", "/api/games/{game}/rulebook", "A game's rulebook.", show_rulebook, HTML),
    Answer("GET", "/api/games/{game}/rules.wasm", "A game's rules as a WebAssembly module.", show_module, WASM),
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
            ("variant", str, "only this variant of the game"),
            ("finished", int, "1: those that are over"),
            ("skip", int, f"how many to skip: a page has {lists.MOST}"),
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
        study_messages.Frames,
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
