"""Learning by playing: proximal policy optimisation with masks, on a GPU without waiting for the host, or on a CPU.

features    what a network takes of an observation
network     the network while it learns, and how it becomes one for `garrison.bots.network`
positions   the games that are played, as tensors
rollouts    what was played: decisions with what came of them
learner     playing and learning in turns
run         a training run in its folder
"""
