"""What can be chosen about an environment, apart from its game; whatever is not named here is an option of the game.

rewards    `score`: the difference of the scores; `outcome`: at the end 1 won, -1 lost, 0 drawn (alone, the score)
limit      steps after which a game is truncated; 0: none but the rules'
entities   whether to list what is on the board, too, if a game can
illegal    what becomes of an illegal action: `replace` it by a legal one, `raise` an error, or end with a `penalty`
compact    whether only the actions that the scenario can ever use are numbered
seat       where the program sits; "random": drawn for each game
opponent   who sits in all other seats: see `opponents.py`
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar

from garrison.core.discovery import find
from garrison.core.game import Game, load
from garrison.envs.opponents import Opponents
from garrison.errors import BadOption

OF_SEATS = ("seat", "opponent")


@dataclass(frozen=True)
class EnvOptions:
    """What can be chosen about any environment."""

    rewards: str = "score"
    limit: int = 0
    entities: bool = False

    @property
    def of_batch(self) -> dict[str, Any]:
        """Those that a batch takes."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name not in OF_SEATS}


@dataclass(frozen=True)
class AgentOptions(EnvOptions):
    """The same, where actions are drawn or sampled by libraries that do not look at masks."""

    illegal: str = "replace"
    compact: bool = True


@dataclass(frozen=True)
class SeatOptions(AgentOptions):
    """The same, where the program has one seat, and bots the others."""

    seat: int | str = 0
    opponent: Opponents = "random"


@dataclass(frozen=True)
class PufferOptions(EnvOptions):
    """What can be chosen about PufferLib's environment; without an opponent, all seats belong to the program."""

    seat: int | str = 0
    opponent: Opponents | None = None


Options = TypeVar("Options", bound=EnvOptions)


class UnknownOption(BadOption, TypeError):
    """An option that there is not, as Python refuses it: some libraries try options, and leave out what is refused."""


def game_and_options(game: str | Game, options: dict[str, Any], kind: type[Options]) -> tuple[Game, Options]:
    """The game, made with its own options, and those of the environment."""
    names = [field.name for field in fields(kind)]
    own = {name: value for name, value in options.items() if name in names}
    return _game(game, {name: value for name, value in options.items() if name not in names}), kind(**own)


def _game(game: str | Game, options: dict[str, Any]) -> Game:
    """The game; options are those of `garrison.load`."""
    if not isinstance(game, str):
        if options:
            raise UnknownOption(
                f"{next(iter(options))} is an option of garrison.load, and this game is loaded already."
            )
        return game
    names = ("variant", "rules", *find(game).facts.options)
    for name in options:
        if name not in names:
            raise UnknownOption(
                f"{game} has no option called {name!r} (an unexpected keyword argument {name!r}); "
                f"it takes {', '.join(names)}."
            )
    return load(game, **options)
