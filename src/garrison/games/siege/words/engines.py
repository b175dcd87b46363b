"""Turns of siege units and ships as orders: `r2 12,5 by k3 x12,7`, `u4 turn 9,9`, `t1 k3x14,5`, `s5 turn left`.

A field is where the top left field of the engine goes; `turn` is followed by the field where an end of a ram or
trebuchet goes, or by the way a ship turns; `by` by who is exhausted by it, or by `all`. A trebuchet hurls `x right`.
"""

from __future__ import annotations

from garrison.core.plain import plain
from garrison.core.words.notation import FIELD
from garrison.games.siege.rules.pieces import engine_part, engine_size
from garrison.games.siege.show.words import engine
from garrison.games.siege.state import FIELD_CAPACITY, NOBODY, UPRIGHT, Engine, Phase, Press, State
from garrison.games.siege.words.draft import Draft, Refusal
from garrison.games.siege.words.names import Thing, engine_name, kind_words, name_of, thing_called
from garrison.games.siege.words.ways import buttons_to

WAYS = ("up", "right", "down", "left")


def play_engine(draft: Draft, thing: Thing, words: list[str]) -> None:
    """G17, G18: what is said, in order. Whatever is left to do then can be said in another order."""
    begin_engine(draft, thing)
    while words:
        _play_word(draft, thing, words.pop(0), words)
    if is_next(draft.s, thing) and draft.phase == Phase.MOVED:
        tire(draft)


def _play_word(draft: Draft, thing: Thing, word: str, words: list[str]) -> None:
    if not is_next(draft.s, thing) or not draft.legal:
        raise Refusal(f"the turn of {name_of(thing)} is over before {word}")
    if FIELD.fullmatch(word):
        move(draft, thing, word)
    elif word in WAYS:
        draft.try_click(Press.UP + WAYS.index(word), f"{name_of(thing)} can't move {word}")
    elif word == "turn" and words:
        turn(draft, thing, words.pop(0))
    elif word == "by" and words:
        exhaust(draft, thing, words.pop(0))
    elif word == "x" and words:
        act(draft, thing, words.pop(0))
    elif thing_called(draft.s, draft.player, word) and words[:1] == ["x"] and len(words) > 1:
        words.pop(0)
        act_inside(draft, thing, word, words.pop(0))
    elif word == "done":
        draft.try_click(Press.DONE, f"the turn of {name_of(thing)} is not to be ended now")
    else:
        raise Refusal(f"{word!r} is nothing that a {kind_words(thing)} does: a field, turn, by or x")


# --- Whose turn it is


def is_next(s: State, thing: Thing) -> bool:
    """Whether it is the turn of a siege unit or ship."""
    is_ship = s.engine == NOBODY and s.ship == thing.slot and s.unit == NOBODY
    return bool(s.engine == thing.slot or is_ship)


def is_inside(s: State, slot: int, field: int) -> bool:
    """Whether a field is one of those that a siege unit or ship covers."""
    return slot >= 0 and any(plain(engine_part)(s, slot, part) == field for part in range(size_of(s, slot)))


def size_of(s: State, slot: int) -> int:
    """How many fields it covers."""
    return int(plain(engine_size)(s, slot))


def parts_of(s: State, slot: int) -> list[int]:
    """The fields that it covers."""
    return [int(plain(engine_part)(s, slot, part)) for part in range(size_of(s, slot))]


def ask_to_be_next(draft: Draft, field: int) -> None:
    """What is under way ends with done, unless it is the turn of the ship in which the next one is."""
    s = draft.s
    is_aboard = s.engine == NOBODY and is_inside(s, int(s.ship), field) and s.phase in (Phase.UNITS, Phase.ENGINE)
    if s.engine != NOBODY and is_inside(s, int(s.engine), field):
        name = engine_name(int(s.engine_kind[s.engine]), int(s.engine))
        raise Refusal(f"it is the turn of {name}, which they are in: begin with {name}")
    if not is_aboard:
        draft.put_aside()
    if draft.phase not in (Phase.UNITS, Phase.ENGINE):
        early = draft.phase < Phase.UNITS
        raise Refusal("units have their turns once the set-up is over" if early else "the units' part is over")


def begin_engine(draft: Draft, thing: Thing) -> None:
    """G17, G18: it is chosen, unless it is already."""
    s = draft.s
    if is_next(s, thing):
        return
    fields = parts_of(s, thing.slot)
    ask_to_be_next(draft, fields[0])
    button = Press.PLAY_SHIP if s.engine_kind[thing.slot] == Engine.SHIP else Press.PLAY_ENGINE
    choice = next((field for field in fields if _begins(draft, field, button, thing)), None)
    if choice is None:
        raise Refusal(f"nobody who is not exhausted mans the {kind_words(thing)}, or an enemy is inside")
    draft.click(choice)
    if draft.phase == Phase.WHICH:
        draft.click(button)


def _begins(draft: Draft, field: int, button: int, thing: Thing) -> bool:
    """Whether a click on one of its fields leads to its turn."""
    if field not in draft.legal:
        return False
    trial = Draft(draft.position, draft.player)
    trial.click(field)
    if trial.phase == Phase.WHICH and button in trial.legal:
        trial.click(button)
    return is_next(trial.s, thing)


# --- What it does


def move(draft: Draft, thing: Thing, word: str) -> None:
    """G8, G9: its top left field comes onto a field."""
    row, column = map(int, word.split(","))
    goal = row * int(draft.s.columns) + column
    buttons = buttons_to(draft.position, draft.player, thing.slot, goal) if column < draft.s.columns else None
    if buttons is None:
        ways = [WAYS[action - Press.UP] for action in draft.legal if Press.UP <= action <= Press.LEFT]
        name = name_of(thing)
        raise Refusal(f"the top left field of {name} can't come to {word}", [f"{name} {way}" for way in ways])
    for button in buttons:
        draft.click(button)


def turn(draft: Draft, thing: Thing, word: str) -> None:
    """G10: about one of its fields, or a ship about its middle."""
    name = name_of(thing)
    if word in ("left", "right"):
        draft.try_click(Press.TURN_LEFT if word == "left" else Press.TURN_RIGHT, f"{name} can't turn {word}")
        return
    ends = [action for action in draft.legal if action < FIELD_CAPACITY and is_turn(draft, thing, action)]
    instead = [f"{name} turn {draft.place(end)}" for end in ends]
    field = _field(draft, word)
    if field not in ends:
        raise Refusal(f"no end of {name} can go to {word}", instead)
    draft.click(field)


def is_turn(draft: Draft, thing: Thing, field: int) -> bool:
    """G10: whether a click on a field turns a ram or trebuchet: those of its action are in its line."""
    rows, columns = _line(draft.s, thing.slot)
    row, column = divmod(field, int(draft.s.columns))
    return row not in rows if len(rows) == 1 else column not in columns


def _line(s: State, slot: int) -> tuple[set[int], set[int]]:
    """The rows and columns that it covers."""
    places = [divmod(field, int(s.columns)) for field in parts_of(s, slot)]
    return {row for row, _ in places}, {column for _, column in places}


def exhaust(draft: Draft, thing: Thing, word: str) -> None:
    """G17, G18: one of those inside is exhausted by the move, or with `all` everybody, and its turn is over."""
    if draft.phase != Phase.MOVED:
        raise Refusal(f"nobody has to be exhausted by {name_of(thing)} now")
    if word == "all":
        draft.click(Press.DONE)
        return
    unit = thing_called(draft.s, draft.player, word)
    if unit is None or not unit.is_unit:
        raise Refusal(f"{word!r} is nobody inside the {kind_words(thing)}")
    draft.try_click(int(draft.s.unit_field[unit.slot]), f"{word} is not inside, or exhausted already")


def tire(draft: Draft, spare: tuple[int, ...] = ()) -> None:
    """G17, G18: the first of those inside who may be exhausted by the move, rather not one of these."""
    s = draft.s
    fields = [action for action in draft.legal if action < FIELD_CAPACITY]
    choice = min(fields, key=lambda field: int(s.unit_at[field]) - 1 in spare, default=None)
    if choice is not None:
        draft.click(choice)


def act(draft: Draft, thing: Thing, word: str) -> None:
    """G14: ram what is on a field. G15: hurl from an end."""
    if draft.phase == Phase.MOVED:
        tire(draft)
    name, kind = name_of(thing), int(draft.s.engine_kind[thing.slot])
    if kind not in (Engine.RAM, Engine.TREBUCHET):
        raise Refusal(f"a {engine(kind)} attacks nobody itself; of a tower, somebody inside does: {name} k3x14,5")
    choices = actions_of(draft, thing)
    instead = [f"{name} x {way}" for way in choices]
    action = choices.get(word)
    if action is None:
        what = "ram" if kind == Engine.RAM else "hurl"
        raise Refusal(f"{name} has nothing to {what} at {word}", instead)
    draft.try_click(action, f"{name} can't act now", instead)


def actions_of(draft: Draft, thing: Thing) -> dict[str, int]:
    """What a ram or trebuchet that has its turn can do, as it is said: the field in front, or the way from an end."""
    s = draft.s
    clicks = [action for action in draft.legal if action < FIELD_CAPACITY and not is_turn(draft, thing, action)]
    if s.engine_kind[thing.slot] == Engine.RAM:
        return {draft.place(action): action for action in clicks}
    fields = parts_of(s, thing.slot)
    names = WAYS[0::2] if s.engine_way[thing.slot] == UPRIGHT else (WAYS[3], WAYS[1])
    return {name: field for name, field in zip(names, fields, strict=True) if field in clicks}


def act_inside(draft: Draft, thing: Thing, name: str, word: str) -> None:
    """G13: somebody inside a tower attacks."""
    unit = thing_called(draft.s, draft.player, name)
    if unit is None or not unit.is_unit:
        raise Refusal(f"{name!r} is nobody inside")
    if draft.phase == Phase.MOVED:
        tire(draft, (unit.slot,))
    draft.try_click(int(draft.s.unit_field[unit.slot]), f"{name} is not inside, is exhausted, or reaches nobody")
    s = draft.s
    targets = [action for action in draft.legal if action < FIELD_CAPACITY]
    instead = [f"{name_of(thing)} {name}x{draft.place(field)}" for field in targets]
    if draft.phase != Phase.TARGET or int(s.unit) != unit.slot:
        raise Refusal(f"{name} does not act from inside {name_of(thing)}")
    draft.try_click(_field(draft, word), f"{name} can't attack {word}", instead)


def _field(draft: Draft, word: str) -> int:
    """The field that a word stands for, or -1."""
    if not FIELD.fullmatch(word):
        return -1
    row, column = map(int, word.split(","))
    return row * int(draft.s.columns) + column if column < draft.s.columns else -1
