"""The environments of other libraries: each test says which library it needs."""

from __future__ import annotations

from typing import Any

import pytest

RULES = {"max_steps": 40}  # short games, so that many end


@pytest.fixture
def short() -> dict[str, Any]:
    return {"rules": dict(RULES)}
