"""Minefield for people: a record becomes a scene, an event a sentence."""

from garrison.core.discovery import find
from garrison.core.events import Event, events_of
from garrison.core.game import scene_buttons
from garrison.core.grid import DIRECTION_NAMES
from garrison.core.scene import Bar, Board, Line, Panel, Piece, Scene, Terrain
from garrison.games.minefield.state import COLUMNS, ROWS, Happening, Object, Reason

LEGEND = {
    ".": Terrain("floor", "floor", " ", "dark"),
    "#": Terrain("wall", "wall", "█", "grey"),
}
# For each object: sprite, glyph, colour and words.
LOOKS = {
    Object.ONE: ("one", "1", "green", "a 1: 10 points by the standard rules"),
    Object.TWO: ("two", "2", "teal", "a 2: points and energy"),
    Object.THREE: ("three", "3", "gold", "a 3: points, energy and a mine"),
    Object.MINE: ("mine", "+", "orange", "a mine: deadly for anyone"),
}
ENEMIES = {Object.X: ("x", "X", "red"), Object.Y: ("y", "Y", "purple")}
ENDINGS = {
    1: "The game has reached its limit of time units.",
    Reason.CAUGHT: "P has been caught.",
    Reason.MINE: "P stepped on a mine.",
    Reason.TIME: "Time is up, and P is still alive.",
}
SENTENCES = {
    Happening.STEPPED: "P steps to {b}.",
    Happening.BUMPED: "P bumps into the wall {way}.",
    Happening.TOOK: "P takes a {b}: {c} points.",
    Happening.DROPPED: "P leaves a mine on {a}.",
    Happening.BLEW_UP_PLAYER: "P steps on a mine and is blown up.",
    Happening.RAN_INTO: "P runs into an enemy.",
    Happening.ENEMY_MOVED: "Enemy {serial} moves to {c}.",
    Happening.ENEMY_ATE: "An enemy tramples a {b}.",
    Happening.ENEMY_BLOWN_UP: "{kind} {serial} walks into a mine: {points} points.",
    Happening.CAUGHT: "{kind} {serial} catches P.",
    Happening.WALL_ADDED: "A wall rises {way} of core {a}.",
    Happening.WALL_DELETED: "The wall {way} of core {a} is gone.",
    Happening.NUMBER_APPEARED: "A {b} appears on {a}.",
    Happening.ENEMY_APPEARED: "{kind} {serial} appears.",
    Happening.TIME_UP: "Time is up.",
}
TOLD = (  # what the log tells; steps and walls can be seen
    Happening.TOOK,
    Happening.DROPPED,
    Happening.BLEW_UP_PLAYER,
    Happening.RAN_INTO,
    Happening.ENEMY_ATE,
    Happening.ENEMY_BLOWN_UP,
    Happening.CAUGHT,
    Happening.ENEMY_APPEARED,
    Happening.TIME_UP,
)


def scene(p, s, player, legal) -> Scene:
    """The field, P's panel and the ten buttons."""
    entry = find("minefield")
    return Scene(
        game="minefield",
        title=entry.facts.title,
        player=player,
        boards=(_board(s),),
        panels=(_panel(p, s),),
        buttons=scene_buttons(entry, legal),
        prompt=_prompt(s),
        log=tuple(describe(event) for event in events_of(s) if event.kind in TOLD),
        seats=entry.facts.seats,
        waiting=() if s.over else (0,),
        scores=(float(s.points),),
        over=bool(s.over),
        steps=int(s.steps),
    )


def describe(event: Event) -> str:
    """An event as a sentence."""
    if event.kind in (Happening.ENEMY_BLOWN_UP,):
        kind = event.d
    else:
        kind = event.c
    return SENTENCES[event.kind].format(
        a=_place(event.a) if event.kind not in (Happening.WALL_ADDED, Happening.WALL_DELETED) else event.a,
        b=_place(event.b) if event.kind == Happening.STEPPED else event.b,
        c=_place(event.c) if event.kind == Happening.ENEMY_MOVED else event.c,
        way=DIRECTION_NAMES[event.b % 4],
        serial=event.a,
        points=event.c,
        kind=ENEMIES.get(kind, ("", "Enemy"))[1],
    )


def _place(square: int) -> str:
    return f"({square // COLUMNS}, {square % COLUMNS})"


def _board(s) -> Board:
    squares = s.squares.reshape(ROWS, COLUMNS)
    terrain = tuple("".join("#" if thing == Object.WALL else "." for thing in row) for row in squares)
    pieces = [*_things(squares), *_enemies(s), _player(s)]
    touched = [event.b for event in events_of(s) if event.kind == Happening.ENEMY_BLOWN_UP]
    return Board(ROWS, COLUMNS, terrain, LEGEND, tuple(pieces), marked_fields=tuple(touched))


def _things(squares):
    """Numbers and mines; they never move, so their square is their name."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            look = LOOKS.get(int(squares[row, column]))
            if look:
                sprite, glyph, colour, label = look
                yield Piece(f"{sprite}-{row}-{column}", sprite, row, column, label, glyph, colour)


def _enemies(s):
    for index in range(int(s.enemy_count)):
        kind, square = int(s.enemy_kinds[index]), int(s.enemy_squares[index])
        sprite, glyph, colour = ENEMIES[kind]
        axis = "columns" if kind == Object.X else "rows"
        label = f"{glyph}, an enemy that closes in along the {axis} first"
        name = f"enemy-{s.enemy_serials[index]}"
        yield Piece(name, sprite, square // COLUMNS, square % COLUMNS, label, glyph, colour, layer=1)


def _player(s) -> Piece:
    row, column = divmod(int(s.player), COLUMNS)
    lost = s.reason in (Reason.CAUGHT, Reason.MINE)
    label = f"P, {'lost' if lost else 'you'}, facing {DIRECTION_NAMES[s.facing]}"
    turn = (int(s.facing) - 1) % 4  # the sprite faces right
    return Piece(
        "P", "player", row, column, label, "☠" if lost else "P", "blue", owner=0, turn=turn, layer=2, faint=lost
    )


def _panel(p, s) -> Panel:
    energy = Bar(min(int(s.energy), 200), 200)
    lines = [
        Line("Score", f"{int(s.points):,}", colour="gold"),
        Line("Energy", f"{int(s.energy):,}", energy, "green" if s.energy else "red"),
        Line("Mines", f"{int(s.mines):,}", colour="orange", sprite="mine"),
        Line("Enemies", str(int(s.enemy_count)), colour="red"),
        Line("Time", f"{int(s.turn):,}" + (f" of {int(p.time_limit):,}" if p.time_limit else "")),
    ]
    return Panel("P", tuple(lines), owner=0)


def _prompt(s) -> str:
    if s.over:
        return f"{ENDINGS[int(s.reason)]} Score: {int(s.points):,}."
    if s.tired:
        return "No energy: P rests in this time unit."
    return "Arrows move, space drops a mine behind you."
