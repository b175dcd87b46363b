"""Matches and seats as people see them: the one place where these messages are filled in."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from garrison.core.facts import Facts
from garrison.play.server.store.info import Info, SeatState
from garrison.play.server.wire.messages import MatchView, SeatView, WishView
from garrison.play.user import NOBODY


@dataclass(frozen=True)
class Now:
    """How a match is doing at this moment; unless it says otherwise, nobody counts as connected."""

    number: int = 0
    public: int = 0
    is_over: bool = False
    is_present: Callable[[int], bool] = lambda player: False
    is_away: Callable[[int], bool] = lambda player: False
    is_claimable: Callable[[int], bool] = lambda player: False
    left_ms: Mapping[int, int] = field(default_factory=dict)
    ticking: Container[int] = ()
    undoable: Sequence[int] = ()
    askable: Sequence[int] = ()
    waits_for_input: bool = False
    held: bool = False
    gone_after: float = 0.0
    reason: str = ""
    winners: Sequence[int] = ()
    scores: Sequence[float] = ()
    spectators: int = 0
    waiting: Sequence[int] = ()


def match_view(info: Info, now: Now) -> MatchView:
    """A match without its position."""
    return MatchView(
        id=info.id,
        game=info.game,
        title=info.facts.title,
        variant=info.variant,
        options=info.options,
        seats=seat_views(info.seats, info.facts, now),
        number=now.number,
        status=info.status(now.is_over),  # type: ignore[arg-type]
        sentence=info.sentence,
        private=info.private,
        undo=info.undo,
        undoable=list(now.undoable),
        askable=list(now.askable),
        bots=info.terms.bots,
        open_talk=info.terms.open_talk,
        instant=info.terms.instant,
        gone_after=int(now.gone_after),
        timer_ms=info.timer_ms,
        bank_ms=info.terms.bank_ms,
        increment_ms=info.terms.increment_ms,
        held=now.held,
        tick_ms=info.tick_ms,
        tick_range=list(info.facts.tick_range),
        paused=info.paused,
        waits_for_input=now.waits_for_input,
        seed=info.chosen_seed,
        wishes=_wishes(info, now),
        next=info.agreements.next,
        series=info.agreements.won(now.winners, len(info.seats)) if info.agreements.series else [],
        created=info.created,
        reason=now.reason,
        winners=list(now.winners),
        scores=list(now.scores),
        hints=info.hints,
        spectators=now.spectators,
        waiting=list(now.waiting),
    )


def _wishes(info: Info, now: Now) -> list[WishView]:
    if now.is_over:
        return info.agreements.afterwards(info.people)
    return info.agreements.views(info.people, [one for one in info.people if not now.is_away(one)], now.public)


def seat_views(seats: Sequence[SeatState], facts: Facts, now: Now) -> list[SeatView]:
    """Who sits where. Bots are always there."""
    return [
        SeatView(
            player=player,
            label=facts.seats[player],
            colour=facts.seat_colours[player],
            kind=seat.kind,  # type: ignore[arg-type]
            name=seat.name,
            named=seat.name not in ("", NOBODY),
            bot=seat.bot,
            present=seat.kind == "bot" or now.is_present(player),
            away=seat.kind == "person" and now.is_away(player),
            claimable=seat.kind == "person" and now.is_claimable(player),
            left_ms=now.left_ms.get(player, msgspec.UNSET),
            ticking=player in now.ticking,
        )
        for player, seat in enumerate(seats)
    ]
