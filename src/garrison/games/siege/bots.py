"""Siege's levels and its captain, which play by `skill`, and a recruit who plays nearly at random."""

from __future__ import annotations

from random import Random

from garrison.core.levels import Level
from garrison.core.plain import plain
from garrison.core.position import Position
from garrison.games.siege.skill.recruits import must_raise
from garrison.games.siege.skill.styles import CAPTAIN, RECRUIT, SEARCHED, SERGEANT, USUAL
from garrison.games.siege.state import FIELD_CAPACITY, Building, Phase, Press, State

IDLE = (Press.DONE, Press.END_UNITS, Press.END_TURN, Press.COINS, Press.END_SETUP)


def recruit(position: Position, player: int, dice: Random) -> int:
    """Random play, but its buildings make a random unit that can be paid for, else barracks, else take coins."""
    legal, s = position.actions(player), position.state[0]
    phase = int(s.phase)
    if phase == Phase.SET_UP and Press.END_SETUP not in legal:
        return int(Press.BARRACKS)  # the set-up includes barracks
    if phase == Phase.BUILDINGS:
        return dice.choice(_buildings_to_act(s, legal))
    if phase == Phase.MAKE and s.building_kind[s.building] == Building.CASTLE:
        return int(Press.BARRACKS if Press.BARRACKS in legal else Press.COINS)
    if phase == Phase.MAKE and plain(must_raise)(position.game.record[0], s, player):
        return dice.choice([button for button in legal if Press.INFANTRY <= button <= Press.CAVALRY] or legal)
    return dice.choice(legal)


def _buildings_to_act(s: State, legal: list[int]) -> list[int]:
    """Buildings that make units, else the castle, else the end of the turn."""
    fields = [action for action in legal if action < FIELD_CAPACITY]
    makers = [field for field in fields if s.building_kind[s.building_at[field] - 1] != Building.CASTLE]
    return makers or fields or legal


def still(position: Position, player: int, dice: Random) -> int:
    """Whatever ends the part of the turn, or lets a building do nothing but bring coins; the set-up is at random."""
    legal = position.actions(player)
    if int(position.state[0].phase) == Phase.SET_UP:
        return recruit(position, player, dice)
    return next((int(action) for action in IDLE if action in legal), legal[0])


BOTS = {"recruit": recruit, "still": still}
ABOUT = {"recruit": "Plays at random, but its buildings make units.", "still": "Stays at home, and takes the coins."}
# Plans for the next three turns in every style, played on as people usually do; the more clicks, the fewer turns.
SEARCH = {"plans": 12, "styles": SEARCHED, "plan_turns": 3, "turns": 12, "steps": 800, "free": 0.0, "usual": USUAL}
LEVELS = {
    "easy": Level(
        "Attacks whoever is near, but forgets many of its units and its own castle.", "policy", {"style": RECRUIT}
    ),
    "medium": Level("Marches on with all it has, and leaves nobody at home.", "policy", {"style": SERGEANT}),
    "hard": Level(
        "Weighs up in every turn whether to storm, to wait behind its archers and walls, or to bring up engines.",
        "halving",
        SEARCH,
        simulations=64,  # once in a turn
    ),
    "captain": Level(
        "Founds its castle in open country, builds no walls, and attacks once it is stronger; it uses rams and ships.",
        "policy",
        {"style": CAPTAIN},
    ),
}
