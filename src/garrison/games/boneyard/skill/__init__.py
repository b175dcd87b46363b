"""How to play Boneyard well: what a board is worth, a quick policy and the keeper's, and what the others keep to
themselves."""

import numpy as np

from garrison.core.engine.rule import rule
from garrison.games.boneyard.rules import is_anybody_asked, points_of
from garrison.games.boneyard.rules.choices import forget_choice
from garrison.games.boneyard.skill.hasty import hurry
from garrison.games.boneyard.skill.keeper import choose
from garrison.games.boneyard.skill.styles import KEEPER
from garrison.games.boneyard.skill.worth import value as value
from garrison.games.boneyard.state import Ask, Press

FIRST_GRAVEYARD = int(Press.GRAVEYARD_1)


@rule
def hide(p, s, player):
    """B13: what the others have chosen in this phase is theirs to know; they choose again."""
    is_answering = is_anybody_asked(p, s)
    for who in range(p.players):
        if who != player:
            forget_choice(s, who)
            if not is_answering or s.asks[who] != Ask.NOTHING:
                s.waiting |= 1 << who


@rule
def policy(p, s, player, mask, dice, style):
    """Quickly, or as the keeper does it: every choice tried on a copy of the board; bones to whoever is strongest."""
    if s.asks[player] == Ask.GRAVEYARD:
        return FIRST_GRAVEYARD + strongest_other(p, s, player)
    if style < KEEPER:
        return hurry(p, s, player, mask, dice, style)
    return choose(p, s, player, dice, style)


@rule
def strongest_other(p, s, player):
    """The other player with the most points."""
    found, most = -1, np.int64(-1)
    for other in range(p.players):
        if other != player and points_of(p, s, other) > most:
            found, most = other, points_of(p, s, other)
    return found
