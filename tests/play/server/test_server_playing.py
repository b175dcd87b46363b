"""Playing on a real server: moves, answers, several people, undo."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from serving import Player, Refused, Threaded, threaded, wait_until

import garrison
from garrison.core.replay import parse


def any_legal(player: Player) -> int:
    return player.legal()[0]


def turn_of(player: Player) -> int:
    return int(player.scene["waiting"][0])


def play_a_move(player: Player, seat: int) -> None:
    """Play until it is somebody else's turn."""
    while seat in player.scene["waiting"]:
        before = player.scene["steps"]
        assert player.act(any_legal(player), seat)["type"] == "ack"
        player.until(lambda before=before: player.scene["steps"] > before, "the move")


def test_a_move_is_acknowledged_and_seen_by_everybody(site: Threaded) -> None:
    made = site.make()
    one, two, watcher = site.sit(made, 0), site.sit(made, 1), site.sit(made)
    assert one.welcome["players"] == [0]
    assert watcher.welcome["players"] == []
    assert one.act(any_legal(one)) | {"id": ""} == {"type": "ack", "id": "", "number": 1}
    for person in (one, two, watcher):
        person.until(lambda person=person: person.number == 1, "the update")
        assert person.scene["steps"] == 1
    assert two.scene["player"] == 1
    assert watcher.scene["player"] == -1
    play_a_move(one, 0)
    again = site.sit(made, 1)
    steps = again.welcome["trail"]
    assert len(steps) == again.scene["steps"] + 1, "how it was before and after each action of the move"
    assert all(step["waiting"] == [0] for step in steps[:-1])
    touched = [set(step["boards"]["0"]["marked_fields"]) for step in steps[1:-1]]
    assert any(touched), "what the earlier actions touched"


def test_a_move_that_is_told_at_once_is_told_step_by_step(tmp_path: Path) -> None:
    """However seldom somebody is told: they draw what the whole move touched."""
    with threaded(tmp_path, updates_a_second=2.0) as site:
        made = site.make()
        one, two = site.sit(made, 0), site.sit(made, 1)
        journal = site.services.registry.matches[made["match"]].journal
        while 0 in journal.moment.position.waiting:
            assert one.act(journal.moment.position.actions(0)[0])["type"] == "ack"
        steps = journal.moment.position.steps
        assert steps > 2
        two.until(lambda: two.scene["steps"] == steps, "the move")
        updates = [message for message in two.heard if message["type"] == "update"]
        assert len(updates) < steps, "several actions at once"
        trail = [step for update in updates for step in update["trail"]]
        assert len(trail) + len(updates) == steps
        assert any(board["marked_fields"] for step in trail for board in step["boards"].values())


def test_scenes_that_were_patched_are_those_that_are_there(site: Threaded) -> None:
    made = site.make("boneyard", "person,bot:random")
    one = site.sit(made, 0)
    for _ in range(12):
        before = one.scene["steps"]
        one.until(lambda: 0 in one.scene["waiting"] or one.scene["over"], "the turn")
        if one.scene["over"]:
            break
        one.act(any_legal(one))
        one.until(lambda before=before: one.scene["steps"] > before, "the move")
    # Somebody who joins is told the whole scene: the one that was patched all the time is the same.
    match = site.services.registry.matches[made["match"]]
    one.until(lambda: one.number == match.journal.told((0,)) and one.scene["waiting"] in ([], [0]), "rest")
    assert site.sit(made, 0).scene == one.scene


def test_a_repeated_message_is_answered_again_and_not_played_again(site: Threaded) -> None:
    one = site.sit(site.make(), 0)
    action = any_legal(one)
    first = one.act(action, message_id="same")
    assert one.act(action, at=0, message_id="same") == first
    one.until(lambda: one.number == 1, "the update")
    assert one.scene["steps"] == 1


def test_a_repeated_message_is_known_after_a_restart(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make()
        one = site.sit(made, 0)
        action = any_legal(one)
        first = one.act(action, message_id="same")
    with threaded(tmp_path) as site:
        one = site.sit(made, 0)
        assert one.scene["steps"] == 1
        assert one.act(action, at=0, message_id="same") == first
        assert one.welcome["number"] == 1


def test_the_same_id_of_two_players_is_two_messages(site: Threaded) -> None:
    made = site.make("boneyard")
    one, two = site.sit(made, 0), site.sit(made, 1)
    assert one.act(any_legal(one), 0, message_id="a")["number"] == 1
    assert two.act(any_legal(two), 1, message_id="a")["number"] == 2


def test_refusals_are_sentences(site: Threaded) -> None:
    made = site.make()
    one, watcher = site.sit(made, 0), site.sit(made)
    legal = any_legal(one)
    illegal = next(action for action in range(1024) if action not in one.legal())
    for answer, reason, words in (
        (one.act(illegal), "illegal", "can't be chosen now"),
        (one.act(99_999), "illegal", "does not exist"),
        (one.act(legal, 1), "seat", "not your seat"),
        (watcher.act(legal), "seat", "not your seat"),
        (one.act(legal, 0, at=5), "stale", "chosen at entry 5"),
        (one.act(legal, -7), "seat", "seat"),
    ):
        assert (answer["type"], answer["reason"]) == ("refused", reason)
        assert words in answer["sentence"]
        assert answer["sentence"].endswith(".")
    assert one.act(legal)["type"] == "ack"
    stale = one.act(legal, at=0)
    assert (stale["reason"], stale["number"]) == ("stale", 1)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '"act"', '{"type":"act"}', '{"type":"dance"}', '{"type":"act","id":1}', "[" * 3000, "\x00"],
)
def test_what_cant_be_read_gets_a_sentence(site: Threaded, text: str) -> None:
    one = site.sit(site.make(), 0)
    one.socket.send(text)
    answer = one.hear("refused")
    assert answer["reason"] == "message"
    assert one.act(any_legal(one))["type"] == "ack"


def test_messages_that_are_too_long_or_binary(site: Threaded) -> None:
    one = site.sit(site.make(), 0)
    one.socket.send(json.dumps({"type": "act", "id": "x" * 5000, "player": 0, "action": 0, "at": 0}))
    assert "too long" in one.hear("refused")["sentence"]
    one.socket.send(b"\xff\xfe")
    assert one.hear("refused")["reason"] == "message"
    assert one.act(0, message_id="with space")["reason"] == "message"


def test_a_match_that_does_not_exist(site: Threaded) -> None:
    nobody = Player(site, "abcdefghij")
    assert nobody.welcome["reason"] == "gone"
    wait_until(nobody.is_closed, "the end of the connection")
    with pytest.raises(Refused, match="no such match"):
        site.ask("/api/matches/abcdefghij")


def test_hot_seat_sees_through_the_eyes_of_whoever_is_to_act(site: Threaded) -> None:
    both = site.sit(site.make(), 0, 1)
    assert both.scene["player"] == 0
    play_a_move(both, 0)
    assert turn_of(both) == 1
    assert both.scene["player"] == 1
    play_a_move(both, 1)
    assert both.scene["player"] == 0


def test_programs_hear_moves_only(site: Threaded) -> None:
    made = site.make()
    one, program = site.sit(made, 0), site.sit(made, 1, view="moves")
    action = any_legal(one)
    one.act(action)
    program.until(lambda: program.moves == [[0, action]], "the move")
    late = site.sit(made, view="moves")
    assert late.moves == [[0, action]]
    assert site.sit(made, view="moves", seen=1).moves == []
    assert "scene" not in late.welcome


# --- Undo.


def test_a_partly_made_move_is_taken_back_also_where_complete_ones_stand(site: Threaded) -> None:
    made = site.make(undo=False)
    one, two = site.sit(made, 0), site.sit(made, 1)
    start = one.scene
    one.act(any_legal(one))
    assert two.undo(1)["reason"] == "illegal"
    one.until(lambda: one.heard[-1].get("undoable") == [0], "what can be taken back")
    answer = one.undo()
    assert (answer["type"], answer["number"]) == ("ack", 2)
    one.until(lambda: one.number == 2 and one.heard[-1].get("undone"), "the update")
    assert one.scene == start
    assert one.undo()["reason"] == "illegal"


def test_complete_moves_are_taken_back_if_the_match_allows_it_and_nobody_has_acted(site: Threaded) -> None:
    made = site.make(undo=True)
    both = site.sit(made, 0, 1)
    play_a_move(both, 0)
    steps = both.scene["steps"]
    assert both.view["undo"]
    assert both.undo(0)["type"] == "ack"
    both.until(lambda: both.scene["steps"] == steps - 1, "the undo")
    assert turn_of(both) == 0
    play_a_move(both, 0)
    both.act(any_legal(both), 1)
    refused = both.undo(0)
    assert refused["reason"] == "illegal"
    assert "another player has acted" in refused["sentence"]


def test_complete_moves_stand_where_the_match_says_so(site: Threaded) -> None:
    both = site.sit(site.make(undo=False), 0, 1)
    play_a_move(both, 0)
    assert "can't be taken back in this match" in both.undo(0)["sentence"]


def test_in_a_simultaneous_phase_a_partly_made_move_is_taken_back_after_others_have_acted(site: Threaded) -> None:
    game = garrison.load("boneyard")
    made = site.make("boneyard")
    one, two = site.sit(made, 0), site.sit(made, 1)

    def choose_trap(person: Player, player: int) -> int:
        """Go to the phase of the traps and choose one, which is half a move."""
        wall = game.action("wall")
        return person.act(wall, player)["number"]

    for player, person in ((0, one), (1, two)):
        person.act(any_legal(person), player)
    for player, person in ((0, one), (1, two)):
        person.until(lambda person=person: game.action("wall") in person.legal(), "the traps")
        assert choose_trap(person, player)
    one.until(lambda: one.number == 3, "one's own choice: nobody can count those of others")
    assert one.undo(0)["type"] == "ack"
    one.until(lambda: game.action("wall") in one.legal(), "the choice")
    assert two.undo(1)["type"] == "ack"
    live = site.services.registry.matches[made["match"]]
    assert len(live.journal.history.moves) == 2
    assert live.journal.shown_number == 6


def test_nothing_is_taken_back_past_chance(site: Threaded) -> None:
    """A round of Boneyard draws new skeletons: then even one's own complete moves stand."""
    one = site.sit(site.make("boneyard", "person", options={"players": 1}), 0)
    live = next(iter(site.services.registry.matches.values()))
    while live.journal.shown.state["turn"][0] == 1:
        before = one.scene["steps"]
        one.act(any_legal(one))
        one.until(lambda before=before: one.scene["steps"] > before, "the move")
    assert one.undo()["reason"] == "illegal"


def test_an_undo_is_an_entry_and_the_replay_holds_what_remains(tmp_path: Path) -> None:
    with threaded(tmp_path) as site:
        made = site.make("skirmish", options={"setup": "duel"})
        both = site.sit(made, 0, 1)
        both.act(any_legal(both))
        both.undo()
        both.until(lambda: both.scene["steps"] == 0, "the undo")
    with threaded(tmp_path) as site:
        both = site.sit(made, 0, 1)
        assert (both.number, both.scene["steps"]) == (2, 0)
        with pytest.raises(Refused, match="not over"):
            site.ask(f"/api/matches/{made['match']}/replay")
        while not both.scene["over"]:
            play_a_move(both, turn_of(both))
        wait_until(lambda: site.ask(f"/api/matches/{made['match']}")["status"] == "over", "the end")
        live = site.services.registry.matches[made["match"]]
        wait_until(lambda: live.info.finished, "the result")
        replay = parse(json.dumps(site.ask(f"/api/matches/{made['match']}/replay")))
        assert len(replay.moves) == both.scene["steps"] == both.number - 2
        assert replay.verify().over
