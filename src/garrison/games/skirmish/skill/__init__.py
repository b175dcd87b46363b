"""How to play Skirmish well: what a position is worth, and a policy in a quick style and in the veteran's."""

from garrison.core.engine.record import Array, Dice
from garrison.core.engine.rule import rule
from garrison.games.skirmish.skill.hasty import hurry
from garrison.games.skirmish.skill.styles import HASTY
from garrison.games.skirmish.skill.veteran import choose
from garrison.games.skirmish.skill.worth import FEATURES as FEATURES
from garrison.games.skirmish.skill.worth import features as features
from garrison.games.skirmish.skill.worth import value as value
from garrison.games.skirmish.state import Rules, State


@rule
def policy(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Quickly towards the enemy, or as the veteran does it: every move tried, with the best reply to it."""
    if style == HASTY:
        return hurry(p, s, player, dice)
    return choose(p, s, player, dice, style)
