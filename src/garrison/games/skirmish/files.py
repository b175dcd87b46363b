"""Skirmish driven by files: reading initials (S10) and commands (S11), and writing the course of the game (S12-S16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from garrison.core.errors import BadFile
from garrison.core.game import Game, load
from garrison.core.parameters import BILLION
from garrison.core.position import Position
from garrison.games.skirmish.state import LARGEST, MOST_CHARACTERS, SIDES, Kind, is_id, packed, unpacked

SECTIONS = {"CALLIANCE": (Kind.HUMAN, Kind.ELF, Kind.DWARF), "ZORDE": (Kind.ORK, Kind.TROLL, Kind.GOBLIN)}
NUMBERS = {"-1": -1, "0": 0, "1": 1}
WRONG_COUNT = "Error : Move sequence contains wrong number of move steps. Input line ignored.\n\n"
OFF_THE_BOARD = "Error : Game board boundaries are exceeded. Input line ignored.\n\n"
ENDINGS = {0: "Draw", 1: "Calliance Wins", 2: "Zorde Wins"}


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


class Command(NamedTuple):
    """A line of the commands: who, and all its numbers."""

    id: str
    numbers: list[int]


def read_lines(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The place (`file, line 3`) and the words of every line that is not blank."""
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise BadFile(f"{path}: the file can't be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        bad = data.count(b"\n", 0, error.start) + 1
        raise BadFile(f"{path}, line {bad}: this is not UTF-8 text.") from error
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if line.strip():
            yield f"{path}, line {number}", line.split()


# --- Initials


def read_initials(path: Path) -> Setup:
    """S10: the board and both armies; S17: one sentence for anything else."""
    lines = list(read_lines(path))
    size = _read_board(path, lines)
    characters: list[Character] = []
    section, seen = "", set()
    for where, words in lines[2:]:
        if len(words) == 1 and words[0] in SECTIONS:
            section = words[0]
            if section in seen:
                raise BadFile(f"{where}: there is a second section {section}.")
            seen.add(section)
            continue
        if not section:
            raise BadFile(f"{where}: expected CALLIANCE or ZORDE, not {' '.join(words)!r}.")
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
        raise BadFile(f"{where}: the board's size must be NxN, like 10x10, not {text!r}.")
    if int(rows) > LARGEST:
        raise BadFile(f"{where}: the board may be {LARGEST}x{LARGEST} at most, not {text}.")
    return int(rows)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 9


def _read_character(where: str, words: list[str], section: str, size: int, others: list[Character]) -> Character:
    kinds = {kind.name: kind for kind in SECTIONS[section]}
    if len(words) != 4:
        raise BadFile(f"{where}: a character is TYPE ID x y, not {' '.join(words)!r}.")
    kind, name, column, row = words
    if kind not in kinds:
        raise BadFile(f"{where}: {kind!r} is not a type of {section}; there are {', '.join(kinds)}.")
    if not is_id(name):
        raise BadFile(f"{where}: an id has two characters that can be printed, and {name!r} does not.")
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
        raise BadFile(f"{where}: there may be {MOST_CHARACTERS} characters at most.")


def _check_sides(last_line: str, characters: list[Character]) -> None:
    for section, kinds in SECTIONS.items():
        if not any(character.kind in kinds for character in characters):
            raise BadFile(f"{last_line}: the file ends here, and {section} has no characters.")


def parameters_of(setup: Setup) -> dict[str, Any]:
    """A set-up as rule parameters."""
    return {
        "width": setup.size,
        "army_kinds": [int(character.kind) for character in setup.characters],
        "army_columns": [character.column for character in setup.characters],
        "army_rows": [character.row for character in setup.characters],
        "army_ids": [packed(character.id) for character in setup.characters],
    }


# --- Commands


def read_commands(path: Path) -> list[Command]:
    """S11: a line each; S17: one sentence for anything else."""
    return [_read_command(where, words) for where, words in read_lines(path)]


def _read_command(where: str, words: list[str]) -> Command:
    if len(words) > 2:
        raise BadFile(f"{where}: a command is ID dx;dy;dx;dy;..., not {' '.join(words)!r}.")
    texts = words[1].removesuffix(";").split(";") if len(words) == 2 else []
    for text in texts:
        if text not in NUMBERS:
            raise BadFile(f"{where}: every number must be -1, 0 or 1, not {text!r}.")
    return Command(words[0], [NUMBERS[text] for text in texts])


# --- Running them


def run(initials: Path, commands: Path) -> str:
    """S12-S16: the whole output. Both files are checked before anything runs."""
    setup, lines = read_initials(initials), read_commands(commands)
    rules = {**parameters_of(setup), "alternate": False, "max_moves": 0, "max_steps": BILLION}
    return "".join(_course(load("skirmish", rules=rules), lines))


def _course(game: Game, commands: list[Command]) -> Iterator[str]:
    position = game.new()
    yield board_block(position)
    for command in commands:
        if position.over:
            break
        yield from _execute(position, command)
    if position.over:
        yield f"\nGame Finished\n{ENDINGS[int(position.state['winners'][0])]}"


def _execute(position: Position, command: Command) -> Iterator[str]:
    """S12-S15: what one line prints while it is carried out."""
    s, steps = position.state[0], position.game.record[0].steps
    who = {unpacked(int(s.ids[i])): i for i in range(int(s.count)) if s.health[i] > 0}.get(command.id)
    if who is None:
        return
    if len(command.numbers) != 2 * steps[s.kinds[who] - 1]:
        yield WRONG_COUNT
        return
    walked, left_board = _move(position, who, list(zip(command.numbers[::2], command.numbers[1::2], strict=True)))
    if walked:
        yield board_block(position)
    if left_board:
        yield OFF_THE_BOARD


def _move(position: Position, who: int, ways: list[tuple[int, int]]) -> tuple[bool, bool]:
    """S14: make the steps up to the first that leaves the board; whether any was made, and whether one left."""
    s = position.state[0]
    player, leaves = int(SIDES[s.kinds[who]]), _target(s, who, ways[0]) is None
    if leaves:
        return False, True
    position.play(player, int(s.fields[who]))
    while s.chosen == who:
        target = _target(s, who, ways[s.steps_made])
        leaves = target is None
        # A step onto oneself ends a move without any attack, which is what leaving the board does.
        position.play(player, int(s.fields[who]) if target is None else target)
    return True, leaves


def _target(s: Any, who: int, way: tuple[int, int]) -> int | None:
    """The field that a step leads to; None off the board."""
    row, column = divmod(int(s.fields[who]), int(s.width))
    row, column = row + way[1], column + way[0]
    on_board = 0 <= row < s.width and 0 <= column < s.width
    return row * int(s.width) + column if on_board else None


def board_block(position: Position) -> str:
    """S15: the board between stars, then everybody alive with their health."""
    s = position.state[0]
    size = int(s.width)
    living = sorted((unpacked(int(s.ids[i])), i) for i in range(int(s.count)) if s.health[i] > 0)
    cells = {int(s.fields[i]): name for name, i in living}
    stars = "*" * (2 * size + 2)
    rows = ["*" + "".join(cells.get(row * size + column, "  ") for column in range(size)) + "*" for row in range(size)]
    full = position.game.record[0].health
    health = [f"{name}\t{s.health[i]}\t({full[s.kinds[i] - 1]})" for name, i in living]
    return "\n".join([stars, *rows, stars, "", *health, "", ""])
