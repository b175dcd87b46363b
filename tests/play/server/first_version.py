"""A database as the first version of the server made it, with matches and a replay in it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, text

from garrison.core.game import load
from garrison.core.replay import Move, Replay
from garrison.play.server.wire.tokens import hashed

TABLES = (
    "CREATE TABLE about (version INTEGER NOT NULL)",
    """CREATE TABLE matches (
        id VARCHAR(16) NOT NULL, game VARCHAR(64) NOT NULL, rules_version INTEGER NOT NULL,
        rules_hash VARCHAR(64) NOT NULL, variant VARCHAR(64) NOT NULL, options TEXT NOT NULL, rules TEXT NOT NULL,
        seed VARCHAR(20) NOT NULL, created VARCHAR(32) NOT NULL, host VARCHAR(64) NOT NULL,
        invite VARCHAR(64) NOT NULL, private BOOLEAN NOT NULL, undo BOOLEAN NOT NULL, timer_ms INTEGER NOT NULL,
        tick_ms INTEGER NOT NULL, paused BOOLEAN NOT NULL, counted BOOLEAN NOT NULL, table_name VARCHAR(80) NOT NULL,
        finished VARCHAR(32), reason VARCHAR(64), winners TEXT, scores TEXT, score FLOAT, steps INTEGER,
        PRIMARY KEY (id))""",
    "CREATE INDEX matches_by_game ON matches (game, finished)",
    "CREATE INDEX matches_by_score ON matches (game, table_name, score)",
    """CREATE TABLE seats (
        match VARCHAR(16) NOT NULL, player INTEGER NOT NULL, kind VARCHAR(8) NOT NULL, bot VARCHAR(64) NOT NULL,
        name VARCHAR(64) NOT NULL, token VARCHAR(64) NOT NULL, PRIMARY KEY (match, player))""",
    """CREATE TABLE events (
        match VARCHAR(16) NOT NULL, number INTEGER NOT NULL, undo BOOLEAN NOT NULL, player INTEGER NOT NULL,
        action INTEGER NOT NULL, ms BIGINT NOT NULL, message TEXT NOT NULL, PRIMARY KEY (match, number))""",
    "CREATE TABLE replays (id VARCHAR(64) NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id))",
)
PLAYING, FINISHED, REPLAY, TOKEN = "playing", "finished", "f-first", "a token"
MOVES = 5


def build(connection: Connection) -> None:
    """Make the tables and fill them: a match that goes on, one that is over, and a replay."""
    for statement in TABLES:
        options = " WITHOUT ROWID" if "events" in statement and connection.dialect.name == "sqlite" else ""
        connection.execute(text(statement + options))
    connection.execute(text("INSERT INTO about (version) VALUES (1)"))
    replay = _played()
    over = {"finished": "2025-01-01T00:00:00.000+00:00", "reason": "", "winners": "[]", "scores": "[7.0]", "score": 7.0}
    _add_match(connection, PLAYING, replay, {})
    _add_match(connection, FINISHED, replay, {**over, "steps": MOVES})
    insert(connection, "replays", {"id": REPLAY, "text": replay.to_json()})


def _played() -> Replay:
    position = load("minefield").new(11)
    moves = []
    for _ in range(MOVES):
        moves.append(Move(0, position.actions(0)[0]))
        position.play(*moves[-1][:2])
    return Replay(position.game, 11, moves)


def _add_match(connection: Connection, name: str, replay: Replay, end: dict[str, Any]) -> None:
    game = replay.game
    row = {
        "id": name,
        "game": game.name,
        "variant": game.variant,
        "options": "{}",
        "rules": json.dumps(game.parameters),
    }
    row |= {"rules_version": game.facts.rules_version, "rules_hash": game.rules_hash, "seed": str(replay.seed)}
    row |= {"host": "", "invite": "", "private": False, "undo": False, "timer_ms": 0, "tick_ms": game.facts.tick_ms}
    row |= {"created": "2025-01-01T00:00:00.000+00:00", "paused": False, "counted": True, "table_name": "standard"}
    insert(connection, "matches", row | end)
    seat = {"match": name, "player": 0, "kind": "person", "bot": "", "name": "Ada", "token": hashed(TOKEN)}
    insert(connection, "seats", seat)
    for number, move in enumerate(replay.moves, 1):
        entry = {"number": number, "undo": False, "player": move.player, "action": move.action, "message": f"m{number}"}
        insert(connection, "events", {"match": name, "ms": number, **entry})


def insert(connection: Connection, table: str, row: dict[str, Any]) -> None:
    """Add a row to a table of any version."""
    names = ", ".join(row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in row)})"), row)
