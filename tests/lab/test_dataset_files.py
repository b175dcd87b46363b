"""A data set for programs that have no Garrison: observations in the file, and what it is beside it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from garrison.errors import BadOption
from garrison.lab.data.dataset import Dataset, make
from playing import game_of

parquet = pytest.importorskip("pyarrow.parquet")
MINES = game_of("minefield", rules={"max_steps": 30})


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "games.parquet"
    make(MINES, ["random"], 2, 3, path, processes=0, observations=True)
    return path


def test_observations_are_what_the_player_saw_and_could_do(file: Path) -> None:
    table = parquet.read_table(file)
    rows = 0
    for row, (position, player, action, _) in zip(table.to_pylist(), Dataset(file).frames(), strict=True):
        assert row["planes"] == position.observe(player).ravel().tolist()
        assert row["numbers"] == position.measure(player).tolist()
        assert np.flatnonzero(row["mask"]).tolist() == position.actions(player)
        assert row["mask"][action] == 1
        rows += 1
    assert rows == table.num_rows > 10


def test_the_metadata_name_every_column_and_the_file(file: Path) -> None:
    metadata = json.loads(file.with_name("games.parquet.croissant.json").read_text())
    fields = {field["source"]["extract"]["column"] for field in metadata["recordSet"][0]["field"]}
    assert fields == set(parquet.read_schema(file).names)
    (one,) = metadata["distribution"]
    assert one["contentUrl"] == "games.parquet"
    assert one["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()


def test_croissants_own_reader_takes_it(file: Path) -> None:
    croissant = pytest.importorskip("mlcroissant")
    dataset = croissant.Dataset(str(file.with_name("games.parquet.croissant.json")))
    assert not dataset.metadata.issues.errors
    assert len(list(dataset.records("decisions"))) == len(Dataset(file))


def test_the_datasheet_says_what_it_is(file: Path) -> None:
    text = file.with_name("games.parquet.md").read_text()
    assert f"{len(Dataset(file)):,} decisions of 2 games of minefield (standard), played by random." in text
    assert MINES.rules_hash in text
    assert "| `planes` | 1 x 23 x 53 |" in text


def test_without_observations_the_file_has_the_decisions_alone(tmp_path: Path) -> None:
    make(MINES, ["random"], 1, 3, tmp_path / "games.parquet", processes=0)
    assert parquet.read_schema(tmp_path / "games.parquet").names == ["game", "step", "player", "action", "outcome"]


def test_observations_need_a_parquet_file(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"Observations are kept in a file that ends in \.parquet, not in 'games\.npz'"):
        make(MINES, ["random"], 1, 3, tmp_path / "games.npz", observations=True)
