"""The lanes agree: what one of them plays leads to the same bytes in the others."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field

from garrison.core.engine.lane import LANE
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.core.replay import Move
from garrison.lab.check import trouble
from garrison.lab.check.check_report import CheckReport, Counterexample
from garrison.lab.check.properties.records import differing_field

NAME, SENTENCE = "lanes", "The lanes agree byte for byte."


@dataclass(frozen=True)
class ProbeStep:
    """An action, and the position in which it was played."""

    before: bytes
    number: int
    move: Move


@dataclass(frozen=True)
class Probe:
    """A set-up or one step that a lane has played: from where, and everything the rules say afterwards.

    Without a `step`, it is the set-up of a game. Without an `after`, the rules failed there: the interpreted lane can
    tell in which line.
    """

    seed: int
    step: ProbeStep | None = None
    after: bytes | None = None
    views: dict[str, str] = field(default_factory=dict)

    @staticmethod
    def of_start(seed: int, start: Position) -> Probe:
        """What the set-up led to."""
        return Probe(seed, None, zlib.compress(start.to_bytes(), 1), views_of(start))

    @staticmethod
    def of(seed: int, before: Position, move: Move, after: Position | None) -> Probe:
        """What a step led to."""
        step = ProbeStep(zlib.compress(before.to_bytes(), 1), before.steps + 1, move)
        if after is None:
            return Probe(seed, step)
        return Probe(seed, step, zlib.compress(after.to_bytes(), 1), views_of(after))


def views_of(position: Position) -> dict[str, str]:
    """Everything the rules say about a position, by entry, as short hashes."""
    everyone, facts = range(position.game.players), position.game.facts
    views = {
        "legal": b"".join(position.mask(player).tobytes() for player in everyone),
        "observe": b"".join(position.observe(player).tobytes() for player in everyone),
        "measure": b"".join(position.measure(player).tobytes() for player in everyone),
        "score": repr(position.scores).encode(),
    }
    if facts.entities:
        views["muster"] = b"".join(position.entities(player).tobytes() for player in everyone)
    if facts.reach:
        place = position.steps % facts.fields
        views["reach"] = b"".join(position.reach(player, place).tobytes() for player in everyone)
    return {name: hashlib.blake2b(data, digest_size=8).hexdigest() for name, data in views.items()}


def compare(game: Game, probe: Probe, report: CheckReport) -> None:
    """Play a probe in this lane, and record where the result differs."""
    line = report.line(NAME, SENTENCE)
    line.looked += 1
    try:
        text = _difference(game, probe)
    except Exception as error:
        worse = report.line(trouble.NAME, trouble.SENTENCE)
        worse.looked += 1
        worse.counterexample = worse.counterexample or _place(probe, trouble.words_of(error))
        return
    if text and line.counterexample is None:
        line.counterexample = _place(probe, text)


def _difference(game: Game, probe: Probe) -> str:
    if probe.step is None:
        return _difference_from(probe, "new", game.new(probe.seed))
    position, move = game.from_bytes(zlib.decompress(probe.step.before)), probe.step.move
    if not position.mask(move.player)[move.action]:
        return "legal gives something else before the step"
    position.play(move.player, move.action)
    return _difference_from(probe, "step", position)


def _difference_from(probe: Probe, name: str, position: Position) -> str:
    """Where a position that `new` or `step` led to in this lane differs from what it led to in the other."""
    if probe.after is None:
        return ""
    after = zlib.decompress(probe.after)
    if position.to_bytes() != after:
        return f"{name} leads to another position: {differing_field(position, position.game.from_bytes(after))}"
    views = views_of(position)
    return next(
        (f"{view} gives something else" for view, hash_there in probe.views.items() if views[view] != hash_there), ""
    )


def _place(probe: Probe, text: str) -> Counterexample:
    if probe.step is None:
        return Counterexample(text, probe.seed, 0, lane=LANE)
    return Counterexample(text, probe.seed, probe.step.number, probe.step.move.player, LANE)
