"""The process that builds libraries: it is told on its input what is wanted, and tells on its output how far it is."""

from __future__ import annotations

import argparse
import json
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

from garrison.build import browser
from garrison.build.targets import TARGETS
from garrison.build.work import Task, build_all
from garrison.core.engine import machine
from garrison.core.engine.blueprint import Blueprint
from garrison.core.engine.lane import LANE
from garrison.core.engine.store import Origin
from garrison.errors import shown


def main() -> int:
    """Build what is wanted; 1 if something can't be built, with a sentence for it."""
    parser = argparse.ArgumentParser(prog="python -m garrison.build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--target", action="append")
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    targets = options.target or usual_targets()
    unknown_targets = [target for target in targets if target not in TARGETS]
    if unknown_targets:
        print(
            f"Nothing can be built for {shown(unknown_targets[0])}; the targets are {', '.join(TARGETS)}.",
            file=sys.stderr,
        )
        return 1
    every = [recipe_of(description) for description in json.load(sys.stdin)]
    tasks = [Task(each, tuple(filter(partial(is_for, each), targets)), options.to) for each in every]
    failures = build_all(tasks, options.jobs, lambda share, left: print(f"{share:.4f} {left:.1f}", flush=True))
    print(*failures, sep="\n", file=sys.stderr)
    return 1 if failures else 0


def usual_targets() -> list[str]:
    """What is built for if nobody says: this machine, and browsers."""
    return [*machine.targets()[:1], *([browser.TARGET] if LANE == "compiled" else [])]


def is_for(recipe: Blueprint | Origin, target: str) -> bool:
    """Whether something is of use on a target: browsers play games, and have no kernels."""
    return target != browser.TARGET or isinstance(recipe, Blueprint)


def recipe_of(description: dict[str, Any]) -> Blueprint | Origin:
    """What is wanted, as another process describes it."""
    game, kernels = description.get("game"), description.get("kernels")
    if game is not None:
        return Blueprint(**{**game, "buttons": tuple(game["buttons"]), "board": tuple(game["board"])})
    assert kernels is not None
    folder = Path(kernels["folder"]) if kernels["folder"] else None
    return Origin(
        **{**kernels, "folder": folder, "parts": tuple(kernels["parts"]), "modules": tuple(kernels["modules"])}
    )


if __name__ == "__main__":
    sys.exit(main())
