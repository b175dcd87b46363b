"""The histories of matches, from the database: they are played again."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, and_, func, select

from garrison.core.ending import Ending
from garrison.core.replay import START, Move, Reel, Replay, from_start
from garrison.errors import BadReplay
from garrison.play.history import UNDO, History, HistoryEntry, ending_of, remaining, remaining_places
from garrison.play.server.store import remark_rows
from garrison.play.server.store.info import StoredMatch
from garrison.play.server.store.queries import info_of, load_row, load_seats
from garrison.play.server.store.secrecy import HistoryEntries
from garrison.play.server.store.tables import history_entries


def load_match(connection: Connection, match: str, number: int | None = None) -> StoredMatch | None:
    """Read a match and play its history, or its first `number` entries; None when there is no such match."""
    row = load_row(connection, match)
    if row is None:
        return None
    everything = entries_after(connection, match, 0)
    rows = everything[:number]
    ids = {(one.player, word): one.number for one in rows if one.message for word in one.message.split()}
    history_entries = [entry_of(one) for one in rows]
    replay = recorded(row, remaining(history_entries), ending_of(history_entries))
    info = info_of(row, load_seats(connection, match))
    history, sentence = _played(replay, info.undo)
    entries = HistoryEntries()
    for one in rows:
        entries.add(one.player, one.action, one.hidden)
    undos = _undos(history_entries, history)
    return StoredMatch(
        info=replace(info, sentence=sentence),
        history=history,
        entries=entries,
        ids=ids,
        remarks=remark_rows.load(connection, match),
        undos=undos,
        later=everything[len(rows) :],
    )


def _undos(entries: list[HistoryEntry], history: History) -> Counter[tuple[int, int]]:
    """How often each player has taken something back since their current decision began."""
    places, counts = remaining_places(entries), Counter[tuple[int, int]]()
    for player, start in enumerate(history.decision_starts):
        first = places[start - 1] + 1 if 0 < start <= len(places) else 0
        taken_back = sum(one.player == player and one.action == UNDO for one in entries[first:])
        counts[player, start] = taken_back
    return counts


def entry_of(row: Any) -> HistoryEntry:
    """An entry of a history, from its row."""
    return HistoryEntry(player=row.player, action=row.action, ms=row.ms, bits=int(row.bits or 0), late=row.late)


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
    start = {key: row[key] for key in START} | {"rules": json.loads(row["rules"]), "seed": int(row["seed"])}
    replay = from_start(start, "This match")
    replay.moves.extend(moves)
    replay.end = end
    return replay


def load_moves(connection: Connection, match: str) -> tuple[list[Move], Ending | None]:
    """The actions of a match that were not taken back, and how its players ended it."""
    entries = [entry_of(row) for row in entries_after(connection, match, 0)]
    return remaining(entries), ending_of(entries)


def length_of(connection: Connection, match: str) -> int:
    """How many entries the history of a match has."""
    numbers = select(func.max(history_entries.c.number)).where(history_entries.c.match == match)
    return connection.execute(numbers).scalar() or 0


def entries_after(connection: Connection, match: str, number: int) -> list[Any]:
    """The entries of a match's history after `number`."""
    later = and_(history_entries.c.match == match, history_entries.c.number > number)
    return list(connection.execute(select(history_entries).where(later).order_by(history_entries.c.number)))
