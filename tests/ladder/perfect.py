"""How often a strong bot's hint in four in a row keeps what the position is worth, judged by perfect play.

Positions come from random games of 8 to 32 discs in which nobody can win at once and the moves differ in worth. `bitbully` (from PyPI) knows what each
is worth.

usage: perfect.py PROGRAM [POSITIONS]
"""

import math
import random
import re
import subprocess
import sys

import bitbully.bitbully_core as perfect

RULES = "examples/classics/four-in-a-row.rules"


def sign(score):
    return (score > 0) - (score < 0)


def positions(count):
    """Columns from the beginning, and the columns that keep the worth."""
    chance, solver, found = random.Random(1), perfect.BitBullyCore(), []
    while len(found) < count:
        board, columns = perfect.BoardCore(), []
        for _ in range(chance.randint(8, 32)):
            legal = [column for column in range(7) if board.isLegalMove(column)]
            if not legal or board.canWin():
                break
            columns.append(chance.choice(legal))
            board.play(columns[-1])
            if board.hasWin():
                break
        else:
            if board.canWin() or board.hasWin():
                continue
            scores = {}
            for column in range(7):
                if board.isLegalMove(column):
                    after = board.playMoveOnCopy(column)
                    scores[column] = sign(-solver.mtdf(after, 0))
            best = max(scores.values())
            if len(set(scores.values())) > 1:
                found.append((columns, {column for column in scores if scores[column] == best}))
    return found


def hint(program, columns):
    """The column that the program would take."""
    holes = [f"hole {'abcdefg'[column]}{6 - columns[:number].count(column)}" for number, column in enumerate(columns)]
    typed = "\n".join([*holes, "hint", "q", ""])
    told = subprocess.run(
        [program, "play", RULES, "--human", "all", "--seed", "1"], input=typed, capture_output=True, text=True, check=True
    ).stdout
    return "abcdefg".index(re.search(r"A strong bot would choose \d+: hole (\w)", told).group(1))


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    kept = sum(hint(program, columns) in best for columns, best in positions(count))
    width = 1.96 * math.sqrt(kept / count * (1 - kept / count) / count)
    print(f"{kept} of {count} keep what the position is worth: {100 * kept / count:.1f} % ± {100 * width:.1f}")


main()
