"""The lab: what play between bots says about games and bots. Each room imports only those above it.

    work        threads, processes and machines that play
    arena       bots play each other: fixtures, contests, ratings; the evaluation of policies
    notes       what is written down about a game: who was ahead, what was offered and used
    games       games for designers: rules that are changed, players, quick play, how games ended
    measures    what is computed from many games
    design      what is to be played for measures; sweeps, comparisons, searches for better rules
    pages       reports, charts and pages of all this

Beside these, `check` examines a game for its author, `speed` measures how fast games run, and `data` makes data sets.
"""
