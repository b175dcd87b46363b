"""How to play Loop well: what a position is worth, and the warden's knowledge as a quick policy in several styles."""

from garrison.core.engine.rule import rule
from garrison.games.loop.skill.building import best_field, wanted_card
from garrison.games.loop.skill.danger import is_potion_needed
from garrison.games.loop.skill.equipment import better_item, shop
from garrison.games.loop.skill.worth import FEATURES as FEATURES
from garrison.games.loop.skill.worth import features as features
from garrison.games.loop.skill.worth import value as value
from garrison.games.loop.state.constants import NOTHING, Press

ADVANCE, DRINK, CARD_1, ITEM_1 = int(Press.ADVANCE), int(Press.DRINK), int(Press.CARD_1), int(Press.ITEM_1)


@rule
def policy(p, s, player, mask, dice, style):
    """Arm, build, drink in time, go on; in the shop, sell and buy."""
    if s.fighting == 1:
        return ADVANCE
    if s.shopping == 1:
        return shop(s, mask, dice, style)
    if s.chosen != NOTHING:
        return best_field(p, s, mask, dice, style)
    item = better_item(s)
    if item != NOTHING:
        return ITEM_1 + item
    card = wanted_card(p, s, mask, style)
    if card != NOTHING:
        return CARD_1 + card
    return DRINK if s.potions > 0 and is_potion_needed(p, s, style) else ADVANCE
