"""Lists of matches and of high scores, from the database."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, func, select

from garrison.core import discovery
from garrison.core.errors import GarrisonError
from garrison.play.server import messages
from garrison.play.server.tables import events, matches, seats

MOST = 100  # matches in one list
BEST = 10  # lines of a table of high scores


def public_matches(connection: Connection, game: str, variant: str, finished: bool) -> list[messages.MatchView]:
    """Matches that everybody may see, the latest first; open ones before those that are played."""
    wanted: list[Any] = [
        matches.c.private.is_(False),
        matches.c.finished.is_not(None) if finished else matches.c.finished.is_(None),
    ]
    if game:
        wanted.append(matches.c.game == game)
    if variant:
        wanted.append(matches.c.table_name == variant)
    latest = matches.c.finished if finished else matches.c.created
    rows = connection.execute(select(matches).where(and_(*wanted)).order_by(latest.desc()).limit(MOST)).mappings().all()
    views = described(connection, rows)
    return sorted(views, key=lambda view: view.status != "open")


def described(connection: Connection, rows: Any) -> list[messages.MatchView]:
    """Matches as they are told, without being read into memory."""
    names = [row["id"] for row in rows]
    if not names:
        return []
    sitting: dict[str, list[Any]] = {name: [] for name in names}
    for seat in connection.execute(select(seats).where(seats.c.match.in_(names)).order_by(seats.c.player)):
        sitting[seat.match].append(seat)
    counted = (
        select(events.c.match, func.max(events.c.number)).where(events.c.match.in_(names)).group_by(events.c.match)
    )
    numbers = {row[0]: row[1] for row in connection.execute(counted)}
    return [view for row in rows if (view := _view(row, sitting[row["id"]], numbers.get(row["id"], 0)))]


def _view(row: Any, sitting: list[Any], number: int) -> messages.MatchView | None:
    try:
        facts = discovery.find(row["game"]).facts
    except GarrisonError:
        return None  # a game that is not installed any more
    status = "over" if row["finished"] else "open" if any(seat.kind == "open" for seat in sitting) else "playing"
    if row["rules_version"] != facts.rules_version and not row["finished"]:
        status = "read-only"
    return messages.MatchView(
        row["id"],
        row["game"],
        facts.title,
        row["variant"],
        json.loads(row["options"]),
        [
            messages.SeatView(
                seat.player, facts.seats[seat.player], seat.kind, seat.name, seat.bot, seat.kind == "bot", msgspec.UNSET
            )
            for seat in sitting
        ],
        number,
        status,  # type: ignore[arg-type]
        "",
        row["private"],
        row["undo"],
        [],
        row["timer_ms"],
        row["tick_ms"],
        list(facts.tick_range),
        row["paused"],
        False,
        row["created"],
        json.loads(row["winners"] or "[]"),
        json.loads(row["scores"] or "[]"),
    )


def score_tables(connection: Connection, game: str) -> list[messages.ScoreTable]:
    """The best of every game, or of one, and of each of its variants."""
    names = [game] if game else list(discovery.names())
    kept = and_(matches.c.game.in_(names), matches.c.finished.is_not(None), matches.c.counted.is_(True))
    alone = select(seats.c.match).group_by(seats.c.match).having(func.count() == 1)
    query = select(matches.c.game, matches.c.table_name).where(kept, matches.c.id.in_(alone)).distinct()
    found = sorted(connection.execute(query), key=lambda pair: (pair[0], pair[1] != "standard", pair[1]))
    return [messages.ScoreTable(name, table, _lines(connection, name, table)) for name, table in found]


def _lines(connection: Connection, game: str, table: str) -> list[messages.ScoreView]:
    alone = select(seats.c.match).group_by(seats.c.match).having(func.count() == 1)
    query = (
        select(matches.c.id, matches.c.score, matches.c.finished, matches.c.steps, seats.c.name, matches.c.private)
        .join(seats, and_(seats.c.match == matches.c.id, seats.c.player == 0))
        .where(matches.c.game == game, matches.c.table_name == table, matches.c.finished.is_not(None))
        .where(matches.c.counted.is_(True), matches.c.id.in_(alone))
        .order_by(matches.c.score.desc(), matches.c.finished)
        .limit(BEST)
    )
    return [
        messages.ScoreView(row.name, row.score, row.finished, row.steps, "" if row.private else row.id)
        for row in connection.execute(query)
    ]
