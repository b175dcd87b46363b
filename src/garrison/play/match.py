"""A match: a game, a seed, who sits where, and the actions so far. Every front end plays matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from garrison import bots
from garrison.core.ending import GIVEN_UP, RESIGNED, Ending
from garrison.core.facts import Facts
from garrison.core.game import Game
from garrison.core.position import Position
from garrison.errors import BadOption, IllegalAction, shown
from garrison.play.history import NOTHING, History

PERSON = "person"


@dataclass(frozen=True)
class Seat:
    """Who plays for a player: a person, or a bot by name."""

    bot: str = ""

    @property
    def is_person(self) -> bool:
        """Whether somebody has to be asked."""
        return not self.bot

    def __str__(self) -> str:
        return f"bot:{self.bot}" if self.bot else PERSON


def read_seats(text: str, game: Game) -> tuple[Seat, ...]:
    """Seats from text: `person,bot:random`. Missing ones are people; at most one per player.

    >>> import garrison
    >>> [str(seat) for seat in read_seats("bot:random", garrison.load("skirmish"))]
    ['bot:random', 'person']
    """
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > game.players:
        raise BadOption(f"{game.facts.title} has {game.players} seats here, not {len(words)}.")
    return tuple(_read_seat(word, game) for word in words) + (Seat(),) * (game.players - len(words))


def _read_seat(word: str, game: Game) -> Seat:
    kind, _, name = word.partition(":")
    if word in ("", PERSON):
        return Seat()
    if kind != "bot" or not name:
        raise BadOption(f"A seat is person or bot:NAME, not {shown(word)}.")
    bots.find(name, game.package)
    return Seat(name)


class Match:
    """A game being played. `act` is the one way forward, `undo` the one way back."""

    def __init__(self, game: Game, seed: int = 0, seats: Sequence[Seat] = ()) -> None:
        self.game = game
        self.seats = (*seats, *(Seat(),) * (game.players - len(seats)))
        self.history = History(game, seed)
        self.replay = self.history.replay
        self._dice = Random(seed)

    @property
    def position(self) -> Position:
        """The game as it stands."""
        return self.history.position

    @property
    def person_to_act(self) -> int | None:
        """The lowest player who may act and is a person; None when a bot is to act or the game is over."""
        people = [player for player in self.history.waiting if self.seats[player].is_person]
        return people[0] if people else None

    @property
    def bot_to_act(self) -> int | None:
        """The lowest player who may act and is a bot."""
        programs = [player for player in self.history.waiting if not self.seats[player].is_person]
        return programs[0] if programs else None

    def act(self, player: int, action: int, ms: int | None = None) -> None:
        """Play an action for a player; an error if it is not allowed."""
        self.history.go(self.history.ahead(player, action), ms)

    def time_is_up(self, player: int, ms: int | None = None) -> None:
        """A player's time for a decision is up: the game chooses until it is made."""
        history = self.history

        def play(action: int, late: bool) -> None:
            history.go(history.ahead(player, action), ms, late)

        decide_late(history, player, history.decision_starts[player], self._dice, play)

    def give_up(self, player: int) -> None:
        """A player gives up: of two, the other one wins."""
        self.history.finish(Ending(RESIGNED if self.game.players == 2 else GIVEN_UP, player))

    def tick(self, action: int | None = None, ms: int | None = None) -> None:
        """In a real-time game: let one tick pass, with the action a person chose for it if it is legal.

        Where the tick itself is not legal (a shop is open, for example), time stands still and nothing happens.
        """
        player = self.position.waiting[0] if self.position.waiting else 0  # nobody: `act` says why not
        legal = self.position.actions(player)
        choice = tick_action(self.game, legal, action)
        if choice in legal or not legal:
            self.act(player, choice, ms)

    def bot_acts(self, ms: int | None = None) -> bool:
        """Let the next bot play, if one is to act; whether it did."""
        player = self.bot_to_act
        if player is None:
            return False
        self.act(player, self.bot_choice(player), ms)
        return True

    def bot_choice(self, player: int) -> int:
        """What a player's bot would do now. It gets a copy, so a front end may let it think in another thread."""
        choose = bots.find(self.seats[player].bot, self.game.package)
        return choose(self.position.copy(), player, self._dice)

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: a person played it, without chance, and is still to act."""
        moves = self.replay.moves
        if not moves or not self.seats[moves[-1].player].is_person:
            return False
        return not self.history.why_not_undo(moves[-1].player)

    def undo(self) -> None:
        """Take back the last action of a move that is not complete."""
        if not self.can_undo:
            raise IllegalAction(NOTHING)
        self.history.undo(self.replay.moves[-1].player)


def tick_action(game: Game, legal: list[int], choice: int | None) -> int:
    """What a tick plays: the action a person chose for it if it is legal, else the tick's own."""
    return choice if choice is not None and choice in legal else game.facts.tick_action


def joined_inputs(actions: list[int], facts: Facts) -> int | None:
    """What several inputs for one tick mean together: the button with all their keys, else the latest.

    Up, then a mine, is up with a mine; up, then down, is down.
    """
    keys: frozenset[str] = frozenset()
    joint: int | None = None
    for action in actions:
        own = frozenset(facts.buttons[action - facts.fields].keys)
        together = [
            facts.fields + place
            for place, button in enumerate(facts.buttons)
            if button.on_tick and frozenset(button.keys) == keys | own
        ]
        joint, keys = (together[0], keys | own) if together else (action, own)
    return joint


def timeout_choice(position: Position, player: int, dice: Random) -> int:
    """What is played when time runs out: the game's own action for that, if it is legal; else any legal action."""
    legal, usual = position.actions(player), position.game.facts.timeout_action
    return usual if usual in legal or not legal else dice.choice(legal)


def decide_late(
    history: History, player: int, decision: int, dice: Random, play: Callable[[int, bool], object]
) -> None:
    """Let the game choose for a player until a decision is made; `play` is given each action, and whether it is the
    first, so that people are told once."""
    late = True
    while player in history.waiting and history.decision_starts[player] == decision:
        play(timeout_choice(history.position, player, dice), late)
        late = False
