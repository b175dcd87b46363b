"""Matches to and from the database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from garrison.core import discovery
from garrison.core.ending import Ending, outcome_of, scores_of
from garrison.core.errors import BadReplay
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move, Reel, Replay, parse
from garrison.play.history import UNDO, History, HistoryEntry, end_action, ending_of, remaining, remaining_places
from garrison.play.server import talking
from garrison.play.server.agreeing import Agreements, rotated
from garrison.play.server.hiding import Entries
from garrison.play.server.info import Info, SeatState, StoredMatch, is_alone
from garrison.play.server.tables import analyses, entries, matches, remarks, seats
from garrison.play.server.terms import Terms

Row = dict[str, Any]


def now() -> str:
    """The current time, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- Writing.


def match_row(
    name: str,
    game: Game,
    seed: int,
    table: str,
    *,
    options: dict[str, Any] | None = None,
    host: str = "",
    invite: str = "",
    private: bool = False,
    undo: bool = False,
    timer_ms: int = 0,
    tick_ms: int = 0,
    counted: bool = True,
    seed_chosen: bool = False,
    terms: Terms | None = None,
) -> Row:
    """The row of a new match; `table` is the high-score table that it belongs to."""
    return {
        "id": name,
        "game": game.name,
        "rules_version": game.facts.rules_version,
        "rules_hash": game.rules_hash,
        "variant": game.variant,
        "options": json.dumps(options or {}),
        "rules": json.dumps(game.parameters, separators=(",", ":")),
        "seed": str(seed),
        "created": now(),
        "host": host,
        "invite": invite,
        "private": private,
        "undo": undo,
        "timer_ms": timer_ms,
        "tick_ms": tick_ms,
        "paused": False,
        "counted": counted,
        "table_name": table,
        "seed_chosen": seed_chosen,
        "terms": (terms or Terms()).text,
    }


def store_match(connection: Connection, row: Row, sitting: Sequence[SeatState]) -> None:
    """Write a new match; the actions that it starts with are already there."""
    match = row["id"]
    connection.execute(insert(matches), row)
    connection.execute(
        insert(seats),
        [
            {"match": match, "player": i, "kind": seat.kind, "bot": seat.bot, "name": seat.name, "token": seat.token}
            for i, seat in enumerate(sitting)
        ],
    )


def store_following(connection: Connection, match: str, name: str, seed: int, agreements: Agreements) -> None:
    """Write the match that follows another: with the same options and people, whose seats are rotated by one."""
    before, sitting = load_row(connection, match), load_seats(connection, match)
    assert before is not None
    new = {"id": name, "seed": str(seed), "created": now(), "agreements": agreements.text}
    counted = is_alone(sitting)
    result = {**dict.fromkeys(("finished", "reason", "winners", "scores", "score", "steps")), "hints": 0}
    store_match(
        connection,
        {**before, **new, **result, "counted": counted, "seed_chosen": False, "paused": False, "clocks": ""},
        rotated(sitting),
    )


def store_moves(connection: Connection, match: str, first: int, moves: Sequence[Move]) -> None:
    """Write actions that a match starts with, the first of them as entry `first`."""
    if moves:
        rows = [entry_row(match, number, *move) for number, move in enumerate(moves, first)]
        connection.execute(insert(entries), rows)


def store_end(connection: Connection, match: str, number: int, end: Ending | None) -> None:
    """Write how players ended a match, as its entry `number`, if they did."""
    if end:
        connection.execute(insert(entries), entry_row(match, number, end.player, end_action(end), None))


def entry_row(
    match: str,
    number: int,
    player: int,
    action: int,
    ms: int | None,
    bits: int = 0,
    late: bool = False,
    message: str = "",
    hidden: bool = False,
) -> Row:
    """The row of an entry of a history."""
    return {
        "match": match,
        "number": number,
        "undo": action == UNDO,
        "player": player,
        "action": action,
        "ms": ms or 0,
        "message": message,
        "hidden": hidden,
        "bits": str(bits) if bits else None,
        "late": late,
    }


def result(position: Position, end: Ending | None = None) -> Row:
    """How a match ended, as it is stored."""
    outcome, points = outcome_of(position, end), scores_of(position, end)
    assert outcome is not None
    return {
        "reason": outcome.reason,
        "winners": json.dumps(outcome.winners),
        "scores": json.dumps(points),
        "score": points[0],
        "steps": position.steps,
    }


def finish(connection: Connection, match: str, position: Position, end: Ending | None) -> None:
    """Record how a match ended."""
    change(connection, match, finished=func.coalesce(matches.c.finished, now()), **result(position, end))


def remove(connection: Connection, names: Sequence[str]) -> int:
    """Remove matches altogether, and what was thought of them; how many there were."""
    connection.execute(delete(analyses).where(analyses.c.id.in_([f"m-{name}" for name in names])))
    for table in (entries, remarks, seats):
        connection.execute(delete(table).where(table.c.match.in_(names)))
    return connection.execute(delete(matches).where(matches.c.id.in_(names))).rowcount


def change(connection: Connection, match: str, **values: Any) -> None:
    """Change something about a match."""
    connection.execute(update(matches).where(matches.c.id == match).values(**values))


def load_agreements(connection: Connection, match: str) -> Agreements:
    """What people have agreed on; nobody else can change it until the transaction ends."""
    query = select(matches.c.agreements).where(matches.c.id == match).with_for_update()
    return Agreements.of(connection.execute(query).scalar() or "")


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


# --- Reading.


def load_row(connection: Connection, match: str) -> Any:
    """A match's row; None when there is no such match."""
    return connection.execute(select(matches).where(matches.c.id == match)).mappings().first()


def load_seats(connection: Connection, match: str) -> list[SeatState]:
    """Who sits at a match."""
    rows = connection.execute(select(seats).where(seats.c.match == match).order_by(seats.c.player))
    return [seat_of(row) for row in rows]


def seat_of(row: Any) -> SeatState:
    """Who sits in a seat, from its row."""
    return SeatState(row.kind, row.bot, row.name, row.token)


def load_info(connection: Connection, match: str) -> Info | None:
    """What there is to a match besides its history."""
    row = load_row(connection, match)
    return None if row is None else info_of(row, load_seats(connection, match))


def info_of(row: Any, sitting: list[SeatState]) -> Info:
    """What there is to a match besides its history, from its row."""
    return Info(
        id=row["id"],
        game=row["game"],
        facts=discovery.find(row["game"]).facts,
        variant=row["variant"],
        options=json.loads(row["options"]),
        created=row["created"],
        host=row["host"],
        invite=row["invite"],
        private=row["private"],
        undo=row["undo"],
        timer_ms=row["timer_ms"],
        tick_ms=row["tick_ms"],
        paused=row["paused"],
        counted=row["counted"],
        finished=row["finished"] is not None,
        chosen_seed=row["seed"] if row["seed_chosen"] else "",
        agreements=Agreements.of(row["agreements"]),
        terms=Terms.of(row["terms"]),
        clocks=row["clocks"],
        seats=sitting,
        hints=row["hints"],
    )


def load_match(connection: Connection, match: str, number: int | None = None) -> StoredMatch | None:
    """Read a match and play its history, or its first `number` entries; None when there is no such match."""
    row = load_row(connection, match)
    if row is None:
        return None
    everything = entries_after(connection, match, 0)
    found = everything[:number]
    ids = {(one.player, word): one.number for one in found if one.message for word in one.message.split()}
    played = [entry_of(one) for one in found]
    replay = recorded(row, remaining(played), ending_of(played))
    info = info_of(row, load_seats(connection, match))
    history, sentence = _played(replay, info.undo)
    kept = Entries()
    for one in found:
        kept.add(one.player, one.action, one.hidden)
    undos = _undos(played, history)
    return StoredMatch(
        replace(info, sentence=sentence),
        history,
        kept,
        ids,
        talking.load(connection, match),
        undos,
        everything[len(found) :],
    )


def _undos(played: list[HistoryEntry], history: History) -> Counter[tuple[int, int]]:
    """How often each player has taken something back since their current decision began."""
    places, counted = remaining_places(played), Counter[tuple[int, int]]()
    for player, begun in enumerate(history.begun):
        first = places[begun - 1] + 1 if 0 < begun <= len(places) else 0
        taken_back = sum(one.player == player and one.action == UNDO for one in played[first:])
        counted[player, begun] = taken_back
    return counted


def entry_of(row: Any) -> HistoryEntry:
    """An entry of a history, from its row."""
    return HistoryEntry(row.player, row.action, row.ms, int(row.bits or 0), row.late)


def _played(replay: Replay, undo: bool) -> tuple[History, str]:
    """The history of a stored match, and a sentence where it can't continue."""
    if replay.warning:
        return _as_far_as_possible(replay), replay.warning
    try:
        return History.of(replay, undo), ""
    except BadReplay as error:
        return _as_far_as_possible(replay), f"This match can only be watched: {error}"


def _as_far_as_possible(replay: Replay) -> History:
    return History.of(Replay(replay.game, replay.seed, replay.moves[: Reel(replay).length], end=replay.end))


def recorded(row: Any, moves: list[Move], end: Ending | None = None) -> Replay:
    """The replay of a stored match; it carries a warning when its rules differ from today's."""
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
    replay.end = end
    return replay


def load_moves(connection: Connection, match: str) -> tuple[list[Move], Ending | None]:
    """The actions of a match that were not taken back, and how its players ended it."""
    played = [entry_of(row) for row in entries_after(connection, match, 0)]
    return remaining(played), ending_of(played)


def entries_after(connection: Connection, match: str, number: int) -> list[Any]:
    """The entries of a match's history after `number`."""
    later = and_(entries.c.match == match, entries.c.number > number)
    return list(connection.execute(select(entries).where(later).order_by(entries.c.number)))
