"""How to play Loop well: what a position is worth, and the warden's knowledge as a quick policy in several styles."""

from garrison.core.engine.record import Array, Dice
from garrison.core.engine.rule import rule
from garrison.games.loop.rules.items import lend_power, works
from garrison.games.loop.skill.card_sites import best_field, wanted_card
from garrison.games.loop.skill.danger import is_potion_needed
from garrison.games.loop.skill.equipment import better_item, shop
from garrison.games.loop.skill.styles import WHIM
from garrison.games.loop.skill.worth import FEATURES as FEATURES
from garrison.games.loop.skill.worth import features as features
from garrison.games.loop.skill.worth import value as value
from garrison.games.loop.state import Rules, State
from garrison.games.loop.state.constants import NOTHING, RARES, Item, Mode, Press

ADVANCE, DRINK, CARD_1, ITEM_1 = int(Press.ADVANCE), int(Press.DRINK), int(Press.CARD_1), int(Press.ITEM_1)


@rule
def hide(p: Rules, s: State, player: int) -> None:
    """L34: nobody is shown what a rare item has borrowed; only one in use tells, by the attack and the damage."""
    if p.mode != Mode.CONFUSING:
        return
    for rare in range(RARES):
        if not works(s, Item.RING + rare):
            lend_power(s, rare)


@rule
def policy(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Arm, build, drink in time, go on; in the shop, sell and buy."""
    action = prepare(p, s, mask, dice, style, WHIM[style], True)
    if action != ADVANCE or s.fighting == 1:
        return action
    return DRINK if s.potions > 0 and is_potion_needed(p, s, style) else ADVANCE


@rule
def prepare(p: Rules, s: State, mask: Array, dice: Dice, style: int, whim: int, places_cards: int) -> int:
    """What there is to do before the Character walks on: arm and build, or sell and buy; else to walk on."""
    if s.fighting == 1:
        return ADVANCE
    if s.shopping == 1:
        return shop(s, mask, dice, style)
    if s.chosen != NOTHING:
        return best_field(p, s, mask, dice, whim)
    item = better_item(s)
    if item != NOTHING:
        return ITEM_1 + item
    card = wanted_card(p, s, mask, style) if places_cards else NOTHING
    return CARD_1 + card if card != NOTHING else ADVANCE
