"""Making matches, taking seats and changing what a match is."""

from __future__ import annotations

import asyncio
import secrets
from functools import partial
from typing import Any

from garrison import bots
from garrison.core.discovery import find
from garrison.core.errors import BadOption, GarrisonError
from garrison.core.game import Game, load
from garrison.core.preparation import shared
from garrison.core.replay import Move
from garrison.core.seeds import checked_seed
from garrison.play.scores import table_name
from garrison.play.server import messages, queries
from garrison.play.server.dear import DearWork
from garrison.play.server.info import Refusal, SeatState
from garrison.play.server.live import LiveMatch
from garrison.play.server.replaying import find_replay
from garrison.play.server.secret import hashed, is_same, new_id, new_token
from garrison.play.server.store import Store
from garrison.play.user import clean_name

LONGEST_TIMER = 24 * 3600 * 1000  # ms
MOST_BEGUN = 50_000  # actions of a replay that a match begins with
SLICE = 500  # of them are written at a time, so that others' moves get their turn between
NO_SEAT = "This seat is no longer free."


class SeatTaken(GarrisonError):
    """Somebody was quicker."""


async def make_match(store: Store, dear: DearWork, wish: messages.NewMatch) -> messages.MadeMatch:
    """Make a match as somebody wishes it; it is on disk when this returns."""
    game, seed, moves = await _begin(store, dear, wish)
    sitting, tokens = _seats(wish, game)
    host, invite = new_token(), new_token()
    row = queries.match_row(
        new_id(),
        game,
        seed,
        table_name(game),
        options=wish.options,
        host=hashed(host),
        invite=hashed(invite),
        private=wish.private,
        undo=wish.undo,
        timer_ms=_timer(wish, game),
        tick_ms=_tick(wish, game),
        counted=not wish.replay and not any(seat.is_bot for seat in sitting),
    )
    for first in range(0, len(moves), SLICE):
        part = moves[first : first + SLICE]
        await store.write(partial(queries.store_moves, match=row["id"], first=first + 1, moves=part))
    # Only now is there such a match: what a crash has left of one without a row, nobody sees, and it is swept away.
    await store.write(lambda connection: queries.store_match(connection, row, sitting))
    return messages.MadeMatch(row["id"], host, {str(player): token for player, token in tokens.items()}, invite)


async def _begin(store: Store, dear: DearWork, wish: messages.NewMatch) -> tuple[Game, int, list[Move]]:
    """The game, the seed and the actions that a match begins with."""
    if wish.replay:
        replay = await find_replay(store, dear, wish.replay)
        if not replay.can_continue:
            raise BadOption(replay.warning)
        if not 0 <= wish.number <= len(replay.moves):
            raise BadOption(f"The replay has {len(replay.moves)} actions, not {wish.number}.")
        if wish.number > MOST_BEGUN:
            raise BadOption(f"A match can begin with at most {MOST_BEGUN:,} actions, not {wish.number:,}.")
        return replay.game, replay.seed, replay.moves[: wish.number]
    if "/" in wish.variant or "\\" in wish.variant or wish.variant.endswith(".toml"):
        raise BadOption("A variant is given by its name.")
    _check_options(wish)
    game = await asyncio.to_thread(_loaded, wish)
    seed = secrets.randbits(64) if wish.seed is None else checked_seed(wish.seed)
    return game, seed, []


def _loaded(wish: messages.NewMatch) -> Game:
    options: dict[str, Any] = dict(wish.options)
    game = load(wish.game, variant=wish.variant, **options)
    shared.ask(game.entry.blueprint())  # whoever makes a match will look at it in a moment
    return game


def _check_options(wish: messages.NewMatch) -> None:
    """Options come from strangers: only values that the game offers, never a file's name."""
    offered = find(wish.game).facts.options
    for name, value in wish.options.items():
        if name in offered and str(value) not in offered[name]:
            raise BadOption(f"{name} is one of {', '.join(offered[name])}, not {str(value)[:40]!r}.")
        if name not in offered:
            raise BadOption(f"{wish.game} has no option called {name[:40]!r}.")


def _seats(wish: messages.NewMatch, game: Game) -> tuple[list[SeatState], dict[int, str]]:
    """Who sits where, and the tokens of the maker's seats."""
    if len(wish.seats) > game.players:
        raise BadOption(f"{game.facts.title} has {game.players} seats here, not {len(wish.seats)}.")
    missing = [messages.SeatWish("person" if not wish.seats and i == 0 else "open") for i in range(game.players)]
    sitting, tokens = [], {}
    for player, one in enumerate([*wish.seats, *missing[len(wish.seats) :]]):
        if one.kind == "bot":
            name = one.bot or bots.names(game.entry)[0]
            bots.find(name, game.entry)
            sitting.append(SeatState("bot", name))
        elif one.kind == "person":
            tokens[player] = new_token()
            sitting.append(SeatState("person", "", clean_name(wish.name), hashed(tokens[player])))
        else:
            sitting.append(SeatState("open"))
    return sitting, tokens


def _timer(wish: messages.NewMatch, game: Game) -> int:
    if wish.timer_ms < 0:
        return game.facts.timeout_ms
    if 0 < wish.timer_ms < 1000 or wish.timer_ms > LONGEST_TIMER:
        raise BadOption("A timer is 0 (none), or a second to a day.")
    return 0 if game.facts.tick_ms else wish.timer_ms


def _tick(wish: messages.NewMatch, game: Game) -> int:
    if not game.facts.tick_ms or not wish.tick_ms:
        return game.facts.tick_ms
    return checked_tick(wish.tick_ms, game.facts.tick_range)


def checked_tick(tick_ms: int, allowed: tuple[int, int]) -> int:
    """How long a tick takes; a sentence if that is too short or too long."""
    quickest, slowest = allowed
    if not quickest <= tick_ms <= slowest:
        raise BadOption(f"A tick takes {quickest} to {slowest} ms here, not {tick_ms}.")
    return tick_ms


# --- Changing matches.


async def take_seat(match: LiveMatch, wish: messages.TakeSeat) -> messages.TakenSeat:
    """Take an open seat."""
    token, name = new_token(), clean_name(wish.name)
    if match.info.private and not is_same(wish.invite, match.info.invite):
        raise BadOption("This match is private: its host has to invite you.")

    def write(database: Any) -> int:
        player = queries.take_seat(database, match.id, wish.player, name, hashed(token))
        if player < 0:
            raise SeatTaken(NO_SEAT)
        return player

    def apply(player: int) -> None:
        match.seats[player] = SeatState("person", "", name, hashed(token))

    return messages.TakenSeat(await match.alter(write, apply), token)


async def replace(match: LiveMatch, player: int, bot: str) -> None:
    """Let a bot play a seat, or with "" the person again."""
    if bot:
        try:
            bots.find(bot, match.journal.game.entry)
        except GarrisonError as error:
            raise Refusal("illegal", str(error)) from None
    kind = "person" if match.seats[player].token else "bot"

    def write(database: Any) -> None:
        queries.change_seat(database, match.id, player, kind=kind, bot=bot)
        if bot:
            queries.change(database, match.id, counted=False)

    def apply(_: None) -> None:
        match.seats[player].kind, match.seats[player].bot = kind, bot

    await match.alter(write, apply)


async def change(match: LiveMatch, **values: Any) -> None:
    """Change something that a match's row holds: pause, tick, privacy."""
    if not values:
        return

    def apply(_: None) -> None:
        for key, value in values.items():
            setattr(match.info, key, value)

    await match.alter(lambda database: queries.change(database, match.id, **values), apply)
