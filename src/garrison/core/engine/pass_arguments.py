"""What a pass over many positions (passes.py) is told: one record with the addresses of a game's entries and of the
arrays, and how the pass is to be done. core/batches/advance.py fills it."""

from __future__ import annotations

import numpy as np

from garrison.core.engine.record import DICE, record

NEXT_STEP, SAME_STEP, DISABLED = 0, 1, 2  # when a game that has ended begins again
RAISE, REPLACE, PENALTY = 0, 1, 2  # what becomes of an illegal action
SCORE, OUTCOME = 0, 1  # what rewards are
RUNNING, TERMINATED, TRUNCATED = 0, 1, 2
NOBODY = -1
NOTHING, WRONG = -1, -2  # in place of an action

ENTRIES = ("new", "legal", "step", "observe", "measure", "muster", "score")
# For each array: the type of its elements.
ARRAYS = {
    "dice": DICE,
    "seeds": np.uint64,  # of each position's game
    "rounds": np.int64,  # how many games a position has begun
    "actions": np.int64,
    "who": np.int64,  # the player who acts, or NOBODY
    "ended": np.uint8,  # RUNNING, TERMINATED or TRUNCATED
    "rewards": np.float32,
    "terminated": np.uint8,
    "truncated": np.uint8,
    "players": np.int64,  # `who`, for the caller
    "entity_counts": np.int64,
    "final_entity_counts": np.int64,
    "used": np.int64,  # the action behind each of the caller's actions
    "votes": np.int64,  # for each line of a record, how many passes lately found something in it
    "lines": np.int64,  # where in a record the memory is that is asked for ahead
}
# Arrays taken row by row. `kept` has two for each position, the scores before a step and those after it; `marks` are
# the masks that actions are checked against, and `masks` what the caller gets of them; `drafts`, of planes, and
# `mark_drafts`, of a game's own mask, have two and one for each BLOCK of positions, which no two threads share. Rows
# that are STRIDED may be parts of larger ones.
STRIDED = ("masks", "planes", "numbers", "entities", "final_planes", "final_numbers", "final_entities")
ROWS = ("states", "kept", "tallies", "marks", "mark_drafts", "drafts", *STRIDED)
BLOCK = 64  # positions
CLAIM_SIZE = 128  # bytes from one thread's count of positions to the next's: two lines, which are fetched together
SIZES = (
    "count",  # positions
    "players_count",
    "each",  # rows for each position: players_count where everyone acts, or 1
    "seats",  # of the largest game: how many scores are written
    "actions_count",
    "used_count",  # the caller's actions
    "prefix",  # how many of them are the same as the game's own
    "record_size",
    "draft_size",
    "mark_draft_size",
    "planes_count",
    "board_rows",
    "board_columns",
    "numbers_count",
    "most_entities",
    "entity_parts",
)
STRIDES = tuple(f"{name}_stride" for name in STRIDED)  # in bytes from one row to the next
CHOICES = ("autoreset", "illegal", "scheme", "everyone", "looking", "listing", "finals", "viewer", "limit", "chained")
# How memory is treated where no cache holds all positions: `ahead`, the next one's is asked for while one is played;
# `past`, planes are drafted in memory that is at hand, and go from there to the caller's past the caches while the next
# position is played.
WAYS = ("ahead", "past")
FOUND = ("surveys", "lines_count")  # how often a record was looked at, and how many `lines` are asked for
LOOPS = ("near", "far")  # the parts of a pass that it calls by their addresses
PASS_ARGUMENTS = record(
    [
        (name, np.int64)
        for name in ("parameters", *ENTRIES, *LOOPS, *ARRAYS, *ROWS, *SIZES, *STRIDES, *CHOICES, *WAYS, *FOUND)
    ]
    + [("series", np.uint64), ("fine", np.float64)]
)
