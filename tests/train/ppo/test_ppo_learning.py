"""Learning by playing: a game that is not ours is learned to the end, an interrupted run goes on, bots play it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="training networks (PyTorch is not installed)")

from garrison.bots.network import Network  # noqa: E402 (after what may skip the file)
from garrison.errors import BadOption  # noqa: E402
from garrison.train.ppo.features import Sight  # noqa: E402
from garrison.train.ppo.positions import Positions  # noqa: E402
from garrison.train.run import Training  # noqa: E402
from garrison.train.settings import TrainingSettings  # noqa: E402
from playing import game_of  # noqa: E402
from toy import FACTS, RULES, install, python  # noqa: E402

SMALL = TrainingSettings(
    "minefield", by="ppo", positions=100, at_once=4, batch=64, iterations=2, width=8, depth=4, workers=1, games=1
)
LEARN = """
import sys, pathlib, garrison
from garrison.bots.network import Network
from garrison.train.run import Training
from garrison.train.settings import TrainingSettings
settings = TrainingSettings("counting", by="ppo", positions=4000, at_once=16, batch=32, iterations=1, width=16,
    depth=8, workers=1, games=20)
network = Training(settings, pathlib.Path(sys.argv[1]), "", "").run()
position = garrison.load("counting").new(1)
position.play(0, 0)
position.play(1 % position.game.players, 1)
position.play(0, 0)
print([round(float(chance), 3) for chance in network.think(position, 1 % position.game.players)])
print(open(sys.argv[1] + "/progress.csv").read().split(",")[-1])
"""
ALONE = {
    "__init__": FACTS.replace('("First", "Second")', '("Only",)') + "PLAYERS = (1, 1)\n",
    "rules": RULES.replace("s.waiting = 2 >> player", "s.waiting = 1").replace("    out[1] = s.winners >> 1\n", ""),
}


@pytest.mark.parametrize("changed", [{}, pytest.param(ALONE, marks=pytest.mark.long)], ids=["two", "alone"])
def test_it_learns_a_game_that_is_not_ours(tmp_path: Path, changed: dict[str, str]) -> None:
    environment = {**install(tmp_path, **changed), "GARRISON_LANE": "interpreted"}
    done = python(environment, "-c", LEARN, str(tmp_path / "run"))
    assert done.returncode == 0, done.stderr[-2000:]
    *_, chances, reached = done.stdout.strip().splitlines()
    assert float(chances.strip("[]").split(",")[0]) > 0.6, "with two counted, whoever counts has won"
    assert float(reached) >= (1.2 if not changed else 1)


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    Training(replace(SMALL, iterations=1), tmp_path, "", "", tell=lambda line: None).run()
    before = torch.load(tmp_path / "learner.pt")
    network = Training(SMALL, tmp_path, "", "", tell=lambda line: None).run()
    after = torch.load(tmp_path / "learner.pt")
    assert (before["iterations"], after["iterations"]) == (1, 2)
    assert after["decisions"] == 2 * before["decisions"] == network.card.positions == 256
    assert after["learner"]["steps"] == 2 * before["learner"]["steps"] == network.card.steps
    assert (after["met"] | ~before["met"]).all()
    assert len((tmp_path / "progress.csv").read_text().splitlines()) == 3
    assert network.card.learned == "score"
    assert Network.load(tmp_path / "network-2.npz").card.cues == game_of("minefield").cues


def test_alone_players_gain_the_points_that_they_make() -> None:
    gains, ended, positions = played("minefield", 300)
    running = torch.zeros(gains.shape[1:])
    for gained, has_ended in zip(gains, ended, strict=True):
        running = (running + gained) * ~has_ended[:, None]
    assert ended.any()
    assert gains.any()
    assert running[:, 0].tolist() == positions.batch.scores()[:, 0].tolist()


def test_against_others_players_gain_what_the_others_lose_at_the_end() -> None:
    gains, ended, _ = played("skirmish", 200)
    assert ended.any()
    assert not gains[~ended].any()
    assert gains.abs().max() == 1
    assert not gains.sum(dim=2).any()


def played(name: str, rounds: int) -> tuple[torch.Tensor, torch.Tensor, Positions]:
    """What happened in some games at random."""
    game = game_of(name)
    positions = Positions(game, Sight(game), 8, 3, "cpu")
    happened = []
    for _ in range(rounds):
        look = positions.look()
        happened.append(positions.play((torch.rand(look.legal.shape) * look.legal).argmax(dim=1), look.players))
    gains, ended = map(torch.stack, zip(*happened, strict=True))
    return gains, ended, positions


def test_what_it_can_t_learn_from_gets_a_sentence() -> None:
    with pytest.raises(BadOption, match="--by must be search or ppo"):
        replace(SMALL, by="stones")
