"""How to play Siege well: what a position is worth, and the captain's knowledge as a quick policy in several styles."""

from garrison.core.engine.record import Array, Dice
from garrison.core.engine.rule import rule
from garrison.games.siege.rules.setup import ATTACKER
from garrison.games.siege.skill.engine_turns import play_engine, which
from garrison.games.siege.skill.marches import choose_unit, play_unit, victim_of
from garrison.games.siege.skill.openings import found
from garrison.games.siege.skill.recruits import act
from garrison.games.siege.skill.styles import PATIENT, STEADY, STORM, USUAL
from garrison.games.siege.skill.worth import FEATURES as FEATURES
from garrison.games.siege.skill.worth import features as features
from garrison.games.siege.skill.worth import value as value
from garrison.games.siege.state import NOBODY, Mode, Phase, Rules, State


@rule
def policy(p: Rules, s: State, player: int, mask: Array, dice: Dice, style: int) -> int:
    """Found, march and strike, raise more; what it does not know is left to chance.

    USUAL is what a search expects of everybody: where coins end, whoever waits has lost (G29); elsewhere patience pays.
    The steady have the patience to let the other side run into their archers, but for a defender in siege mode, whose
    walls stand from the beginning.
    """
    if style == USUAL:
        style = STORM if p.income_turns > 0 else STEADY
    if style == STEADY and (p.mode == Mode.STANDARD or player == ATTACKER):
        style = PATIENT
    if s.turn == 0:
        action = found(p, s, player, mask, dice, style)
    elif s.phase >= Phase.BUILDINGS:
        action = act(p, s, player, mask, dice, style)
    elif s.phase == Phase.LAND:
        action = play_unit(p, s, player, mask, dice, style)
    elif s.phase == Phase.UNITS and s.ship == NOBODY:
        action = choose_unit(p, s, player, dice, style)
    elif s.phase == Phase.TARGET:
        action = victim_of(s, player, mask, dice)
    elif s.phase == Phase.WHICH:
        action = which(p, s, player, style)
    else:
        action = play_engine(p, s, player, mask, style)
    return action if action >= 0 and mask[action] == 1 else -1
