"""The lane: which of three ways the rules run in, chosen by `GARRISON_LANE` before Garrison is imported.

compiled      Numba, no bounds checks: the product
checked       Numba with bounds checks
interpreted   plain Python, for debugging and coverage
"""

from __future__ import annotations

import os

from garrison.errors import BadOption

LANES = ("compiled", "checked", "interpreted")
# Switching Numba off, as its users do to debug, selects the lane that works without it.
USUAL_LANE = "interpreted" if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else "compiled"
LANE = os.environ.get("GARRISON_LANE", USUAL_LANE)
if LANE not in LANES:
    raise BadOption(f"GARRISON_LANE is {LANE!r}; it must be one of {', '.join(LANES)}.")
COMPILED = LANE != "interpreted"
