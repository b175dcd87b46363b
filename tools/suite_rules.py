"""Freeze the tasks of a suite: write every rule parameter of their set-ups beside it, in suites/NAME.json.

    python tools/suite_rules.py garrison-10

Tasks that are frozen already stay as they are; to declare one again, take its table out of the file first, and its
results out of benchmarks/results.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from garrison.core.discovery import STANDARD
from garrison.core.game import load
from garrison.core.task_suite import FOLDER, SPLITS, declared, digest_of


def frozen(table: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a task's set-ups, as they are today, and their hash."""
    setups = {"train": table.get("train", [{}]), "test": table.get("test") or table.get("train", [{}])}
    variant = table.get("variant", STANDARD)
    games = {split: [load(table["game"], variant=variant, **setup) for setup in setups[split]] for split in SPLITS}
    rules = {split: [game.parameters for game in some] for split, some in games.items()}
    digest = digest_of([game for split in SPLITS for game in games[split]], table.get("opponent", ""))
    return {"rules_hash": digest, "rules": rules}


def freeze(name: str, file: Path) -> list[str]:
    """Add the tasks to the file that it lacks; their names."""
    _, tables = declared(name)
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    new = [task for task in tables if task not in kept]
    tasks = {task: kept.get(task) or frozen(table) for task, table in tables.items()}
    lines = [f"{json.dumps(task)}: {json.dumps(rules)}" for task, rules in tasks.items()]
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return new


def main() -> None:
    """Freeze the suite that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite")
    name = parser.parse_args().suite
    print(f"frozen: {', '.join(freeze(name, FOLDER / f'{name}.json')) or 'nothing new'}")


if __name__ == "__main__":
    main()
