"""Models that are guests in a match: invited by a link, played by the Model Context Protocol, seen by everybody."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from serving import Player, Threaded, threaded, wait_until

from garrison.errors import BadOption, GarrisonError, IllegalAction
from garrison.play.model_context import guest_game, invitation
from garrison.play.model_context.guest_game import GuestGame
from garrison.play.model_context.invitation import NotInvited, invitation_of, shown_name, take_seat


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Threaded]:
    with threaded(tmp_path_factory.mktemp("guests"), bot_delay=0.0) as running:
        yield running


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_game, "TURN", 0.3)


def make(site: Threaded, seats: str = "person,open", **wishes: Any) -> dict[str, Any]:
    return site.make("skirmish", seats, **{"options": {"setup": "duel"}, **wishes})


def link_of(site: Threaded, made: dict[str, Any]) -> str:
    return f"{site.base}/m/{made['match']}#invite={made['invite']}"


def join(site: Threaded, made: dict[str, Any], name: str = "small") -> GuestGame:
    invited = invitation_of(link_of(site, made))
    return GuestGame(invited, take_seat(invited, shown_name(name)))


async def call(client: Any, tool: str, **given: Any) -> str:
    result = await client.call_tool(tool, given)
    text: str = result.content[0].text
    return f"REFUSED {text}" if result.is_error else text


@pytest.mark.parametrize("name", ["skirmish", "boneyard"])  # by turns, and with choices that are hidden
async def test_a_whole_game_of_a_person_against_a_model(site: Threaded, name: str) -> None:
    pytest.importorskip("mcp", reason="mcp is not installed: garrison[mcp]")
    from mcp import Client

    from garrison.play.model_context.server import model_server

    options = {"skirmish": {"setup": "duel"}}.get(name, {"players": 2})
    made = site.make(name, "person,open", options=options, private=True)
    person = site.sit(made, 0)
    async with Client(model_server()) as client:
        text = await call(client, "join_match", link=link_of(site, made), name="small-2")
        game = (re.match(r"Your game is called (\S+)", text) or [""])[1]
        assert "You sit there as model: small-2." in text
        await asyncio.to_thread(person.until, lambda: person.view["seats"][1]["present"], "the guest")
        assert person.view["seats"][1]["name"] == "model: small-2"
        assert person.view["seats"][1]["kind"] == "person"
        for _ in range(300):
            await asyncio.to_thread(catch_up, person)
            if person.scene["over"]:
                break
            if 0 in person.scene["waiting"]:
                person.act(person.legal()[0])
                continue
            moves = await call(client, "list_moves", game=game)
            notation = re.split("[:;(]", moves)[0].strip()
            assert not (await call(client, "move", game=game, move=notation)).startswith("REFUSED")
        assert person.scene["over"]
        assert "The game is over" in await call(client, "look", game=game)
        assert "The game is over" in await call(client, "result", game=game)
        assert "REFUSED" in await call(client, "move", game=game, move="x")


def catch_up(player: Player) -> None:
    """Hear what has been said."""
    try:
        while True:
            player.listen(timeout=0.05)
    except TimeoutError:
        pass


def test_a_model_is_asked_and_asks(site: Threaded) -> None:
    """Draws and take-backs need consent, whoever plays."""
    made = make(site, undo=True)
    person, guest = site.sit(made, 0), join(site, made)
    with pytest.raises(IllegalAction, match="Nobody asks you"):
        guest.consent(True)
    assert person.tell("draw")["type"] == "ack"
    assert "A draw is offered. Answer with consent." in guest.look()
    assert guest.consent(False) == "You have declined."
    person.until(lambda: not person.view["wishes"], "the refusal")
    assert person.tell("draw")["type"] == "ack"
    assert "A draw" in guest.look()
    assert guest.consent(True) == "You have agreed."
    wait_until(lambda: "The game is over (draw agreed). Winner: nobody." in guest.look(), "the end")


def test_a_guest_waits_for_the_others_and_answers(site: Threaded, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make(site)
    person, guest = site.sit(made, 0), join(site, made)
    if person.scene["waiting"] == [0]:
        assert "Others are to decide" in guest.look()
        with pytest.raises(GarrisonError):
            guest.undo()
        monkeypatch.setattr(guest_game, "TURN", 20.0)
        looks: list[str] = []
        waiting = Thread(target=lambda: looks.append(guest.look()))
        waiting.start()
        while person.scene["waiting"] == [0]:
            number = person.act(person.legal()[0])["number"]
            person.until(lambda number=number: person.number >= number, "the move")
        waiting.join(20)
        assert "Others are to decide" not in looks[0]
    assert "is not a move now" in guest.move("fly to the moon")
    with pytest.raises(GarrisonError, match="at most 2000 characters"):
        guest.move("x" * 3_000_000)


def test_resigning_leaving_and_being_left(site: Threaded) -> None:
    made = make(site)
    person, guest = site.sit(made, 0), join(site, made)
    assert "The game is over (resigned). Winner:" in guest.resign()
    person.until(lambda: person.view["status"] == "over", "the end")
    alone = join(site, make(site, "open,open"))
    assert alone.resign() == "You have left this match."
    with pytest.raises(IllegalAction, match="You have left"):
        alone.look()


def test_a_guest_comes_back_after_its_connection_was_lost(site: Threaded) -> None:
    made = make(site)
    person, guest = site.sit(made, 0), join(site, made)
    guest.close()
    person.until(lambda: not person.view["seats"][1]["present"], "the absence")
    assert guest.look().startswith("Skirmish")
    person.until(lambda: person.view["seats"][1]["present"], "the return")


def test_what_is_no_invitation_is_refused(site: Threaded) -> None:
    made = make(site, private=True)
    for link in (
        "",
        "skirmish",
        "http://example.org/m/abc#invite=KEY",
        "http://127.0.0.1.example.org/m/abc",
        "ftp://localhost/m/abc",
        "https://user:word@example.org/m/abc",
        "https://example.org/m/../api#invite=x",
        "https://example.org:99999/m/abc",
        "https://[/m/abc",
        link_of(site, made) + "&x=<script>",
        "https://example.org/m/" + "a" * 10_000,
    ):
        with pytest.raises(BadOption, match="An invitation is a link"):
            invitation_of(link)
    with pytest.raises(BadOption, match="name is empty"):
        shown_name(" model: ")
    assert shown_name("x" * 90) == "model: " + "x" * 17
    wrong = invitation_of(f"{site.base}/m/{made['match']}#invite=guessed")
    with pytest.raises(NotInvited, match="There is no such match here"):
        take_seat(wrong, shown_name("small"))
    assert "guessed" not in repr(wrong)


def test_a_match_without_a_free_seat_or_that_is_removed(site: Threaded) -> None:
    made = make(site)
    guest = join(site, made)
    with pytest.raises(NotInvited, match="seat"):
        join(site, made)
    assert "Skirmish" in guest.ask("look")
    lonely = make(site, "open,open")
    host = site.sit(lonely, host=lonely["host"])
    line = GuestGame(*taken(site, lonely))
    assert line.resign() == "You have left this match."
    assert host.tell("remove")["type"] == "ack"
    with pytest.raises(NotInvited, match="no such match"):
        join(site, lonely)


def taken(site: Threaded, made: dict[str, Any]) -> Any:
    invited = invitation_of(link_of(site, made))
    return invited, take_seat(invited, shown_name("small"))


@contextmanager
def stranger(*answers: bytes) -> Iterator[str]:
    """A server of somebody else's, which says the same to everybody; its invitation."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        for answer in answers:
            connection, _ = listening.accept()
            connection.recv(65536)
            connection.sendall(answer)
            connection.close()

    Thread(target=serve, daemon=True).start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/m/abc#invite=KEY"
    listening.close()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (
            b"HTTP/1.1 302 Found\r\nlocation: http://example.org/\r\ncontent-length: 0\r\n\r\n",
            "answers with status 302",
        ),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]", "This is no server of these games"),
        (b"HTTP/1.1 200 OK\r\n\r\n" + b"[" * 50_000, "This is no server of these games"),
        (b"", "can't be reached right now"),
        (b"nonsense\r\n\r\n", "can't be reached right now"),
    ],
)
def test_servers_that_are_none(answer: bytes, sentence: str) -> None:
    with stranger(answer) as link, pytest.raises(NotInvited, match=sentence) as error:
        take_seat(invitation_of(link), "model: small")
    assert "KEY" not in str(error.value)


def test_a_server_that_redirects_the_socket_or_is_gone() -> None:
    seat = b'{"player": 0, "token": "secret"}'
    taken = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%s" % (len(seat), seat)
    away = b"HTTP/1.1 302 Found\r\nlocation: ws://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n"
    with stranger(taken, away) as link:
        invited = invitation_of(link)
        with pytest.raises(NotInvited, match="can't be reached"):
            GuestGame(invited, take_seat(invited, "model: small"))
    with pytest.raises(NotInvited, match="can't be reached"):
        take_seat(invited, "model: small")


def test_a_server_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitation, "PATIENCE", 0.2)
    listening = socket.create_server(("127.0.0.1", 0))
    with pytest.raises(NotInvited, match="can't be reached"):
        take_seat(invitation_of(f"http://127.0.0.1:{listening.getsockname()[1]}/m/abc"), "model: small")
    listening.close()
