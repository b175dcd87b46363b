"""Skirmish's option `setup`: a set-up that comes with the game, one drawn from the seed, or an initials file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from garrison.core.files import names_file
from garrison.errors import BadOption, shown
from garrison.games.skirmish import OPTIONS
from garrison.games.skirmish.scenario.initials import Setup, parameters_of, read_initials

SETUPS = Path(__file__).parents[1] / "setups"
DRAWN = "random"


def scenario(setup: str = "classic") -> dict[str, Any]:
    """The parameters of a set-up (S18): by name, or by the path of an initials file (S10)."""
    setup = str(setup)
    if setup == DRAWN:
        return parameters_of(Setup(0, []))
    if setup in OPTIONS["setup"]:
        return parameters_of(read_initials(SETUPS / f"{setup}.txt"))
    if setup.endswith(".txt") or names_file(setup):
        return parameters_of(read_initials(Path(setup)))
    raise BadOption(
        f"There is no set-up called {shown(setup)}; there are {', '.join(OPTIONS['setup'])}, or give an initials file."
    )
