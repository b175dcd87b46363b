"""What docs/findings.md asks: the lab's own commands, those first that are worth the most.

Each can be given to `garrison lab` by itself; `benchmarks/findings.py` asks all of them together, on all cores.
"""

from __future__ import annotations

BOTH = "--tools distress,treasure --measure win_rate,draws,length,use,weight"
ENDS = "--measure win_rate,draws,length"
ALONE = "--measure win_rate,length"
CAPPED = f"--rule time_limit=3000 {ALONE}"
STRENGTHS = "--rule enemy_strength=100,120,134,150,170,190"
TWEAKS = {
    "calls": "distress_calls=0,2",
    "uses": "uses[12]=2,3",
    "points": "points[12]=2,3",
    "heading": "distress_heading=0,1,3",
    "reach": "distress_reach=2,3,4",
}
LIKELY = {"calls": "distress_calls=0", "uses": "uses[12]=2", "points": "points[12]=3", "reach": "distress_reach=3"}
GOALS = ("cycles-20", "cycles-40", "experience-10000", "gold-5000")  # worlds like the medium one but for the goal
QUESTIONS = {
    # Boneyard: the skeleton in distress beside the treasure, as it is and with five tweaks.
    "boneyard-hard": "report boneyard --traps all --bots hard -n 50 --measure win_rate,length,use",
    "boneyard-medium": f"report boneyard --traps all --bots medium -n 160 {BOTH}",
    "boneyard-keeper": f"report boneyard --traps all --bots keeper -n 500 {BOTH}",
    **{
        f"boneyard-{name}": f"sweep boneyard --traps all --bots keeper -n 500 --rule {rule} {BOTH}"
        for name, rule in TWEAKS.items()
    },
    **{
        f"boneyard-{name}-medium": f"sweep boneyard --traps all --bots medium -n 100 --rule {rule} {BOTH}"
        for name, rule in LIKELY.items()
    },
    # Skirmish: is it fair, and is `even`, also between players who search?
    "skirmish-hard": f"sweep skirmish --bots hard -n 24 --rule health[0]=180 {ENDS}",
    "skirmish-quick-hard": f"sweep skirmish --bots 'hard at 0.2' -n 80 --rule health[0]=180,200 {ENDS}",
    "skirmish-veteran": f"sweep skirmish --bots veteran -n 1000 --rule health[0]=160,170,180,190,200 {ENDS}",
    # Siege: how much is the first move worth, and what mends it?
    "siege-coins": f"sweep siege --bots hard -n 300 --rule second_coins=0,16,43 {ENDS}",
    "siege-even": f"sweep siege --map plain --bots hard -n 400 --rule second_coins=28,29 {ENDS}",
    "siege-half": f"sweep siege --bots hard -n 200 --rule half_first_turn=1 {ENDS}",
    # Loop: for whom can it be won, with which enemies and for which goal?
    "loop-random": f"sweep loop --bots random -n 200 {STRENGTHS} {ALONE}",
    **{f"loop-{bot}": f"sweep loop --bots {bot} -n 400 {STRENGTHS} {ALONE}" for bot in ("easy", "medium")},
    **{
        f"loop-{bot}-{goal}": (
            f"sweep loop --world benchmarks/worlds/{goal}.json --bots {bot} -n 200 {STRENGTHS} {ALONE}"
        )
        for goal in GOALS
        for bot in ("easy", "medium")
    },
    "loop-hard": f"sweep loop --bots hard -n 20 --rule enemy_strength=134,150 {ALONE}",
    "loop-hard-cycles-20": (
        f"sweep loop --world benchmarks/worlds/cycles-20.json --bots hard -n 20 --rule enemy_strength=150,170 {ALONE}"
    ),
    # Minefield: walls, enemies, and three minutes for a good player; ten minutes at most.
    "minefield-walls": f"sweep minefield --bots medium -n 60 --rule wall_period=0,1,5 {CAPPED}",
    "minefield-enemies": f"sweep minefield --bots medium -n 60 --rule enemy_period=75,300 {CAPPED}",
    "minefield-three-medium": f"sweep minefield --variant three_minutes --bots medium -n 120 {CAPPED}",
    "minefield-three-hard": f"sweep minefield --variant three_minutes --bots hard -n 24 {CAPPED}",
}
