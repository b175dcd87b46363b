"""High scores: finished single-player matches, in the database that the server and the terminal share.

The server writes every match there anyway; the terminal writes those whose player gave a name. Both show them all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import Connection, and_, select
from sqlalchemy.exc import SQLAlchemyError

from garrison import bots
from garrison.core import discovery
from garrison.core.ending import outcome_of
from garrison.core.game import Game, load
from garrison.core.replay import Replay
from garrison.errors import BadOption, GarrisonError
from garrison.play.names import checked_name
from garrison.play.server.store import histories, queries
from garrison.play.server.store.database import make_tables, unusable
from garrison.play.server.store.info import SeatState
from garrison.play.server.store.store import for_writing
from garrison.play.server.store.store_kinds import open_engine
from garrison.play.server.store.tables import SCORED, matches, seats
from garrison.play.server.wire.settings import default_database
from garrison.play.server.wire.tokens import new_id

BEST = 10  # lines of a table
MOST_OWN = 50  # tables of one game for rules that people changed, so that nobody can make this list endless


@dataclass(frozen=True)
class Score:
    """One line of a high-score table."""

    name: str
    score: float
    date: str  # ISO 8601, UTC
    steps: int
    match: str  # whose replay it is; "" where that is private

    @property
    def score_text(self) -> str:
        """The score for people: `12,340`, or `0.5` where it is not whole."""
        return f"{self.score:,.0f}" if self.score == int(self.score) else f"{self.score:,.2f}"


@dataclass(frozen=True)
class ScoreTable:
    """The best scores of one game and variant."""

    game: str
    variant: str
    lines: list[Score]


def has_scores(game: Game) -> bool:
    """Whether high scores are kept: only for a single player.

    >>> has_scores(load("minefield")), has_scores(load("skirmish"))
    (True, False)
    """
    return game.players == 1


def table_name(game: Game) -> str:
    """The table that a game's scores belong to: its variant; changed rules or scenarios have their own tables.

    >>> table_name(load("minefield"))
    'standard'
    """
    try:
        if load(game.name, variant=game.variant) == game:
            return game.variant
    except GarrisonError:
        pass  # the player's own variant file, which may no longer be there
    return f"{game.variant}+{game.rules_hash[:8]}"


# --- In any database.


def all_tables(connection: Connection, game: str = "") -> list[ScoreTable]:
    """The best scores of every game, or of one, and of each of its variants."""
    names = [game] if game else list(discovery.names())
    pairs = ((name, table) for name in names for table in _tables(connection, name))
    tables = [ScoreTable(name, table, best_of(connection, name, table)) for name, table in pairs]
    return [table for table in tables if table.lines]


def _tables(connection: Connection, game: str) -> list[str]:
    """The tables of a game: those of its variants, then those of rules that people changed."""
    variants = discovery.find(game).variants
    others = (name for name in _tables_by_name(connection, game) if name not in variants)
    return [*variants, *islice(others, MOST_OWN)]


def _tables_by_name(connection: Connection, game: str) -> Iterator[str]:
    """The tables that have any scores, each found from the one before: the database does not look at every match."""
    name: str | None = ""
    while name is not None:
        later = and_(SCORED, matches.c.game == game, matches.c.table_name > name)
        query = select(matches.c.table_name).where(later).order_by(matches.c.table_name).limit(1)
        name = connection.execute(query).scalar()
        if name is not None:
            yield name


def best_of(connection: Connection, game: str, table: str, count: int = BEST) -> list[Score]:
    """The highest scores of a table, the earlier of two equal ones first."""
    query = (
        select(seats.c.name, matches.c.score, matches.c.finished, matches.c.steps, matches.c.id, matches.c.private)
        .join(seats, and_(seats.c.match == matches.c.id, seats.c.player == 0))
        .where(SCORED, matches.c.game == game, matches.c.table_name == table)
        .order_by(matches.c.score.desc(), matches.c.finished)
        .limit(count)
    )
    rows = connection.execute(query)
    return [Score(row.name, row.score, row.finished, row.steps, "" if row.private else row.id) for row in rows]


# --- In the user's own database.


def save(replay: Replay, name: str, score: float) -> Score:
    """Add a game to its table; the new line."""
    game = replay.game
    if not has_scores(game):
        raise BadOption(f"High scores are kept for one player, but {game.name} has {game.players} players here.")
    if not math.isfinite(score):
        raise BadOption(f"A score must be a number, not {score!r}.")
    name = checked_name(name, bots.names(game.package))
    last, now = replay.verify(), queries.now()
    row = queries.match_row(new_id(), game, replay.seed, table_name(game), queries.Setup(tick_ms=game.facts.tick_ms))
    row |= queries.result(now, outcome_of(last, replay.end), [score], len(replay.moves))
    with _own() as connection:
        queries.store_match(connection, row, [SeatState("person", name=name)])
        queries.store_moves(connection, row["id"], 1, replay.moves)
        queries.store_end(connection, row["id"], len(replay.moves) + 1, replay.end)
    return Score(name, score, now, len(replay.moves), row["id"])


def best(game: str, table: str, count: int = BEST) -> list[Score]:
    """The highest scores of a table."""
    with _own() as connection:
        return best_of(connection, game, table, count)


def replay_of(score: Score) -> Replay:
    """The game that made a score."""
    with _own() as connection:
        row = queries.load_row(connection, score.match)
        if row is None:
            raise BadOption("This game is private, so it can't be watched here.")
        return histories.recorded(row, *histories.load_moves(connection, score.match))


@contextmanager
def _own() -> Iterator[Connection]:
    """The user's database, in a transaction; an error if it can't be used."""
    url = default_database()
    engine = for_writing(open_engine(url))
    try:
        with engine.begin() as connection:
            make_tables(connection)
        with engine.begin() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise unusable(url, error) from error
    finally:
        engine.dispose()
