"""Files by any name, and writing them completely or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from garrison.core import files
from garrison.core.files import names_file, read_text, write_whole
from garrison.errors import BadFile


def test_only_the_name_of_a_file_names_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("\ufefftext", encoding="utf-8")
    assert names_file(str(tmp_path / "file"))
    for text in ("", str(tmp_path), str(tmp_path / "other"), "x" * 300, "no\0file", "\ud800"):
        assert not names_file(text)


def test_a_text_is_read_and_what_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("\ufefftext", encoding="utf-8")
    (tmp_path / "odd").write_bytes(b"\xff\xfe")
    assert read_text(tmp_path / "file") == "text"
    for name in ("other", "x" * 300, "."):
        with pytest.raises(BadFile, match="the file can't be read"):
            read_text(tmp_path / name)
    with pytest.raises(BadFile, match="not UTF-8"):
        read_text(tmp_path / "odd")
    for name in ("no\0file", "\ud800"):
        with pytest.raises(BadFile, match="can't be the name of a file"):
            read_text(tmp_path / name)


def test_text_and_bytes_are_written(tmp_path: Path) -> None:
    write_whole(tmp_path / "text", "drei Züge\r\n")
    write_whole(tmp_path / "bytes", b"\xff\0")
    assert (tmp_path / "text").read_bytes() == "drei Züge\r\n".encode()
    assert (tmp_path / "bytes").read_bytes() == b"\xff\0"
    assert sorted(os.listdir(tmp_path)) == ["bytes", "text"]


def test_what_was_there_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("a long text from before")
    file.chmod(0o640)
    write_whole(file, "new")
    assert file.read_text() == "new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_mode_and_nobody_touches_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other threads create files meanwhile, and the umask is that of all threads."""
    monkeypatch.delattr(os, "umask")
    write_whole(tmp_path / "ours", "")
    (tmp_path / "theirs").write_text("")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "theirs").stat().st_mode


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "new"


def test_a_device_is_written_to_as_it_is() -> None:
    write_whole(Path("/dev/null"), "gone")
    assert not Path("/dev/null").is_file()


def test_a_long_name_that_the_system_allows_is_written(tmp_path: Path) -> None:
    write_whole(tmp_path / ("x" * 250), "new")
    assert (tmp_path / ("x" * 250)).read_text() == "new"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nowhere/file", "No such file or directory"),
        ("file/below", "Not a directory"),
        ("folder", "Is a directory"),
        ("x" * 300, "File name too long"),
        ("loop", ""),
    ],
)
def test_what_cannot_be_written_is_one_sentence_and_leaves_nothing(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("before")
    (tmp_path / "loop").symlink_to("loop")
    if name == "loop":
        write_whole(tmp_path / name, "new")  # a link to itself leads nowhere: it is replaced
        assert (tmp_path / name).read_text() == "new"
        return
    with pytest.raises(BadFile, match=rf"{name}: the file can't be written \({reason}\)"):
        write_whole(tmp_path / name, "new")
    assert sorted(os.listdir(tmp_path)) == ["file", "folder", "loop"]
    assert (tmp_path / "file").read_text() == "before"


def test_what_can_be_no_name_is_one_sentence() -> None:
    with pytest.raises(BadFile, match="can't be the name of a file"):
        write_whole(Path("a\0b"), "text")


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_failure_while_writing_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "file"
    file.write_text("before")
    monkeypatch.setattr(files.os, failing, full)
    with pytest.raises(BadFile, match="No space left on device"):
        write_whole(file, "new")
    assert file.read_text() == "before"
    assert os.listdir(tmp_path) == ["file"]
