"""An analysis of a game that was played, turn by turn: the best moves, and the biggest mistakes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from garrison.bots.advice import adviser
from garrison.bots.search import Budget
from garrison.bots.whole_move import whole_move, worth
from garrison.core.position import Position
from garrison.core.replay import Replay
from garrison.core.replay_turns import Turn, turn_number, turns_of
from garrison.errors import BadOption

SAMPLES = 64  # simulations for what a position is worth
MISTAKES = 5  # that are listed
MISTAKE = 0.05  # how much worse than the best a move has to be, on a scale from -1 to 1
MOST_SECONDS = 60.0


@dataclass(frozen=True)
class JudgedTurn:
    """One player's move: what it was, what the position was worth after it, and what would have been best."""

    number: int  # of its first action in the replay
    turn: int
    player: int
    actions: tuple[int, ...]
    words: str
    values: tuple[float, ...]  # after it, to each player
    value: float  # after it, to its player
    best_actions: tuple[int, ...]
    best_words: str
    best_value: float
    loss: float  # how much worse it was than the best


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
        return f"{turn.number:>5}  {values} {mark} {self.seats[turn.player]}: {turn.words}"

    def _mistake(self, turn: JudgedTurn) -> str:
        return (
            f"{turn.number:>5}  {self.seats[turn.player]} lost {turn.loss:.2f}: {turn.words} "
            f"Better ({turn.best_value:+.2f}): {turn.best_words}"
        )


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
    position = game.new(replay.seed)
    for turn in turns_of(replay):
        analysis.turns.append(judged(position, replay, turn, budget))
        progress(turn.last - turn.first)
    return analysis


def judged(position: Position, replay: Replay, turn: Turn, budget: Budget) -> JudgedTurn:
    """Judge a turn of a replay, and play it on the position before it."""
    number, player, count = turn.first, turn.player, turn_number(position)
    method, moves = adviser(position.game), replay.moves[turn.first : turn.last]
    choice = method.think(position, player, budget, number)[0]
    best = whole_move(method, position, player, choice.action, budget, number)
    for move in moves:
        move.play(position)
    actions, words = tuple(move.action for move in moves), turn.words
    values = tuple(worth(position, each, SAMPLES, number) for each in range(position.game.players))
    value = values[player]
    best_value = value if best.actions == actions else max(worth(best.after, player, SAMPLES, number), value)
    return JudgedTurn(
        number=number,
        turn=count,
        player=player,
        actions=actions,
        words=words,
        values=values,
        value=value,
        best_actions=best.actions if best_value > value else actions,
        best_words=best.words if best_value > value else words,
        best_value=best_value,
        loss=best_value - value,
    )
