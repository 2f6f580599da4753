"""Random games of OpenSpiel and of Rulehound in turn, each on one thread, measured by the time of the processor.

OpenSpiel has two loops in C++ that play random games. `evaluate_bots` lets bots that choose at random play a game. The
`RandomRolloutEvaluator` of its search is up to five times as fast; the binding has no call for it alone, so a search of
a single simulation is asked for, which does nothing but evaluate the state it is given. Both are measured.

usage: compare.py PROGRAM [--seconds S] [--only WORD]
"""

import argparse
import json
import random
import subprocess
import time
from dataclasses import dataclass

import pyspiel


@dataclass
class Pair:
    """A game that both have."""

    openspiel: str
    rulehound: str
    # Why random games of the two cannot be compared whole but only by the decision; nothing if they can.
    differs: str = ""
    options: tuple = ()


CLASSICS = "examples/classics/"
PAIRS = [
    Pair("tic_tac_toe", CLASSICS + "tic-tac-toe.rules"),
    Pair("connect_four", CLASSICS + "four-in-a-row.rules"),
    Pair("othello", CLASSICS + "othello.rules"),
    Pair("chess", CLASSICS + "chess.rules"),
    Pair("hex(board_size=11)", CLASSICS + "hex.rules", options=("--set", "swap=no")),
    Pair("hex(board_size=7)", CLASSICS + "hex-small.rules", options=("--set", "swap=no")),
    Pair("mancala", CLASSICS + "kalah.rules"),
    Pair("backgammon", "backgammon", options=("--set", "target=1")),
    Pair("pig(players=2)", CLASSICS + "pig.rules", "there a turn may end before the first throw", ("--players", "2")),
    Pair("checkers", CLASSICS + "english-draughts.rules", "drawn games are longer here"),
    Pair("nine_mens_morris", CLASSICS + "nine-mens-morris.rules", "drawn games end otherwise"),
    Pair("go(board_size=9)", CLASSICS + "go-9x9.rules", "there a game ends after 162 moves"),
    Pair("hearts", CLASSICS + "hearts.rules", "a game is a single deal there"),
]

# So many games of bots at least tell how many decisions a game has.
SAMPLE = 200


def after_first_chance(game, chance):
    """The first state in which somebody decides."""
    state = game.new_initial_state()
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes())
        state.apply_action(chance.choices(actions, weights)[0])
    return state


def rollouts(game, state, games, seed):
    """The seconds that so many random games take."""
    evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, seed, False)
    begun = time.process_time()
    bot.mcts_search(state)
    return time.process_time() - begun


def played_by_bots(game, state, games):
    """The seconds that so many games of random bots take, and how many decisions they had."""
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    decisions, took = 0, 0.0
    for seed in range(games):
        copy = state.clone()
        before = len(copy.full_history())
        begun = time.process_time()
        pyspiel.evaluate_bots(copy, bots, seed)
        took += time.process_time() - begun
        decisions += sum(step.player >= 0 for step in copy.full_history()[before:])
    return took, decisions


def openspiel(name, seconds):
    """Playouts and decisions a second, of the rollouts and of the bots."""
    game = pyspiel.load_game(name)
    state = after_first_chance(game, random.Random(1))
    games, took = 1, rollouts(game, state, 1, 1)
    while took < seconds / 10:
        games *= 2
        took = rollouts(game, state, games, games)
    games = max(1, round(games * seconds / took))
    playouts = games / rollouts(game, state, games, 1)
    of_bots = max(SAMPLE, games // 10)
    took, decisions = played_by_bots(game, state, of_bots)
    length = decisions / of_bots
    return (playouts, playouts * length), (of_bots / took, decisions / took)


def rulehound(program, pair, seconds):
    """Playouts and decisions a second."""
    command = [program, "bench", pair.rulehound, "--seconds", str(seconds), "--format", "json", *pair.options]
    found = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    if not found["machineCode"]:
        print(f"{pair.rulehound} has no machine code: {found['noMachineCode']}")
    return found["playoutsPerSecond"], found["decisionsPerSecond"]


def number(value):
    """A number with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def main():
    parser = argparse.ArgumentParser(description="Random games of OpenSpiel and of Rulehound in one run.")
    parser.add_argument("program", help="the program of Rulehound")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each plays each game")
    parser.add_argument("--only", default="", help="only games of OpenSpiel with this in their name")
    arguments = parser.parse_args()
    print("| game of OpenSpiel | counted | its bots | its rollouts | Rulehound | to bots | to rollouts | why by the decision |")
    print("|---|---|---|---|---|---|---|---|")
    for pair in PAIRS:
        if arguments.only not in pair.openspiel:
            continue
        rolled, bots = openspiel(pair.openspiel, arguments.seconds)
        ours = rulehound(arguments.program, pair, arguments.seconds)
        by = 1 if pair.differs else 0
        counted = ("playouts", "decisions")[by]
        figures = " | ".join(
            [number(bots[by]), number(rolled[by]), number(ours[by])]
            + [f"{ours[by] / theirs[by]:.2f}" for theirs in (bots, rolled)]
        )
        print(f"| `{pair.openspiel}` | {counted} | {figures} | {pair.differs} |", flush=True)


if __name__ == "__main__":
    main()
