"""The examples in docstrings run as tests, except in modules that need a package which is not installed; the tests of
those modules say so."""

import re
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent
MISSING = [name for name in ("gymnasium", "pettingzoo", "pyspiel", "torch") if find_spec(name) is None]
NEEDS = re.compile(rf"^(?:import|from) (?:{'|'.join(MISSING) or 'nothing'})\b", re.MULTILINE)

collect_ignore = [
    str(file) for file in (HERE / "garrison").rglob("*.py") if NEEDS.search(file.read_text(encoding="utf-8"))
]
