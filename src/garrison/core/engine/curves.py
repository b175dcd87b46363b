"""Curves in plain arithmetic: the same to the last bit on every machine, which nobody promises of a system's own.

`tanh` follows FreeBSD's msun, as most systems do; `logarithm` is nearly always the closest number that there is.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from garrison.core.engine.record import Array
from garrison.core.engine.rule import rule

LN2_HIGH, LN2_LOW, INVERSE_LN2 = 6.93147180369123816490e-01, 1.90821492927058770002e-10, 1.44269504088896338700e00
Q1, Q2, Q3 = -3.33333333333331316428e-02, 1.58730158725481460165e-03, -7.93650757867487942473e-05
Q4, Q5 = 4.00821782732936239552e-06, -2.01099218183624371326e-07
HALF_LN2 = float.fromhex("0x1.62e4300000000p-2")
MORE_LN2 = float.fromhex("0x1.0a2b200000000p+0")
TINY, FLAT = 2.0**-54, 22.0  # where the curve is a line
TWOS = 2.0 ** np.arange(128) * 2.0**-64  # powers of two, from -64 on
ZERO = 64  # the place of 1 among them
SPLIT = 134217729.0  # parts a number into two of half the digits
HALVES = 1.0 / np.arange(3, 35, 2)  # of the logarithm's row
ROOT = 1.4142135623730951


@rule
def tanh(x: float) -> float:
    """The hyperbolic tangent."""
    size = abs(x)
    if size >= FLAT:
        return 1.0 if x > 0 else -1.0
    if size < TINY:
        return x
    if size >= 1.0:
        curve = 1.0 - 2.0 / (grown(2.0 * size) + 2.0)
    else:
        less = grown(-2.0 * size)
        curve = -less / (less + 2.0)
    return curve if x > 0 else -curve


@rule
def grown(x: float) -> float:
    """e to the power of x, less 1, for x from -2 to 44 and not very small."""
    times, rest = 0, 0.0
    if abs(x) >= HALF_LN2:
        times = (1 if x > 0 else -1) if abs(x) < MORE_LN2 else int(INVERSE_LN2 * x + (0.5 if x > 0 else -0.5))
        high, low = x - times * LN2_HIGH, times * LN2_LOW
        x = high - low
        rest = (high - x) - low
    half = 0.5 * x
    square = x * half
    fourth = square * square
    row = 1.0 + square * Q1 + fourth * (Q2 + square * Q3) + fourth * fourth * (Q4 + square * Q5)
    three = 3.0 - row * half
    error = square * ((row - three) / (6.0 - x * three))
    if times == 0:
        return x - (x * error - square)
    error = x * (error - rest) - rest - square
    return scaled(x, error, times)


@rule
def scaled(x: float, error: float, times: int) -> float:
    """The last step of `grown`: as often doubled, or halved, as `times` says."""
    if times == -1:
        return 0.5 * (x - error) - 0.5
    if times == 1:
        return -2.0 * (error - (x + 0.5)) if x < -0.25 else 1.0 + 2.0 * (x - error)
    if times <= -2 or times > 56:
        return (1.0 - (error - x)) * TWOS[ZERO + times] - 1.0
    if times < 20:
        return (1.0 - TWOS[ZERO - times] - (error - x)) * TWOS[ZERO + times]
    return (x - (error + TWOS[ZERO - times]) + 1.0) * TWOS[ZERO + times]


@rule
def logarithm(number: int) -> float:
    """The natural logarithm of a whole number from 1 to a billion."""
    twos = 0
    for step in (16, 8, 4, 2, 1):
        if number >> (twos + step) != 0:
            twos += step
    mantissa = number * TWOS[ZERO - twos]
    if mantissa > ROOT:
        mantissa, twos = 0.5 * mantissa, twos + 1
    above, below = mantissa - 1.0, mantissa + 1.0
    part = above / below
    high = part * SPLIT - (part * SPLIT - part)
    low = part - high
    upper = below * SPLIT - (below * SPLIT - below)
    under = below - upper
    left = (((above - high * upper) - high * under) - low * upper) - low * under
    left = left / below  # what the division left over
    square, row = part * part, 0.0
    for place in range(HALVES.shape[0] - 1, -1, -1):
        row = (row + HALVES[place]) * square
    small = 2.0 * (left + part * row) + twos * LN2_LOW
    large, main = twos * LN2_HIGH, 2.0 * part
    total = large + main
    return total + ((large - total) + main + small)


@rule
def power(base: float, times: int) -> float:
    """A number to the power of a whole one from 0 on."""
    result = 1.0
    while times > 0:
        if times & 1 == 1:
            result *= base
        base *= base
        times >>= 1
    return result


def powers(base: float, count: int) -> Array:
    """The powers of a number from 0 on, each the closest number that there is."""
    above, below = base.as_integer_ratio()
    return np.array(_powers(above, below, count))


def _powers(above: int, below: int, count: int) -> Sequence[float]:
    tops, bottoms = [1], [1]
    for _ in range(count - 1):
        tops.append(tops[-1] * above)
        bottoms.append(bottoms[-1] * below)
    return [top / bottom for top, bottom in zip(tops, bottoms, strict=True)]
