"""Games that are played side by side, as tensors: on a GPU without waiting for the host, or on a CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from garrison.bots.network import cues_of
from garrison.core.batches.dlpack import DeviceArray

if TYPE_CHECKING:
    from garrison.core.game import Game
    from garrison.train.ppo.features import Sight

Array = np.ndarray[Any, Any]


class Looks(NamedTuple):
    """What whoever acts is shown of each position."""

    players: Tensor
    legal: Tensor  # positions x used actions
    codes: Tensor
    cues: Tensor


class Positions:
    """A batch of one game in which those that end begin again at once."""

    def __init__(self, game: Game, sight: Sight, count: int, seed: int, device: str) -> None:
        self.game, self.device, self._sight = game, device, sight
        self.batch = game.batch(count, seed=seed, device=device)
        self._actions = torch.from_numpy(np.asarray(game.used_actions, dtype=np.int64)).to(device)
        self._header = {name: game.state_dtype.fields[name][1] // 8 for name in ("over", "winners")}
        self._tensors: dict[tuple[Any, ...], Tensor] = {}
        self._who = torch.arange(game.players, device=device)
        self._before = self._scores().clone()

    def use_stream(self, handle: int) -> None:
        """Play in this stream of PyTorch's; 0 is the usual one."""
        self.batch.use_stream(handle)

    def look(self) -> Looks:
        """What is shown of the positions as they are."""
        batch, players = self.batch, self.batch.players
        legal = self._tensor(batch.legal(players)).index_select(1, self._actions) != 0
        planes, numbers = self._tensor(batch.observe(players)), self._tensor(batch.measure(players))
        return Looks(self._tensor(players), legal, self._sight.codes_of(planes, numbers), self._cues(players))

    def play(self, choices: Tensor, players: Tensor) -> tuple[Tensor, Tensor]:
        """Play a used action in each position; what each player gains by it, and which games have is_over."""
        self.batch.step(self._own(self._actions[choices]), self._own(players), checked=False)
        header = self._words()
        is_over, winners = header[:, self._header["over"]] != 0, header[:, self._header["winners"]].clone()
        gains = self._gains(is_over, winners)
        self.batch.renew()
        if self.game.players == 1:
            self._before.copy_(self._scores())
        return gains, is_over

    def _gains(self, is_over: Tensor, winners: Tensor) -> Tensor:
        """What each player gains: points for a player alone, otherwise 1 or -1 at the end, or 0 where nobody won."""
        if self.game.players == 1:
            return (self._scores() - self._before).float()
        has_won = winners[:, None] >> self._who & 1
        is_drawn = (winners == 0) | (winners == (1 << self.game.players) - 1)
        return torch.where((is_over & ~is_drawn)[:, None], 2.0 * has_won - 1.0, 0.0)

    def _scores(self) -> Tensor:
        return self._tensor(self.batch.scores())

    def _cues(self, players: Any) -> Tensor:
        """What the game's skill tells."""
        if not self.game.cues:
            return torch.zeros(len(self.batch), 0, device=self.device)
        if self.device == "cuda":
            return self._tensor(self.batch.cues(players)).float()
        rows = [cues_of(self.batch[index], max(int(player), 0)) for index, player in enumerate(players)]
        return torch.tensor(np.array(rows), dtype=torch.float32)

    def _words(self) -> Tensor:
        """The records as numbers."""
        if self.device == "cuda":
            return self._tensor(DeviceArray(self.batch.states.array.view(np.int64)))
        states = self.batch.states
        return torch.from_numpy(states.view(np.int64).reshape(len(states), -1))

    def _own(self, tensor: Tensor) -> Any:
        """A tensor as a batch takes it."""
        return tensor if self.device == "cuda" else tensor.numpy()

    def _tensor(self, array: Any) -> Tensor:
        """An array of the batch's as a tensor, without a copy."""
        if isinstance(array, np.ndarray):
            return torch.from_numpy(array)
        if 0 in array.shape:
            return torch.zeros(array.shape, dtype=torch.int64, device="cuda")
        key = (array.__cuda_array_interface__["data"][0], array.shape)
        if key not in self._tensors:
            self._tensors[key] = torch.as_tensor(array, device="cuda")
        return self._tensors[key]
