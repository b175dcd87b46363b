"""Garrison's games in the interfaces that researchers already use.

    import gymnasium, garrison.envs
    env = gymnasium.make("garrison/Minefield-v1")

Each interface is in a module of its own, and needs only its own library: `gymnasium_env` and `gymnasium_vector`,
`pettingzoo_env`, `openspiel`, `pufferlib_env`. Importing this package registers every game with Gymnasium, if it is
installed: the newest version of an environment plays `standard`, older ones what that was before. `suite` has named
tasks on which programs are compared.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from garrison.core.discovery import find, installed

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.envs.suite_envs import SuiteEnvs


def env_id(name: str, version: int | None = None) -> str:
    """The id of a game: its name with a capital, and a version; by default the newest.

    Each version is a variant, so that a policy that was trained on one never meets another.

    >>> env_id("skirmish", 0), env_id("skirmish")
    ('garrison/Skirmish-v0', 'garrison/Skirmish-v1')
    """
    newest = len(find(name).facts.environments) - 1
    return f"garrison/{name.capitalize()}-v{newest if version is None else version}"


def version_of(game: Game) -> int:
    """The version of the environment that plays these rules; the newest for rules that are nobody's."""
    variants = game.facts.environments
    return variants.index(game.variant) if game.variant in variants else len(variants) - 1


def suite(name: str) -> SuiteEnvs:
    """A suite of named tasks with frozen rules, as environments.

    >>> len(suite("garrison-10"))
    10
    """
    from garrison.envs.suite_envs import SuiteEnvs

    return SuiteEnvs(name)


def register() -> None:
    """Make every installed game known to Gymnasium."""
    import gymnasium

    packages, _ = installed()
    for package in packages:
        for version, variant in enumerate(package.facts.environments):
            if env_id(package.name, version) not in gymnasium.registry:
                gymnasium.register(
                    id=env_id(package.name, version),
                    entry_point="garrison.envs.gymnasium_env:GameEnv",
                    vector_entry_point="garrison.envs.gymnasium_vector:GameVectorEnv",
                    kwargs={"game": package.name, "variant": variant},
                    disable_env_checker=True,  # its warnings are about spaces that are meant: the tests run the checker
                )


if find_spec("gymnasium") is not None:
    register()
