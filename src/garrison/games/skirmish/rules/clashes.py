"""What can be wrong with a position of Skirmish whose numbers are all within their ranges."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish import MOST_CHARACTERS
from garrison.games.skirmish.rules.armies import LARGEST_DRAWN, SMALLEST_DRAWN, drawn_id, stand
from garrison.games.skirmish.rules.sides import side
from garrison.games.skirmish.state import NOBODY, Clash, Rules, State

BOTH = 3  # the bits of both players


@rule
def clash(p: Rules, s: State) -> int:
    """The armies are listed and put on the board again; then whoever moves, or whose move it is."""
    if p.width == 0 and (s.width < SMALLEST_DRAWN or s.width > LARGEST_DRAWN):
        return Clash.WIDTH
    list_armies(p, s)
    found = clash_on_board(p, s)
    if found == Clash.NONE and s.chosen != NOBODY:
        found = clash_in_chosen(p, s)
    return found if found != Clash.NONE or s.over == 1 else clash_in_waiting(p, s)


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
def clash_on_board(p: Rules, s: State) -> int:
    """S2, S4: the living stand on fields of their own, the dead nowhere."""
    s.standing[:] = 0
    s.living[:] = 0
    for who in range(s.count):
        field = s.fields[who]
        if s.health[who] > p.health[s.kinds[who] - 1]:
            return Clash.HEALTH
        if s.health[who] == 0:
            s.fields[who] = NOBODY
        elif field == NOBODY or field >= s.width * s.width or s.standing[field] != 0:
            return Clash.FIELDS
        else:
            stand(s, who, field)
    return Clash.NONE


@rule
def clash_in_chosen(p: Rules, s: State) -> int:
    """S2: whoever moves is on the board and has steps left, even if the game ended in the middle of the move."""
    if s.chosen >= s.count or s.health[s.chosen] == 0:
        return Clash.CHOSEN
    return Clash.NONE if s.steps_made < p.steps[s.kinds[s.chosen] - 1] else Clash.STEPS_MADE


@rule
def clash_in_waiting(p: Rules, s: State) -> int:
    """S2, S9: whose move it is."""
    if s.chosen != NOBODY:
        return Clash.NONE if s.waiting == 1 << side(s, s.chosen) else Clash.WAITING
    if s.living[0] == 0 or s.living[1] == 0:
        return Clash.LIVING
    return Clash.NONE if (s.waiting == BOTH) == (p.alternate == 0) else Clash.WAITING
