"""Making matches and taking seats."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from garrison import bots
from garrison.core.errors import BadOption, GarrisonError
from garrison.core.game import Game, load
from garrison.core.preparation import shared
from garrison.core.replay import Move
from garrison.core.seeds import checked_seed
from garrison.play.scores import clean_name
from garrison.play.server import messages, records
from garrison.play.server.hall import Hall, Table
from garrison.play.server.live import Info, SeatState
from garrison.play.server.replaying import find_replay
from garrison.play.server.secret import hashed, is_same, new_id, new_token

LONGEST_TIMER = 24 * 3600 * 1000  # ms
NO_SEAT = "This seat is not free any more."


async def make_match(hall: Hall, wish: messages.NewMatch) -> messages.MadeMatch:
    """Make a match as somebody wishes it; it is on disk when this returns."""
    game, seed, moves = await _begin(hall, wish)
    sitting, tokens = _seats(wish, game)
    host, invite = new_token(), new_token()
    info = Info(
        new_id(),
        game,
        seed,
        game.variant,
        dict(wish.options),
        records.now(),
        hashed(host),
        hashed(invite),
        wish.private,
        wish.undo,
        _timer(wish, game),
        _tick(wish, game),
        False,
        not wish.replay and not any(seat.is_bot for seat in sitting),
        False,
    )
    await hall.store.write(lambda connection: records.store_match(connection, info, sitting, moves))
    return messages.MadeMatch(info.id, host, {str(player): token for player, token in tokens.items()}, invite)


async def _begin(hall: Hall, wish: messages.NewMatch) -> tuple[Game, int, list[Move]]:
    """The game, the seed and the actions that a match begins with."""
    if wish.replay:
        replay = await find_replay(hall.store, wish.replay)
        if not replay.can_continue:
            raise BadOption(replay.warning)
        if not 0 <= wish.number <= len(replay.moves):
            raise BadOption(f"The replay has {len(replay.moves)} actions, not {wish.number}.")
        moves = replay.moves[: wish.number]
        return replay.game, replay.seed, moves
    if "/" in wish.variant or "\\" in wish.variant or wish.variant.endswith(".toml"):
        raise BadOption("A variant is given by its name.")
    game = await asyncio.to_thread(_loaded, wish)
    seed = secrets.randbelow(2**53) if wish.seed is None else checked_seed(wish.seed)
    return game, seed, []


def _loaded(wish: messages.NewMatch) -> Game:
    _check_options(wish)
    options: dict[str, Any] = dict(wish.options)
    game = load(wish.game, variant=wish.variant, **options)
    shared.ask(game.entry.blueprint())  # whoever makes a match will look at it in a moment
    return game


def _check_options(wish: messages.NewMatch) -> None:
    """Options come from strangers: only values that the game offers, never a file's name."""
    from garrison.core.discovery import find

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
            sitting.append(SeatState("bot", name, ""))
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
    quickest, slowest = game.facts.tick_range
    if not game.facts.tick_ms or not wish.tick_ms:
        return game.facts.tick_ms
    if not quickest <= wish.tick_ms <= slowest:
        raise BadOption(f"A tick takes {quickest} to {slowest} ms here, not {wish.tick_ms}.")
    return wish.tick_ms


async def take_seat(hall: Hall, table: Table, wish: messages.TakeSeat) -> messages.TakenSeat:
    """Take an open seat."""
    live, token, name = table.live, new_token(), clean_name(wish.name)
    if live.info.private and not is_same(wish.invite, live.info.invite):
        raise BadOption("This match is private: its host has to invite you.")
    if live.info.sentence:
        raise BadOption(live.info.sentence)

    def work(connection: Any) -> int:
        player = records.take_seat(connection, live.id, wish.player, name, hashed(token))
        if player >= 0:
            hall.store.tell_changed(connection, live.id)
        return player

    player = await hall.store.write(work)
    if player < 0:
        raise SeatTaken(NO_SEAT)
    live.seats[player] = SeatState("person", "", name, hashed(token))
    table.tell_changed()
    table.running.wake()
    return messages.TakenSeat(player, token)


class SeatTaken(GarrisonError):
    """Somebody was quicker."""
