"""Studies on many machines by Ray: parts of a study are tasks, and what they give is put together here."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Sequence

from rulehound.studies import Name, Texts, keep_part, merge, missing, play_part, summary

#: What is called in a worker before it plays a part; for tests of what breaks.
Before = Callable[[int, int], None]


def parts(gaps: Sequence[tuple[int, int]], each: int) -> list[tuple[int, int]]:
    """Ranges cut into parts of at most so many games."""
    return [
        (first, min(first + each, last)) for start, last in gaps for first in range(start, last, each)
    ]


def study(
    game: Name,
    out: Name = "study",
    *,
    games: int,
    each: int = 1_000,
    arguments: Sequence[str] = (),
    address: str | None = None,
    retries: int = 3,
    told: Callable[[int, int], None] | None = None,
    before: Before | None = None,
) -> dict[str, Any]:
    """Plays a study on a Ray cluster and gives its summary; page, scripts and games lie in the folder `out`.

    The games are cut into parts of `each`, one task a part, one processor a task. What a part comes to hangs on the rules, the seed and the
    numbers of its games only, so the cutting and the machines change nothing. Parts that lie in the folder already are not played again: a study that
    was broken off goes on. A worker that dies costs its part, which is played again, up to `retries` times.

    `arguments` are those of `rulehound study` (`--bots`, `--seed`, `--players`, ...). `address` is that of a running cluster; without one Ray finds
    one or starts one here. The package must be installed on all machines; the rules are sent to them. `told` is called with how many games are there
    and how many there will be.

    Raises `StudyFailed` if the rules misbehave, or `RulesError`.
    """
    import ray

    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    texts = Texts.of(game)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False, include_dashboard=False)

    def play(first: int, last: int) -> bytes:
        if before is not None:
            before(first, last)
        return play_part(texts, first, last, arguments)

    task = ray.remote(num_cpus=1, max_retries=retries)(play)
    todo = parts(missing(folder, games), each)
    done = games - sum(last - first for first, last in todo)
    waiting: dict[Any, tuple[int, int]] = {}
    queue = iter(todo)
    # Not all at once: what is not played yet takes no memory.
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    while True:
        for part in queue:
            waiting[task.remote(*part)] = part
            if len(waiting) >= most:
                break
        if not waiting:
            break
        ready, _ = ray.wait(list(waiting), num_returns=1)
        for task in ready:
            first, last = waiting.pop(task)
            try:
                keep_part(folder, first, last, ray.get(task))
            except ray.exceptions.RayTaskError as error:
                raise error.as_instanceof_cause() from None
            done += last - first
            if told is not None:
                told(done, games)
    merge(texts, folder, arguments)
    return summary(folder)
