"""Bots of Rulehound against OpenSpiel's search, each with the same time for a move, seats exchanged.

OpenSpiel's bot (UCT with the solver, one random game for each leaf) gets as many simulations as it makes in that time from the first position, which is
measured first. The rules that count are Rulehound's, which plays in a pipe with OpenSpiel at the keyboard.

usage: match.py PROGRAM [--milliseconds M] [--games N] [--only WORD]
"""

import argparse
import math
import re
import subprocess
import time
from dataclasses import dataclass

import pyspiel


@dataclass
class Pair:
    """A game that both have, with the same names for the places of its board."""

    openspiel: str
    rulehound: str
    # Who begins, and who comes second.
    players: tuple
    # What tells a move of OpenSpiel from others, and which that is for a place.
    word: object = str
    place: object = str
    options: tuple = ()


CLASSICS = "examples/classics/"
PAIRS = [
    Pair("connect_four", CLASSICS + "four-in-a-row.rules", ("red", "yellow"), lambda word: word[1:], lambda place: str(ord(place[0]) - ord("a"))),
    Pair("othello", CLASSICS + "othello.rules", ("black", "white")),
]

MOVE = re.compile(r"^\s*(\w+): (?:hole|square|cell|point) ([a-z]\d+)$")
OPTION = re.compile(r"^\s*(\d+)\. (?:hole|square|cell|point) ([a-z]\d+)")


def must_pass(state):
    return [state.action_to_string(action) for action in state.legal_actions()] == ["pass"]


def apply(state, pair, place):
    """Moves to a place, after passing where nothing else can be done."""
    if must_pass(state):
        state.apply_action(state.legal_actions()[0])
    words = {pair.word(state.action_to_string(action)): action for action in state.legal_actions()}
    state.apply_action(words[pair.place(place)])


def bot(game, simulations, seed):
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, True, seed, False)


def simulations_in(game, milliseconds):
    """How many simulations OpenSpiel makes in that time from the first position."""
    begun = time.process_time()
    bot(game, 20_000 if milliseconds > 5 else 2_000, 1).step(game.new_initial_state())
    spent = time.process_time() - begun
    return max(1, int((20_000 if milliseconds > 5 else 2_000) * milliseconds / 1000 / spent))


def until_asked(process, prompt):
    """What Rulehound prints until it asks or ends, and whether it asks."""
    text = ""
    while True:
        sign = process.stdout.read(1)
        if not sign:
            return text, False
        text += sign
        if text.endswith(prompt):
            return text, True


def play(program, pair, game, simulations, milliseconds, ours, seed):
    """1 if Rulehound wins, 0 if OpenSpiel does, a half if nobody."""
    mine, theirs = pair.players[ours], pair.players[1 - ours]
    asked = [program, "play", pair.rulehound, "--bot", f"{mine}=mcts:{milliseconds}ms", "--seed", str(seed), *pair.options]
    process = subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    state, opponent = game.new_initial_state(), bot(game, simulations, seed)
    while True:
        text, asks = until_asked(process, f"{theirs}> ")
        for found in map(MOVE.match, text.splitlines()):
            if found:
                apply(state, pair, found.group(2))
        if not asks:
            break
        if must_pass(state):
            state.apply_action(state.legal_actions()[0])
        wanted = pair.word(state.action_to_string(opponent.step(state)))
        options = {pair.place(found.group(2)): found.group(1) for found in map(OPTION.match, text.splitlines()) if found}
        process.stdin.write(options[wanted] + "\n")
        process.stdin.flush()
        # What is typed is printed again, and the move told: it is applied there.
    process.wait()
    if re.search(r"The game is over: (nobody|no one)", text):
        return 0.5
    winners = re.search(r"The game is over: (?:the win goes to )?(\w+)", text)
    if not winners:
        raise SystemExit(text[-2000:])
    return float(winners.group(1) == mine)


def wilson(share, count):
    z = 1.96
    middle = share + z * z / (2 * count)
    width = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - width) / (1 + z * z / count), (middle + width) / (1 + z * z / count)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    for pair in PAIRS:
        if arguments.only not in pair.openspiel:
            continue
        game = pyspiel.load_game(pair.openspiel)
        simulations = simulations_in(game, arguments.milliseconds)
        points = [
            play(arguments.program, pair, game, simulations, arguments.milliseconds, number % 2, number)
            for number in range(arguments.games)
        ]
        share = sum(points) / len(points)
        low, high = wilson(share, len(points))
        print(
            f"| {pair.openspiel} | {arguments.milliseconds} ms ({simulations} simulations of OpenSpiel) | "
            f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f}, {len(points)} games) |",
            flush=True,
        )


main()
