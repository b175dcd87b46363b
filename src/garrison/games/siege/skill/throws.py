"""Trebuchets of Siege's policy: where a stone is worth most, from where one lies or after a move or turn (G15)."""

from garrison.core.engine.record import Array, int64
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.ground import along
from garrison.games.siege.rules.moving import can_move, can_turn, end_direction
from garrison.games.siege.rules.pieces import engine_part, owner_of
from garrison.games.siege.rules.turns import ready_inside
from garrison.games.siege.skill.courses import MOVES, action_of, next_place, part_of, place_of, ways_to_go
from garrison.games.siege.skill.engines import count_inside
from garrison.games.siege.state import DIE, NOBODY, Engine, Press, Rules, State

DONE = int(Press.DONE)


@rule
def gain(s: State, player: int, field: int) -> int:
    """G15: how many more enemies than own land units a stone on a field destroys."""
    if field == NOBODY:
        return 0
    engine = s.ship_at[field] - 1 if s.ship_at[field] != 0 else s.siege_at[field] - 1
    if engine >= 0:
        return count_inside(s, 1 - player, engine) - count_inside(s, player, engine)
    unit = s.unit_at[field] - 1
    if unit < 0:
        return 0
    return -1 if owner_of(unit) == player else 1


@rule
def throw_worth(p: Rules, s: State, player: int, place: int, part: int) -> int:
    """What all six rolls together gain from one end of a trebuchet in a place."""
    end, direction, total = part_of(s, Engine.TREBUCHET, place, part), end_direction(place % 2, part), int64(0)
    for index in range(DIE):
        number = p.trebuchet_fields[index]
        if number != 0:
            total += gain(s, player, along(s, end, direction, number))
    return total


@rule
def place_worth(p: Rules, s: State, player: int, place: int) -> int:
    """What the better end gains."""
    return max(throw_worth(p, s, player, place, 0), throw_worth(p, s, player, place, 1))


@rule
def place_now(s: State, engine: int) -> int:
    """Where a siege unit lies."""
    return place_of(int64(s.engine_field[engine]), int64(s.engine_way[engine]))


@rule
def can_go(s: State, player: int, engine: int, number: int) -> bool:
    """G8, G10: whether a trebuchet can make a move or turn."""
    if number < MOVES:
        return can_move(s, player, engine, s.engine_field[engine], number)
    return can_turn(s, player, engine, (number - MOVES) // 2, (number - MOVES) % 2)


@rule
def best_way(p: Rules, s: State, player: int, engine: int) -> tuple[int, int]:
    """The move or turn after which a stone gains most, NOBODY if none gains more than now; and that gain."""
    most, choice = place_worth(p, s, player, place_now(s, engine)), int64(NOBODY)
    if ready_inside(s, player, engine) < 2:  # a move exhausts one of the crew
        return choice, most
    for number in range(ways_to_go(Engine.TREBUCHET)):
        if can_go(s, player, engine, number):
            worth = place_worth(p, s, player, next_place(s, Engine.TREBUCHET, place_now(s, engine), number))
            if worth > most:
                most, choice = worth, int64(number)
    return choice, most


@rule
def has_throw(p: Rules, s: State, player: int, engine: int) -> bool:
    """Whether a trebuchet can gain anything in this turn."""
    return best_way(p, s, player, engine)[1] > 0


@rule
def hurl_on(p: Rules, s: State, player: int, mask: Array) -> int:
    """Move or turn to where a stone gains more, or hurl one from the better end, if it gains anything."""
    number, most = best_way(p, s, player, s.engine)
    if number != NOBODY:
        action = int64(action_of(s, s.engine, number))
        if action != NOBODY and mask[action] == 1:
            return action
    return throw_now(p, s, player) if most > 0 else DONE


@rule
def throw_now(p: Rules, s: State, player: int) -> int:
    """G15: the end from which a stone gains more, or done."""
    place = place_now(s, s.engine)
    worths = (throw_worth(p, s, player, place, 0), throw_worth(p, s, player, place, 1))
    if max(worths[0], worths[1]) <= 0:
        return DONE
    return int64(engine_part(s, s.engine, 0 if worths[0] >= worths[1] else 1))
