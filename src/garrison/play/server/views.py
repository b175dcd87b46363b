"""Matches and seats as people see them: the one place where these messages are filled in."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence

import msgspec

from garrison.core.facts import Facts
from garrison.play.server.info import Info, SeatState
from garrison.play.server.messages import MatchView, SeatView, WishView


def match_view(
    info: Info,
    *,
    number: int,
    is_over: bool,
    is_present: Callable[[int], bool] = lambda player: False,
    is_away: Callable[[int], bool] = lambda player: False,
    is_claimable: Callable[[int], bool] = lambda player: False,
    left_ms: Mapping[int, int] = {},
    ticking: Container[int] = (),
    undoable: Sequence[int] = (),
    askable: Sequence[int] = (),
    waits_for_input: bool = False,
    held: bool = False,
    gone_after: float = 0.0,
    public: int = 0,
    reason: str = "",
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
        seats=seat_views(info.seats, info.facts, is_present, is_away, is_claimable, left_ms, ticking),
        number=number,
        status=info.status(is_over),  # type: ignore[arg-type]
        sentence=info.sentence,
        private=info.private,
        undo=info.undo,
        undoable=list(undoable),
        askable=list(askable),
        bots=info.terms.bots,
        open_talk=info.terms.open_talk,
        instant=info.terms.instant,
        gone_after=int(gone_after),
        timer_ms=info.timer_ms,
        bank_ms=info.terms.bank_ms,
        increment_ms=info.terms.increment_ms,
        held=held,
        tick_ms=info.tick_ms,
        tick_range=list(info.facts.tick_range),
        paused=info.paused,
        waits_for_input=waits_for_input,
        seed=info.chosen_seed,
        wishes=_wishes(info, is_over, is_away, public),
        next=info.agreements.next,
        series=info.agreements.won(winners, len(info.seats)) if info.agreements.series else [],
        created=info.created,
        reason=reason,
        winners=list(winners),
        scores=list(scores),
        hints=info.hints,
    )


def _wishes(info: Info, is_over: bool, is_away: Callable[[int], bool], public: int) -> list[WishView]:
    if is_over:
        return info.agreements.afterwards(info.people)
    return info.agreements.views(info.people, [one for one in info.people if not is_away(one)], public)


def seat_views(
    seats: Sequence[SeatState],
    facts: Facts,
    is_present: Callable[[int], bool] = lambda player: False,
    is_away: Callable[[int], bool] = lambda player: False,
    is_claimable: Callable[[int], bool] = lambda player: False,
    left_ms: Mapping[int, int] = {},
    ticking: Container[int] = (),
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
            claimable=seat.kind == "person" and is_claimable(player),
            left_ms=left_ms.get(player, msgspec.UNSET),
            ticking=player in ticking,
        )
        for player, seat in enumerate(seats)
    ]
