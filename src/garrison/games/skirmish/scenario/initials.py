"""Reading an initials file: the board and both armies (S10, S17)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from garrison.errors import BadFile, shown
from garrison.games.skirmish import MOST_CHARACTERS, SEATS
from garrison.games.skirmish.scenario.text_lines import read_lines
from garrison.games.skirmish.state import LARGEST, SIDES, Kind, is_id, packed

SECTIONS = {name.upper(): [kind for kind in Kind if SIDES[kind] == side] for side, name in enumerate(SEATS)}


class Character(NamedTuple):
    """A line of the initials."""

    kind: Kind
    id: str
    column: int
    row: int


class Setup(NamedTuple):
    """A whole initials file."""

    size: int
    characters: list[Character]


def read_initials(path: Path) -> Setup:
    """S10: the board and both armies; S17: one sentence for anything else."""
    lines = list(read_lines(path))
    size = _read_board(path, lines)
    characters: list[Character] = []
    section, sections = "", set()
    for where, words in lines[2:]:
        if len(words) == 1 and words[0] in SECTIONS:
            section = words[0]
            if section in sections:
                raise BadFile(f"{where}: there is a second section {section}.")
            sections.add(section)
            continue
        if not section:
            raise BadFile(f"{where}: expected {' or '.join(SECTIONS)}, not {shown(' '.join(words))}.")
        characters.append(_read_character(where, words, section, size, characters))
    _check_sides(lines[-1][0], characters)
    return Setup(size, characters)


def _read_board(path: Path, lines: list[tuple[str, list[str]]]) -> int:
    if not lines or lines[0][1] != ["BOARD"]:
        raise BadFile(f"{lines[0][0] if lines else f'{path}, line 1'}: the file must begin with BOARD.")
    if len(lines) < 2:
        raise BadFile(f"{lines[0][0]}: the board's size, like 10x10, must follow BOARD.")
    where, words = lines[1]
    text = " ".join(words)
    rows, _, columns = text.partition("x")
    if not (_is_number(rows) and _is_number(columns) and int(rows) == int(columns) > 0):
        raise BadFile(f"{where}: the board's size must be NxN, like 10x10, not {shown(text)}.")
    if int(rows) > LARGEST:
        raise BadFile(f"{where}: the board may be at most {LARGEST}x{LARGEST}, not {text}.")
    return int(rows)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9


def _read_character(where: str, words: list[str], section: str, size: int, others: list[Character]) -> Character:
    kinds = {kind.name: kind for kind in SECTIONS[section]}
    if len(words) != 4:
        raise BadFile(f"{where}: a character is TYPE ID x y, not {shown(' '.join(words))}.")
    kind, name, column, row = words
    if kind not in kinds:
        raise BadFile(f"{where}: {shown(kind)} is not a type of {section}; there are {', '.join(kinds)}.")
    if not is_id(name):
        raise BadFile(f"{where}: an id has two printable characters, and {shown(name)} does not.")
    if not (_is_number(column) and _is_number(row) and int(column) < size and int(row) < size):
        raise BadFile(f"{where}: {column} {row} is not a cell of the board; x and y are from 0 to {size - 1}.")
    character = Character(kinds[kind], name, int(column), int(row))
    _check_new(where, character, others)
    return character


def _check_new(where: str, character: Character, others: list[Character]) -> None:
    for other in others:
        if other.id == character.id:
            raise BadFile(f"{where}: there is another character with the id {character.id}.")
        if (other.column, other.row) == (character.column, character.row):
            raise BadFile(f"{where}: {other.id} already stands on {other.column} {other.row}.")
    if len(others) == MOST_CHARACTERS:
        raise BadFile(f"{where}: there may be at most {MOST_CHARACTERS} characters.")


def _check_sides(last_line: str, characters: list[Character]) -> None:
    for section, kinds in SECTIONS.items():
        if not any(character.kind in kinds for character in characters):
            raise BadFile(f"{last_line}: the file ends here, but {section} has no characters.")


def parameters_of(setup: Setup) -> dict[str, Any]:
    """A set-up as rule parameters."""
    return {
        "width": setup.size,
        "army_kinds": [int(character.kind) for character in setup.characters],
        "army_columns": [character.column for character in setup.characters],
        "army_rows": [character.row for character in setup.characters],
        "army_ids": [packed(character.id) for character in setup.characters],
    }
