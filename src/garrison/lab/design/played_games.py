"""Games that were played elsewhere, such as by people on a server, as evidence for the measures.

Nobody's name is part of it: a seat is a person's or a bot's.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from garrison.core.ending import outcome_of, scores_of
from garrison.core.game import Game
from garrison.core.replay import Move, Replay
from garrison.errors import BadOption, GarrisonError, shown
from garrison.lab.games.traces import LabGame, Trace, digest_of, ticks_among
from garrison.lab.measures import kinds_for
from garrison.lab.measures.evidence import Evidence
from garrison.lab.notes.game_notes import notes_of

PERSON = "person"  # as a seat; every other one is a bot's name
EVERYBODY, PEOPLE, BOTS = "everybody", "people", "bots"
AMONG = (EVERYBODY, PEOPLE, BOTS)


class PlayedGame(NamedTuple):
    """A game that is over, and who sat in each seat."""

    replay: Replay
    seats: tuple[str, ...]

    def is_among(self, who: str) -> bool:
        """Whether only people, or only bots, have played it, if that is asked for."""
        people = [seat == PERSON for seat in self.seats]
        return who == EVERYBODY or (all(people) if who == PEOPLE else not any(people))


def checked_among(who: str) -> str:
    """Whose games are wanted; an error if nobody is called that."""
    if who not in AMONG:
        raise BadOption(f"The games of whom? Of {', '.join(AMONG)}, not of {shown(who)}.")
    return who


def evidence_of(game: Game, matches: Iterable[PlayedGame], who: str = EVERYBODY) -> Evidence:
    """The evidence of games that were played by these rules; what can't be played again is left out."""
    evidence, number = Evidence(game, who), 0
    for one in matches:
        if one.is_among(who):
            try:
                evidence.add(trace_of(game, one, number))
                number += 1
            except GarrisonError:
                continue
    return evidence


def trace_of(game: Game, match: PlayedGame, number: int) -> Trace:
    """What the lab notes of a game, from its replay."""
    replay, lasts, position = match.replay, [0] * game.players, game.new(match.replay.seed)
    for move in replay.moves:
        lasts[move.player] = int(position.state["turn"][0])
        move.play(position)
    moves = np.array([move[:2] for move in replay.moves], dtype=np.int64).reshape(-1, 2)
    outcome = outcome_of(position, replay.end)
    return Trace(
        LabGame(number, replay.seed, match.seats),
        outcome.winners if outcome else (),
        scores_of(position, replay.end),
        int(position.state["reason"][0]),
        len(moves),
        int(position.state["turn"][0]),
        ticks_among(moves, game),
        tuple(lasts),
        digest_of([moves]),
        0.0,
        *notes_of(game, [replay.seed], [moves], _bits_of(replay.moves)).single()[0],
    )


def _bits_of(moves: list[Move]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """What was stirred into the generator before each move."""
    return np.array([move.bits for move in moves], dtype=np.uint64)


def measures_for_played(game: Game, names: Iterable[str] = ()) -> list[str]:
    """The measures of these names, by default all that need no games but these."""
    kinds = kinds_for(game, names)
    lacking = [name for name in names if kinds[name].needs]
    if lacking:
        raise BadOption(f"{lacking[0]} needs games that the lab arranges itself; it can't be measured from matches.")
    return [name for name, kind in kinds.items() if not kind.needs]
