"""What links look like before they are opened, and pictures of positions."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Threaded, threaded, wait_until

from garrison.look.scene import Line, Panel, Scene
from garrison.play.server.http import previews
from garrison.play.server.match import pictures

PNG = b"\x89PNG"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Threaded]:
    """A server with a page that has a head."""
    built = tmp_path / "built"
    built.mkdir()
    (built / "index.html").write_text("<html><head><title>Garrison</title></head></html>")
    with threaded(tmp_path, static=built) as running:
        yield running


def tags(site: Threaded, path: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="(?:og|twitter):(\w+)" content="([^"]*)" />', site.ask(path)))


def picture(site: Threaded, path: str, invite: str = "") -> bytes:
    request = urllib.request.Request(site.base + path, headers={"x-garrison-invite": invite})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["content-type"] == "image/png"
        return bytes(answer.read())


def test_a_link_to_an_open_match_says_who_invites_and_to_what(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    told = tags(site, f"/m/{made['match']}")
    assert told["title"] == "Skirmish: Ada"
    assert told["description"] == "Come and play as Zorde."
    assert told["image"] == f"{site.base}/api/matches/{made['match']}/picture.png"
    assert told["url"] == f"{site.base}/m/{made['match']}"


def test_a_page_is_sent_again_when_its_link_looks_different(site: Threaded) -> None:
    made = site.make("skirmish", "person,open")
    path = f"{site.base}/m/{made['match']}"
    with urllib.request.urlopen(path) as answer:
        known, before = {"if-none-match": answer.headers["etag"]}, answer.read()
    site.ask(f"/api/matches/{made['match']}/seats", {"player": 1, "name": "Bo"})
    with urllib.request.urlopen(urllib.request.Request(path, headers=known)) as answer:
        assert answer.read() != before
    nowhere = urllib.request.Request(f"{site.base}/nowhere/x", headers={"if-none-match": "*", "accept": "text/html"})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(nowhere)
    assert caught.value.code == 404, "a page that is not there has always changed"
    caught.value.close()


def test_a_private_match_looks_like_no_match_at_all(site: Threaded) -> None:
    made = site.make("skirmish", "person,open", private=True)
    private, missing = tags(site, f"/m/{made['match']}"), tags(site, "/m/nothinghere")
    assert {**private, "url": ""} == {**missing, "url": ""} == {**tags(site, "/"), "url": ""}
    assert private["title"] == "Garrison"


def test_names_are_written_safely(site: Threaded) -> None:
    made = site.make("skirmish", "person,open", name='"><script>')
    assert "<script>" not in site.ask(f"/m/{made['match']}")


def test_rules_and_replays_have_previews_too(site: Threaded) -> None:
    assert tags(site, "/rules/skirmish")["image"].endswith("/api/pictures/skirmish.png")
    assert tags(site, "/rules/chess")["title"] == "Garrison"
    made = site.make("skirmish", "person,bot:random")
    assert tags(site, f"/replay/m-{made['match']}")["title"] == "Garrison", "it is not over"


def test_without_a_painter_links_show_the_icon(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "can_draw", lambda: False)
    made = site.make("skirmish", "person,open")
    assert tags(site, f"/m/{made['match']}")["image"] == f"{site.base}/icon-512.png"


def test_pictures_of_matches_and_replays(site: Threaded) -> None:
    pytest.importorskip("resvg_py", reason="pictures as PNG files (they need resvg-py)")
    made = site.make("skirmish", "person,open")
    assert picture(site, f"/api/matches/{made['match']}/picture.png").startswith(PNG)
    over = site.make("skirmish", "bot:random,bot:random", options={"setup": "duel"}, seed=5)
    site.sit(over, view="moves")
    live = site.services.registry.matches[over["match"]]
    wait_until(lambda: live.info.finished, "the end of the match")
    path = f"/api/replays/m-{over['match']}/picture.png"
    begun, ended = picture(site, f"{path}?number=0"), picture(site, path)
    assert begun.startswith(PNG)
    assert ended.startswith(PNG)
    assert begun != ended
    assert picture(site, f"{path}?number=99999") == ended


def test_the_picture_of_a_private_match_is_for_the_invited(site: Threaded) -> None:
    pytest.importorskip("resvg_py", reason="pictures as PNG files (they need resvg-py)")
    made = site.make("skirmish", "person,open", private=True)
    path = f"/api/matches/{made['match']}/picture.png"
    with pytest.raises(urllib.error.HTTPError) as caught:
        picture(site, path)
    caught.value.close()
    assert caught.value.code == 404
    assert picture(site, path, made["invite"]).startswith(PNG)


def test_a_position_without_a_board_can_be_drawn() -> None:
    pytest.importorskip("resvg_py", reason="resvg-py is not installed: pip install 'garrison[images]'")
    scene = Scene("toy", "Toy", panels=(Panel("Turns", (Line("left", "3"),)),))
    assert pictures.drawn(scene, Path("nowhere")).startswith(PNG)


def test_rules_of_a_game_that_brings_no_picture_have_the_usual_one(
    site: Threaded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tags(site, "/rules/skirmish")["image"] == f"{site.base}/api/pictures/skirmish.png"
    monkeypatch.setattr(previews, "pictures_folder", lambda: tmp_path)
    assert tags(site, "/rules/skirmish")["image"] == f"{site.base}/icon-512.png"
