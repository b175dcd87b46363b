"""Lists of matches, from the database."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, and_, func, select

from garrison.core.errors import GarrisonError
from garrison.play.server.info import SeatState
from garrison.play.server.messages import MatchView
from garrison.play.server.queries import info_of, seat_of
from garrison.play.server.tables import entries, matches, seats
from garrison.play.server.views import Now, match_view

MOST = 100  # matches in one list
OLD_RULES = "This match was started under other rules. It can be watched but not continued."


def public_matches(connection: Connection, game: str, variant: str, finished: bool, skip: int = 0) -> list[MatchView]:
    """Public matches, the latest first, a page at a time; open ones come before those being played."""
    wanted: list[Any] = [
        matches.c.private.is_(False),
        matches.c.finished.is_not(None) if finished else matches.c.finished.is_(None),
    ]
    if game:
        wanted.append(matches.c.game == game)
    if variant:
        wanted.append(matches.c.table_name == variant)
    latest = matches.c.finished if finished else matches.c.created
    page = select(matches).where(and_(*wanted)).order_by(latest.desc()).limit(MOST).offset(skip)
    rows = connection.execute(page).mappings().all()
    return sorted(described(connection, rows), key=lambda view: view.status != "open")


def stored_match(connection: Connection, match: str) -> MatchView:
    """The view of a match, without loading the match into memory."""
    row = connection.execute(select(matches).where(matches.c.id == match)).mappings().one()
    return described(connection, [row])[0]


def described(connection: Connection, rows: Any) -> list[MatchView]:
    """The views of matches, without loading the matches into memory."""
    names = [row["id"] for row in rows]
    sitting: dict[str, list[SeatState]] = {name: [] for name in names}
    for seat in connection.execute(select(seats).where(seats.c.match.in_(names)).order_by(seats.c.player)):
        sitting[seat.match].append(seat_of(seat))
    public = and_(entries.c.match.in_(names), entries.c.hidden.is_(False))  # the rest is nobody else's business
    count = select(entries.c.match, func.max(entries.c.number)).where(public)
    numbers = {row[0]: row[1] for row in connection.execute(count.group_by(entries.c.match))}
    views = (_view(row, sitting[row["id"]], numbers.get(row["id"], 0)) for row in rows)
    return [view for view in views if view is not None]


def _view(row: Any, sitting: list[SeatState], number: int) -> MatchView | None:
    try:
        info = info_of(row, sitting)
    except GarrisonError:
        return None  # a game that is no longer installed
    if row["rules_version"] != info.facts.rules_version and not info.finished:
        info.sentence = OLD_RULES
    winners, scores = (json.loads(row[name] or "[]") for name in ("winners", "scores"))
    reason = row["reason"] or ""
    now = Now(number=number, is_over=info.finished, reason=reason, winners=winners, scores=scores)
    return match_view(info, now)
