"""The search on a GPU: thousands of positions at once, one thread a simulation.

    arguments     what the kernels take, by names
    kernels       the kernels, and how the templates of a simulation reach a game on a GPU
    game_kernels  kernels of a game, or of none, from the templates
    halving       sequential halving over plans for all positions of a batch
    plans         the plans that were made and how they go on

A simulation is made of the templates in `garrison.bots.search`: the steps of `simulation`, and what networks think of
positions, `mind`.

Everything here is found by name in a game's `rules` and `skill`, as on the CPU; nothing knows a game.
"""
