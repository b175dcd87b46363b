"""What can be wrong with a position of Skirmish whose numbers are all within their ranges."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish import MOST_CHARACTERS
from garrison.games.skirmish.rules.armies import FIRST_DIGIT, LARGEST_DRAWN, LETTERS, SMALLEST_DRAWN, second_of_id
from garrison.games.skirmish.state import FIELD_CAPACITY, ID_BITS, NOBODY, SIDES, Clash, Rules, State

BOTH = 3  # the bits of both players


@rule
def clash(p: Rules, s: State) -> int:
    """The first number that contradicts others."""
    if s.width != p.width if p.width > 0 else s.width < SMALLEST_DRAWN or s.width > LARGEST_DRAWN:
        return Clash.WIDTH
    for who in range(MOST_CHARACTERS):
        if (s.kinds[who] != 0) != (who < s.count):
            return Clash.COUNT
        if p.width > 0 and s.kinds[who] != p.army_kinds[who]:
            return Clash.KINDS
    if not are_ids_given(p, s):
        return Clash.IDS
    found = clash_on_board(p, s)
    if found == Clash.NONE and s.chosen != NOBODY:
        found = clash_in_chosen(p, s)
    return found if found != Clash.NONE or s.over == 1 else clash_in_waiting(p, s)


@rule
def are_ids_given(p: Rules, s: State) -> bool:
    """S10, S18: the ids are those of the set-up; drawn ones begin with the letter of the kind and differ."""
    for who in range(s.count):
        if p.width > 0:
            if s.ids[who] != p.army_ids[who]:
                return False
        elif s.ids[who] >> ID_BITS != LETTERS[s.kinds[who]] or not is_first_of_its_id(s, who):
            return False
    return True


@rule
def is_first_of_its_id(s: State, who: int) -> bool:
    """Whether nobody before has the same id, and its second character is one that S18 gives."""
    second = s.ids[who] % (1 << ID_BITS)
    if second < FIRST_DIGIT or second > second_of_id(MOST_CHARACTERS):
        return False
    for other in range(who):
        if s.ids[other] == s.ids[who]:
            return False
    return True


@rule
def clash_on_board(p: Rules, s: State) -> int:
    """S2, S4: the living stand where the board says, the dead nowhere."""
    calliance, zorde = 0, 0
    for who in range(s.count):
        field, health = s.fields[who], s.health[who]
        if health > p.health[s.kinds[who] - 1]:
            return Clash.HEALTH
        if (health == 0) != (field == NOBODY) or field >= s.width * s.width:
            return Clash.FIELDS
        if health > 0:
            if s.standing[field] != who + 1:
                return Clash.STANDING
            calliance += 1 - SIDES[s.kinds[who]]
            zorde += SIDES[s.kinds[who]]
    if s.living[0] != calliance or s.living[1] != zorde:
        return Clash.LIVING
    return Clash.NONE if count_standing(s) == calliance + zorde else Clash.STANDING


@rule
def count_standing(s: State) -> int:
    """How many fields have somebody on them."""
    count = 0
    for field in range(FIELD_CAPACITY):
        count += s.standing[field] != 0
    return count


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
        return Clash.NONE if s.waiting == 1 << SIDES[s.kinds[s.chosen]] else Clash.WAITING
    if s.living[0] == 0 or s.living[1] == 0:
        return Clash.LIVING
    return Clash.NONE if (s.waiting == BOTH) == (p.alternate == 0) else Clash.WAITING
