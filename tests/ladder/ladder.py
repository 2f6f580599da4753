#!/usr/bin/env python3
"""Whether stronger bots win more: each level plays the one below it, seats exchanged, in every game named or in those listed here.

usage, from the folder of the repository: tests/ladder/ladder.py PROGRAM [GAMES_A_SEAT] [GAME…]

PROGRAM is a `rulehound` built with --release. What is told is the share of the better one with what chance may have added or taken,
19 times out of 20 (Wilson). At a table of two a tie counts half; at larger ones the stronger sits alone among weaker ones, seat after seat.
"""

import json
import math
import subprocess
import sys

LEVELS = ["random", "easy", "medium", "strong"]

# game, how many sit there, one game in so many of those asked for (long games are played less often), settings
GAMES = [
    ("examples/classics/tic-tac-toe.rules", 2, 1, []),
    ("examples/classics/four-in-a-row.rules", 2, 1, []),
    ("examples/classics/othello.rules", 2, 4, []),
    ("examples/classics/english-draughts.rules", 2, 4, []),
    ("examples/classics/nine-mens-morris.rules", 2, 4, []),
    ("examples/classics/hex-small.rules", 2, 1, []),
    ("examples/classics/kalah.rules", 2, 1, []),
    ("examples/classics/pig.rules", 2, 1, []),
    ("examples/classics/liars-dice.rules", 2, 1, []),
    ("examples/classics/flea-market.rules", 3, 2, []),
    ("examples/classics/hearts.rules", 4, 20, []),
    ("games/backgammon.rules", 2, 10, ["--set", "target=1"]),
    ("games/hot-dog.rules", 2, 1, []),
    ("games/spots.rules", 2, 4, []),
    ("games/greyhounds.rules", 3, 10, []),
]


def wilson(share, count):
    z = 1.96
    middle = share + z * z / (2 * count)
    width = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - width) / (1 + z * z / count), (middle + width) / (1 + z * z / count)


def names(program, game, seats):
    asked = [program, "simulate", game, "--games", "1", "--format", "json"]
    for players in ([], ["--players", str(seats)]):
        told = subprocess.run(asked + players, capture_output=True, text=True)
        if told.returncode == 0:
            found = [win["player"] for win in json.loads(told.stdout)["wins"]]
            if len(found) == seats:
                return found, players
    sys.exit(f"{game}: {told.stderr}")


def played(program, game, players, better, levels, count, seed):
    """The points of one seat, and how many games there were."""
    asked = [program, "simulate", game, "--games", str(count), "--seed", str(seed), "--format", "json", *players]
    for name, level in levels.items():
        asked += ["--bot", f"{name}={level}"]
    told = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    wins = {win["player"]: win["wins"] for win in told["wins"]}
    points = wins[better]
    if len(wins) == 2:
        # Shared wins are counted for both.
        points += (told["nobody"] + told["unfinished"] - told["shared"]) / 2
    return points, told["games"]


def main():
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100
    wanted = sys.argv[3:]
    print("| game | seats | " + " | ".join(f"{better} : {worse}" for worse, better in zip(LEVELS, LEVELS[1:])) + " |")
    print("|---|---|---|---|---|", flush=True)
    for game, seats, part, settings in GAMES:
        if wanted and not any(word in game for word in wanted):
            continue
        players, arguments = names(program, game, seats)
        arguments = arguments + settings
        row = []
        for worse, better in zip(LEVELS, LEVELS[1:]):
            points, games = 0, 0
            for seed, name in enumerate(players):
                levels = {player: better if player == name else worse for player in players}
                got, of = played(program, game, arguments, name, levels, max(count // part, 2), seed + 1)
                points, games = points + got, games + of
            low, high = wilson(points / games, games)
            row.append(f"{100 * points / games:.0f} % ({100 * low:.0f} to {100 * high:.0f}, {games} games)")
        print(f"| `{game.split('/')[-1].removesuffix('.rules')}` | {seats} | " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
