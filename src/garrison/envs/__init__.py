"""Garrison's games in the interfaces that researchers already use.

    import gymnasium, garrison.envs
    env = gymnasium.make("garrison/Minefield-v0")

Each interface is in a module of its own, and needs only its own library: `gymnasium_env` and `gymnasium_vector`,
`pettingzoo_env`, `openspiel`, `pufferlib_env`. Importing this package registers every game with Gymnasium, if it is
installed.
"""

from __future__ import annotations

from importlib.util import find_spec

VERSION = 0  # of all ids: raised when a policy trained on one version would meet something else


def env_id(name: str) -> str:
    """The id of a game: its name with a capital, and a version."""
    return f"garrison/{name.capitalize()}-v{VERSION}"


def register() -> None:
    """Make every installed game known to Gymnasium."""
    import gymnasium

    from garrison.core.discovery import names

    for name in names():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point="garrison.envs.gymnasium_env:GameEnv",
                vector_entry_point="garrison.envs.gymnasium_vector:GameVectorEnv",
                kwargs={"game": name},
                disable_env_checker=True,  # its warnings are about spaces that are meant: the tests run the checker
            )


if find_spec("gymnasium") is not None:
    register()
