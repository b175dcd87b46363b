"""The tables of a server's database. A match is its history; everything else about it is small."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    and_,
    false,
)

VERSION = 8  # of these tables; when you raise it, add a step to `migrations`
OLDEST = 7  # version that can be brought up to date: the tables of Garrison 0.1.0

metadata = MetaData()

# Which steps of `migrations` a database has seen, as Alembic writes it.
steps = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

about = Table("about", metadata, Column("version", Integer, nullable=False))

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("rules_hash", String(64), nullable=False),
    Column("variant", String(64), nullable=False),
    Column("options", Text, nullable=False),  # JSON: what was chosen when it was made
    Column("rules", Text, nullable=False),  # JSON: every parameter
    Column("seed", String(20), nullable=False),  # 64 unsigned bits do not fit into every database's numbers
    Column("created", String(32), nullable=False),  # ISO 8601, UTC
    Column("host", String(64), nullable=False),  # the hash of the host's token
    Column("invite", String(64), nullable=False),  # the hash of the invitation's key
    Column("private", Boolean, nullable=False),
    Column("undo", Boolean, nullable=False),
    Column("timer_ms", Integer, nullable=False),
    Column("tick_ms", Integer, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("counted", Boolean, nullable=False),  # whether its score is a high score: one person plays alone, fairly
    Column("table_name", String(80), nullable=False),  # which table of high scores it belongs to
    Column("seed_chosen", Boolean, nullable=False, server_default=false()),  # by its maker, who may see it
    Column("agreements", Text, nullable=False, server_default=""),  # JSON: what people have agreed on (agreeing.py)
    Column("terms", Text, nullable=False, server_default=""),  # JSON: what its maker decided (terms.py)
    Column("clocks", Text, nullable=False, server_default=""),  # JSON: what is left of everybody's time (clocks.py)
    Column("finished", String(32)),  # ISO 8601, UTC
    Column("reason", String(64)),
    Column("winners", Text),  # JSON
    Column("scores", Text),  # JSON
    Column("score", Float),  # of the first player, for the high scores
    Column("steps", Integer),
    Column("hints", Integer, nullable=False, server_default="0"),  # how many its player has asked for
)

# What lists, high scores and sweeps look for. Each has indexes that hold just this, in the order in which it is shown,
# so the whole table is never searched. The databases recognise these conditions only as they stand here.
UNFINISHED = matches.c.finished.is_(None)
PLAYED = and_(matches.c.private.is_(False), UNFINISHED)
OVER = and_(matches.c.private.is_(False), matches.c.finished.is_not(None))
SCORED = and_(matches.c.counted.is_(True), matches.c.finished.is_not(None))


def _index(name: str, holds: ColumnElement[bool], *columns: ColumnElement[object]) -> None:
    Index(name, *columns, sqlite_where=holds, postgresql_where=holds)


_index("matches_unfinished", UNFINISHED, matches.c.created, matches.c.id)
_index("matches_played", PLAYED, matches.c.created)
_index("matches_played_by_game", PLAYED, matches.c.game, matches.c.created)
_index("matches_played_by_variant", PLAYED, matches.c.game, matches.c.table_name, matches.c.created)
_index("matches_over", OVER, matches.c.finished)
_index("matches_over_by_game", OVER, matches.c.game, matches.c.finished)
_index("matches_over_by_variant", OVER, matches.c.game, matches.c.table_name, matches.c.finished)
_index("high_scores", SCORED, matches.c.game, matches.c.table_name, matches.c.score.desc(), matches.c.finished)

seats = Table(
    "seats",
    metadata,
    Column("match", String(16), primary_key=True),
    Column("player", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, bot, open
    Column("bot", String(64), nullable=False),  # the bot that plays, "" where a person does
    Column("name", String(64), nullable=False),
    Column("token", String(64), nullable=False),  # the hash of the person's token, or ""
)

# The entries of all histories.
history_entries = Table(
    "history_entries",
    metadata,
    Column("match", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps
    Column("player", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # or UNDO, which takes back the player's last one, or one of ENDS
    Column("ms", BigInteger, nullable=False),  # since the match began
    Column("message", Text, nullable=False),  # ids of the messages that asked for it, separated by spaces
    Column("hidden", Boolean, nullable=False, server_default=false()),  # from the others, until all had chosen
    Column("bits", String(20)),  # 64 secret ones, unsigned, mixed into the generator before the action
    Column("late", Boolean, nullable=False, server_default=false()),  # time was up, and the clock chose from here on
    sqlite_with_rowid=False,
)

# What people say to each other during a match: the latest lines. It is no part of any replay.
remarks = Table(
    "remarks",
    metadata,
    Column("match", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, in the order in which they were made
    Column("player", Integer, nullable=False),
    Column("message", String(64), nullable=False),  # the id of the message, so that none is said twice
    Column("text", Text, nullable=False),
    Column("said", String(32), nullable=False),  # ISO 8601, UTC
    sqlite_with_rowid=False,
)

# Replays that somebody uploaded.
replays = Table(
    "replays",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("text", Text, nullable=False),
    Column("size", Integer, nullable=False, server_default="0"),  # characters of the text
    Column("used", String(32), nullable=False, server_default=""),  # when somebody last looked at it: ISO 8601, UTC
    Index("replays_by_use", "used", "size"),
)

# What a search thought of the replays of matches and of uploaded ones, by the replay's name.
analyses = Table(
    "analyses",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("text", Text, nullable=False),  # JSON: messages.AnalysisView
)
