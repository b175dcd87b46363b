"""A database as Garrison 0.1.0 made it, in that version's own SQL, with matches, a replay and a remark in it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, text

from garrison.core.game import load
from garrison.core.replay import Move, Replay
from garrison.play.server.wire.tokens import hashed

# {no} and {yes} stand for what each database calls them; {keyed} ends tables that SQLite keeps in their key's order.
SQL = """
CREATE TABLE about (version INTEGER NOT NULL);
CREATE TABLE matches (
    id VARCHAR(16) NOT NULL, game VARCHAR(64) NOT NULL, rules_version INTEGER NOT NULL,
    rules_hash VARCHAR(64) NOT NULL, variant VARCHAR(64) NOT NULL, options TEXT NOT NULL, rules TEXT NOT NULL,
    seed VARCHAR(20) NOT NULL, created VARCHAR(32) NOT NULL, host VARCHAR(64) NOT NULL, invite VARCHAR(64) NOT NULL,
    private BOOLEAN NOT NULL, undo BOOLEAN NOT NULL, timer_ms INTEGER NOT NULL, tick_ms INTEGER NOT NULL,
    paused BOOLEAN NOT NULL, counted BOOLEAN NOT NULL, table_name VARCHAR(80) NOT NULL,
    seed_chosen BOOLEAN DEFAULT {no} NOT NULL, agreements TEXT DEFAULT '' NOT NULL, terms TEXT DEFAULT '' NOT NULL,
    clocks TEXT DEFAULT '' NOT NULL, finished VARCHAR(32), reason VARCHAR(64), winners TEXT, scores TEXT, score FLOAT,
    steps INTEGER, hints INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id));
CREATE INDEX matches_unfinished ON matches (created, id) WHERE finished IS NULL;
CREATE INDEX matches_played ON matches (created) WHERE private IS {no} AND finished IS NULL;
CREATE INDEX matches_played_by_game ON matches (game, created) WHERE private IS {no} AND finished IS NULL;
CREATE INDEX matches_played_by_variant ON matches (game, table_name, created)
    WHERE private IS {no} AND finished IS NULL;
CREATE INDEX matches_over ON matches (finished) WHERE private IS {no} AND finished IS NOT NULL;
CREATE INDEX matches_over_by_game ON matches (game, finished) WHERE private IS {no} AND finished IS NOT NULL;
CREATE INDEX matches_over_by_variant ON matches (game, table_name, finished)
    WHERE private IS {no} AND finished IS NOT NULL;
CREATE INDEX high_scores ON matches (game, table_name, score DESC, finished)
    WHERE counted IS {yes} AND finished IS NOT NULL;
CREATE TABLE seats (
    match VARCHAR(16) NOT NULL, player INTEGER NOT NULL, kind VARCHAR(8) NOT NULL, bot VARCHAR(64) NOT NULL,
    name VARCHAR(64) NOT NULL, token VARCHAR(64) NOT NULL, PRIMARY KEY (match, player));
CREATE TABLE history_entries (
    match VARCHAR(16) NOT NULL, number INTEGER NOT NULL, player INTEGER NOT NULL, action INTEGER NOT NULL,
    ms BIGINT NOT NULL, message TEXT NOT NULL, hidden BOOLEAN DEFAULT {no} NOT NULL, bits VARCHAR(20),
    late BOOLEAN DEFAULT {no} NOT NULL, PRIMARY KEY (match, number)){keyed};
CREATE TABLE remarks (
    match VARCHAR(16) NOT NULL, number INTEGER NOT NULL, player INTEGER NOT NULL, message VARCHAR(64) NOT NULL,
    text TEXT NOT NULL, said VARCHAR(32) NOT NULL, PRIMARY KEY (match, number)){keyed};
CREATE TABLE replays (
    id VARCHAR(64) NOT NULL, text TEXT NOT NULL, size INTEGER DEFAULT '0' NOT NULL,
    used VARCHAR(32) DEFAULT '' NOT NULL, PRIMARY KEY (id));
CREATE INDEX replays_by_use ON replays (used, size);
CREATE TABLE analyses (id VARCHAR(64) NOT NULL, text TEXT NOT NULL, PRIMARY KEY (id));
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO alembic_version (version_num) VALUES ('0007');
INSERT INTO about (version) VALUES (7)
"""
DIALECTS = {
    "sqlite": {"no": "0", "yes": "1", "keyed": " WITHOUT ROWID"},
    "postgresql": {"no": "false", "yes": "true", "keyed": ""},
}
VERSION = 7
PLAYING, FINISHED, REPLAY, TOKEN = "playing", "finished", "f-first", "a token"
MOVES = 5
CREATED = "2025-01-01T00:00:00.000+00:00"
USED = "9999-12-31T00:00:00.000+00:00"  # the replay, so late that it is kept


def build(connection: Connection) -> None:
    """Make the tables and fill them: a match that goes on, one that is over, a replay and a remark."""
    for statement in SQL.format(**DIALECTS[connection.dialect.name]).split(";"):
        connection.execute(text(statement))
    replay = _replay()
    end = {"finished": CREATED, "reason": "", "winners": "[]", "scores": "[7.0]", "score": 7.0, "steps": MOVES}
    _add_match(connection, PLAYING, replay, {})
    _add_match(connection, FINISHED, replay, end)
    file = replay.to_json()
    insert(
        connection, "replays", {"id": REPLAY, "text": file, "size": len(file), "used": "9999-12-31"}
    )  # late enough to be kept
    remark = {"number": 1, "player": 0, "message": "r1", "text": "Hello", "said": CREATED}
    insert(connection, "remarks", {"match": PLAYING, **remark})


def _replay() -> Replay:
    position = load("minefield").new(11)
    moves = []
    for _ in range(MOVES):
        moves.append(Move(0, position.actions(0)[0]))
        position.play(*moves[-1][:2])
    return Replay(position.game, 11, moves)


def _add_match(connection: Connection, name: str, replay: Replay, end: dict[str, Any]) -> None:
    game = replay.game
    row = {"id": name, "game": game.name, "variant": game.variant, "options": "{}", "table_name": game.variant}
    row |= {"rules_version": game.facts.rules_version, "rules_hash": game.rules_hash, "seed": str(replay.seed)}
    row |= {"rules": json.dumps(game.parameters), "created": CREATED, "host": "", "invite": "", "private": False}
    row |= {"undo": False, "timer_ms": 0, "tick_ms": game.facts.tick_ms, "paused": False, "counted": True}
    insert(connection, "matches", row | end)
    seat = {"match": name, "player": 0, "kind": "person", "bot": "", "name": "Ada", "token": hashed(TOKEN)}
    insert(connection, "seats", seat)
    for number, move in enumerate(replay.moves, 1):
        entry = {"number": number, "player": move.player, "action": move.action, "message": f"m{number}"}
        insert(connection, "history_entries", {"match": name, "ms": number, **entry})


def insert(connection: Connection, table: str, row: dict[str, Any]) -> None:
    """Add a row to a table of any version."""
    names = ", ".join(row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({', '.join(f':{name}' for name in row)})"), row)
