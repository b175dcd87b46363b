"""The lanes agree: what one of them plays leads to the same bytes in the others."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass

from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move
from garrison.lab.check import trouble
from garrison.lab.check.check_report import CheckReport, Counterexample
from garrison.lab.check.records import differing_field

NAME, SENTENCE = "lanes", "The lanes agree byte for byte."


@dataclass(frozen=True)
class Probe:
    """One step that a lane has played: from where, with which action, and everything the rules say afterwards.

    Without an `after`, the step failed there: the interpreted lane can tell in which line.
    """

    seed: int
    steps: int
    before: bytes
    move: Move
    after: bytes | None
    views: dict[str, str]

    @staticmethod
    def of(seed: int, before: Position, move: Move, after: Position | None) -> Probe:
        """What a step led to."""
        ended = zlib.compress(after.to_bytes(), 1) if after is not None else None
        views = views_of(after) if after is not None else {}
        return Probe(seed, before.steps, zlib.compress(before.to_bytes(), 1), move, ended, views)


def views_of(position: Position) -> dict[str, str]:
    """Everything the rules say about a position, by entry, as short hashes."""
    everyone, facts = range(position.game.players), position.game.facts
    seen = {
        "legal": b"".join(position.mask(player).tobytes() for player in everyone),
        "observe": b"".join(position.observe(player).tobytes() for player in everyone),
        "measure": b"".join(position.measure(player).tobytes() for player in everyone),
        "score": repr(position.scores).encode(),
    }
    if facts.entities:
        seen["muster"] = b"".join(position.entities(player).tobytes() for player in everyone)
    if facts.reach:
        field = position.steps % facts.fields
        seen["reach"] = b"".join(position.reach(player, field).tobytes() for player in everyone)
    return {name: hashlib.blake2b(data, digest_size=8).hexdigest() for name, data in seen.items()}


def compare(game: Game, probe: Probe, report: CheckReport, watch: trouble.Watch) -> None:
    """Play a probe's step in this lane, and record where the result differs."""
    line = report.line(NAME, SENTENCE)
    line.looked += 1
    try:
        text = _difference(game, probe, watch)
    except Exception as error:
        worse = report.line(trouble.NAME, trouble.SENTENCE)
        worse.looked += 1
        worse.counterexample = worse.counterexample or _place(probe, trouble.told(error))
        return
    if text and line.counterexample is None:
        line.counterexample = _place(probe, text)


def _difference(game: Game, probe: Probe, watch: trouble.Watch) -> str:
    position = game.from_bytes(zlib.decompress(probe.before))
    if not position.mask(probe.move.player)[probe.move.action]:
        return "legal gives something else before the step"
    position.play(probe.move.player, probe.move.action)
    watch.check()
    if probe.after is None:
        return ""
    expected = game.from_bytes(zlib.decompress(probe.after))
    if position != expected:
        return f"step leads to another position: {differing_field(position, expected)}"
    views = views_of(position)
    watch.check()
    return next((f"{name} gives something else" for name, seen in probe.views.items() if views[name] != seen), "")


def _place(probe: Probe, text: str) -> Counterexample:
    return Counterexample(text, probe.seed, probe.steps + 1, probe.move.player, LANE)
