"""How many steps a second a batch of games makes: `python tests/speed.py GAME [COUNT]`. No test: it measures.

A step is one answer in one game, with the observation and the mask of whoever decides next. Answers are drawn at random here, in the same loop.
One thread and two take turns, so that what else the machine does meets both alike; the best run of each counts.
"""

from __future__ import annotations

import sys
import time

import rulehound

#: How many runs each has, and how long one is.
RUNS, SECONDS = 15, 0.2


def speed(batch: rulehound.VecGame, count: int) -> float:
    """Steps a second in one run."""
    steps, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + SECONDS:
        batch.step(batch.random_actions())
        steps += count
    return steps / (time.perf_counter() - begun)


def main() -> None:
    """Measures with one thread and with two."""
    game = rulehound.Rules.load(sys.argv[1]).game()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_024
    batches = [rulehound.VecGame(game, count, seed=1, threads=threads) for threads in (1, 2)]
    best = [0.0, 0.0]
    for _ in range(RUNS):
        best = [max(known, speed(batch, count)) for known, batch in zip(best, batches)]
    one, two = best
    print(f"one thread: {one:,.0f} steps a second; two: {two:,.0f}, {two / one:.2f} times as many")


if __name__ == "__main__":
    main()
