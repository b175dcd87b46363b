"""Work in parts: all of them are done, in any thread, before anything comes back."""

from __future__ import annotations

import threading

import pytest

from garrison.core.batches.parallel import in_parts, share_out


def test_results_are_in_the_order_of_the_parts_whoever_is_first() -> None:
    last_is_done = threading.Event()

    def work(first: int, last: int) -> tuple[int, int, str]:
        if last == 30:
            last_is_done.set()
        assert last_is_done.wait(60)
        return first, last, threading.current_thread().name

    parts = in_parts(work, [0, 10, 20, 30])
    assert [part[:2] for part in parts] == [(0, 10), (10, 20), (20, 30)]
    assert [part[2] for part in parts] == [threading.current_thread().name, "garrison", "garrison"]


@pytest.mark.parametrize("failing", [0, 10, 20])
def test_an_error_in_any_part_is_raised_when_all_are_done(failing: int) -> None:
    done: list[int] = []

    def work(first: int, last: int) -> None:
        if first == failing:
            raise ValueError(f"part {first}")
        done.append(first)

    for _ in range(3):
        with pytest.raises(ValueError, match=f"part {failing}"):
            in_parts(work, [0, 10, 20, 30])
        assert sorted(done) == sorted({0, 10, 20} - {failing})
        done.clear()


def test_several_threads_share_out_work_at_the_same_time() -> None:
    brought: dict[int, list[int]] = {}

    def call(number: int) -> None:
        for _ in range(50):
            brought[number] = in_parts(lambda first, last: number * (last - first), [0, 1, 3])

    callers = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(60)
    assert brought == {number: [number, 2 * number] for number in range(4)}


def test_whoever_waits_does_what_nobody_has_begun() -> None:
    begun, free = threading.Barrier(5), threading.Event()

    def work(first: int, last: int) -> None:
        begun.wait(60)
        assert free.wait(60)

    busy = threading.Thread(target=in_parts, args=(work, range(5)))
    busy.start()
    begun.wait(60)  # now it waits, and so do the three threads that would help
    parts = in_parts(lambda first, last: threading.current_thread(), range(5))
    assert parts == [threading.current_thread()] * 4
    free.set()
    busy.join(60)


def test_work_is_shared_out_without_gaps() -> None:
    for count, threads in ((1, 4), (127, 2), (128, 2), (1000, 3), (1000, 64)):
        parts = share_out(lambda first, last: (first, last), count, threads)
        assert [place for first, last in parts for place in range(first, last)] == list(range(count))
