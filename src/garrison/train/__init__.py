"""Training networks for the search: networks learn from games that the search plays, and the search then asks them.

    settings           what can be set, checked
    samples            what is learned from: what players saw, what the search chose, how it ended
    self_play          games of the search in which every decision is noted
    on_gpu             the same games on a GPU, many at once
    by_policy          games of the game's own policy, in compiled loops
    strength           the search with the network against the search without it
    parallel_games     such games on all cores
    model              the network while it learns, for PyTorch
    fit                making the network agree with what was noted
    run                all of it in turn, with checkpoints

Only `model`, `fit` and `run` need PyTorch. What comes out is run by `garrison.bots.network` and the search.
"""
