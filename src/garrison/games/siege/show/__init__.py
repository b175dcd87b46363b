"""Siege for people: a record becomes a scene. Pieces, panels, ranges, prompts and sentences are beside this file."""

from __future__ import annotations

from garrison.core.engine.events import touched_fields
from garrison.core.plain import plain
from garrison.games.siege import BUTTONS
from garrison.games.siege.rules.phases import income
from garrison.games.siege.show.about import about
from garrison.games.siege.show.footprint import footprint
from garrison.games.siege.show.in_range import range_fields
from garrison.games.siege.show.panels import panels
from garrison.games.siege.show.pieces import pieces
from garrison.games.siege.show.prompt import asked, ending, idle_buildings, prompt
from garrison.games.siege.show.purposes import purpose
from garrison.games.siege.show.refusals import refusal
from garrison.games.siege.show.tips import tips
from garrison.games.siege.show.view import Reach, View
from garrison.games.siege.show.words import building, describe, plural, price
from garrison.games.siege.state import FIELD_CAPACITY, NOBODY, Happening, Phase, Press, Rules, State
from garrison.games.siege.state.terrain import Ground
from garrison.look.scene import Board, Scene, SceneButton, Terrain

__all__ = ["about", "describe", "purpose", "refusal", "scene"]

LEGEND = {
    ".": Terrain("grass", "grass", "·", "green"),
    ",": Terrain("grass_dark", "grass", "·", "green"),
    "~": Terrain("water", "water", "~", "blue"),
    "^": Terrain("rock", "rock", "^", "grey"),
}
SIGNS = {Ground.GRASS: ".,", Ground.WATER: "~~", Ground.ROCK: "^^"}  # every other field is a little darker


def scene(p: Rules, s: State, player: int, reach: Reach) -> Scene:
    """The map, panels for each player, for the turn and for what is chosen, and buttons with their prices."""
    view = View(p, s, reach)
    return Scene(
        boards=(_board(view),),
        panels=panels(view),
        buttons=_buttons(view),
        prompt=prompt(view),
        asked=asked(view),
        ending=ending(view),
    )


def _board(view: View) -> Board:
    return Board(
        view.rows,
        view.columns,
        tuple(_row(view, row) for row in range(view.rows)),
        LEGEND,
        pieces(view),
        marked_fields=touched_fields(view.s, Happening),
        chosen_fields=_chosen(view),
        range_fields=tuple(range_fields(view)),
        footprint=footprint(view),
        tips=tuple(tips(view)),
    )


def _row(view: View, row: int) -> str:
    signs = view.ground[row * view.columns :][: view.columns]
    return "".join(SIGNS[Ground(sign)][(row + column) % 2] for column, sign in enumerate(signs))


def _chosen(view: View) -> tuple[int, ...]:
    """The chosen unit, or else the engine, ship or building, or the clicked field."""
    s = view.s
    if s.unit != NOBODY:
        return (view.unit_field[int(s.unit)],)
    if s.engine != NOBODY:
        return tuple(view.engine_fields(int(s.engine)))
    if s.ship != NOBODY:
        return tuple(view.engine_fields(int(s.ship)))
    if s.building != NOBODY:
        return tuple(view.building_fields(int(s.building)))
    return (int(s.spot),) if s.spot != NOBODY else ()


def _buttons(view: View) -> tuple[SceneButton, ...]:
    """The buttons whose labels give a price, or how many coins they bring."""
    p = view.p
    coins = int(plain(income)(p, view.s, max(view.player, 0), p.castle_coins))
    labels = {int(Press.COINS): f"Take {plural(coins, 'coin')}" if coins else "Build nothing"}
    for action in range(Press.INFANTRY, Press.LADDER + 1):
        labels[action] = f"{BUTTONS[action - FIELD_CAPACITY].label} ({plural(price(p, action), 'coin')})"
    asks = {action: words for action, words in (_end_of_units(view), _end_of_turn(view)) if words}
    labels |= {action: BUTTONS[action - FIELD_CAPACITY].label for action in asks}
    labels[int(Press.END_UNITS)] = "Go on to the buildings"
    return (*(_labelled(action, label, asks.get(action, "")) for action, label in labels.items()), *_done(view))


def _done(view: View) -> tuple[SceneButton, ...]:
    """G16: a land unit that has moved need not go on; whoever chooses another one is done with it."""
    button = BUTTONS[Press.DONE - FIELD_CAPACITY]
    if view.s.phase != Phase.LAND:
        return ()
    return (SceneButton(int(Press.DONE), button.name, button.label, button.keys, legal=False, leaves=True),)


def _end_of_units(view: View) -> tuple[int, str]:
    """What is asked before the units' part ends while there are units that have not acted."""
    ready = sum(not view.unit_spent[soldier] for soldier in view.units(view.player)) if view.player >= 0 else 0
    return int(Press.END_UNITS), f"{plural(ready, 'unit')} can still act. Press again to go on." if ready else ""


def _end_of_turn(view: View) -> tuple[int, str]:
    """G20: the same before the turn ends while buildings can act."""
    idle = [building(view.building_kind[slot]) for slot in idle_buildings(view)]
    return int(Press.END_TURN), f"The {' and the '.join(idle)} can still act. Press again to end." if idle else ""


def _labelled(action: int, label: str, asks: str) -> SceneButton:
    button = BUTTONS[action - FIELD_CAPACITY]
    return SceneButton(action, button.name, label, button.keys, legal=False, asks=asks)
