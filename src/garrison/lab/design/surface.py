"""How a figure depends on the numbers of the rules: a straight trend and what departs from it, measured with noise.

A Gaussian process: near settings have similar figures, and every setting says something about all others. How near is
near, and how much departs from the trend, is what makes the measurements likeliest.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
LENGTHS = (0.15, 0.4, 1.0)  # of the whole range, within which settings are alike
DEPARTURES = (0.05, 0.3, 1.0)  # from the trend, as a part of how much the figures differ
LEVEL, SLOPE = 3.0, 3.0  # how large the trend may be
LITTLE = 1e-6


class Surface:
    """What is known of a figure for all settings, each a row of numbers from 0 to 1."""

    def __init__(self, settings: Array, values: Array, errors: Array) -> None:
        self._settings, self._middle = settings, float(values.mean())
        self._scale = max(float(values.std()), float(errors.mean()), LITTLE)
        self._values, self._noise = (values - self._middle) / self._scale, np.diag((errors / self._scale) ** 2 + LITTLE)
        self._shape = max(product(LENGTHS, DEPARTURES), key=self._likelihood)
        self._inverse = np.linalg.inv(self._alike(settings, settings, *self._shape) + self._noise)

    def at(self, settings: Array) -> tuple[Array, Array]:
        """The figure at these settings, and how uncertain each is, as a standard deviation."""
        alike = self._alike(settings, self._settings, *self._shape)
        middle = self._middle + self._scale * (alike @ self._inverse @ self._values)
        own = LEVEL**2 + SLOPE**2 * ((settings - 0.5) ** 2).sum(axis=1) + self._shape[1] ** 2
        variance = own - np.einsum("ij,jk,ik->i", alike, self._inverse, alike)
        return middle, self._scale * np.sqrt(np.maximum(variance, LITTLE))

    def _likelihood(self, shape: tuple[float, float]) -> float:
        """How likely the measurements are, as a logarithm."""
        covariance = self._alike(self._settings, self._settings, *shape) + self._noise
        _, size = np.linalg.slogdet(covariance)
        return float(-0.5 * self._values @ np.linalg.solve(covariance, self._values) - 0.5 * size)

    @staticmethod
    def _alike(first: Array, second: Array, length: float, departure: float) -> Array:
        """How much the figures of each two settings have in common."""
        trend = LEVEL**2 + SLOPE**2 * (first - 0.5) @ (second - 0.5).T
        distances = ((first[:, None, :] - second[None, :, :]) ** 2).sum(axis=2)
        alike: Array = trend + departure**2 * np.exp(-0.5 * distances / length**2)
        return alike
