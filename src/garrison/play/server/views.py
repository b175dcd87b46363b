"""Matches and seats as people see them: the one place where these messages are filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from garrison.core.facts import Facts
from garrison.play.server.info import Info, SeatState
from garrison.play.server.messages import MatchView, SeatView


def match_view(
    info: Info,
    *,
    number: int,
    is_over: bool,
    is_present: Callable[[int], bool] = lambda player: False,
    is_away: Callable[[int], bool] = lambda player: False,
    left_ms: Mapping[int, int] = {},
    undoable: Sequence[int] = (),
    waits_for_input: bool = False,
    winners: Sequence[int] = (),
    scores: Sequence[float] = (),
) -> MatchView:
    """A match without its position. Unless `is_present` says otherwise, nobody counts as connected."""
    return MatchView(
        id=info.id,
        game=info.game,
        title=info.facts.title,
        variant=info.variant,
        options=info.options,
        seats=seat_views(info.seats, info.facts, is_present, is_away, left_ms),
        number=number,
        status=info.status(is_over),  # type: ignore[arg-type]
        sentence=info.sentence,
        private=info.private,
        undo=info.undo,
        undoable=list(undoable),
        timer_ms=info.timer_ms,
        tick_ms=info.tick_ms,
        tick_range=list(info.facts.tick_range),
        paused=info.paused,
        waits_for_input=waits_for_input,
        seed=info.chosen_seed,
        wishes=[] if is_over else info.agreements.views(info.people, [one for one in info.people if not is_away(one)]),
        created=info.created,
        winners=list(winners),
        scores=list(scores),
    )


def seat_views(
    seats: Sequence[SeatState],
    facts: Facts,
    is_present: Callable[[int], bool] = lambda player: False,
    is_away: Callable[[int], bool] = lambda player: False,
    left_ms: Mapping[int, int] = {},
) -> list[SeatView]:
    """Who sits where. Bots are always there."""
    return [
        SeatView(
            player=player,
            label=facts.seats[player],
            kind=seat.kind,  # type: ignore[arg-type]
            name=seat.name,
            bot=seat.bot,
            present=seat.kind == "bot" or is_present(player),
            away=seat.kind == "person" and is_away(player),
            left_ms=left_ms.get(player, msgspec.UNSET),
        )
        for player, seat in enumerate(seats)
    ]
