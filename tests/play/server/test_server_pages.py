"""What the server answers over HTTP: games, lists, replays, scores, descriptions."""

from __future__ import annotations

import gzip
import json
import secrets
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serving import Paced, Player, Refused, Threaded, patched, threaded, wait_until

import garrison
from garrison.core.discovery import find
from garrison.core.replay import Move, Replay
from garrison.play import scores
from garrison.play.server.http import description
from garrison.play.server.wire import messages
from garrison.play.server.wire.typescript import typescript
from playing import NAMES

ROOT = Path(__file__).parents[3]


def finished(site: Threaded, **wishes: Any) -> tuple[str, Player]:
    """A match that is over: bots have played it."""
    made = site.make("skirmish", "bot:random,bot:random", options={"setup": "duel"}, seed=5, **wishes)
    watcher = site.sit(made, view="moves")
    live = site.services.registry.matches[made["match"]]
    wait_until(lambda: live.info.finished, "the end of the match")
    return made["match"], watcher


def test_all_games_are_there_with_a_lesson(site: Threaded) -> None:
    games = {game["name"]: game for game in site.ask("/api/games")}
    assert set(NAMES) <= set(games)
    for game in (games[name] for name in NAMES):
        assert game["lesson"]
        assert all(variant["summary"] for variant in game["variants"])
        assert game["bots"][:3] == [level["name"] for level in game["levels"]] == ["easy", "medium", "hard"]
        assert all(level["sentence"].endswith(".") for level in game["levels"])


@pytest.mark.parametrize("name", NAMES)
def test_rulebooks_and_sprites(site: Threaded, name: str) -> None:
    html = site.ask(f"/api/games/{name}/rulebook")
    assert f"<h1>{find(name).facts.title}</h1>" in html
    assert "<script" not in html
    assert 'src="http' not in html
    assert f'src="/api/pictures/{name}.png"' in html
    tree = ElementTree.fromstring(site.ask(f"/api/games/{name}/sprites.svg"))
    names = {symbol.get("id") for symbol in tree}
    assert names == {f"{name}-{file.stem}" for file in (find(name).folder / "sprites").glob("*.svg")}
    with pytest.raises(Refused, match="no game"):
        site.ask("/api/games/chess/rulebook")


def test_pictures_and_nothing_else(site: Threaded) -> None:
    with urllib.request.urlopen(f"{site.base}/api/pictures/{NAMES[0]}.png") as answer:
        assert answer.read()[:4] == b"\x89PNG"
    for path in ("/api/pictures/..%2f..%2fpyproject.toml", "/assets/..%2f..%2fcli.py", "/pyproject.toml"):
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(site.base + path)
        caught.value.close()
        assert caught.value.code == 404


def test_the_client_is_served_with_and_without_being_built(tmp_path: Path) -> None:
    built = tmp_path / "built"
    (built / "assets").mkdir(parents=True)
    (built / "assets" / "app-1234.js").write_text("plain")
    (built / "assets" / "app-1234.js.gz").write_bytes(gzip.compress(b"packed"))
    (built / "index.html").write_text("<p>client</p>")
    with threaded(tmp_path, static=built) as site:
        for page in ("/", "/m/abc", "/replay/m-abc", "/scores", "/bots", "/rules/skirmish"):
            assert site.ask(page) == "<p>client</p>"
        assert site.ask("/assets/app-1234.js") == "plain"
        for name in ("a" * 5000, "assets/" + "a" * 5000, "%00"):
            with pytest.raises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(f"{site.base}/{name}")
            caught.value.close()
            assert caught.value.code == 404
        request = urllib.request.Request(f"{site.base}/assets/app-1234.js", headers={"accept-encoding": "gzip, br"})
        with urllib.request.urlopen(request) as answer:
            assert (gzip.decompress(answer.read()), answer.headers["content-encoding"]) == (b"packed", "gzip")
            assert "immutable" in answer.headers["cache-control"]
            tag = answer.headers["etag"]
        request.add_header("if-none-match", tag)
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(request)
        assert (caught.value.code, caught.value.read()) == (304, b"")
        caught.value.close()
        with urllib.request.urlopen(f"{site.base}/scores") as answer:
            page = urllib.request.Request(f"{site.base}/scores", headers={"if-none-match": answer.headers["etag"]})
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(page)
        assert (caught.value.code, caught.value.read()) == (304, b"")
        assert caught.value.headers["cache-control"] == "no-cache"
        assert "default-src 'none'" in caught.value.headers["content-security-policy"]
        caught.value.close()
        (built / "index.html").write_text("<p>a newer client</p>")
        with urllib.request.urlopen(page) as answer:
            assert answer.read() == b"<p>a newer client</p>"
    with threaded(tmp_path / "other", static=tmp_path) as site:
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(site.base)
        assert b"has not been built" in caught.value.read()
        caught.value.close()


def test_lists_of_matches(site: Threaded) -> None:
    playing, waiting = site.make(), site.make("boneyard", "person,open")
    over, _ = finished(site)
    assert [match["id"] for match in site.ask("/api/matches")] == [waiting["match"], playing["match"]]
    assert [match["id"] for match in site.ask("/api/matches?game=boneyard")] == [waiting["match"]]
    assert [match["id"] for match in site.ask("/api/matches?finished=1")] == [over]
    result = site.ask(f"/api/matches/{over}")
    assert result["status"] == "over"
    assert sum(result["scores"]) == 1
    assert site.ask("/api/matches?finished=1&variant=nothing") == []


def test_replays_of_finished_matches(site: Threaded) -> None:
    match, watcher = finished(site)
    watcher.until(lambda: watcher.number == site.ask(f"/api/matches/{match}")["number"], "all moves")
    view = site.ask(f"/api/replays/m-{match}")
    assert view["length"] == len(watcher.moves)
    text = site.ask(f"/api/matches/{match}/replay")
    assert [action[:2] for action in text["actions"]] == watcher.moves
    again = site.ask("/api/replays", text)
    assert again["id"].startswith("f-")
    assert again["length"] == view["length"]
    assert site.ask(f"/api/replays/{again['id']}") == again


def played_by_ada(site: Threaded) -> dict[str, Any]:
    """A match that is over: Ada began it, and let a bot play on for her against another one."""
    made = site.make("skirmish", "person,bot:random", options={"setup": "duel"}, seed=5)
    ada = site.sit(made, 0, host=made["host"], invite=made["invite"])
    assert ada.tell("replace", player=0, bot="random")["type"] == "ack"
    live = site.services.registry.matches[made["match"]]
    wait_until(lambda: live.info.finished, "the end of the match")
    return made


def test_a_replay_tells_who_played(site: Threaded) -> None:
    match = played_by_ada(site)["match"]
    view = site.ask(f"/api/replays/m-{match}")
    assert view["named"]
    told = [(seat["label"], seat["kind"], seat["name"], seat["bot"]) for seat in view["seats"]]
    assert told == [("Calliance", "person", "Ada", "random"), ("Zorde", "bot", "", "random")]
    file = site.ask(f"/api/matches/{match}/replay")
    assert "Ada" not in json.dumps(file), "a file that goes from hand to hand names nobody"
    again = site.ask("/api/replays", file)
    assert not again["named"]
    assert [(seat["kind"], seat["name"], seat["bot"]) for seat in again["seats"]] == [("person", "", "")] * 2


def test_frames_are_patches(site: Threaded) -> None:
    match, _ = finished(site)
    replay = garrison.core.replay.parse(json.dumps(site.ask(f"/api/matches/{match}/replay")))
    frames = site.ask(f"/api/replays/m-{match}/frames?first=3&count=20&player=1")
    position = replay.game.new(replay.seed)
    for move in replay.moves[:3]:
        position.play(move.player, move.action)
    scene = frames["scene"]
    assert scene == position.scene(1).to_data()
    for frame, move in zip(frames["frames"], replay.moves[3:], strict=False):
        position.play(move.player, move.action)
        scene = patched(scene, frame["patch"])
        assert scene == position.scene(1).to_data()
    assert len(frames["frames"]) == min(20, len(replay.moves) - 3)
    with pytest.raises(Refused, match="no player"):
        site.ask(f"/api/replays/m-{match}/frames?player=7")
    with pytest.raises(Refused, match="whole number"):
        site.ask(f"/api/replays/m-{match}/frames?first=x")


def test_a_new_match_begins_anywhere_in_a_replay(site: Threaded) -> None:
    match, _ = finished(site)
    text = site.ask(f"/api/matches/{match}/replay")
    made = site.ask("/api/matches", {"replay": f"m-{match}", "number": 4, "seats": [{"kind": "person"}] * 2})
    both = site.sit(made, 0, 1)
    assert (both.number, both.scene["steps"]) == (4, 4)
    assert both.act(both.legal()[0], both.scene["waiting"][0])["number"] == 5
    assert site.services.registry.matches[made["match"]].journal.history.replay.seed == text["seed"]
    for number, sentence in ((999, "actions, not 999"), (50_001, "at most 50,000 actions, not 50,001")):
        with pytest.raises(Refused, match=sentence):
            site.ask("/api/matches", {"replay": f"m-{match}", "number": number})


@pytest.mark.parametrize("text", [b"", b"{}", b"[1]", b"\xff", b'{"format":"garrison-replay"}', b"[" * 100_000])
def test_files_that_are_no_replays(site: Threaded, text: bytes) -> None:
    with pytest.raises(Refused) as caught:
        site.ask("/api/replays", text)
    assert caught.value.status == 400
    assert caught.value.sentence.startswith("This file")


def test_the_bots_of_a_game_say_how_strong_they_are(site: Threaded) -> None:
    rungs = {rung["name"]: rung for rung in site.ask("/api/games/skirmish/bots")}
    assert {"easy", "hard", "random"} <= set(rungs)
    assert rungs["random"]["sentence"] == "Plays anything that is legal."
    with pytest.raises(Refused, match="chess"):
        site.ask("/api/games/chess/bots")


def test_high_scores(paced: Paced, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda count: 1)  # a short game
    game = garrison.load("minefield")
    made = paced.make("minefield", "person", variant="sprint")
    player = paced.sit(made, 0)
    while not player.scene["over"]:
        player.act(game.action("right"))
        player.until(lambda: True, "")
    live = paced.services.registry.matches[made["match"]]
    paced.until(lambda: live.info.finished, "the result")
    table = next(table for table in paced.ask("/api/scores?game=minefield") if table["variant"] == "sprint")
    assert table["lines"][0]["name"] == "Ada"
    assert table["lines"][0]["match"] == made["match"]
    assert table["lines"][0]["score"] == player.scene["scores"][0]
    with pytest.raises(Refused):
        paced.ask("/api/scores?game=chess")


def test_the_terminals_high_scores_are_the_servers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a server runs, a game in the terminal ends: both show the same table, and the game can be watched."""
    monkeypatch.setenv("GARRISON_DATABASE", f"sqlite:///{tmp_path / 'matches.sqlite'}")
    with threaded(tmp_path) as site:
        saved = scores.save(Replay(garrison.load("minefield"), 7, [Move(0, 1, 200)]), "Eve", 120)
        (table,) = site.ask("/api/scores?game=minefield")
        assert (table["game"], table["variant"]) == ("minefield", "standard")
        assert table["lines"] == [msgspec.to_builtins(saved)]
        assert scores.best("minefield", "standard") == [saved]
        assert site.ask(f"/api/replays/m-{saved.match}")["length"] == 1


def test_qr_codes_lead_to_this_server_only(site: Threaded) -> None:
    assert site.ask("/api/qr?text=/m/abc").startswith("<svg")
    assert site.ask("/api/qr", {"text": "/m/abc#invite=secret"}).startswith("<svg")
    for text in ("https://evil.example/", "//evil.example/", "m/abc", "/m/abc%23invite=secret", ""):
        with pytest.raises(Refused):
            site.ask(f"/api/qr?text={text}")


def test_the_descriptions_are_true(site: Threaded) -> None:
    kept = ROOT / "docs" / "api"
    for name, made in (("openapi", description.openapi()), ("asyncapi", description.asyncapi())):
        assert (kept / f"{name}.json").read_text(encoding="utf-8") == description.text_of(made), (
            "python -m garrison.play.server.http.description docs/api writes them again"
        )
        assert site.ask(f"/api/{name}.json") == json.loads(json.dumps(made))
    paths = description.openapi()["paths"]
    told = {(method, path) for path in paths for method in paths[path]}
    assert told == {(answer.method.lower(), answer.path) for answer in description.ALL_ROUTES}


def test_answers_are_of_the_types_that_are_described(site: Threaded) -> None:
    match, _ = finished(site)
    for answer in description.ALL_ROUTES:
        takes_long = (
            answer.path.endswith("/better") or "{trial}" in answer.path
        )  # the tests of analyses and of the lab ask for these
        if answer.method == "GET" and not isinstance(answer.result, str) and not takes_long:
            path = answer.path.format(match=match, replay=f"m-{match}", game="skirmish")
            msgspec.convert(site.ask(path), answer.result)
    player = site.sit(site.make(), 0)
    player.act(player.legal()[0])
    player.until(lambda: player.number == 1, "the update")
    for message in player.heard:
        msgspec.convert(message, messages.ServerMessage)


def test_the_clients_types_are_the_servers() -> None:
    file = ROOT / "src" / "garrison" / "play" / "web" / "src" / "lib" / "messages.ts"
    assert file.read_text(encoding="utf-8") == typescript(), (
        "python -m garrison.play.server.wire.typescript writes them again"
    )


def test_a_replay_of_other_rules_is_watched_and_not_continued(site: Threaded) -> None:
    replay = json.loads(Replay(garrison.load("skirmish"), 1, [Move(0, 0)]).to_json())
    view = site.ask("/api/replays", {**replay, "rules_version": 0})
    assert "can be watched but not continued" in view["warning"]
    with pytest.raises(Refused, match="not continued"):
        site.ask("/api/matches", {"replay": view["id"]})
