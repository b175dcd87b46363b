"""Making matches: what was asked for is checked, and written."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec

from garrison import bots
from garrison.core.game import Game, load
from garrison.core.seeds import checked_seed
from garrison.errors import BadOption
from garrison.play.scores import table_name
from garrison.play.server.match.seat_names import seat_name
from garrison.play.server.store import queries
from garrison.play.server.store.info import SeatState, is_alone
from garrison.play.server.wire import messages
from garrison.play.server.wire.settings import Settings
from garrison.play.server.wire.terms import Terms
from garrison.play.server.wire.tokens import hashed, new_id, new_token
from garrison.play.server.work.choices import check_offered, with_changes
from garrison.play.server.work.replay_work import Beginning
from garrison.play.server.work.replays import Reels
from garrison.play.server.work.visitor import visitor

LONGEST_TIMER = 24 * 3600 * 1000  # ms
SHORTEST_BANK, LONGEST_INCREMENT = 10_000, 600_000  # ms
SHORTEST_ABSENCE = 30  # seconds
MOST_BEGUN = 50_000  # actions of a replay that a match can start with
SLICE = 500  # written at a time, so that others' moves get their turn in between
LONGEST_SEED = 20  # digits
CHOSEN_SEED = "A seed can only be chosen when nobody else plays, because it reveals every roll to come."


async def make_match(reels: Reels, wish: messages.NewMatch, settings: Settings) -> messages.MadeMatch:
    """Make a match as requested; it is on disk when this returns."""
    wish = beside(wish, settings)
    store, (game, seed, moves) = reels.store, await _begin(reels, wish)
    sitting, tokens = _seats(wish, game)
    is_shared = sum(seat.kind != "bot" for seat in sitting) > 1
    if wish.seed is not None and is_shared:
        raise BadOption(CHOSEN_SEED)
    is_chosen = wish.seed is not None or bool(wish.replay)
    if wish.replay and is_shared and not moves:  # otherwise a file would be a way to choose a seed among several people
        seed, is_chosen = secrets.randbits(64), False
    host, invite = new_token(), new_token()
    setup = queries.Setup(
        options=wish.options,
        host=hashed(host),
        invite=hashed(invite),
        private=wish.private,
        undo=not any(seat.kind == "open" for seat in sitting) if wish.undo is None else wish.undo,
        timer_ms=_timer(wish, game),
        tick_ms=_tick(wish, game),
        counted=not wish.replay and not is_chosen and is_alone(sitting),
        seed_chosen=is_chosen,
        terms=_terms(wish, game, evidence=settings.evidence > 0),
    )
    row = queries.match_row(new_id(), game, seed, table_name(game), setup)
    for first in range(0, len(moves), SLICE):
        part = moves[first : first + SLICE]
        await store.write(partial(queries.store_moves, match=row["id"], first=first + 1, moves=part))
    # Only now does the match exist. If a crash leaves moves without this row, nobody sees them, and they are swept up.
    await store.write(lambda connection: queries.store_match(connection, row, sitting))
    return messages.MadeMatch(row["id"], host, {str(player): token for player, token in tokens.items()}, invite)


def beside(wish: messages.NewMatch, settings: Settings) -> messages.NewMatch:
    """Where two variants are offered side by side, half of those who name none get the second one."""
    second = dict(settings.beside).get(wish.game, "")
    is_free = not (wish.variant or wish.replay or wish.rules)
    return msgspec.structs.replace(wish, variant=second) if second and is_free and secrets.randbits(1) else wish


async def _begin(reels: Reels, wish: messages.NewMatch) -> Beginning:
    """The game, the seed and the actions that a match starts with."""
    if wish.replay:
        return await reels.beginning(wish.replay, wish.invite, wish.number)
    check_offered(wish.game, wish.variant, wish.options)
    async with visitor().place():
        game = await asyncio.to_thread(loaded_game, wish)
    return Beginning(game, secrets.randbits(64) if wish.seed is None else _chosen(wish.seed), [])


def check_number(wish: messages.NewMatch) -> None:
    """Refuse more actions to start with than anybody needs."""
    if wish.number > MOST_BEGUN:
        raise BadOption(f"A match can start with at most {MOST_BEGUN:,} actions, not {wish.number:,}.")


def _chosen(seed: int | str) -> int:
    """The seed that was asked for; as text it may have more digits than a browser's numbers can hold."""
    is_text = isinstance(seed, str) and seed.isdecimal() and len(seed) <= LONGEST_SEED
    return checked_seed(int(seed) if is_text else seed)  # type: ignore[arg-type]


def loaded_game(wish: messages.NewMatch) -> Game:
    """The game that is wished for, with all that its bots need."""
    options: dict[str, Any] = dict(wish.options)
    return with_changes(load(wish.game, variant=wish.variant or None, **options), wish.rules)


def _seats(wish: messages.NewMatch, game: Game) -> tuple[list[SeatState], dict[int, str]]:
    """Who sits where, and the tokens of the maker's seats."""
    if len(wish.seats) > game.players:
        raise BadOption(f"{game.facts.title} has {game.players} seats here, not {len(wish.seats)}.")
    missing = [messages.SeatWish("person" if not wish.seats and i == 0 else "open") for i in range(game.players)]
    sitting, tokens = [], {}
    for player, one in enumerate([*wish.seats, *missing[len(wish.seats) :]]):
        if one.kind == "bot":
            name = one.bot or bots.names(game.package)[0]
            bots.find(name, game.package)
            sitting.append(SeatState("bot", name))
        elif one.kind == "person":
            tokens[player] = new_token()
            sitting.append(SeatState("person", token=hashed(tokens[player])))
        else:
            sitting.append(SeatState("open"))
    name = seat_name(wish.name, game, sitting, tokens.values())
    return [replace(seat, name=name) if seat.token else seat for seat in sitting], tokens


def _timer(wish: messages.NewMatch, game: Game) -> int:
    if wish.bank_ms:
        return 0
    if wish.timer_ms < 0:  # nobody waits for somebody who plays against bots only
        bots = sum(seat.kind == "bot" for seat in wish.seats)
        return 0 if bots and bots >= game.players - 1 else game.facts.timeout_ms
    if 0 < wish.timer_ms < 1000 or wish.timer_ms > LONGEST_TIMER:
        raise BadOption("A timer is 0 (none), or between a second and a day.")
    return 0 if game.facts.tick_ms else wish.timer_ms


def _terms(wish: messages.NewMatch, game: Game, evidence: bool) -> Terms:
    """What its maker has decided about a match besides its rules, and whether it may be measured."""
    if wish.gone_after and not SHORTEST_ABSENCE <= wish.gone_after <= LONGEST_TIMER // 1000:
        raise BadOption(f"The time after which players count as gone is between {SHORTEST_ABSENCE} seconds and a day.")
    if wish.bank_ms and (game.players != 2 or game.facts.tick_ms):
        raise BadOption("A time for the whole match is for two players who take turns.")
    if wish.bank_ms and not SHORTEST_BANK <= wish.bank_ms <= LONGEST_TIMER:
        raise BadOption("A time for the whole match is between ten seconds and a day.")
    if not 0 <= wish.increment_ms <= LONGEST_INCREMENT or (wish.increment_ms and not wish.bank_ms):
        raise BadOption("The increment for each decision is at most ten minutes, and needs a time for the match.")
    return msgspec.structs.replace(msgspec.convert(wish, Terms, from_attributes=True), evidence=evidence)


def _tick(wish: messages.NewMatch, game: Game) -> int:
    if not game.facts.tick_ms or not wish.tick_ms:
        return game.facts.tick_ms
    return checked_tick(wish.tick_ms, game.facts.tick_range)


def checked_tick(tick_ms: int, limits: tuple[int, int]) -> int:
    """How long a tick takes; an error if that is too short or too long."""
    quickest, slowest = limits
    if not quickest <= tick_ms <= slowest:
        raise BadOption(f"A tick takes {quickest} to {slowest} ms here, not {tick_ms}.")
    return tick_ms
