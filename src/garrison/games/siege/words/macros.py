"""Orders to many, and orders that last: `rest>26,20`, `all cavalry x`, `k1,k2>9,4`, `stay until an enemy within 5`.

`GROUP>FIELD` sends everybody as near to a field as they come in this turn, `GROUP x` lets everybody attack whom they
reach, `GROUP xFIELD` only who is there, `GROUP x>FIELD` attack or else go, and `GROUP .` lets them stay. With `until`,
it is done again turn after turn, and the turns end with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from garrison.core.words.moves import NamedMove, Steps
from garrison.core.words.reader import unknown
from garrison.core.words.viewpoint import Viewpoint
from garrison.games.siege.show.words import UNIT_NAMES
from garrison.games.siege.state import Plane
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.land import field_of
from garrison.games.siege.words.names import NAME, thing_called, unit_name
from garrison.games.siege.words.orders import COMMA, clicks_of
from garrison.games.siege.words.survey import Survey, survey_of

KINDS = "|".join(UNIT_NAMES.values())
GROUP = re.compile(
    rf"(?P<who>rest|all(?: (?:{KINDS}))?|(?:{KINDS})|[a-z]\d{{1,3}}(?:\s*[,\s]\s*[a-z]\d{{1,3}})*)\s*"
    r"(?P<attacks>x\s*(?P<target>\d{1,3},\d{1,3})?)?\s*(?:>\s*(?P<goal>\d{1,3},\d{1,3})|(?P<stays>\.|stays?))?"
)
STAY = re.compile(r"stay")
UNTIL = re.compile(r"(?P<order>.*?) until (?P<condition>there|hit|an enemy (?:is )?within (?P<near>\d{1,2}))")
MOST_TURNS = 60  # of one order


class Wish(NamedTuple):
    """What a group is to do."""

    who: str
    attacks: bool
    target: str  # a field, or "": whom they reach
    goal: str  # a field, or ""

    def __str__(self) -> str:
        aim = f"{f' x{self.target}' if self.attacks else ''}{f'>{self.goal}' if self.goal else ''}"
        return f"{self.who}{aim or ' .'}"


def read_macro(view: Viewpoint, text: str) -> NamedMove | None:
    """An order to a group, or one that lasts for turns; None if the text is neither."""
    words = " ".join(COMMA.sub(",", text.lower()).split())
    lasting = UNTIL.fullmatch(words)
    wish = _wish(lasting["order"] if lasting else words)
    if lasting and (wish or STAY.fullmatch(lasting["order"])):
        return _lasting(view, text, wish, lasting["condition"].replace(" is ", " "), int(lasting["near"] or 0))
    return _at_once(view, text, wish) if wish else None


def _wish(words: str) -> Wish | None:
    match = GROUP.fullmatch(words)
    if match is None or not (match["attacks"] or match["goal"] or match["stays"]):
        return None
    who = ",".join(re.split(r"[,\s]+", match["who"])) if NAME.match(match["who"]) else match["who"]
    return Wish(who, bool(match["attacks"]), match["target"] or "", match["goal"] or "")


def _at_once(view: Viewpoint, text: str, wish: Wish) -> NamedMove:
    """Everybody in this turn, one after the other."""
    first = next(_orders(view, wish, _check(view, text, wish)), None)
    if first is None:
        raise unknown(view, text, f"nobody of {wish.who} can do that now")
    course = partial(_all_of_them, wish=wish)
    return NamedMove(str(wish), _words(wish), tuple(first[1].actions), "nobody is left who can", course)


def _words(wish: Wish) -> str:
    attacks = f"attacks {f'who is on {wish.target}' if wish.target else 'whom they reach'}" if wish.attacks else ""
    goes = f"goes as near to {wish.goal} as they come" if wish.goal else ""
    who = "Everybody ready" if wish.who in ("rest", "all") else wish.who.capitalize()
    return f"{who} {', or else '.join(part for part in (attacks, goes) if part) or 'stays'}, one after the other."


def _check(view: Viewpoint, text: str, wish: Wish) -> list[int]:
    """Who is meant, if all of it makes sense now."""
    draft = Draft(view.position, view.player)
    try:
        for field in filter(None, (wish.target, wish.goal)):
            field_of(draft, field)
        return members(view, wish.who)
    except Refusal as refusal:
        raise unknown(view, text, str(refusal)) from None


def members(view: Viewpoint, who: str) -> list[int]:
    """The land units of a group that are not exhausted; of those inside something, only who is named."""
    survey = survey_of(view)
    if NAME.match(who):
        things = [(name, thing_called(view.state, view.player, name)) for name in who.split(",")]
        strangers = [name for name, thing in things if thing is None or not thing.is_unit]
        if strangers:
            raise Refusal(f"you have no land unit called {strangers[0]}")
        slots = [thing.slot for _, thing in things if thing]
        return [slot for slot in slots if slot in survey.ready]
    kind = next((kind for kind, name in UNIT_NAMES.items() if who.endswith(name)), None)
    slots = [slot for slot in survey.ready if kind in (None, survey.map.unit_kind[slot])]
    return [slot for slot in slots if not survey.is_several(survey.map.unit_field[slot])]


# --- In this turn


def _all_of_them(view: Viewpoint, wish: Wish) -> Steps:
    """One order after the other, each made when its turn has come; nobody gets two."""
    turn, had = int(view.state.turn), set[int]()
    while view.may_act and int(view.state.turn) == turn:
        choice = next(_orders(view, wish, [slot for slot in members(view, wish.who) if slot not in had]), None)
        if choice is None:
            return ""
        had.add(choice[0])
        yield from choice[1].actions
    return "the turn is over"


def _orders(view: Viewpoint, wish: Wish, slots: list[int]) -> Iterator[tuple[int, Draft]]:
    """What members of a group are to do, tried out: those who are nearest to the field have their turns first."""
    survey = survey_of(view)
    ahead = _steps_from(survey, wish.goal) if wish.goal else {}
    far = len(ahead) + 1
    for slot in sorted(slots, key=lambda slot: (ahead.get(survey.map.unit_field[slot], far), slot)):
        name, text = unit_name(survey.map.unit_kind[slot], slot), ""
        if wish.attacks:
            text = _attack(survey, slot, wish.target)
        if not text and wish.goal:
            text = _march(survey, slot, ahead)
        if not text and not wish.attacks and not wish.goal:
            text = "."
        draft = _tried(view, f"{name} {text}") if text else None
        if draft is not None:
            yield slot, draft


def _tried(view: Viewpoint, text: str) -> Draft | None:
    try:
        return clicks_of(view.position, view.player, text)
    except Refusal:
        return None


def _attack(survey: Survey, slot: int, aim: str) -> str:
    """The enemy whom a land unit attacks after the fewest steps, and from where; "" if it reaches none."""
    choices = [
        (len(survey.ways(slot).to(stand)), target, stand)
        for target, by in survey.targets.items()
        if aim in ("", survey.place(target))
        for stand in by.get(slot, ())
    ]
    if not choices:
        return ""
    _, target, stand = min(choices)
    return f"{survey.place(stand)}x{survey.place(target)}"


def _march(survey: Survey, slot: int, ahead: dict[int, int]) -> str:
    """The field from which the fewest steps are left; "" where it stays."""
    ways = survey.ways(slot)
    fields = [field for field in (ways.start, *ways.goals) if field in ahead]
    goal = min(fields, key=lambda field: (ahead[field], len(ways.to(field)), field), default=ways.start)
    return "" if goal == ways.start else survey.place(goal)


def _steps_from(survey: Survey, goal: str) -> dict[int, int]:
    """How many steps it is to a field from each other one, over what is open to the player, whoever stands there."""
    row, column = map(int, goal.split(","))
    first, columns = row * survey.columns + column, survey.columns
    is_open, steps = survey.map.plane(0, Plane.OPEN), {row * columns + column: 0}
    fields = [first]
    for field in fields:  # those farther away are added on the way
        for near in survey.beside(field):
            if near not in steps and is_open[near]:
                steps[near] = steps[field] + 1
                fields.append(near)
    return steps


# --- Turn after turn


def _lasting(view: Viewpoint, text: str, wish: Wish | None, condition: str, near: int) -> NamedMove:
    """The same turn after turn; buildings do nothing meanwhile."""
    if view.state.turn == 0:
        raise unknown(view, text, "turns begin once the set-up is over")
    if wish:
        _check(view, text, wish)
    notation = f"{wish or 'stay'} until {condition}"
    words = f"{_words(wish) if wish else 'Everybody stays.'} Again in each turn, and buildings do nothing."
    first = _tried(view, "end")
    actions = tuple(first.actions) if first and not wish else ()
    stops = f"{condition}, or anything is lost"
    return NamedMove(notation, words, actions, stops, partial(_turn_after_turn, wish=wish, near=near))


def _turn_after_turn(view: Viewpoint, wish: Wish | None, near: int) -> Steps:
    strength = _strength(view)
    for _ in range(MOST_TURNS):
        if why := _reason_to_stop(view, strength, near):
            return why
        turn, places = int(view.state.turn), view.state.unit_field.tolist()
        if wish:
            yield from _all_of_them(view, wish)
            if view.may_act and view.state.unit_field.tolist() == places:
                return "nobody comes nearer"
        while view.may_act and int(view.state.turn) == turn:
            draft = _tried(view, "end")
            if draft is None:
                return "something else is asked"
            yield from draft.actions
    return f"{MOST_TURNS} turns have passed"


def _strength(view: Viewpoint) -> tuple[int, int]:
    """The player's land units, and buildings."""
    return int(view.state.army[view.player]), int(view.state.estate[view.player])


def _reason_to_stop(view: Viewpoint, strength: tuple[int, int], near: int) -> str:
    """What has happened since the order was given; "" if nothing."""
    if not view.may_act:
        return "the game is over"
    if any(now < then for now, then in zip(_strength(view), strength, strict=True)):
        return "something was lost"
    survey = survey_of(view)
    own = [divmod(survey.map.unit_field[slot], survey.columns) for slot in survey.map.units(view.player)]
    for enemy in survey.enemies if near else ():
        row, column = divmod(survey.map.unit_field[enemy], survey.columns)
        if any(abs(row - own_row) + abs(column - own_column) <= near for own_row, own_column in own):
            return f"an enemy is on {row},{column}, within {near}"
    return ""
