"""Reading a file of commands: one move per line (S11, S17)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from garrison.errors import BadFile, shown
from garrison.games.skirmish.scenario.text_lines import read_lines

NUMBERS = {"-1": -1, "0": 0, "1": 1}


class Command(NamedTuple):
    """A line of the commands: who, and all its numbers."""

    id: str
    numbers: list[int]


def read_commands(path: Path) -> list[Command]:
    """S11: one command per line; S17: one sentence for anything else."""
    return [_read_command(where, words) for where, words in read_lines(path)]


def _read_command(where: str, words: list[str]) -> Command:
    if len(words) > 2:
        raise BadFile(f"{where}: a command is ID dx;dy;dx;dy;..., not {shown(' '.join(words))}.")
    texts = words[1].removesuffix(";").split(";") if len(words) == 2 else []
    for text in texts:
        if text not in NUMBERS:
            raise BadFile(f"{where}: every number must be -1, 0 or 1, not {shown(text)}.")
    return Command(words[0], [NUMBERS[text] for text in texts])
