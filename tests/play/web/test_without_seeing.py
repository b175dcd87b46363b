"""Playing without seeing: nothing here knows of the page but what Chromium tells a screen reader, roles and names."""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from host import PATIENCE, Server
from places import FOR_FRIENDS, IN_REAL_TIME, IN_TURNS, begin, facts_of, nearly_over, rotated, seats_of
from visitor import PHONE, Visitor

from playing import NAMES, SMALL

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

CLICK = "function() { this.click(); }"


class ScreenReader:
    """What somebody hears and does who knows the accessibility tree alone."""

    def __init__(self, visitor: Visitor) -> None:
        from playwright.sync_api import Error

        self.page, self._gone = visitor.page, Error
        self._line: CDPSession = visitor.page.context.new_cdp_session(visitor.page)

    def nodes(self) -> list[tuple[str, str, int]]:
        """Everything that has a role: role, name and the node that a screen reader would act on."""
        tree = self._line.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""), node.get("backendDOMNodeId", 0))
            for node in tree
            if not node.get("ignored") and "role" in node
        ]

    def names(self, role: str) -> list[str]:
        """The names of everything of a role."""
        return [name for kind, name, _ in self.nodes() if kind == role]

    def text(self) -> str:
        """All that can be read."""
        return "\n".join(self.names("StaticText"))

    def wait_for(self, role: str, name: str) -> int:
        """The first of a role whose name begins so, once there is one."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for kind, words, node in self.nodes():
                if kind == role and words.startswith(name):
                    return node
            time.sleep(0.05)
        raise AssertionError(f"no {role} called {name}: {self.nodes()}")

    def press(self, role: str, name: str) -> None:
        """Do what a screen reader does when somebody presses Enter on it."""
        self.click(self.wait_for(role, name))

    def click(self, node: int) -> bool:
        """Click it, wherever it is; false if it has just gone."""
        try:
            thing = self._line.send("DOM.resolveNode", {"backendNodeId": node})["object"]["objectId"]
        except self._gone:
            return False
        self._line.send("Runtime.callFunctionOn", {"objectId": thing, "functionDeclaration": CLICK})
        return True

    def type(self, words: str) -> None:
        """Type a line in the field for moves and questions."""
        self._line.send("DOM.focus", {"backendNodeId": self.wait_for("textbox", "Your move, or a question")})
        self.page.keyboard.insert_text(words)
        self.page.keyboard.press("Enter")

    def moves(self) -> list[int]:
        """The moves that are offered, by their place in the tree: the buttons within the list of moves."""
        tree = {node["nodeId"]: node for node in self._line.send("Accessibility.getFullAXTree")["nodes"]}
        lists = [node for node in tree.values() if _is(node, "list", "Moves")]
        buttons = [node for one in lists for node in _below(one, tree) if node["role"]["value"] == "button"]
        return [node["backendDOMNodeId"] for node in buttons]


def _is(node: dict[str, Any], role: str, name: str) -> bool:
    return node.get("role", {}).get("value") == role and node.get("name", {}).get("value") == name


def _below(node: dict[str, Any], tree: dict[str, Any]) -> list[dict[str, Any]]:
    children = [tree[name] for name in node.get("childIds", ()) if name in tree]
    return [each for child in children for each in (*([] if child.get("ignored") else [child]), *_below(child, tree))]


def play_to_the_end(readers: list[ScreenReader], seed: int) -> int:
    """Choose among the moves that are offered until the game is over; how many were chosen."""
    dice, count, until = Random(seed), 0, time.monotonic() + 4 * PATIENCE
    while time.monotonic() < until:
        for reader in readers:
            if "The game is over" in reader.text():
                return count
            moves = reader.moves()
            count += bool(moves) and reader.click(dice.choice(moves))
        time.sleep(0.05)
    raise AssertionError(f"not over after {count} moves: {readers[0].text()[-500:]}")


@pytest.mark.parametrize("name", rotated(1, IN_TURNS, IN_REAL_TIME))
def test_a_game_is_played_to_its_end_without_seeing(name: str, visitor: Visitor, server: Server) -> None:
    visitor.sit(begin(server, nearly_over(name)))
    reader = ScreenReader(visitor)
    reader.press("tab", "Text")
    reader.wait_for("list", "Moves")
    reader.type("rules")
    reader.wait_for("StaticText", "The rulebook has")
    reader.type("look")
    reader.wait_for("list", "Moves")
    visitor.check_axe(f"text-{name}")
    visitor.shot(f"text-{name}")
    visitor.page.set_viewport_size(PHONE)
    visitor.check_width(f"text-{name}")
    visitor.shot(f"text-{name}-phone")
    assert play_to_the_end([reader], seed=1) > 0


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_without_seeing(name: str, visitor: Visitor, server: Server) -> None:
    seats = seats_of(name)
    visitor.sit(server.make(name, seats, options=SMALL.get(name, {})))
    reader = ScreenReader(visitor)
    reader.press("tab", "Text")
    assert play_to_the_end([reader], seed=1) > 0


@pytest.mark.parametrize("name", rotated(2, FOR_FRIENDS))
def test_a_match_with_a_friend_without_seeing(name: str, visit, server: Server) -> None:
    """Set up in the lobby, joined through the link, and played by both: by roles and names alone."""
    host, friend = visit(), visit()
    host.page.goto("/")
    mine = ScreenReader(host)
    mine.press("button", f"Set up {facts_of(name).title}")
    mine.wait_for("dialog", "")
    host.page.get_by_role("dialog").get_by_role("combobox").nth(1).wait_for()
    host.page.get_by_role("dialog").get_by_role("combobox", name=facts_of(name).seats[1]).select_option("open")
    mine.press("button", "Start")
    host.page.wait_for_url("**/m/*")
    mine.wait_for("textbox", "Whoever opens this link can join")
    link = host.page.get_by_role("textbox", name="Whoever opens this link can join").input_value()
    mine.press("button", "Done")
    friend.page.goto(link)
    theirs = ScreenReader(friend)
    theirs.press("button", f"Join as {facts_of(name).seats[1]}")
    for reader in (mine, theirs):
        reader.press("tab", "Text")
    number = f"/api/matches/{host.page.url.rpartition('/')[2]}"
    host.until(lambda: all(_plays(reader) for reader in (mine, theirs)) and server.get(number)["number"] > 8, "play")


def _plays(reader: ScreenReader) -> bool:
    """Play the first move that is offered, if any is."""
    return all(reader.click(node) for node in reader.moves()[:1])
