"""Toy games with known answers, as the lab would have noted them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from garrison.core.facts import Facts, Tool
from garrison.lab.games.traces import LabGame, Trace
from garrison.lab.measures.evidence import Evidence
from garrison.lab.notes.game_notes import NO_COURSE, Course

NO_TOOLS = np.zeros((2, 0), dtype=np.int32)


def trace(
    number: int,
    winners: Iterable[int] = (),
    *,
    seed: int | None = None,
    experiment: str = "play",
    seats: tuple[str, ...] = ("toy", "toy"),
    scores: tuple[float, ...] | None = None,
    values: Any = ((0.0, 0.0),),
    turns: int = 10,
    reason: int = 2,
    offers: Any = NO_TOOLS,
    uses: Any = NO_TOOLS,
    last_turns: tuple[int, ...] = (),
    choices: int = 5,
    course: Course = NO_COURSE,
    fault: str = "",
) -> Trace:
    """A game of which only this matters; two of them are on one seed."""
    players = len(seats)
    return Trace(
        task=LabGame(number, number // 2 if seed is None else seed, seats, experiment),
        winners=tuple(winners),
        scores=scores or (0.0,) * players,
        reason=reason,
        steps=turns,
        turns=turns,
        ticks=0,
        decisions=10,
        choices=choices,
        legal=30,
        last_turns=last_turns or (turns,) * players,
        digest=number,
        seconds=0.01,
        values=np.asarray(values, dtype=float),
        offers=np.asarray(offers),
        uses=np.asarray(uses),
        course=course,
        fault=fault,
    )


def evidence_of(traces: Sequence[Trace], players: int = 2, tools: tuple[str, ...] = ()) -> Evidence:
    facts = Facts(
        "Toy",
        "A toy.",
        (1, 1),
        (),
        ("", "limit", "played"),
        players=(players, players),
        tools=tuple(Tool(name, name.capitalize()) for name in tools),
    )
    game: Any = SimpleNamespace(facts=facts, players=players, name="toy")
    found = Evidence(game, "toy")
    for one in traces:
        found.add(one)
    return found


def coin_flips(dice: np.random.Generator, games: int, chance: float = 0.5, **more: Any) -> list[Trace]:
    """A game that a coin decides."""
    return [trace(number, (int(flip),), **more) for number, flip in enumerate(dice.random(games) >= chance)]
