"""Lists of lines: the best few of each group are kept in order, and taken one after the other."""

from garrison.core.engine.rule import rule
from garrison.games.skirmish.skill.workspace import KEPT, Workspace

NONE = -1


@rule
def forget_lines(r: Workspace) -> None:
    """No line was found yet."""
    r.counts[:] = 0
    r.next_lines[:] = 0
    r.line_count = 0


@rule
def keep_line(r: Workspace, group: int, key: float, worth: int, nearer: int, source: int, length: int) -> None:
    """Keep a line with the clicks of a row if it is good enough; of two that are equal, the first found is better."""
    r.line_count += 1
    count = r.counts[group]
    if count == KEPT and key <= r.line_keys[group, KEPT - 1]:
        return
    place = min(count, KEPT - 1)
    while place > 0 and r.line_keys[group, place - 1] < key:
        move_line(r, group, place - 1, place)
        place -= 1
    r.counts[group] = min(count + 1, KEPT)
    r.serials[group, place] = r.line_count
    r.line_keys[group, place] = key
    r.worths[group, place] = worth
    r.nearer[group, place] = nearer
    r.lengths[group, place] = length
    for index in range(length):
        r.lines[group, place, index] = r.clicks[source, index]


@rule
def move_line(r: Workspace, group: int, start: int, end: int) -> None:
    """From one place of a group to another."""
    r.serials[group, end] = r.serials[group, start]
    r.line_keys[group, end] = r.line_keys[group, start]
    r.worths[group, end] = r.worths[group, start]
    r.nearer[group, end] = r.nearer[group, start]
    r.lengths[group, end] = r.lengths[group, start]
    for index in range(r.lengths[group, start]):
        r.lines[group, end, index] = r.lines[group, start, index]


@rule
def best_group(r: Workspace) -> int:
    """The group with the best line that was not taken; NONE if all were."""
    best = NONE
    for group in range(r.counts.shape[0]):
        if r.next_lines[group] < r.counts[group] and (best == NONE or is_better(r, group, best)):
            best = group
    return best


@rule
def is_better(r: Workspace, group: int, other: int) -> bool:
    """Whether the next line of one group comes before that of another."""
    place, other_place = r.next_lines[group], r.next_lines[other]
    key, other_key = r.line_keys[group, place], r.line_keys[other, other_place]
    return key > other_key or (key == other_key and r.serials[group, place] < r.serials[other, other_place])
