"""An analysis of a game that was played, decision by decision: the best moves, and the biggest mistakes.

A decision is one player's, and is priced as that player made it: before chance, and before anybody knew what the
others chose in the same phase.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from garrison.bots.advice import adviser
from garrison.bots.reasons import why
from garrison.bots.search import Budget
from garrison.bots.whole_move import price, whole_move, worth
from garrison.core.click_names import click_names
from garrison.core.position import Position
from garrison.core.replay import Replay
from garrison.core.replay_turns import Decision, decisions_of, named, notation_of, turn_number
from garrison.errors import BadOption

SAMPLES = 64  # simulations for what a decision is worth
SHOWN_SAMPLES = 16  # and for what a position is worth to each player, which is only shown
MISTAKES = 5  # that are listed
MISTAKE = 0.05  # how much worse than the best a move has to be, on a scale from -1 to 1
MOST_SECONDS = 60.0


@dataclass(frozen=True)
class JudgedTurn:
    """One player's decision: what it was, what it was worth to them, and what would have been best."""

    number: int  # of its first action in the replay
    turn: int
    player: int
    actions: tuple[int, ...]
    words: str
    notation: str  # how it is typed
    values: tuple[float, ...]  # of the position after it, to each player
    value: float  # of the decision to its player, before chance and before the others' hidden choices were known
    best_actions: tuple[int, ...]
    best_words: str
    best_notation: str
    best_value: float
    loss: float  # how much worse it was than the best
    reason: str  # of a mistake: what was lost, and what the best move would have kept


@dataclass(frozen=True)
class Analysis:
    """A whole game."""

    game: str
    variant: str
    seats: tuple[str, ...]
    turns: list[JudgedTurn]

    @property
    def mistakes(self) -> list[JudgedTurn]:
        """The biggest ones first."""
        turns = sorted(self.turns, key=lambda turn: (-turn.loss, turn.number))
        return [turn for turn in turns if turn.loss >= MISTAKE][:MISTAKES]

    def to_dict(self) -> dict[str, object]:
        """All of it as plain data."""
        return {**asdict(self), "mistakes": [turn.number for turn in self.mistakes]}

    def __str__(self) -> str:
        lines = [f"{self.game} ({self.variant}): {len(self.turns)} moves"]
        lines += [self._line(turn) for turn in self.turns]
        lines += ["", "The biggest mistakes:" if self.mistakes else "There were no big mistakes."]
        return "\n".join([*lines, *(self._mistake(turn) for turn in self.mistakes)])

    def _line(self, turn: JudgedTurn) -> str:
        values = " ".join(f"{value:+.2f}" for value in turn.values)
        mark = "?" if turn.loss >= MISTAKE else " "
        return f"{turn.number:>5}  {values} {mark} {self.seats[turn.player]}: {_typed(turn.notation, turn.words)}"

    def _mistake(self, turn: JudgedTurn) -> str:
        return (
            f"{turn.number:>5}  {self.seats[turn.player]} lost {turn.loss:.2f}: {_typed(turn.notation, turn.words)} "
            f"Better ({turn.best_value:+.2f}): {_typed(turn.best_notation, turn.best_words)} {turn.reason}".rstrip()
        )


def _typed(notation: str, words: str) -> str:
    """A move as it is typed, and what it did."""
    return f"{notation}: {words}" if notation and notation.lower() != words.strip(".").lower() else words


def analyse(
    replay: Replay, seconds: float = 0.1, simulations: int = 0, progress: Callable[[int], None] = lambda count: None
) -> Analysis:
    """Go through a replay; every move gets this many seconds or, for the same result everywhere, simulations.

    `progress` is called with how many more actions are done.
    """
    if not simulations and not 0 < seconds <= MOST_SECONDS:
        raise BadOption(f"An analysis takes up to {MOST_SECONDS:g} seconds a move, not {seconds:g}.")
    budget = Budget(simulations) if simulations else Budget(milliseconds=1000 * seconds)
    game = replay.game
    analysis = Analysis(game.name, game.variant, tuple(game.facts.seats[: game.players]), [])
    position, at = game.new(replay.seed), 0
    for decision in decisions_of(replay):
        for move in replay.moves[at : decision.first]:
            move.play(position)
        analysis.turns.append(judged(position, replay, decision, budget))
        progress(decision.first - at)
        at = decision.first
    progress(len(replay.moves) - at)
    return analysis


def judged(position: Position, replay: Replay, decision: Decision, budget: Budget) -> JudgedTurn:
    """Judge a decision that was made in a position."""
    number, player, actions = decision.first, decision.player, decision.actions
    method = adviser(position.game)
    choice = method.think(position, player, budget, number)[0]
    best = whole_move(method, position, player, choice.action, budget, number)
    value = price(position, player, actions, SAMPLES, number)
    best_value = value if best.actions == actions else price(position, player, best.actions, SAMPLES, number)
    is_best = best_value <= value
    best_words = named(click_names(position, player, best.actions)) if decision.together else best.words
    is_mistake = best_value - value >= MISTAKE
    return JudgedTurn(
        number=number,
        turn=turn_number(position),
        player=player,
        actions=actions,
        words=decision.words,
        notation=notation_of(position, player, actions),
        values=_values_after(position, replay, decision),
        value=value,
        best_actions=actions if is_best else best.actions,
        best_words=decision.words if is_best else best_words,
        best_notation=notation_of(position, player, actions if is_best else best.actions),
        best_value=max(best_value, value),
        loss=max(best_value - value, 0.0),
        reason=why(position, player, actions, best.actions, number) if is_mistake else "",
    )


def _values_after(position: Position, replay: Replay, decision: Decision) -> tuple[float, ...]:
    after = position.copy()
    for move in replay.moves[decision.first : decision.last]:
        move.play(after)
    return tuple(worth(after, player, SHOWN_SAMPLES, decision.first) for player in range(position.game.players))
