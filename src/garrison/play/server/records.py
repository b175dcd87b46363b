"""Matches to and from the database."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from garrison.core.errors import BadReplay
from garrison.core.game import Game
from garrison.core.replay import Move, Reel, Replay, parse
from garrison.play import scores
from garrison.play.course import Course, remaining
from garrison.play.server.live import Info, Live, SeatState
from garrison.play.server.store import Store
from garrison.play.server.tables import events, matches, replays, seats


def now() -> str:
    """The time, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def store_match(connection: Connection, info: Info, sitting: list[SeatState], moves: list[Move]) -> None:
    """Write a new match, with the actions it begins with."""
    game = info.game
    connection.execute(
        insert(matches),
        {
            "id": info.id,
            "game": game.name,
            "rules_version": game.facts.rules_version,
            "rules_hash": game.rules_hash,
            "variant": info.variant,
            "options": json.dumps(info.options),
            "rules": json.dumps(game.parameters, separators=(",", ":")),
            "seed": str(info.seed),
            "created": info.created,
            "host": info.host,
            "invite": info.invite,
            "private": info.private,
            "undo": info.undo,
            "timer_ms": info.timer_ms,
            "tick_ms": info.tick_ms,
            "paused": info.paused,
            "counted": info.counted,
            "table_name": scores.table_name(game),
        },
    )
    rows = [
        {"match": info.id, "player": i, "kind": seat.kind, "bot": seat.bot, "name": seat.name, "token": seat.token}
        for i, seat in enumerate(sitting)
    ]
    connection.execute(insert(seats), rows)
    if moves:
        connection.execute(insert(events), [_event(info.id, number, move) for number, move in enumerate(moves, 1)])


def _event(match: str, number: int, move: Move) -> dict[str, Any]:
    return {
        "match": match,
        "number": number,
        "undo": False,
        "player": move.player,
        "action": move.action,
        "ms": move.ms or 0,
        "message": "",
    }


def load_row(connection: Connection, match: str) -> Any:
    """What is stored of a match besides its events and seats; None when there is none of that name."""
    return connection.execute(select(matches).where(matches.c.id == match)).mappings().first()


def load_match(connection: Connection, store: Store, match: str) -> Live | None:
    """Read a match and play its events; None when there is none of that name."""
    row = load_row(connection, match)
    if row is None:
        return None
    sitting = load_seats(connection, match)
    found = connection.execute(select(events).where(events.c.match == match).order_by(events.c.number)).all()
    ids = {(e.player, word): e.number for e in found if e.message for word in e.message.split()}
    replay = recorded(row, remaining((e.undo, Move(e.player, e.action, e.ms)) for e in found))
    info = info_of(row, replay.game)
    course, sentence = _course(replay, info.undo)
    info.sentence = sentence
    return Live(info, sitting, course, [[e.player, e.action] for e in found], ids, store)


def _course(replay: Replay, undo: bool) -> tuple[Course, str]:
    """The course of a stored match, and a sentence where it can't go on."""
    if not replay.warning:
        try:
            return Course.of(replay, undo), ""
        except BadReplay as error:
            return _as_far_as_possible(replay), f"This match can only be watched: {error}"
    return _as_far_as_possible(replay), replay.warning


def _as_far_as_possible(replay: Replay) -> Course:
    reel = Reel(replay)
    course = Course(replay.game, replay.seed)
    course.moves.extend(replay.moves[: reel.length])
    course.position = reel.go(reel.length)
    return course


def load_about(connection: Connection, match: str) -> tuple[Any, list[SeatState]]:
    """What may change about a match besides its events."""
    row = connection.execute(select(matches).where(matches.c.id == match)).mappings().one()
    return row, load_seats(connection, match)


def load_seats(connection: Connection, match: str) -> list[SeatState]:
    """Who sits at a match."""
    rows = connection.execute(select(seats).where(seats.c.match == match).order_by(seats.c.player))
    return [SeatState(row.kind, row.bot, row.name, row.token) for row in rows]


def recorded(row: Any, moves: list[Move]) -> Replay:
    """The replay of a stored match; it warns when its rules are not those of today."""
    contents = {
        "format": "garrison-replay",
        "version": 1,
        "game": row["game"],
        "rules_version": row["rules_version"],
        "variant": row["variant"],
        "rules_hash": row["rules_hash"],
        "rules": json.loads(row["rules"]),
        "seed": int(row["seed"]),
        "actions": [],
    }
    replay = parse(json.dumps(contents), "This match")
    replay.moves.extend(moves)
    return replay


def info_of(row: Any, game: Game) -> Info:
    """What a stored match is."""
    return Info(
        row["id"],
        game,
        int(row["seed"]),
        row["variant"],
        json.loads(row["options"]),
        row["created"],
        row["host"],
        row["invite"],
        row["private"],
        row["undo"],
        row["timer_ms"],
        row["tick_ms"],
        row["paused"],
        row["counted"],
        row["finished"] is not None,
    )


def load_moves(connection: Connection, match: str) -> list[Move]:
    """The actions of a match that remain."""
    found = connection.execute(
        select(events.c.undo, events.c.player, events.c.action, events.c.ms)
        .where(events.c.match == match)
        .order_by(events.c.number)
    )
    return remaining((e.undo, Move(e.player, e.action, e.ms)) for e in found)


def events_after(connection: Connection, match: str, number: int) -> list[Any]:
    """What happened since."""
    query = select(events).where(and_(events.c.match == match, events.c.number > number)).order_by(events.c.number)
    return list(connection.execute(query))


def finish(connection: Connection, live: Live) -> None:
    """Write down how a match ended."""
    outcome, points = live.shown.outcome, live.shown.scores
    assert outcome is not None
    connection.execute(
        update(matches)
        .where(matches.c.id == live.id)
        .values(
            finished=func.coalesce(matches.c.finished, now()),
            reason=outcome.reason,
            winners=json.dumps(outcome.winners),
            scores=json.dumps(points),
            score=points[0],
            steps=live.shown.steps,
        )
    )


def change(connection: Connection, match: str, **values: Any) -> None:
    """Change something about a match."""
    connection.execute(update(matches).where(matches.c.id == match).values(**values))


def change_seat(connection: Connection, match: str, player: int, **values: Any) -> None:
    """Change who sits in a seat."""
    here = and_(seats.c.match == match, seats.c.player == player)
    connection.execute(update(seats).where(here).values(**values))


def take_seat(connection: Connection, match: str, player: int, name: str, token: str) -> int:
    """Take an open seat (-1: the first) before anybody else does; the player, or -1."""
    for place, seat in enumerate(load_seats(connection, match)):
        if seat.kind == "open" and player in (-1, place):
            here = and_(seats.c.match == match, seats.c.player == place, seats.c.kind == "open")
            taken = connection.execute(update(seats).where(here).values(kind="person", name=name, token=token))
            if taken.rowcount:
                return place
    return -1


def keep_replay(connection: Connection, name: str, text: str) -> None:
    """Keep a replay that somebody opened."""
    if connection.execute(select(replays.c.id).where(replays.c.id == name)).first() is None:
        connection.execute(insert(replays), {"id": name, "text": text})


def load_replay(connection: Connection, name: str) -> str | None:
    """A replay that somebody opened."""
    return connection.execute(select(replays.c.text).where(replays.c.id == name)).scalar()
