"""What can be wrong with a position of Skirmish whose numbers are all within their ranges."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish import MOST_CHARACTERS
from garrison.games.skirmish.rules.armies import LARGEST_DRAWN, SMALLEST_DRAWN, drawn_id, stand
from garrison.games.skirmish.rules.sides import side
from garrison.games.skirmish.state import NOBODY, Clash, Rules, State

BOTH = 3  # the bits of both players


@rule
def clash(p: Rules, s: State) -> int:
    """S2: the armies are listed and put on the board again; whoever moves is on it and has steps left."""
    if p.width == 0 and (s.width < SMALLEST_DRAWN or s.width > LARGEST_DRAWN):
        return Clash.WIDTH
    list_armies(p, s)
    if not is_board_right(p, s):
        return Clash.FIELDS
    if s.chosen >= s.count or (s.chosen != NOBODY and s.health[s.chosen] == 0):
        return Clash.CHOSEN
    if s.chosen != NOBODY:
        s.steps_made = min(s.steps_made, p.steps[s.kinds[s.chosen] - 1] - 1)
    return Clash.NONE if s.over == 1 else clash_in_waiting(p, s)


@rule
def list_armies(p: Rules, s: State) -> None:
    """S10, S18: kinds and ids are those of the set-up; drawn ones have the ids that follow from their kinds."""
    if p.width > 0:
        s.width = p.width
        s.kinds[:] = p.army_kinds
    s.count = 0
    while s.count < MOST_CHARACTERS and s.kinds[s.count] != 0:
        who = s.count
        s.ids[who] = p.army_ids[who] if p.width > 0 else drawn_id(s, s.kinds[who], who)
        s.count += 1
    s.kinds[s.count :] = 0


@rule
def is_board_right(p: Rules, s: State) -> bool:
    """S2, S4: the living stand on fields of their own, the dead nowhere."""
    s.standing[:] = 0
    s.living[:] = 0
    for who in range(s.count):
        field = s.fields[who]
        s.health[who] = min(s.health[who], p.health[s.kinds[who] - 1])
        if s.health[who] == 0:
            s.fields[who] = NOBODY
        elif field == NOBODY or field >= s.width * s.width or s.standing[field] != 0:
            return False
        else:
            stand(s, who, field)
    return True


@rule
def clash_in_waiting(p: Rules, s: State) -> int:
    """S2, S9: whose move it is; both players' only if the sides need not take turns."""
    if s.chosen != NOBODY:
        s.waiting = 1 << side(s, s.chosen)
    elif s.living[0] == 0 or s.living[1] == 0:
        return Clash.LIVING
    elif (s.waiting == BOTH) != (p.alternate == 0):
        return Clash.WAITING
    return Clash.NONE
