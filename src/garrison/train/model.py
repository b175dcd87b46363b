"""The network for PyTorch; `garrison.bots.network` says what it does and runs it without PyTorch."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn

from garrison.bots.network import NUMBERS

GLANCES = 8
HIDDEN = 128


class Block(nn.Module):
    """Two convolutions beside a way straight through."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        """What is around each field is added to it."""
        added: Tensor = self.second(torch.relu(self.first(x)))
        return torch.relu(x + added)


class Model(nn.Module):
    """A network for one game's observations and actions."""

    def __init__(self, planes: int, features: int, buttons: int, channels: int, blocks: int) -> None:
        super().__init__()
        self.embed = nn.Parameter(torch.randn(planes * NUMBERS, channels) * (0.5 / planes**0.5))
        self.told = nn.Linear(features, channels, bias=False)
        self.blocks = nn.ModuleList(Block(channels) for _ in range(blocks))
        self.field = nn.Linear(channels, 1)
        self.glance = nn.Linear(channels, GLANCES, bias=False)
        self.mix = nn.Linear(channels * GLANCES, HIDDEN)
        self.button = nn.Linear(HIDDEN, buttons)
        self.value = nn.Linear(HIDDEN, 1)
        offsets = NUMBERS * torch.arange(planes).view(1, -1, 1)
        self.register_buffer("offsets", offsets, persistent=False)

    def forward(self, planes: Tensor, features: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores of all fields and of all buttons, and values."""
        count, kinds, rows, columns = planes.shape
        numbers = planes.view(count, kinds, rows * columns).long() + self.offsets
        x = self.told(features).unsqueeze(1)
        for kind in range(kinds):  # one after the other: all at once would need that much more memory
            x = x + nn.functional.embedding(numbers[:, kind], self.embed)
        x = x.transpose(1, 2).reshape(count, -1, rows, columns).contiguous(memory_format=torch.channels_last)
        for block in self.blocks:
            x = block(x)
        seen = x.flatten(2).transpose(1, 2)  # positions x fields x channels
        shares = self.glance(seen).softmax(dim=1).transpose(1, 2)
        mixed = torch.relu(self.mix((shares @ seen).flatten(1)))
        return self.field(seen).squeeze(2), self.button(mixed), torch.tanh(self.value(mixed)).squeeze(1)

    def weights(self) -> dict[str, Any]:
        """All numbers of the network, as `garrison.bots.network` takes them."""
        return {name: tensor.detach().float().cpu().numpy() for name, tensor in self.state_dict().items()}
