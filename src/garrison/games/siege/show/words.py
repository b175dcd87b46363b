"""Events of Siege as sentences."""

from __future__ import annotations

from collections.abc import Callable

from garrison.core.engine.events import Event
from garrison.core.plain import plain
from garrison.games.siege import BUTTONS, ENGINES, SEATS, UNITS, WORKS
from garrison.games.siege.rules.building import cost_of
from garrison.games.siege.state import FIELD_CAPACITY, Building, Engine, Happening, Reason, Rules, Unit

UNIT_NAMES = dict(zip(Unit, UNITS, strict=True))
ENGINE_NAMES = dict(zip(Engine, ENGINES, strict=True))
BUILDING_NAMES = dict(zip(Building, WORKS, strict=True))
WITHOUT_ARTICLE = (*UNIT_NAMES.values(), "barracks")


def unit(kind: int) -> str:
    """A land unit's name."""
    return UNIT_NAMES[Unit(kind)]


def engine(kind: int) -> str:
    """A siege unit's or ship's name."""
    return ENGINE_NAMES[Engine(kind)]


def building(kind: int) -> str:
    """A building's name."""
    return BUILDING_NAMES[Building(kind)]


def plural(count: int, word: str) -> str:
    """A number of things.

    >>> plural(1, "coin"), plural(2, "coin")
    ('1 coin', '2 coins')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"


def with_article(name: str) -> str:
    """A thing of that name.

    >>> with_article("ram"), with_article("infantry")
    ('a ram', 'infantry')
    """
    return name if name in WITHOUT_ARTICLE else f"a {name}"


def thing(button: int) -> str:
    """The name of what a button makes."""
    return BUTTONS[button - FIELD_CAPACITY].label.lower()


def price(p: Rules, button: int) -> int:
    """What it costs."""
    return int(plain(cost_of)(p, button))


def _way(event: Event) -> str:
    return f"{event.at('start')} to {event.at('end')}"


def _struck(event: Event) -> str:
    attacker, victim = unit(event.unit).capitalize(), unit(event.victim)
    return f"{attacker} on {event.at('start')} strikes down {victim} on {event.at('target')}."


def _built(event: Event) -> str:
    return f"{SEATS[event.player]} builds {with_article(building(event.building))} on {event.at('place')}."


def _made(event: Event) -> str:
    return f"{SEATS[event.player]} makes a {engine(event.engine)} on {event.at('place')}."


def _shot(event: Event) -> str:
    result = "hit" if event.roll >= event.lowest else "missed"
    way = f"from {event.at('start')} at {event.at('target')}"
    return f"Archers shoot {way} and roll {event.roll} ({event.lowest} or more hits): {result}."


def _rammed(event: Event) -> str:
    result = "it breaks" if event.roll >= event.lowest else "it holds"
    name = building(event.building)
    where = f"against the {name} on {event.at('target')}"
    return f"The ram rolls {event.roll} {where} ({event.lowest} or more breaks it): {result}."


def _hurled(event: Event) -> str:
    if event.number == 0:
        return f"The trebuchet rolls {event.roll}: a miss."
    what = "a hit" if event.hit else "nothing is there"
    where = f"on {event.at('target')}" if event.target >= 0 else "off the map"
    return f"The trebuchet rolls {event.roll}: its stones come down {where}, {event.number} from its end: {what}."


def _captured(event: Event) -> str:
    others = f", and {plural(event.others, 'building')} with it" if event.others else ""
    return f"{SEATS[event.player]} captures the {building(event.building)} on {event.at('place')}{others}."


def _won(event: Event) -> str:
    loser = SEATS[1 - event.winner]
    reasons = {
        Reason.ARMY: f"{loser} has no land unit",
        Reason.HOMELESS: f"{loser} has been without a castle or camp for too long",
        Reason.TURNS: "the castle has held until the last turn",
        Reason.STRENGTH: f"after the last turn {loser} has fewer castles or, with as many, fewer land units",
    }
    return f"{SEATS[event.winner]} wins: {reasons[Reason(event.reason)]}."


def _lost_building(event: Event) -> str:
    owner = f"{SEATS[event.player]}'s" if event.player >= 0 else "A"
    return f"{owner} {building(event.building)} on {event.at('place')} is destroyed."


SENTENCES: dict[int, Callable[[Event], str]] = {
    Happening.BUILT: _built,
    Happening.MADE_UNIT: lambda event: f"{SEATS[event.player]} raises {unit(event.unit)} on {event.at('place')}.",
    Happening.MADE_ENGINE: lambda event: (
        f"{SEATS[event.player]} makes a {engine(event.engine)} on {event.at('place')}."
    ),
    Happening.COINS: lambda event: f"{SEATS[event.player]} takes {plural(event.coins, 'coin')} and has {event.total}.",
    Happening.STEPPED: lambda event: f"{SEATS[event.player]}'s {unit(event.unit)}: {_way(event)}.",
    Happening.MOVED: lambda event: f"The {engine(event.engine)}: {_way(event)}.",
    Happening.TURNED: lambda event: f"The {engine(event.engine)} on {event.at('start')} turns.",
    Happening.TIRED: lambda event: f"The {unit(event.unit)} inside, on {event.at('place')}, is exhausted.",
    Happening.STRUCK: _struck,
    Happening.SHOT: _shot,
    Happening.RAMMED: _rammed,
    Happening.HURLED: _hurled,
    Happening.UNIT_LOST: lambda event: f"{SEATS[event.player]} loses {unit(event.unit)} on {event.at('place')}.",
    Happening.ENGINE_LOST: lambda event: f"A {engine(event.engine)} on {event.at('place')} is destroyed.",
    Happening.BUILDING_LOST: _lost_building,
    Happening.CAPTURED: _captured,
    Happening.SET_UP: lambda event: f"{SEATS[event.player]} has finished the set-up.",
    Happening.UNITS_ENDED: lambda event: f"{SEATS[event.player]}'s buildings are next.",
    Happening.TURN_ENDED: lambda event: f"{SEATS[event.player]} ends turn {event.turn}.",
    Happening.WON: _won,
    Happening.DRAWN: lambda event: "It is a draw: there are no turns left.",
}


def describe(event: Event) -> str:
    """An event as a sentence."""
    return SENTENCES[event.kind](event)
