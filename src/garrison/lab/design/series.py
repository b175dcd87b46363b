"""Games for Python: a table with a row for each, and what can be measured of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.design.experiments import Experiment, repeats, tasks
from garrison.lab.design.run import Extent, pool_of
from garrison.lab.games.players import player_of
from garrison.lab.games.traces import Trace
from garrison.lab.measures import measures_of
from garrison.lab.measures.evidence import PLAY, Evidence, Figure, Measure
from garrison.lab.measures.intervals import mean, share
from garrison.lab.measures.outcomes import minutes_of
from garrison.lab.measures.tension import changes_of_lead, noted_games

Column = np.ndarray[Any, Any]


class GameTable(dict[str, Column]):
    """A column for everything that is known of games, with a number a game: pandas and Polars take it as it is.

    >>> import garrison
    >>> games = play(garrison.load("skirmish", setup="duel"), "random", 4)
    >>> len(games["turns"]), sorted(games)[:3]
    (4, ['board_used', 'bot_calliance', 'bot_zorde'])
    """

    def __init__(self, evidence: Evidence) -> None:
        super().__init__(_columns(evidence))
        self.evidence = evidence


def play(
    game: Game, bots: str | Sequence[str], n: int, *, seed: int = 0, processes: int | None = 0, opening: int = 0
) -> GameTable:
    """Play games between these bots: one name for every seat, or a name for each, who then take turns in all seats.

    By default they are played here; `processes` of None is one for each core. A seed has as many games as seats, and at
    least two, so that a few more may be played than `n`; `opening` is how many turns are random.
    """
    table = (bots,) * game.players if isinstance(bots, str) else tuple(bots)
    if len(table) != game.players:
        raise BadOption(f"{game.name} has {game.players} seats: name one bot, or {game.players}.")
    for name in table:
        player_of(name, game)  # which refuses names that nobody has
    turns = range(game.players if len(set(table)) > 1 else 1)
    experiment = Experiment(PLAY, tuple(table[turn:] + table[:turn] for turn in turns))
    extent, group = Extent(games=n, seed=seed, processes=processes), repeats(game)
    evidence = Evidence(game, table[0])
    with pool_of(game, extent) as pool:
        for result in pool.work(tasks(game, experiment, 0, group * -(-n // group), seed, opening)):
            evidence.add(result)
    return GameTable(evidence)


def measure(games: GameTable, what: str | Column | Sequence[float], label: str = "") -> Measure:
    """A measure of games by its name, or a number of your own for each game: its mean, with its interval.

    >>> import garrison
    >>> games = play(garrison.load("skirmish", setup="duel"), "random", 8)
    >>> measure(games, games["turns"] > 10).figure.unit
    '%'
    """
    if isinstance(what, str):
        return measures_of(games.evidence, [what])[0]
    numbers, own = np.asarray(what, dtype=float), games.evidence.of()
    if len(numbers) != len(own):
        raise BadOption(f"There are {len(own)} games, but {len(numbers)} numbers.")
    is_share = bool(len(numbers)) and 0 <= numbers.min() and numbers.max() <= 1
    figure = Figure(label or "yours", (share if is_share else mean)(numbers, own.groups), "%" if is_share else "")
    return Measure(0, "own", "Your own", games.evidence.sentence(f"{figure}.", [figure]), "A number a game.", (figure,))


def _columns(evidence: Evidence) -> dict[str, Column]:
    games, facts = evidence.of(), evidence.game.facts
    if not games:
        return {}
    seats, ends = facts.seats[: evidence.game.players], games.ends
    winners = np.array([seats[one.winners[0]] if len(one.winners) == 1 else "" for one in games])
    return {
        "number": np.array([one.task.number for one in games]),
        "seed": games.seeds,
        **{f"bot_{_word(name)}": np.array([one.task.seats[seat] for one in games]) for seat, name in enumerate(seats)},
        "winner": winners,
        **{f"points_{_word(name)}": games.points[:, seat] for seat, name in enumerate(seats)},
        **{f"score_{_word(name)}": ends.scores[:, seat] for seat, name in enumerate(seats)},
        "reason": np.array([facts.reasons[reason] for reason in ends.reasons]),
        "steps": ends.steps,
        "turns": ends.turns,
        "minutes": minutes_of(facts, ends.turns, ends.ticks),
        "legal_actions": np.array([one.legal / max(one.decisions, 1) for one in games]),
        "lead_changes": _lead_changes(evidence, games),
        "repeated_boards": np.array([one.course.repeats for one in games]),
        "board_used": np.array([one.course.coverage for one in games]),
    }


def _lead_changes(evidence: Evidence, games: Sequence[Trace]) -> Column:
    counts = {one.task.number: changes_of_lead(one) for one in noted_games(evidence)}
    return np.array([counts.get(one.task.number, 0) for one in games])


def _word(name: str) -> str:
    return name.lower().replace(" ", "_")
