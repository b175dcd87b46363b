"""Training networks that play: search teaches, a network learns what it chose, and plays the next games.

    settings   what can be set, checked
    samples    what is learned from: observations, masks, choices, outcomes
    teaching   games in which a search labels every decision
    crew       such games on all cores
    model      the network, for PyTorch
    learning   making the network agree with its teacher
    rating     what it reaches against the fixed bots
    run        all of it in turns, with check-points

Only `model`, `learning` and `run` need PyTorch. What they make is run by `garrison.bots.network`, without it.
"""
