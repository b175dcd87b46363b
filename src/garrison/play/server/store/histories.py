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
    found = everything[:number]
    ids = {(one.player, word): one.number for one in found if one.message for word in one.message.split()}
    played = [entry_of(one) for one in found]
    replay = recorded(row, remaining(played), ending_of(played))
    info = info_of(row, load_seats(connection, match))
    history, sentence = _played(replay, info.undo)
    kept = HistoryEntries()
    for one in found:
        kept.add(one.player, one.action, one.hidden)
    undos = _undos(played, history)
    return StoredMatch(
        info=replace(info, sentence=sentence),
        history=history,
        entries=kept,
        ids=ids,
        remarks=remark_rows.load(connection, match),
        undos=undos,
        later=everything[len(found) :],
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
    played = [entry_of(row) for row in entries_after(connection, match, 0)]
    return remaining(played), ending_of(played)


def length_of(connection: Connection, match: str) -> int:
    """How many entries the history of a match has."""
    numbers = select(func.max(history_entries.c.number)).where(history_entries.c.match == match)
    return connection.execute(numbers).scalar() or 0


def entries_after(connection: Connection, match: str, number: int) -> list[Any]:
    """The entries of a match's history after `number`."""
    later = and_(history_entries.c.match == match, history_entries.c.number > number)
    return list(connection.execute(select(history_entries).where(later).order_by(history_entries.c.number)))
