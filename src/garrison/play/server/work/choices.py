"""What people may choose of a game: its variants, its options, and the numbers that designers may turn."""

from __future__ import annotations

from collections.abc import Mapping

from garrison.core.discovery import find
from garrison.core.game import Game
from garrison.errors import BadOption
from garrison.lab.games.changes import dial_of, with_values


def with_changes(game: Game, rules: Mapping[str, int]) -> Game:
    """The game with single numbers changed, as far as designers may turn them."""
    for name, value in rules.items():
        dial_of(game, name).check(value)
    return with_values(game, rules) if rules else game


def check_offered(game: str, variant: str, options: Mapping[str, str | int]) -> None:
    """Variants and options come from strangers: allow only what the game offers, never a file name."""
    if "/" in variant or "\\" in variant or variant.endswith(".toml"):
        raise BadOption("Give a variant by its name.")
    choices = find(game).facts.options
    for name, value in options.items():
        if name in choices and str(value) not in choices[name]:
            raise BadOption(f"{name} must be one of {', '.join(choices[name])}, not {str(value)[:40]!r}.")
        if name not in choices:
            raise BadOption(f"{game} has no option called {name[:40]!r}.")
