"""Skirmish for people: a record becomes a scene, an event a sentence."""

from collections.abc import Callable

import numpy as np

from garrison.core.engine.events import Event, touched_fields
from garrison.core.engine.record import Array
from garrison.core.plain import plain
from garrison.games.skirmish import CHARACTERS, SEATS
from garrison.games.skirmish.rules.fire import burning_rings, ring, size_class
from garrison.games.skirmish.rules.sides import final_distance, final_power
from garrison.games.skirmish.state import (
    CALLIANCE,
    NOBODY,
    SIDES,
    ZORDE,
    Happening,
    Kind,
    Plane,
    Reason,
    Rules,
    State,
    unpacked,
)
from garrison.look.scene import Bar, Board, Line, Panel, Piece, Scene, SceneButton, Terrain

LEGEND = {
    ".": Terrain("meadow", "meadow", "·", "green"),
    ",": Terrain("meadow_dark", "meadow", " ", "green"),
    "e": Terrain("embers", "embers: it burns in the next round", "'", "orange"),
    "f": Terrain("fire", "fire", "^", "red"),
}
COLOURS = ("blue", "red")
SENTENCES: dict[int, Callable[[Event], str]] = {
    Happening.CHOSEN: lambda event: f"{unpacked(event.who)} gets ready.",
    Happening.STEPPED: lambda event: f"{unpacked(event.who)} moves from {event.at('start')} to {event.at('end')}.",
    Happening.STOPPED: lambda event: f"{unpacked(event.who)} stops on {event.at('field')}.",
    Happening.HEALED: lambda event: f"{unpacked(event.who)} is healed by {event.amount} and has {event.health}.",
    Happening.HIT: lambda event: (
        f"{unpacked(event.attacker)} hits {unpacked(event.who)} for {event.damage}; {event.health} left."
    ),
    Happening.DIED: lambda event: f"{unpacked(event.who)} dies on {event.at('field')}.",
    Happening.FOUGHT: lambda event: f"{unpacked(event.attacker)} fights {unpacked(event.defender)} to the death.",
    Happening.BURNT: lambda event: f"{unpacked(event.who)} burns for {event.damage}; {event.health} left.",
    Happening.WON: lambda event: f"{SEATS[event.side]} wins.",
    Happening.DRAWN: lambda event: "It is a draw.",
}


def scene(p: Rules, s: State, player: int, reach: Callable[[int, int], Array]) -> Scene:
    """The board, with what the moving character reaches, and a panel for each side."""
    panels = tuple(_panel(p, s, side) for side in (CALLIANCE, ZORDE))
    boards, buttons = (_board(p, s, reach),), _stay(s)
    return Scene(boards=boards, panels=panels, buttons=buttons, prompt=_prompt(p, s), ending=_ending(s))


def _stay(s: State) -> tuple[SceneButton, ...]:
    """S3: ending a move early, which the engine knows as a step onto one's own field."""
    if s.chosen == NOBODY:
        return ()
    field = int(s.fields[s.chosen])
    return (SceneButton(field, f"field {field}", "Stay here", ("e",), legal=False, sprite="stay_here"),)


def describe(event: Event) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind](event)


def _board(p: Rules, s: State, reach: Callable[[int, int], Array]) -> Board:
    size = int(s.width)
    terrain = _terrain(p, s)
    pieces = [_piece(p, s, who) for who in range(int(s.count)) if s.health[who] > 0]
    return Board(
        size,
        size,
        terrain,
        LEGEND,
        tuple(pieces),
        marked_fields=touched_fields(s, Happening),
        chosen_fields=() if s.chosen == NOBODY else (int(s.fields[s.chosen]),),
        range_fields=() if s.chosen == NOBODY else _reached(s, reach),
    )


def _terrain(p: Rules, s: State) -> tuple[str, ...]:
    """S19: the rings that burn at the end of this move, embers where they burn by that side's next one, and meadow."""
    size = int(s.width)
    fire, embers = (_rings(p, s, int(s.moves) + later) for later in (1, 1 + len(SEATS)))
    fields = ((row, column, _ring(size, row * size + column)) for row in range(size) for column in range(size))
    signs = ["f" if ring < fire else "e" if ring < embers else ".,"[(row + column) % 2] for row, column, ring in fields]
    return tuple("".join(signs[start : start + size]) for start in range(0, size * size, size))


def _rings(p: Rules, s: State, moves: int) -> int:
    """S19: how many rings burn after so many moves."""
    return int(plain(burning_rings)(p, int(s.width), moves))


def _ring(size: int, field: int) -> int:
    return int(plain(ring)(size, field))


def _reached(s: State, reach: Callable[[int, int], Array]) -> tuple[int, ...]:
    """The fields that the moving character can still get to, and the enemies it can hit."""
    size, planes = int(s.width), reach(int(SIDES[s.kinds[s.chosen]]), int(s.fields[s.chosen]))
    marks = (planes[Plane.STEPS] | planes[Plane.TARGETS])[:size, :size]
    return tuple(int(field) for field in np.flatnonzero(marks))


def _piece(p: Rules, s: State, who: int) -> Piece:
    kind, side = Kind(int(s.kinds[who])), int(SIDES[s.kinds[who]])
    row, column = divmod(int(s.fields[who]), int(s.width))
    name, health, full = unpacked(int(s.ids[who])), int(s.health[who]), int(p.health[kind - 1])
    label = (
        f"{name}, {CHARACTERS[kind - 1]}, {health} of {full} health, attack {p.attack[kind - 1]}; {way_words(p, kind)}"
    )
    bar = Bar(health, full)
    sprite = kind.name.lower()
    return Piece(
        name,
        sprite,
        row,
        column,
        label,
        name,
        COLOURS[side],
        owner=side,
        bar=bar,
        name=name,
    )


def _steps(p: Rules, kind: int) -> str:
    return _counted(p.steps[kind - 1], "step")


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def way_words(p: Rules, kind: int) -> str:
    """How a kind moves and fights, for a tooltip."""
    words = [_steps(p, kind)]
    words += ["heals its neighbours first"] if p.heals[kind - 1] else []
    if p.shoots[kind - 1]:
        words += ["attacks after each but the last"] if _strikes_before(p, kind) else []
        far, power = _counted(plain(final_distance)(p, kind), "field"), plain(final_power)(p, kind)
        words += [f"shoots {far} far for {power} after the last"]
    else:
        words += ["attacks after each" if _strikes_before(p, kind) else "attacks after the last"]
    return ", ".join(words)


def _strikes_before(p: Rules, kind: int) -> bool:
    """S1: whether it attacks before its last step, too."""
    return bool(p.strikes_each_step[kind - 1] and p.steps[kind - 1] > 1)


# --- What everything is


def about(p: Rules) -> dict[str, str]:
    """S1, S5, S6: what each kind of character is and does."""
    return {kind.name.lower(): _about(p, kind) for kind in Kind}


def _about(p: Rules, kind: int) -> str:
    side, health = SEATS[SIDES[kind]], p.health[kind - 1]
    healing = (
        f" Before it moves, it heals itself and its friends around it by {p.healing}." if p.heals[kind - 1] else ""
    )
    return f"{side}. {_steps(p, kind)}{_blows(p, kind)}; {health} health.{healing}"


def _blows(p: Rules, kind: int) -> str:
    """S4, S5: whom it hits after which steps."""
    attack, power = p.attack[kind - 1], plain(final_power)(p, kind)
    if p.shoots[kind - 1]:
        before = f" with attack {attack} after each but the last, after which" if _strikes_before(p, kind) else ", then"
        return f"{before} it shoots up to {_counted(plain(final_distance)(p, kind), 'field')} for {power}"
    when = "and after each of them" if _strikes_before(p, kind) else "then"
    return f", {when} it hits every enemy around it for {power}"


def _panel(p: Rules, s: State, side: int) -> Panel:
    """Everybody on a side, including the dead, with their health, attack and steps."""
    lines = []
    for who in range(int(s.count)):
        if SIDES[s.kinds[who]] == side:
            kind, health = Kind(int(s.kinds[who])), int(s.health[who])
            name = f"{unpacked(int(s.ids[who]))} {CHARACTERS[kind - 1]}"
            bar = Bar(health, int(p.health[kind - 1]))
            shot = f", shot {plain(final_power)(p, kind)}" if p.shoots[kind - 1] else ""
            note = f"attack {p.attack[kind - 1]}{shot}, {_steps(p, kind)}"
            value, sprite = str(health) if health else "dead", kind.name.lower()
            lines.append(Line(name, value, bar, COLOURS[side], sprite=sprite, note=note))
    return Panel(SEATS[side], tuple(lines), owner=side)


def _prompt(p: Rules, s: State) -> str:
    if s.over:
        return f"{SEATS[int(s.winners) >> 1]} wins." if s.winners else f"A draw: {_ending(s)}"
    if s.chosen == NOBODY:
        who = " or ".join(SEATS[side] for side in range(2) if int(s.waiting) >> side & 1)
        moves = f" (move {int(s.moves) + 1} of {int(p.max_moves)})" if p.max_moves else ""
        return f"{who} to move{moves}: choose a character.{fire_words(p, s)}"
    name, kind = unpacked(int(s.ids[s.chosen])), Kind(int(s.kinds[s.chosen]))
    return f"{name}: step {int(s.steps_made) + 1} of {p.steps[kind - 1]}. Choose where it goes, or stay here."


def ring_words(p: Rules, s: State) -> str:
    """S19: what burns at the end of this move, as a sentence; "" where nothing does."""
    rings = _rings(p, s, int(s.moves) + 1)
    width = "the edge of the board" if rings == 1 else f"a margin {rings} fields wide"
    return f"Whoever of the side that moves stands on {width} at the end loses {p.fire_harm} health." if rings else ""


def fire_words(p: Rules, s: State) -> str:
    """S19: when the next ring burns, as a sentence after the prompt; "" where nothing more ever does."""
    size, moves = plain(size_class)(int(s.width)), int(s.moves) + 1
    start, burning = int(p.fire_moves[size]), _rings(p, s, moves)
    if start == 0 or burning > _ring(int(s.width), int(s.width) // 2 * (int(s.width) + 1)):
        return ""
    wait = start + burning * int(p.fire_gap[size]) - moves
    what = "the next ring burns" if burning else "the edge of the board burns"
    return f" In {_counted(wait, 'move')} {what}."


def _ending(s: State) -> str:
    """Why it is a draw, or won."""
    if not s.over:
        return ""
    if s.winners:
        return f"{SEATS[1 - (int(s.winners) >> 1)]} has nobody left."
    reasons: dict[int, str] = {Reason.ELIMINATION: "nobody is left", Reason.MOVES: "there are no moves left"}
    return f"{reasons.get(int(s.reason), 'the game has reached its limit')}."
