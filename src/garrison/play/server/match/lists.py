"""Lists of matches, from the database."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, Connection, and_, func, select, union_all

from garrison.core import discovery
from garrison.errors import GarrisonError
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.queries import info_of, seat_of
from garrison.play.server.store.tables import OVER, PLAYED, history_entries, matches, seats
from garrison.play.server.store.views import Now, match_view
from garrison.play.server.wire.messages import MatchView

MOST = 100  # matches in one list
LEFT_ALONE = timedelta(days=1)  # without an action, after which others are no longer told of a match
PEOPLE = select(func.count()).where(seats.c.match == matches.c.id, seats.c.bot == "").correlate(matches)
FOR_SEVERAL = PEOPLE.scalar_subquery() > 1  # people who sit there, or may
OLD_RULES = "This match was started under other rules. It can be watched but not continued."


def public_matches(connection: Connection, game: str, variant: str, is_over: bool, skip: int = 0) -> list[MatchView]:
    """Public matches, the latest first, a page at a time; open ones come before those being played. Until it is over,
    a game that somebody plays alone or against bots is nobody else's business, and so is one that was abandoned."""
    which, latest = (OVER, matches.c.finished) if is_over else (and_(PLAYED, FOR_SEVERAL), matches.c.created)
    if game:
        which = and_(which, matches.c.game == game)
    if variant:
        which = and_(which, matches.c.table_name == variant)
    query = _of_any_game(which, latest, skip + MOST) if variant and not game else select(matches).where(which)
    page = query.order_by(query.selected_columns[latest.name].desc()).limit(MOST).offset(skip)
    rows = connection.execute(page).mappings().all()
    views = described(connection, rows)
    if not is_over:
        last = _last_actions(connection, [view.id for view in views])
        views = [view for view in views if not _is_abandoned(view, last.get(view.id, 0))]
    return sorted(views, key=lambda view: view.status != "open")


def _is_abandoned(view: MatchView, last_ms: int) -> bool:
    """Whether nobody has done anything for long, by the time of the last action since the match was made."""
    active = datetime.fromisoformat(view.created) + timedelta(milliseconds=last_ms)
    return datetime.now(UTC) - active > LEFT_ALONE


def _last_actions(connection: Connection, names: list[str]) -> dict[str, int]:
    """When the last action of each match was, in milliseconds since it was made."""
    entries = select(history_entries.c.ms).where(history_entries.c.match == matches.c.id)
    last = entries.order_by(history_entries.c.number.desc()).limit(1).correlate(matches).scalar_subquery()
    rows = connection.execute(select(matches.c.id, last).where(matches.c.id.in_(names)))
    return {row[0]: row[1] or 0 for row in rows}


def _of_any_game(which: ColumnElement[bool], latest: ColumnElement[Any], most: int) -> CompoundSelect[Any]:
    """The latest matches of each game, because the indexes of variants begin with the game."""
    queries = (select(matches).where(which, matches.c.game == name) for name in discovery.names())
    return union_all(*(select(one.order_by(latest.desc()).limit(most).subquery()) for one in queries))


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
    numbers = _numbers(connection, names)
    views = (_view(row, sitting[row["id"]], numbers.get(row["id"], 0)) for row in rows)
    return [view for view in views if view is not None]


def _numbers(connection: Connection, names: list[str]) -> dict[str, int]:
    """How many entries of each match everybody may know; the rest is nobody else's business. Only the last entries of
    each are looked at, since there may be many thousands."""
    public = select(history_entries.c.number).where(
        history_entries.c.match == matches.c.id, history_entries.c.hidden.is_(False)
    )
    last = public.order_by(history_entries.c.number.desc()).limit(1).correlate(matches).scalar_subquery()
    return {
        row[0]: row[1] or 0 for row in connection.execute(select(matches.c.id, last).where(matches.c.id.in_(names)))
    }


def _view(row: Any, sitting: list[SeatState], number: int) -> MatchView | None:
    try:
        info = info_of(row, sitting)
        winners, scores = (json.loads(row[name] or "[]") for name in ("winners", "scores"))
    except (GarrisonError, ValueError):
        return None  # a game that is no longer installed, or a damaged row: the others are listed all the same
    if row["rules_version"] != info.facts.rules_version and not info.finished:
        info.sentence = OLD_RULES
    reason = row["reason"] or ""
    now = Now(number=number, is_over=info.finished, reason=reason, winners=winners, scores=scores)
    return match_view(info, now)
