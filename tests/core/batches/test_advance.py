"""`batch.advance`: one pass does what the single calls do, in every mode, and into whatever arrays are given."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from garrison.core.batches.advance import Transition
from garrison.core.batches.batch import Batch
from garrison.core.engine.lane import LANE
from garrison.core.game import Game, load
from garrison.core.position import Position
from garrison.core.seeds import seeds_of
from garrison.errors import BadOption, BadPosition, IllegalAction
from playing import NAMES, game_of

pytestmark = pytest.mark.lane
COUNT = 5
LIMIT, ROUNDS = (5, 8) if LANE == "interpreted" else (12, 30)  # where a step takes a thousand times as long
SHORT = {"max_steps": LIMIT}


def short_game(name: str) -> Game:
    return load(name, rules=SHORT)


def chosen(transition: Transition, dice: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action for every row; any where there is none, because the game has ended."""
    masks = transition.masks.reshape(-1, transition.masks.shape[-1])
    actions = [int(dice.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
    return np.array(actions).reshape(transition.masks.shape[:-1])


def listed(brought: Transition, place: Any, when: str = "") -> list[list[int]]:
    """The entities of a row, after which there are only zeros."""
    entities, counts = getattr(brought, f"{when}entities"), getattr(brought, f"{when}entity_counts")
    assert not entities[place][counts[place] :].any()
    rows: list[list[int]] = entities[place][: counts[place]].tolist()
    return rows


class Single:
    """The same series, played with single positions: what a pass must agree with."""

    def __init__(self, game: Game, seed: int, index: int, autoreset: str) -> None:
        self.game, self.index, self.autoreset = game, index, autoreset
        self.seeds = seeds_of(seed, COUNT * 40)
        self.begun = 0
        self.final: Position | None = None
        self.begin()

    def begin(self) -> None:
        self.position = self.game.new(int(self.seeds[self.index + COUNT * self.begun]))
        self.begun += 1
        self.is_done = False

    def advance(self, action: int) -> tuple[list[float], bool, bool]:
        position, self.final = self.position, None
        if self.is_done:
            ended = (False, False) if self.autoreset == "next_step" else self.ended
            if self.autoreset == "next_step":
                self.begin()
            return [0.0] * self.game.players, *ended
        before = position.scores
        if action >= 0:
            position.play(position.waiting[0], int(action))
        rewards = [after - was for after, was in zip(position.scores, before, strict=True)]
        is_limit = position.outcome is not None and position.outcome.reason == "limit"
        self.ended = (position.over and not is_limit, is_limit)
        self.is_done = position.over
        if position.over and self.autoreset == "same_step":
            self.final = position
            self.begin()
        return rewards, *self.ended


@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("name", NAMES)
def test_a_pass_agrees_with_single_positions(name: str, autoreset: str) -> None:
    game = short_game(name)
    has_lists = bool(game.facts.entities)
    batch = game.batch(COUNT, seed=3, autoreset=autoreset, final=True, entities=has_lists)
    singles = [Single(game, 3, index, autoreset) for index in range(COUNT)]
    brought, dice = batch.look(), np.random.default_rng(1)
    for _ in range(ROUNDS):
        actions = chosen(brought, dice)
        brought = batch.advance(actions)
        for index, single in enumerate(singles):
            rewards, terminated, truncated = single.advance(int(actions[index]))
            position = single.position
            player = position.waiting[0] if position.waiting else -1
            assert brought.rewards[index].tolist() == pytest.approx(rewards)
            assert (brought.terminated[index], brought.truncated[index]) == (terminated, truncated)
            assert brought.players[index] == player
            assert brought.masks[index].tolist() == position.mask(max(player, 0)).tolist()
            assert (brought.planes[index] == position.observe(max(player, 0))).all()
            assert (brought.numbers[index] == position.measure(max(player, 0))).all()
            assert not has_lists or listed(brought, index) == position.entities(max(player, 0)).tolist()
            assert batch[index] == position
            if single.final is not None:
                assert (brought.final_planes[index] == single.final.observe(0)).all()
                assert (brought.final_numbers[index] == single.final.measure(0)).all()
                assert not has_lists or listed(brought, index, "final_") == single.final.entities(0).tolist()
    assert all(single.begun > 1 for single in singles) or autoreset == "disabled"


@pytest.mark.parametrize("name", ["boneyard", "skirmish", "siege"])
def test_everyone_acts_at_once(name: str) -> None:
    game = short_game(name)
    has_lists = bool(game.facts.entities)
    batch = game.batch(COUNT, seed=3, every_player=True, autoreset="disabled", entities=has_lists)
    singles = [game.new(int(seed)) for seed in seeds_of(3, COUNT)]
    brought, dice = batch.look(), np.random.default_rng(2)
    for _ in range(ROUNDS):
        actions = chosen(brought, dice)
        brought = batch.advance(actions)
        for index, single in enumerate(singles):
            for player in single.waiting:
                if player in single.waiting:  # the limit may have ended the game
                    single.play(player, int(actions[index, player]))
            assert batch[index] == single
            for player in range(game.players):
                mask = brought.masks[index, player].tolist()
                assert mask[:-1] == single.mask(player).tolist()
                assert mask[-1] == (player not in single.waiting)  # nothing to do, for who is not asked
                assert (brought.planes[index, player] == single.observe(player)).all()
                assert (brought.numbers[index, player] == single.measure(player)).all()
                assert not has_lists or listed(brought, (index, player)) == single.entities(player).tolist()


def test_who_is_no_longer_asked_does_nothing() -> None:
    game = load("skirmish", rules={"alternate": False})  # S12: either side may move
    batch = game.batch(1, every_player=True)
    masks = batch.look().masks
    batch.advance(np.array([[int(np.flatnonzero(masks[0, player])[0]) for player in range(2)]]))
    assert batch[0].steps == 1
    assert batch[0].waiting == (0,)


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_is_refused_replaced_or_ends_the_game(name: str) -> None:
    game = game_of(name)
    wrong = np.full(COUNT, game.facts.actions)
    batch = game.batch(COUNT, seed=1)
    before = [batch[index] for index in range(COUNT)]
    with pytest.raises(IllegalAction, match=r"Position 0 of the batch: action .* nothing was played"):
        batch.advance(wrong)
    assert [batch[index] for index in range(COUNT)] == before
    batch = game.batch(COUNT, seed=1, illegal="replace")
    batch.advance(wrong)
    assert [batch[index].steps for index in range(COUNT)] == [1] * COUNT
    batch = game.batch(COUNT, seed=1, illegal="penalty", autoreset="same_step", penalty=-5)
    brought = batch.advance(wrong)
    assert brought.terminated.all()
    assert (brought.rewards.min(axis=1) == -5).all()
    assert [batch[index].steps for index in range(COUNT)] == [0] * COUNT


def test_minus_one_leaves_a_position_as_it_is() -> None:
    batch = load("skirmish", rules={"max_steps": 1}).batch(COUNT)
    before = [batch[index] for index in range(COUNT)]
    batch.advance(np.full(COUNT, -1))
    assert [batch[index] for index in range(COUNT)] == before
    batch.advance(batch.random_actions())
    assert batch.advance(np.full(COUNT, -1)).truncated.all()  # even after the end
    assert not batch.advance(np.zeros(COUNT, dtype=np.int64)).truncated.any()


@pytest.mark.parametrize("autoreset", ["next_step", "disabled"])
def test_an_end_that_stays_is_written_into_whatever_arrays_are_given(autoreset: str) -> None:
    batch = load("skirmish", rules={"max_steps": 1}).batch(COUNT, autoreset=autoreset)
    batch.advance(batch.random_actions())
    out = batch.advance(np.full(COUNT, -1), out=batch.transition())
    assert out.truncated.all()
    assert (out.planes == batch.observe()).all()
    assert not out.masks.any()


def test_an_offence_ends_a_game_until_it_is_restarted() -> None:
    batch = game_of("minefield").batch(COUNT, illegal="penalty", autoreset="disabled")
    batch.advance(np.full(COUNT, 99))
    assert batch.look().terminated.all()
    batch.reset(np.arange(COUNT), np.array([1, 0, 0, 0, 1]))
    assert batch.look().terminated.tolist() == [False, True, True, True, False]
    batch.advance(np.zeros(COUNT, dtype=np.int64))
    assert [batch[index].steps for index in range(COUNT)] == [1, 0, 0, 0, 1]


def test_the_seat_sees_the_end() -> None:
    game = load("skirmish", rules={"max_steps": 1})
    batch = game.batch(COUNT, seat=1, final=True, autoreset="same_step")
    ended = [batch[index] for index in range(COUNT)]
    actions = batch.random_actions()
    for index, position in enumerate(ended):
        position.play(0, int(actions[index]))
    brought = batch.advance(actions)
    assert all((brought.final_planes[index] == ended[index].observe(1)).all() for index in range(COUNT))
    with pytest.raises(BadOption, match="seat must be from 0 to 1, not 2"):
        game.batch(1, seat=2).look()


def test_a_batch_can_begin_again_with_another_seed() -> None:
    game = load("minefield", rules=SHORT)
    one, two = (game.batch(COUNT, seed=seed, autoreset="same_step", illegal="replace") for seed in (1, 2))
    one.advance(np.full(COUNT, 99))
    one.restart(2)
    for _ in range(20):
        one.advance(np.full(COUNT, 99))
        two.advance(np.full(COUNT, 99))
    assert one.states.tobytes() == two.states.tobytes()


def test_seeds_may_follow_from_those_before() -> None:
    """The same games come one after another, wherever in a batch the first of them is played."""
    game, seeds = load("minefield", rules={"max_steps": 2}), np.array([7, 8, 9, 7, 1], dtype=np.uint64)
    batch = game.batch(COUNT, autoreset="same_step", illegal="replace", chained=True)
    batch.begin(seeds, np.ones(COUNT, dtype=bool))
    for _ in range(2):
        seeds = np.array([seeds_of(int(seed), 2)[1] >> np.uint64(1) for seed in seeds])
        for _ in range(2):
            batch.advance(np.full(COUNT, -1))
            batch.advance(np.zeros(COUNT, dtype=np.int64))
        assert batch.seeds.tolist() == seeds.tolist()
        assert all(batch[index] == game.new(int(seeds[index])) for index in range(COUNT))


def test_some_games_begin_and_are_looked_at() -> None:
    game = game_of("skirmish")
    batch = game.batch(COUNT, seed=1)
    batch.advance(batch.random_actions())
    which = np.array([1, 0, 0, 1, 0], dtype=bool)
    begun = batch.begin(np.arange(COUNT, dtype=np.uint64), which)
    assert [batch[index].steps for index in range(COUNT)] == [0, 1, 1, 0, 1]
    assert (begun.masks == batch.legal()).all()
    assert (batch.marks == begun.masks).all()
    assert (begun.planes == batch.observe()).all()
    assert not batch.marks.flags.writeable


def test_rewards_for_the_outcome() -> None:
    batch = load("skirmish", setup="duel").batch(20, seed=2, rewards="outcome", illegal="replace")
    total = np.zeros((20, 2))
    for _ in range(300):
        brought = batch.advance(np.zeros(20, dtype=np.int64))
        ended = brought.terminated | brought.truncated
        assert (brought.rewards.sum(axis=1) == 0).all()
        assert (brought.rewards[~ended] == 0).all()
        total += np.abs(brought.rewards)
    assert total.sum() > 0


def test_a_limit_of_steps_truncates() -> None:
    batch = game_of("minefield").batch(COUNT, limit=3, autoreset="same_step")
    truncated = [batch.advance(np.zeros(COUNT, dtype=np.int64)).truncated.tolist() for _ in range(6)]
    assert truncated == [[index % 3 == 2] * COUNT for index in range(6)]


@pytest.mark.parametrize("name", NAMES)
def test_compact_actions_are_those_that_can_be_used(name: str) -> None:
    game = short_game(name)
    plain, compact = game.batch(COUNT, seed=4), game.batch(COUNT, seed=4, compact=True)
    first, second, dice = plain.look(), compact.look(), np.random.default_rng(1)
    for _ in range(ROUNDS):
        assert first.masks[:, game.used_actions].tolist() == second.masks.tolist()
        assert first.masks.sum() == second.masks.sum()  # nothing legal was left out
        actions = chosen(second, dice)
        second = compact.advance(actions)
        first = plain.advance(game.used_actions[actions])
    assert plain.states.tobytes() == compact.states.tobytes()


@pytest.mark.once
def test_any_number_of_threads_gives_the_same() -> None:
    one, two = (game_of("minefield").batch(300, seed=5, threads=threads, illegal="replace") for threads in (1, 3))
    for _ in range(20):
        first, second = one.advance(np.full(300, 99)), two.advance(np.full(300, 99))
        assert all((a == b).all() for a, b in zip(first, second, strict=True))
    assert one.states.tobytes() == two.states.tobytes()


def test_arrays_may_be_given() -> None:
    batch = game_of("loop").batch(COUNT, seed=1)
    own, out = batch.look(), batch.transition()
    actions = chosen(own, np.random.default_rng(1))
    assert batch.advance(actions, out=out) is out
    assert (out.masks == batch.legal()).all()
    assert batch.look() is own
    assert (own.masks == out.masks).all()
    for wrong in (out.masks[:2], out.masks.astype(bool), out.masks.T.copy().T, out.masks.tolist()):
        with pytest.raises(BadOption, match=r"out\.masks must be a writable array of uint8"):
            batch.advance(actions, out=out._replace(masks=wrong))


def test_given_rows_may_be_parts_of_larger_ones() -> None:
    game = game_of("boneyard")
    batch = game.batch(COUNT, seed=1, every_player=True)
    own = batch.look()
    kind = np.dtype(
        [("numbers", np.int64, own.numbers.shape[2:]), ("masks", np.uint8, own.masks.shape[2:])], align=True
    )
    records = np.zeros(own.masks.shape[:2], dtype=kind)
    out = batch.transition()._replace(numbers=records["numbers"], masks=records["masks"])
    batch.look(out)
    assert (records["numbers"] == own.numbers).all()
    assert (records["masks"] == own.masks).all()
    with pytest.raises(BadOption, match=r"out\.masks must be"):
        batch.look(out._replace(masks=np.zeros((COUNT, 5, own.masks.shape[2]), np.uint8)[:, :4:2]))


def test_what_callers_write_into_a_mask_allows_nothing() -> None:
    batch = game_of("skirmish").batch(COUNT)
    batch.look().masks[:] = 1
    with pytest.raises(IllegalAction):
        batch.advance(np.full(COUNT, 55))


def test_other_calls_in_between() -> None:
    batch = game_of("skirmish").batch(COUNT, seed=1)
    batch.advance(batch.random_actions())
    batch.step(batch.random_actions())
    batch.reset(np.arange(COUNT), np.array([1, 0, 0, 0, 1]))
    brought = batch.advance(batch.random_actions())
    assert (brought.masks == batch.legal()).all()
    assert [batch[index].steps for index in range(COUNT)] == [1, 3, 3, 3, 1]


def test_records_can_be_saved_and_restored_whole() -> None:
    batch = game_of("skirmish").batch(COUNT, seed=1)
    saved = batch.states.copy()
    first = chosen(batch.look(), np.random.default_rng(1))
    batch.advance(first)
    after = batch.states.tobytes()
    batch.restore(saved)
    batch.advance(first)
    assert batch.states.tobytes() == after
    batch.states[:] = saved  # by hand: every mask is made again before something is played
    batch.advance(first)
    assert batch.states.tobytes() == after
    with pytest.raises(BadPosition, match="records of 5 positions"):
        batch.restore(saved[:2])
    saved["moves"][3] = -1
    with pytest.raises(BadPosition, match="Position 3"):
        batch.restore(saved)


@pytest.mark.parametrize("name", ["minefield", "siege"])
def test_a_copy_that_is_seeded_again_meets_other_dice(name: str) -> None:
    game = game_of(name)
    batch = game.batch(COUNT, seed=1)
    same, other, again = batch.copy(), batch.copy(reseed=7), batch.copy(reseed=7)
    assert same.states.tobytes() == batch.states.tobytes()
    assert other.states.tobytes() == again.states.tobytes() != batch.states.tobytes()
    other.states["rng"] = batch.states["rng"]
    assert other.states.tobytes() == batch.states.tobytes()
    assert batch[0].copy(reseed=7) != batch[0] == batch[0].copy()


def test_a_pickled_batch_goes_on_with_the_same_series() -> None:
    batch = load("minefield", rules=SHORT).batch(COUNT, seed=1, autoreset="same_step")
    for _ in range(20):
        batch.advance(np.zeros(COUNT, dtype=np.int64))
    twin: Batch = pickle.loads(pickle.dumps(batch))
    for _ in range(20):
        batch.advance(np.zeros(COUNT, dtype=np.int64))
        twin.advance(np.zeros(COUNT, dtype=np.int64))
    assert twin.states.tobytes() == batch.states.tobytes()
    assert (twin.seeds == batch.seeds).all()


@pytest.mark.parametrize(
    "wrong",
    [
        {"autoreset": "never"},
        {"illegal": "ignore"},
        {"rewards": "fame"},
        {"limit": -1},
        {"threads": -1},
        {"threads": "two"},
    ],
    ids=str,
)
def test_what_cannot_be_chosen(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=f"{next(iter(wrong))} must be "):
        game_of("minefield").batch(2, **wrong)


def test_an_option_that_there_is_not() -> None:
    with pytest.raises(BadOption, match="A batch has no option 'autorest'; it has autoreset, illegal, "):
        game_of("minefield").batch(2, autorest="same_step")


def test_a_game_without_lists_of_entities() -> None:
    game = game_of("minefield")
    assert game.new(1).entities(0).shape == (0, 0)
    with pytest.raises(BadOption, match="Minefield has no lists of entities"):
        game.batch(2, entities=True).look()


def spread(actions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same numbers, in every other place of a larger array."""
    return np.repeat(actions, 2)[::2]


def locked(actions: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The same numbers, which nobody can write to."""
    actions.flags.writeable = False
    return actions


FORMS: list[Any] = [spread, locked, np.ndarray.tolist, np.int32, np.uint16, lambda actions: actions.astype(">i8")]


@pytest.mark.parametrize("illegal", ["raise", "replace"])
def test_actions_may_have_any_form(illegal: str) -> None:
    """An array of 64-bit numbers goes straight to the pass; what that may not take is converted first."""
    game = short_game("skirmish")
    batches = [game.batch(COUNT, seed=3, illegal=illegal, autoreset="same_step") for _ in range(len(FORMS) + 1)]
    dice, brought = np.random.default_rng(1), batches[-1].look()
    for _ in range(ROUNDS):
        actions = chosen(brought, dice)
        if illegal == "replace":
            actions[0] = 255  # the last field of the largest board, which this one does not have
        brought = batches[-1].advance(actions.copy())
        for form, batch in zip(FORMS, batches, strict=False):
            passed = batch.advance(form(actions.copy()))
            assert all((one == other).all() for one, other in zip(passed, brought, strict=True))


@pytest.mark.parametrize("form", [list, np.array], ids=["list", "array"])
def test_one_illegal_action_and_nothing_is_played(form: Any) -> None:
    batch = short_game("skirmish").batch(COUNT, seed=3)
    actions = chosen(batch.look(), np.random.default_rng(1))
    batch.advance(actions)
    before, actions = batch.copy(), chosen(batch.look(), np.random.default_rng(2))
    actions[-1] = 255
    with pytest.raises(IllegalAction, match=f"Position {COUNT - 1} of the batch: action 255 is not legal for player"):
        batch.advance(form(actions))
    assert all(batch[index] == before[index] for index in range(COUNT))


@pytest.mark.parametrize("shape", [(COUNT + 1,), (COUNT, 1), (1, COUNT), (0,), ()], ids=str)
def test_an_array_of_another_shape_is_refused(shape: tuple[int, ...]) -> None:
    batch = short_game("minefield").batch(COUNT)
    batch.advance(np.zeros(COUNT, dtype=np.int64))
    with pytest.raises(IllegalAction, match="This batch takes whole numbers"):
        batch.advance(np.zeros(shape, dtype=np.int64))


@pytest.mark.parametrize("actions", [[0.5] * COUNT, [0] * (COUNT - 1), "five"], ids=str)
def test_actions_are_whole_numbers_one_for_each_position(actions: Any) -> None:
    with pytest.raises(IllegalAction, match="This batch takes whole numbers"):
        game_of("minefield").batch(COUNT).advance(actions)
