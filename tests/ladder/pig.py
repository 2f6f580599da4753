#!/usr/bin/env python3
"""How often a bot wins in Pig against somebody who stops with 20 points or more, and with what would win.

Who begins is drawn by lot. What is told is the share with what chance may have added or taken, 19 times out of 20 (Wilson). Best play wins 54 % or so
against this player (Neller and Presser, Optimal Play of the Dice Game Pig, 2004).

usage, from the folder of the repository: tests/ladder/pig.py PROGRAM [LEVEL] [GAMES]
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from ladder import wilson

RULES = "examples/classics/pig.rules"
STOP = re.compile(r"stop with (\d+) point")
POINTS = re.compile(r"^\W*Ann\s+(\d+)", re.MULTILINE)


def heard(process):
    """What is told up to the next question, or to the end."""
    told = ""
    while not told.endswith("Ann> "):
        letter = process.stdout.read(1)
        if not letter:
            return told, False
        told += letter
    return told, True


def won(program, level, seed):
    asked = [program, "play", RULES, "--players", "Ann,Ben", "--human", "Ann", "--bot", f"Ben={level}", "--seed", str(seed)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(asked, text=True, **pipes) as process:
        while True:
            told, goes_on = heard(process)
            if not goes_on:
                winner = re.search(r"The game is over: (\w+) wins", told)
                return winner and winner.group(1) == "Ben"
            pot = STOP.findall(told)
            points = POINTS.findall(told)
            if not pot:
                sys.exit(f"no question was understood:\n{told}")
            enough = int(pot[-1]) >= 20 or int(points[-1] if points else 0) + int(pot[-1]) >= 100
            process.stdin.write("2\n" if enough else "1\n")
            process.stdin.flush()


def main():
    program = sys.argv[1]
    level = sys.argv[2] if len(sys.argv) > 2 else "strong"
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    with ThreadPoolExecutor(2) as two:
        wins = sum(two.map(lambda seed: bool(won(program, level, seed)), range(games)))
    least, most = wilson(wins / games, games)
    print(f"{level} wins {100 * wins / games:.1f} % of {games} games ({100 * least:.0f} to {100 * most:.0f})")


if __name__ == "__main__":
    main()
