"""Native work on several threads, its results taken in order."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from mazzo.cards import whole_number

Task = TypeVar("Task")
Result = TypeVar("Result")


def thread_count(threads: int | None) -> int:
    """How many threads to use: what was asked for, else one for each processor we may use.

    More than four for each processor are not started: they would only wait.
    """
    affinity = getattr(os, "sched_getaffinity", None)
    processors = len(affinity(0)) if affinity else os.cpu_count() or 1
    if threads is None:
        return processors
    number = whole_number(threads)
    if number is None or number < 1:
        raise ValueError(f"threads={threads!r}: give a whole number from 1 up; by default there is one a processor")
    return min(number, 4 * processors)


def run(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    threads: int,
    *,
    stop: Callable[[], None] | None = None,
) -> Iterator[Result]:
    """Give work(task) for each task, in the order of the tasks.

    A task is begun only when it is at most twice `threads` ahead of the result that is wanted, so
    who stops asking stops the work. Tasks that may take long come with a way to `stop` them: they
    are then left to a thread even if it is but one, so that an interrupt is heard.
    """
    if threads == 1 and stop is None:
        yield from map(work, tasks)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 (costs 10 ms; one thread needs none)

    waiting = iter(tasks)
    with ThreadPoolExecutor(threads) as pool:
        begun = [pool.submit(work, task) for task in islice(waiting, 2 * threads)]
        try:
            while begun:
                result = begun.pop(0).result()
                begun.extend(pool.submit(work, task) for task in islice(waiting, 1))
                yield result
        finally:
            for future in begun:
                future.cancel()
            if stop is not None:
                stop()
