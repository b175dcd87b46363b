"""How to play Boneyard well: what a board is worth, a quick policy and the keeper's, and what the others keep to
themselves."""

from garrison.core.engine.record import Array, Dice, int64
from garrison.core.engine.rng import pick
from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules import is_anybody_asked, points_of
from garrison.games.boneyard.rules.choices import forget_choice
from garrison.games.boneyard.skill.hasty import hurry
from garrison.games.boneyard.skill.keeper import choose
from garrison.games.boneyard.skill.styles import KEEPER
from garrison.games.boneyard.skill.worth import value as value
from garrison.games.boneyard.state import NOTHING, Ask, Press, Rules, State, Trap

FIRST_GRAVEYARD = int(Press.GRAVEYARD_1)


@rule
def hide(p: Rules, s: State, player: int) -> None:
    """B13: what the others have chosen in this phase is theirs to know, and with how many clicks; they choose again."""
    is_answering = is_anybody_asked(p, s)
    for who in range(p.players):
        if who != player:
            s.steps -= clicks_of(s, who)
            forget_choice(s, who)
            if not is_answering or s.asks[who] != Ask.NOTHING:
                s.waiting |= 1 << who


@rule
def clicks_of(s: State, who: int) -> int:
    """B7: how many clicks a player has made in this phase: what to place, how it faces, and what completes a choice."""
    is_facing = s.chosen_facings[who] != NOTHING
    is_complete_anyway = is_facing and s.chosen_traps[who] == Trap.BALLISTA
    clicks = int64(s.chosen_traps[who] != 0) + int64(is_facing)
    return clicks + int64(s.choices[who] != NOTHING and not is_complete_anyway)


@rule
def policy(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Quickly, or as the keeper does it: every choice tried on a copy of the board; bones to whoever is strongest."""
    if s.asks[player] == Ask.GRAVEYARD:
        return FIRST_GRAVEYARD + strongest_other(p, s, player, dice)
    if style < KEEPER:
        return hurry(p, s, player, mask, dice, style)
    return choose(p, s, player, dice, style)


@rule
def strongest_other(p: Rules, s: State, player: int, dice: Dice) -> int:
    """The other player with the most points; of equals each as likely as the others, wherever they sit."""
    strongest, most, equals = -1, int64(-1), 0
    for other in range(p.players):
        points = points_of(p, s, other)
        if other != player and points >= most:
            equals = equals + 1 if points == most else 1
            most = points
            if pick(dice, equals) == 0:
                strongest = other
    return strongest
