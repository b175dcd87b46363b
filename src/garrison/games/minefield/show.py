"""Minefield for people: a record becomes a scene, an event a sentence."""

from collections.abc import Callable, Iterator

import numpy as np

from garrison.core.engine.events import LIMIT, Event, touched_fields
from garrison.core.engine.grid import DIRECTION_NAMES
from garrison.core.engine.record import Array
from garrison.games.minefield.state import COLUMNS, ROWS, Happening, Object, Reason, Rules, State
from garrison.look.scene import Bar, Board, Line, Panel, Piece, Scene, Terrain, place_words

LEGEND = {
    ".": Terrain("floor", "floor", " ", "dark"),
    "#": Terrain("wall", "wall", "█", "grey"),
}
NUMBERS = ("one", "two", "three")
THING_COLOURS = {"one": "green", "two": "teal", "three": "gold", "mine": "orange"}
ENEMIES: dict[int, tuple[str, str, str]] = {Object.X: ("x", "X", "red"), Object.Y: ("y", "Y", "purple")}
ENDINGS: dict[int, str] = {
    LIMIT: "The game has reached its limit of time units.",
    Reason.MINE: "P stepped on a mine.",
    Reason.TIME: "Time is up, and P is still alive.",
}
SENTENCES: dict[int, Callable[[Event], str]] = {
    Happening.STEPPED: lambda event: f"P steps to {_place(event.end)}.",
    Happening.BUMPED: lambda event: f"P bumps into a wall, going {DIRECTION_NAMES[event.direction]}.",
    Happening.TOOK: lambda event: f"P takes a {event.number}: {event.points} points.",
    Happening.DROPPED: lambda event: f"P leaves a mine on {_place(event.square)}.",
    Happening.BLEW_UP_PLAYER: lambda event: "P steps on a mine and is blown up.",
    Happening.RAN_INTO: lambda event: "P runs into an enemy.",
    Happening.ENEMY_MOVED: lambda event: f"Enemy {event.serial} moves to {_place(event.end)}.",
    Happening.ENEMY_ATE: lambda event: f"An enemy tramples a {event.number}.",
    Happening.ENEMY_BLOWN_UP: lambda event: f"{ENEMIES[event.enemy][1]} walks into a mine: {event.points} points.",
    Happening.CAUGHT: lambda event: f"{ENEMIES[event.enemy][1]} catches P.",
    Happening.WALL_ADDED: lambda event: f"A wall rises on side {DIRECTION_NAMES[event.side]} of core {event.core}.",
    Happening.WALL_DELETED: lambda event: (
        f"The wall on side {DIRECTION_NAMES[event.side]} of core {event.core} is gone."
    ),
    Happening.NUMBER_APPEARED: lambda event: f"A {event.number} appears on {_place(event.square)}.",
    Happening.ENEMY_APPEARED: lambda event: f"Another {ENEMIES[event.enemy][1]} appears on {_place(event.square)}.",
    Happening.TIME_UP: lambda event: "Time is up.",
}


def scene(p: Rules, s: State, player: int) -> Scene:
    """The field and P's panel."""
    ending = _ending(s) if s.over else ""
    return Scene(boards=(_board(p, s),), panels=(_panel(p, s),), prompt=_prompt(s), ending=ending)


def describe(event: Event) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind](event)


def about(p: Rules) -> dict[str, str]:
    """M10, M11, M15: X and Y, in the rules in force."""
    rest = f" They all rest in every {ordinal(int(p.enemy_rest))} time unit." if p.enemy_rest > 1 else ""
    end = f"A wall stops it, and a mine destroys it for {p.enemy_points} points.{rest}"
    return {"x": f"Chases you, along its row first. {end}", "y": f"Chases you, along its column first. {end}"}


def ordinal(number: int) -> str:
    """A number in a row.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _place(square: int) -> str:
    return place_words(*divmod(square, COLUMNS))


def _board(p: Rules, s: State) -> Board:
    squares = s.squares.reshape(ROWS, COLUMNS)
    marks = np.where(squares == Object.WALL, b"#", b".").tobytes().decode()  # at once: a picture a tick needs them
    terrain = tuple(marks[start : start + COLUMNS] for start in range(0, len(marks), COLUMNS))
    pieces = [*_things(p, squares), *_enemies(s), _player(s)]
    return Board(ROWS, COLUMNS, terrain, LEGEND, tuple(pieces), marked_fields=touched_fields(s, Happening))


def _things(p: Rules, squares: Array) -> Iterator[Piece]:
    """Numbers and mines; they never move, so their square is their id."""
    for row, column in np.argwhere((squares >= Object.ONE) & (squares <= Object.MINE)).tolist():
        sprite, glyph, name, label = _thing(p, int(squares[row, column]))
        yield Piece(f"{sprite}-{row}-{column}", sprite, row, column, label, glyph, THING_COLOURS[sprite], name=name)


def _thing(p: Rules, thing: int) -> tuple[str, str, str, str]:
    """A number's or a mine's sprite, glyph, name and words."""
    if thing == Object.MINE:
        return "mine", "+", "a mine", "a mine, deadly for everyone"
    number = thing - Object.ONE
    gifts = (
        (p.number_points, "point", "points"),
        (p.number_energy, "energy", "energy"),
        (p.number_mines, "mine", "mines"),
    )
    parts = [(int(values[number]), one, many) for values, one, many in gifts if values[number]]
    words = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in parts)
    return NUMBERS[number], str(number + 1), f"a {number + 1}", f"a {number + 1}: {words or 'nothing'}"


def _enemies(s: State) -> Iterator[Piece]:
    """X and Y, with ids in order of arrival."""
    for index in range(int(s.enemy_count)):
        kind, square = int(s.enemy_kinds[index]), int(s.enemy_squares[index])
        sprite, glyph, colour = ENEMIES[kind]
        line = "column" if kind == Object.Y else "row"
        label = f"{glyph}, an enemy that closes in along its {line} first"
        name = f"enemy-{s.enemy_serials[index]}"
        yield Piece(
            name, sprite, square // COLUMNS, square % COLUMNS, label, glyph, colour, layer=1, name=glyph, tag=glyph
        )


def _player(s: State) -> Piece:
    row, column = divmod(int(s.player), COLUMNS)
    has_lost = s.reason in (Reason.CAUGHT, Reason.MINE)
    label = f"P, {'lost' if has_lost else 'you'}, facing {DIRECTION_NAMES[s.facing]}"
    turn = (int(s.facing) - 1) % 4  # the sprite faces right
    glyph = "☠" if has_lost else "P"
    return Piece(
        "P", "player", row, column, label, glyph, "blue", owner=0, turn=turn, layer=2, faint=has_lost, name="P", tag="P"
    )


def _panel(p: Rules, s: State) -> Panel:
    lines = [
        Line("Score", f"{int(s.points):,}", colour="gold"),
        Line("Energy", f"{int(s.energy):,}", _energy_bar(p, s), "green" if s.energy else "red"),
        Line("Mines", f"{int(s.mines):,}", colour="orange", sprite="mine"),
        Line("Enemies", str(int(s.enemy_count)), colour="red"),
        Line("Time", f"{int(s.turn):,}" + (f" of {int(p.time_limit):,}" if p.time_limit else "")),
    ]
    return Panel("P", tuple(lines), owner=0)


def _energy_bar(p: Rules, s: State) -> Bar:
    """The bar grows with what there is: it holds a multiple of the first energy, with a mark at each."""
    start, energy = max(int(p.start_energy), 1), int(s.energy)
    return Bar(energy, start * max(-(-energy // start), 1), mark=start)


def _prompt(s: State) -> str:
    if s.over:
        return f"{_ending(s)} Score: {int(s.points):,}."
    if s.tired:
        return "No energy: P rests in this time unit."
    if not s.enemy_count:
        return "Walk onto numbers. X and Y will come for you soon."
    if s.mines:
        return "X and Y are coming: leave a mine where they follow."
    return "X and Y are coming: keep walls between you."


def _ending(s: State) -> str:
    """How it ended; who catches P stands on its square, or P on theirs."""
    if s.reason != Reason.CAUGHT:
        return ENDINGS[int(s.reason)]
    enemies = range(int(s.enemy_count))
    kinds = [int(s.enemy_kinds[index]) for index in enemies if s.enemy_squares[index] == s.player]
    return f"{ENEMIES[kinds[0]][1]} has caught P." if kinds else "P has been caught."
