"""A server for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Paced, Threaded, threaded


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Threaded]:
    """A server in a thread, with a database of its own."""
    with threaded(tmp_path) as running:
        yield running


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[Paced]:
    """The same; the test can let time pass."""
    with threaded(tmp_path, Paced) as running:
        yield running
