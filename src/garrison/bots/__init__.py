"""Programs that play. A bot is a function that takes a position and a player and returns a legal action.

Every game has bots at three levels, `easy`, `medium` and `hard`; a game may add others in its `bots`, such as the
`expert` of the games here, and `random` plays anything. All are found by name: `bot:easy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from garrison.bots.expert import expert_of
from garrison.bots.level_bots import Fallible, LevelBot, further_levels, levels_of
from garrison.bots.limits import Limits, within
from garrison.bots.random import choose as choose_at_random
from garrison.bots.still import stay
from garrison.core.engine.store import ENGINE, Origin
from garrison.core.libraries import need
from garrison.errors import BadOption, shown

if TYPE_CHECKING:
    from garrison.core.discovery import GamePackage
    from garrison.core.levels import Level
    from garrison.core.position import Position

Bot = Callable[["Position", int, Random], int]
GROUP = "garrison.bots"
_LEVELED: dict[tuple[str, Path], dict[str, Bot]] = {}


def names(package: GamePackage) -> tuple[str, ...]:
    """The bots that can play a game: the levels, easy first, its own, the generic one, those of other packages."""
    return tuple(_bots(package))


def find(name: str, package: GamePackage) -> Bot:
    """The bot of that name for a game.

    >>> from garrison.core.discovery import find as find_game
    >>> find("random", find_game("skirmish")).__name__
    'choose'
    """
    bots = _bots(package)
    if name not in bots:
        raise BadOption(f"There is no bot called {shown(name)} for {package.name}; there are: {', '.join(bots)}.")
    return bots[name]


def kernels_of(names: Iterable[str], package: GamePackage) -> list[Origin]:
    """The machine code, besides the game's, that these bots need."""
    from garrison.bots.search import SEARCH

    bots = _bots(package)
    return [SEARCH] if any(isinstance(bots.get(name), LevelBot) for name in names) else []


def prepare(names: Iterable[str], package: GamePackage) -> None:
    """See to it that there is machine code of a game and of what these bots need, before many processes want it."""
    need(package.blueprint(), ENGINE, *kernels_of(names, package))


def rehearse(package: GamePackage) -> None:
    """Let every level decide once, so that everything it needs is in memory and nobody waits when it plays."""
    from garrison.core.game import load

    position = load(package.name).new(0)
    for name in levels_of(package):
        with within(Limits(share=0.01, milliseconds=1.0)):
            find(name, package)(position, position.waiting[0], Random(0))


def _bots(package: GamePackage) -> dict[str, Bot]:
    """All bots of a game by name."""
    levels = _leveled(package)
    experts = {name: bot for name, bot in expert_of(package).items() if name not in levels}
    bots: dict[str, Bot] = {**levels, **experts, "still": stay, **own_bots(package), "random": choose_at_random}
    return {**bots, **{name: bot for name, bot in installed().items() if name not in bots}}


def _leveled(package: GamePackage) -> dict[str, Bot]:
    """The bots of the levels; they are made once, because they remember what they were about to do."""
    key = (package.import_name, package.folder)
    if key not in _LEVELED:
        levels = {**levels_of(package), **further_levels(package)}
        _LEVELED[key] = {name: _leveled_bot(level, package) for name, level in levels.items()}
    return _LEVELED[key]


def _leveled_bot(level: Level, package: GamePackage) -> Bot:
    return Fallible(own_bots(package)[level.bot], level.mistakes) if level.bot else LevelBot(level)


@cache
def installed() -> dict[str, Bot]:
    """Bots of other packages, for any game: the entry points `garrison.bots`."""
    return {point.name: _Installed(point) for point in entry_points(group=GROUP)}


class _Installed:
    """A bot of another package, imported when it first plays."""

    def __init__(self, point: EntryPoint) -> None:
        self._point = point

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """What it says."""
        return Blinded(self._point.load())(position, player, dice)


class Blinded:
    """A bot of unknown origin: it is given a copy without secrets and with other dice, never the game itself."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def __call__(self, position: Position, player: int, dice: Random) -> int:
        """What it plays, knowing what its player knows."""
        return self._bot(position.known_to(player, dice.getrandbits(64)), player, dice)


def own_bots(package: GamePackage) -> dict[str, Bot]:
    """What a game's own `bots` offers: its table BOTS."""
    bots: dict[str, Bot] = getattr(package.module("bots"), "BOTS", {}) if package.has("bots") else {}
    return bots
