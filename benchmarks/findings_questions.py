"""What docs/findings.md asks: the lab's own commands, those first that are worth the most.

Each can be given to `garrison lab` by itself; `benchmarks/findings.py` asks all of them together, on all cores.
"""

from __future__ import annotations

BOTH = "--tools distress,treasure --measure win_rate,draws,length,use,weight"
ENDS = "--measure win_rate,draws,length"
ALONE = "--measure win_rate,length"
QUESTIONS = {
    # Boneyard: the skeleton in distress beside the treasure, as it is and with five tweaks.
    "boneyard-hard": "report boneyard --traps all --bots hard -n 60 --measure win_rate,length,use",
    "boneyard-medium": f"report boneyard --traps all --bots medium -n 160 {BOTH}",
    "boneyard-keeper": f"report boneyard --traps all --bots keeper -n 800 {BOTH}",
    "boneyard-calls": f"sweep boneyard --traps all --bots keeper -n 800 --rule distress_calls=0,2 {BOTH}",
    "boneyard-uses": f"sweep boneyard --traps all --bots keeper -n 800 --rule uses[12]=2,3 {BOTH}",
    "boneyard-points": f"sweep boneyard --traps all --bots keeper -n 800 --rule points[12]=2,3 {BOTH}",
    "boneyard-heading": f"sweep boneyard --traps all --bots keeper -n 800 --rule distress_heading=0,1,3 {BOTH}",
    "boneyard-reach": f"sweep boneyard --traps all --bots keeper -n 800 --rule distress_reach=2,3,4 {BOTH}",
    "boneyard-calls-medium": f"sweep boneyard --traps all --bots medium -n 160 --rule distress_calls=0 {BOTH}",
    "boneyard-uses-medium": f"sweep boneyard --traps all --bots medium -n 160 --rule uses[12]=2 {BOTH}",
    "boneyard-points-medium": f"sweep boneyard --traps all --bots medium -n 160 --rule points[12]=3 {BOTH}",
    "boneyard-reach-medium": f"sweep boneyard --traps all --bots medium -n 160 --rule distress_reach=3 {BOTH}",
    # Skirmish: is it fair, and is `even`, also between players who search?
    "skirmish-hard": f"sweep skirmish --bots hard -n 32 --rule health[0]=180 {ENDS}",
    "skirmish-quick-hard": f"sweep skirmish --bots 'hard at 0.2' -n 100 --rule health[0]=180,200 {ENDS}",
    "skirmish-veteran": f"sweep skirmish --bots veteran -n 2000 --rule health[0]=160,170,180,190,200 {ENDS}",
    # Siege: how much is the first move worth, and what mends it?
    "siege-hard-coins": f"sweep siege --bots hard -n 600 --rule second_coins=0,16,32,43,64 {ENDS}",
    "siege-hard-half": f"sweep siege --bots hard -n 600 --rule half_first_turn=1 {ENDS}",
    "siege-medium": f"sweep siege --bots medium -n 400 --rule second_coins=0,43 {ENDS}",
    # Loop: for whom can it be won, with which enemies, in which world and for which goal?
    "loop-easy": f"sweep loop --bots easy -n 400 --rule enemy_strength=100:160:10 {ALONE}",
    "loop-medium": f"sweep loop --bots medium -n 400 --rule enemy_strength=100:160:10 {ALONE}",
    "loop-hard": f"sweep loop --bots hard -n 60 --rule enemy_strength=100:160:20 {ALONE}",
    # Minefield: walls, enemies, and three minutes for a good player.
    "minefield-walls": f"sweep minefield --bots medium -n 200 --rule wall_period=0,1,5,25 {ALONE}",
    "minefield-enemies": f"sweep minefield --bots medium -n 200 --rule enemy_period=75,100,200,300 {ALONE}",
    "minefield-three-medium": f"report minefield --variant three_minutes --bots medium -n 400 {ALONE}",
    "minefield-three-hard": f"report minefield --variant three_minutes --bots hard -n 48 {ALONE}",
}
