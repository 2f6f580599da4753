"""How many steps a second a batch of games makes: `python tests/speed.py GAME [COUNT]`. No test: it measures.

A step is one answer in one game, with the observation and the mask of whoever decides next. Answers are drawn at random here, in the same loop.
Processor time is measured, too, since other programs on the machine do not change it.
"""

from __future__ import annotations

import sys
import time

import rulehound


def measure(game: rulehound.Game, count: int, threads: int) -> tuple[float, float]:
    """Steps a second by the clock and by processor time: the best of five runs of 200 steps."""
    batch = rulehound.VecGame(game, count, seed=1, threads=threads)
    for _ in range(50):
        batch.step(batch.random_actions())
    best = (0.0, 0.0)
    for _ in range(5):
        clock, processor = time.perf_counter(), time.process_time()
        for _ in range(200):
            batch.step(batch.random_actions())
        clock, processor = time.perf_counter() - clock, time.process_time() - processor
        best = (max(best[0], 200 * count / clock), max(best[1], 200 * count / processor))
    return best


def main() -> None:
    """Measures with one thread and with two."""
    game = rulehound.Rules.load(sys.argv[1]).game()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 1_024
    for threads in (1, 2):
        clock, processor = measure(game, count, threads)
        print(f"{threads} thread(s): {clock:,.0f} steps a second, {processor:,.0f} by processor time")


if __name__ == "__main__":
    main()
