"""The search on a GPU: thousands of positions at once, one thread a simulation.

    kernels         a game's simulations, and what networks see of its positions, as templates of kernels
    opinions        what a network thinks of a position, for those kernels
    game_kernels    kernels of a game, or of none, from the templates
    device_network  a network in the GPU's memory
    halving         sequential halving over plans for all positions of a batch
    plans           the plans that were made and how they go on

Everything here is found by name in a game's `rules` and `skill`, as on the CPU; nothing knows a game.
"""
