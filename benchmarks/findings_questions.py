"""What docs/findings.md asks: the lab's own commands, those first that are worth the most.

Each can be given to `garrison lab` by itself; `benchmarks/findings.py` asks all of them together, on all cores.
"""

from __future__ import annotations

FORMER = "--variant former"  # what was recommended when these were asked
ALL_TRAPS = f"{FORMER} --traps all"
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
SIEGE_TOOLS = "--tools tower,ram,trebuchet,ship,workshop,port,camp,wall,gate,ladder"
GOALS = ("cycles-20", "cycles-40", "experience-10000", "gold-5000")  # worlds like the medium one but for the goal
QUESTIONS = {
    # Boneyard: the skeleton in distress beside the treasure, as it is and with five tweaks.
    "boneyard-hard": f"report boneyard {ALL_TRAPS} --bots hard -n 50 --measure win_rate,length,use",
    "boneyard-medium": f"report boneyard {ALL_TRAPS} --bots medium -n 160 {BOTH}",
    "boneyard-keeper": f"report boneyard {ALL_TRAPS} --bots keeper -n 500 {BOTH}",
    **{
        f"boneyard-{name}": f"sweep boneyard {ALL_TRAPS} --bots keeper -n 500 --rule {rule} {BOTH}"
        for name, rule in TWEAKS.items()
    },
    **{
        f"boneyard-{name}-medium": (f"sweep boneyard {ALL_TRAPS} --bots medium -n 100 --rule {rule} {BOTH}")
        for name, rule in LIKELY.items()
    },
    # Boneyard's `standard`: does it matter who sits where, and how often does nobody win alone?
    **{
        f"boneyard-seats-{bot}-{players}": (
            f"report boneyard --players {players} --bots {bot} -n {games} --seed 1000000 {ENDS}"
        )
        for bot, games in {"keeper": 2000, "easy": 2000, "medium": 2000, "hard": 400}.items()
        for players in (2, 3, 4, 6)
    },
    # Skirmish's `standard`: is it decided, fair and short? benchmarks/standard.py also looks at sizes and levels.
    **{
        f"skirmish-standard-{bot}-{setup}": (
            f"report skirmish --setup {setup} --bots {bot} -n {games} --seed 1000000 {ENDS}"
        )
        for bot, games in {"veteran": 2000, "easy": 2000, "medium": 2000, "hard": 400}.items()
        for setup in ("small", "classic", "random")
    },
    # Skirmish as it was: is it fair, and is `even`, also between players who search?
    "skirmish-hard": f"sweep skirmish {FORMER} --bots hard -n 24 --rule health[0]=180 {ENDS}",
    "skirmish-quick-hard": f"sweep skirmish {FORMER} --bots 'hard at 0.2' -n 80 --rule health[0]=180,200 {ENDS}",
    "skirmish-veteran": f"sweep skirmish {FORMER} --bots veteran -n 1000 --rule health[0]=160,170,180,190,200 {ENDS}",
    # Siege: is it even and decided on every ground, and is everything in it used? `siege.py` asks more.
    **{
        f"siege-{ground}": f"report siege --map {ground} --bots hard -n 400 {ENDS},cut_off,use"
        for ground in ("plain", "river", "pass", "islands", "random", "meadow")
    },
    **{
        f"siege-mode-{ground}": f"report siege --map {ground} --mode siege --bots hard -n 400 {ENDS},cut_off"
        for ground in ("plain", "river", "pass", "islands", "random", "meadow")
    },
    "siege-captain": f"report siege --bots captain -n 2000 {ENDS}",
    # What does a side lose without each engine and building?
    **{
        f"siege-tools-{ground}": f"report siege --map {ground} --bots hard -n 200 {SIEGE_TOOLS} --measure weight"
        for ground in ("plain", "river", "pass", "islands", "random", "meadow")
    },
    # Loop: for whom can it be won, with which enemies and for which goal?
    "loop-random": f"sweep loop --variant former --bots random -n 200 {STRENGTHS} {ALONE}",
    **{
        f"loop-{bot}": f"sweep loop --variant former --bots {bot} -n 400 {STRENGTHS} {ALONE}"
        for bot in ("easy", "medium")
    },
    **{
        f"loop-{bot}-{goal}": (
            f"sweep loop --variant former --world benchmarks/worlds/{goal}.json --bots {bot} -n 200 {STRENGTHS} {ALONE}"
        )
        for goal in GOALS
        for bot in ("easy", "medium")
    },
    "loop-hard": f"sweep loop --variant former --bots hard -n 20 --rule enemy_strength=134,150 {ALONE}",
    "loop-hard-cycles-20": (
        f"sweep loop --variant former --world benchmarks/worlds/cycles-20.json --bots hard -n 20 "
        f"--rule enemy_strength=150,170 {ALONE}"
    ),
    # What `standard` must show in the games for one; how long people wait for something to decide is in solo.py.
    **{f"loop-standard-{bot}": f"report loop --bots {bot} -n 2000 {ALONE}" for bot in ("random", "easy", "medium")},
    "loop-standard-hard": f"report loop --bots hard -n 400 {ALONE}",
    "minefield-standard-beginner": f"report minefield --bots beginner -n 2000 {ALONE}",
    **{
        f"minefield-standard-{bot}": f"report minefield --bots {bot} -n 400 {ALONE}"
        for bot in ("easy", "medium", "hard")
    },
    # Minefield: walls, enemies, and three minutes for a good player; ten minutes at most.
    "minefield-walls": f"sweep minefield --variant former --bots medium -n 60 --rule wall_period=0,1,5 {CAPPED}",
    "minefield-enemies": f"sweep minefield --variant former --bots medium -n 60 --rule enemy_period=75,300 {CAPPED}",
    "minefield-three-medium": f"sweep minefield --variant three_minutes --bots medium -n 120 {CAPPED}",
    "minefield-three-hard": f"sweep minefield --variant three_minutes --bots hard -n 24 {CAPPED}",
}
