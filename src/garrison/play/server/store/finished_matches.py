"""Finished matches as evidence of how people play, for those who design games: without names, and only those that were
made while the server said that they may be used."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, select
from sqlalchemy.exc import SQLAlchemyError

from garrison.core.game import Game
from garrison.errors import BadOption, GarrisonError
from garrison.lab.design.played_games import PERSON, PlayedGame
from garrison.play.server.store import tables
from garrison.play.server.store.database import file_of, unusable
from garrison.play.server.store.histories import load_moves, recorded
from garrison.play.server.store.queries import load_seats
from garrison.play.server.store.sqlite_file import check_file, read_only
from garrison.play.server.store.store_kinds import open_engine
from garrison.play.server.store.tables import OVER, matches
from garrison.play.server.wire.terms import Terms


def address_of(database: str) -> str:
    """The address of a database; a file of SQLite can be named by its path."""
    return database if "://" in database else f"sqlite:///{database}"


def played_games(database: str, game: Game) -> list[PlayedGame]:
    """The matches of a database that were played by a game's rules; nothing in it is changed."""
    engine = engine_for_reading(address_of(database))
    try:
        with engine.connect() as connection:
            check_tables(connection)
            return list(finished(connection, game))
    except SQLAlchemyError as error:
        raise unusable(database, error) from error
    finally:
        engine.dispose()


def engine_for_reading(url: str) -> Engine:
    """Connections that only read; an error if there is no such file."""
    path = file_of(url) if url.startswith("sqlite") else None
    if path is None:
        return open_engine(url)
    if not path.is_file():
        raise BadOption(f"{path}: there is no such database.")
    check_file(path)
    return create_engine(url, hide_parameters=True, creator=partial(read_only, Path(path)))


def check_tables(connection: Connection) -> None:
    """Refuse tables of another version: a server brings them up to date when it starts."""
    version = connection.execute(select(tables.about.c.version)).scalar()
    if version != tables.VERSION:
        raise BadOption(
            f"The database has tables of version {version}, not {tables.VERSION}. "
            "Start this version of the server on it once."
        )


def finished(connection: Connection, game: Game) -> Iterator[PlayedGame]:
    """The finished matches that may be used, the oldest first; private ones and those of other rules are left out."""
    own = OVER & (matches.c.game == game.name) & (matches.c.rules_hash == game.rules_hash)
    for row in connection.execute(select(matches).where(own).order_by(matches.c.finished)).mappings().all():
        if not Terms.of(row["terms"]).evidence:
            continue
        try:
            replay = recorded(row, *load_moves(connection, row["id"]))
        except GarrisonError:  # it was damaged
            continue
        if not replay.warning:
            seats = (seat.bot or PERSON for seat in load_seats(connection, row["id"]))
            yield PlayedGame(replay, tuple(seats))
