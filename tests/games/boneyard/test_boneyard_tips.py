"""What a trap would do is told before it is placed; and then it does just that."""

import re
from collections import Counter
from random import Random

import pytest
from boneyard_drawing import asked, draw, stocked

import garrison
from garrison.games.boneyard.rules.ground import COLOUR_OF
from garrison.games.boneyard.state import MOST_TRAPS, Happening, Phase, Press, Trap

pytestmark = pytest.mark.lane

EMPTY = ". . . . ."
COLOURS = ("purple", "yellow", "red", "blue", "green")


def tips(position, *presses):
    """What clicks would do after these presses, by the field of the rules."""
    for press in presses:
        position.play(0, press)
    board = position.scene(0).boards[0]
    return {board.action(tip.field): (tip.text, {board.action(field) for field in tip.fields}) for tip in board.tips}


NOBODY_COMES = ("Nobody comes here in the next move.", set())


@pytest.mark.parametrize(
    "trap, press, words, fields",
    [
        ("wall", ("rising",), "Next to come here: a green skeleton, turned aside.", {2}),
        ("spring", (), "Next to come here: a green skeleton, thrown ahead.", {9}),
        ("palisade", (), "Next to come here: a green skeleton, kept out.", {6}),
        ("portal", (), "Next to come here: a green skeleton, sent back to the forest.", {-1}),
        ("labyrinth", (), "Next to come here: a green skeleton, held for a round.", set()),
        ("fan", ("right",), "Next to come here: a green skeleton, the fan is used.", {8, 9}),
    ],
)
def test_before_a_trap_is_placed_it_is_known_who_comes_and_where_they_go(trap, press, words, fields):
    found = tips(stocked(draw(f"{EMPTY}\n. G> . . ."), trap), trap, *press)
    assert found[7] == (words, fields)
    assert found[4][0] == NOBODY_COMES[0]
    assert 6 not in found


def test_a_fan_blows_at_nobody_on_the_tower():
    assert tips(stocked(draw(EMPTY), "fan"), "fan", "down")[7] == NOBODY_COMES
    assert tips(stocked(draw(EMPTY), "fan"), "fan", "down")[8][1] == {13, 18}


def test_whoever_has_chosen_is_told_nothing_more_about_it():
    """A ballista is complete with its direction, while others still choose and a skeleton comes to its tower."""
    position = stocked(draw(f"{EMPTY}\n{EMPTY}\n. G> . . .", players=2), "ballista")
    position.state["heroes"][0, 0] = 0
    assert tips(position, "ballista", "left") == {}
    assert position.waiting == (1,)


def test_B7_what_acts_at_once_and_what_lures_is_foretold():
    assert tips(stocked(draw("G> . . . ."), "bomb"), "bomb")[0] == ("At once: a green skeleton, killed.", set())
    assert tips(stocked(draw("G> . . . ."), "dragon"), "dragon")[0][1] == {1, 5}
    lured = tips(stocked(draw("G> . . . ."), "treasure"), "treasure")
    assert lured[6] == ("Skeletons on the marked fields turn towards it.", {1, 5, 7, 11})
    assert lured[1][0].endswith("Next to come here: a green skeleton, the treasure is destroyed.")


def test_a_trap_under_the_hero_waits_and_one_on_the_board_can_be_picked_up():
    position = stocked(draw(EMPTY), "labyrinth")
    hero = int(position.state["heroes"][0, 0])
    assert tips(position, "labyrinth")[hero][0].startswith("Your hero stands here")
    assert tips(draw("H . . . .")) == {0: ("Choosing it puts the hearse back into your stash.", set())}
    assert tips(stocked(draw("C3 . . . ."), "shield"), "shield")[0][0] == "The next use of the catapult is not spent."


# --- What the rules do, the tip says


def test_a_wall_may_send_somebody_on_to_the_trap():
    """A skeleton on (1, 0) facing right, a wall \\ on (1, 1), a catapult to be placed on (2, 1)."""
    found = tips(stocked(draw(f"{EMPTY}\nG> \\ . . ."), "catapult"), "catapult")
    assert found[11] == ("Next to come here: a green skeleton, hurled to a graveyard.", set())


def test_a_lure_turns_those_beside_it_before_the_move():
    """A treasure on (1, 2): one walks at it from (1, 1), and another on (1, 3) faces up."""
    found = tips(stocked(draw(f"{EMPTY}\n. B> . G^ ."), "treasure"), "treasure")
    words = "Next to come here: a blue skeleton and a green skeleton, the treasure is destroyed."
    assert found[7][0] == f"Skeletons on the marked fields turn towards it. {words}"


def test_a_lure_with_uses_left_is_not_destroyed():
    uses = [2, 2, 2, 3, 1, 0, 0, 2, 2, 2, 2, 1, 1, 0]
    found = tips(stocked(draw(f"{EMPTY}\n. B> . . .", rules={"uses": uses}), "treasure"), "treasure")
    assert found[7][0].endswith("Next to come here: a blue skeleton, the treasure loses a use.")


def test_a_lure_marks_no_field_from_which_another_one_lures_first():
    assert tips(stocked(draw(f". . T . .\n{EMPTY}\n{EMPTY}"), "treasure"), "treasure")[12 + 5][1] == {12, 16, 18, 22}
    assert tips(stocked(draw(f". . T . .\n{EMPTY}\n{EMPTY}"), "treasure"), "treasure")[6][1] == {5, 11}


def test_nobody_ends_on_a_palisade():
    back = tips(stocked(draw(". . I . .\n. B> . . ."), "wall"), "wall", "rising")
    assert back[7] == ("Next to come here: a blue skeleton, stopped by a palisade.", {6})
    broken = tips(stocked(draw(f"{EMPTY}\n. B> . . I"), "spring"), "spring")
    assert broken[7] == ("Next to come here: a blue skeleton, broken by a palisade.", set())
    held = tips(stocked(draw(f"{EMPTY}\n. . . B> I"), "fan"), "fan", "right")
    assert held[7] == ("It blows in vain: nobody in front of it can move.", {8})


def test_a_palisade_keeps_those_out_that_a_wall_sends_there():
    found = tips(stocked(draw(f"{EMPTY}\n. B> / . ."), "palisade"), "palisade")
    assert found[2] == ("Next to come here: a blue skeleton, kept out.", {6})
    assert found[8] == NOBODY_COMES


def test_a_fan_pushes_those_that_are_in_front_of_it_after_the_move():
    found = tips(stocked(draw(f"{EMPTY}\n. . . B< ."), "fan"), "fan", "right")
    assert found[6] == ("Pushed ahead: a blue skeleton.", {7, 8})
    assert found[7] == ("Next to come here: a blue skeleton, the fan is used.", {8, 9})  # nobody is in front then


def test_where_a_dragon_puts_skeletons_makes_no_difference_to_other_traps():
    found = tips(stocked(draw("G> D . . .\n. . . . .\n. . . . .\n. B> . . ."), "catapult"), "catapult")
    assert found[17][0] == "Next to come here: a blue skeleton, hurled to a graveyard."


def test_with_several_graveyards_the_round_is_foreseen_too():
    position = stocked(draw("G> C . . .\n. . . . .\n. . . . .\n. B> . . .", players=4), "hearse")
    assert tips(position, "hearse")[17][0] == "Next to come here: a blue skeleton, taken to a graveyard."


def test_under_the_hero_a_lure_still_lures_and_a_palisade_still_holds():
    lure = tips(stocked(draw(f"{EMPTY}\n. B> @ . ."), "treasure"), "treasure")
    assert lure[7] == ("Skeletons on the marked fields turn towards it.", {2, 6, 8, 12})
    kept = tips(stocked(draw(f"{EMPTY}\n. B> @ . ."), "palisade"), "palisade")
    assert kept[7] == ("Next to come here: a blue skeleton, kept out.", {6})


# --- Played out, the round goes as foretold


def round_of(position, field):
    """What happens on player 0's board in this round if a field is chosen and dragons put everybody upwards."""
    after, events = position.copy(), []
    turn = int(after.state["turn"][0])
    after.play(0, field)
    while True:
        events += [event for event in after.events if event.numbers[:1] == (0,)]
        if after.over or int(after.state["turn"][0]) != turn:
            return events
        after.play(after.waiting[0], "up" if asked(after) else "pass")


def is_used(events, trap, field):
    """Whether anything becomes of a trap on a field, but that it is placed there."""
    kinds = (Happening.SPENT, Happening.DESTROYED, Happening.BLOCKED, Happening.HELD, Happening.HEARSE_LEFT)
    return any(event.kind in kinds and event.field == field for event in events)


SUFFERED = {  # those on whom a trap acts have an event each, on its field
    Trap.WALL: Happening.REFLECTED,
    Trap.SPRING: Happening.THROWN,
    Trap.PORTAL: Happening.SENT_HOME,
    Trap.BOMB: Happening.TRAP_KILLED,
    Trap.LABYRINTH: Happening.HELD,
    Trap.DRAGON: Happening.CARRIED,
}


def suffered(events, trap, field):
    """The skeletons on which a trap acts, by colour."""
    found = [event for event in events if event.kind == SUFFERED[trap] and event.field == field]
    return Counter(COLOURS[COLOUR_OF[event.skeleton]] for event in found)


def is_up_to_a_dragon(events, field):
    """Whether another dragon puts somebody somewhere: onto a hearse, or in front of a fan, for instance."""
    return any(event.kind == Happening.CARRIED and event.field != field for event in events)


def named(text):
    """The skeletons that a tip names, by colour."""
    found = re.findall(rf"(a|\d+) ({'|'.join(COLOURS)}) skeleton", text)
    return sum((Counter({colour: 1 if count == "a" else int(count)}) for count, colour in found), Counter())


def choices_of_fields(seed, most):
    """Positions of a game by chance in which player 0 has only to choose a trap's field."""
    rules = {"traps": [*range(1, MOST_TRAPS + 1)], "spawns": 5, "layers": 50, "houses": 50}
    position, dice = garrison.load("boneyard", variant="former", players=2, rules=rules).new(seed), Random(seed)
    while most and not position.over:
        player = dice.choice(position.waiting)
        position.play(player, dice.choice(position.actions(player)))
        s = position.state[0]
        is_placing = s.phase == Phase.TRAPS and 0 in position.waiting and s.chosen_traps[0]
        if is_placing and position.actions(0)[0] < Press.PASS:  # a field
            most -= 1
            yield position


@pytest.mark.parametrize("seed", range(3))
def test_played_out_the_round_goes_as_foretold(seed):
    seen = Counter()
    for position in choices_of_fields(seed, 25):
        trap = Trap(int(position.state["chosen_traps"][0, 0]))
        if trap == Trap.SHIELD:
            continue
        for field, (text, _) in tips(position.copy()).items():
            events = round_of(position, field)
            seen[trap, is_used(events, trap, field)] += 1
            if is_up_to_a_dragon(events, field):
                assert not named(text) or is_used(events, trap, field), (text, events)
                continue
            assert bool(named(text) or "in vain" in text) == is_used(events, trap, field), (text, events)
            if trap in SUFFERED and "palisade" not in text and "At once" not in text:
                assert named(text) == suffered(events, trap, field), (text, events)
    assert len(seen) > 10, seen
