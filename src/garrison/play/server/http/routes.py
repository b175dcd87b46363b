"""The HTTP API: the requests and their responses. The descriptions are also generated from the table ROUTES."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from garrison.core import discovery
from garrison.errors import BadOption
from garrison.play import scores
from garrison.play.server.http import invite_address
from garrison.play.server.http.responses import HTML, JSON, SVG, Answer, Asked
from garrison.play.server.match import changes, lists, new_match
from garrison.play.server.store import queries
from garrison.play.server.store.access import NO_MATCH, NoMatch
from garrison.play.server.wire import messages, study_messages
from garrison.play.server.wire.refusal import TooMany
from garrison.play.server.work import catalogue, compilation, replays
from garrison.play.server.work.guard import TOO_MANY_MATCHES

BYTES, ACTIONS = 1000, 10  # that cost as much as one frame of a replay
DOWNLOAD_COST, MATCH_COST, LIST_COST, SCORES_COST = 20, 5, 5, 10


async def list_games(asked: Asked) -> Any:
    """All games."""
    return catalogue.games()


async def show_preparation(asked: Asked) -> Any:
    """How far along each game is."""
    return await compilation.views()


async def list_bots(asked: Asked) -> Any:
    """The bots of a game."""
    return catalogue.ladder(asked.path("game"))


async def show_rulebook(asked: Asked) -> Any:
    """A rulebook."""
    return catalogue.rulebook(asked.path("game"))


async def show_sprites(asked: Asked) -> Any:
    """The sprites of a game."""
    return catalogue.sprites(asked.path("game"))


async def make_match(asked: Asked) -> Any:
    """A new match."""
    wish = await asked.body(messages.NewMatch)
    asked.spend(MATCH_COST)
    if wish.replay:
        new_match.check_number(wish)
        asked.spend(max(wish.number, 0) / ACTIONS)
    reserved = asked.services.guard.reserve(asked.address)
    if reserved is None:
        raise TooMany(TOO_MANY_MATCHES)
    try:
        made = await new_match.make_match(asked.services.reels, wish)
    except BaseException:
        reserved.release()
        raise
    reserved.use_for(made.match)
    return made


async def list_matches(asked: Asked) -> Any:
    """Public matches."""
    game, variant = asked.query("game"), asked.query("variant")
    asked.spend(LIST_COST)
    finished, skip = asked.query("finished") in ("1", "true"), max(asked.number("skip", 0), 0)
    async with asked.visitor.place():
        found = await asked.registry.store.read(lambda c: lists.public_matches(c, game, variant, finished, skip))
    live = asked.registry.matches
    return [live[view.id].view() if view.id in live else view for view in found]


async def show_match(asked: Asked) -> Any:
    """One match; as it stands on disk while its game is being compiled."""
    store, name = asked.registry.store, asked.path("match")
    await asked.knock(asked.invite)
    info = await store.read(lambda connection: queries.load_info(connection, name))
    if info is None:
        raise NoMatch(NO_MATCH)
    if not await compilation.is_ready(info.game):
        return await store.read(lambda connection: lists.stored_match(connection, name))
    return (await asked.match()).view()


async def take_seat(asked: Asked) -> Any:
    """An open seat."""
    wish = await asked.body(messages.TakeSeat)
    await asked.knock(wish.invite)
    return await changes.take_seat(await asked.match(), wish)


async def match_replay(asked: Asked) -> Any:
    """The replay of a finished match as a file."""
    asked.spend(DOWNLOAD_COST)
    match = asked.path("match")
    found = await asked.services.reels.find(f"m-{match}", asked.invite)
    asked.visitor.spend_on(len(found.text))
    headers = {"content-disposition": f'attachment; filename="{found.game}-{match}.json"'}
    return Response(found.text, media_type=JSON, headers=headers)


async def open_replay(asked: Asked) -> Any:
    """Open a replay from a file."""
    asked.spend(asked.length / BYTES)
    data = await asked.raw_body(asked.registry.settings.longest_body)
    name = await asked.services.reels.keep(data)
    return await asked.services.reels.view(name)


async def show_replay(asked: Asked) -> Any:
    """What a replay is."""
    return await asked.services.reels.view(asked.path("replay"), asked.invite)


async def show_frames(asked: Asked) -> Any:
    """A stretch of a replay."""
    first, count, player = asked.number("first", 0), asked.number("count", 50), asked.number("player", -1)
    asked.spend(min(max(count, 1), replays.MOST_FRAMES))
    frames = await asked.services.reels.frames(asked.path("replay"), first, count, player, asked.invite)
    return Response(frames, media_type=JSON, headers={"cache-control": "no-store"})


async def list_scores(asked: Asked) -> Any:
    """High scores."""
    game = asked.query("game")
    if game:
        discovery.find(game)
    asked.spend(SCORES_COST)
    async with asked.visitor.place():
        return await asked.registry.store.read(lambda connection: scores.all_tables(connection, game))


async def show_reach(asked: Asked) -> Any:
    """How others reach this server."""
    return invite_address.reach(asked.registry.settings)


async def show_qr(asked: Asked) -> Any:
    """A QR code for a page of this server."""
    if "#" in asked.query("text"):
        raise BadOption("What follows # is secret, and addresses get logged. Send it in a body.")
    return await asked.services.pictures.of_link(asked.own_link(asked.query("text")))


async def show_secret_qr(asked: Asked) -> Any:
    """A QR code for a page of this server, such as an invitation, whose key never appears in an address."""
    return await asked.services.pictures.of_link(asked.own_link((await asked.body(messages.QrWish)).text))


ROUTES = (
    Answer("GET", "/api/games", "All games.", list_games, list[messages.GameView]),
    Answer(
        "GET",
        "/api/preparation",
        "How far along each game is: a new server compiles them first.",
        show_preparation,
        list[messages.PreparationView],
    ),
    Answer(
        "GET",
        "/api/games/{game}/bots",
        "A game's bots and how strong they are, the strongest first.",
        list_bots,
        list[messages.BotView],
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
