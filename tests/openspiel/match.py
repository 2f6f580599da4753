"""Bots of Rulehound against OpenSpiel's search, each with the same time for a move, seats exchanged.

OpenSpiel's bot (UCT with the solver, one random game for each leaf) takes a number of simulations and no time. How many it makes in the time of a
move is measured from the first position, and again at every move it makes, by the time of the processor. The rules that count are Rulehound's, which
plays in a pipe with OpenSpiel at the keyboard. Where OpenSpiel ends a game that goes on here, OpenSpiel says who has won.

With `--imagined` both imagine as many games for a move instead, however long that takes: then it is the searches alone that are compared.

usage: match.py PROGRAM [--milliseconds M | --imagined N] [--games N] [--first N] [--only WORD]
"""

import argparse
import math
import os
import re
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass

import pyspiel

COLUMNS = "abcdefghijklmnopqrst"

# The points of nine men's morris in the order of OpenSpiel's numbers.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()


@dataclass
class Pair:
    """A game that both have."""

    openspiel: str
    rulehound: str
    # Who begins, and who comes second.
    players: tuple
    # The places of a move of OpenSpiel, as Rulehound calls them, and those of a move of Rulehound.
    theirs: object
    ours: object = list
    options: tuple = ()


def squares(word):
    """The places in a move, such as `a3b4`."""
    return re.findall(r"[a-z]\d+", word)


def mirrored(word):
    """The same with left and right exchanged."""
    return [COLUMNS[7 - COLUMNS.index(place[0])] + place[1:] for place in squares(word)]


def of_go(word):
    """A point of go, where OpenSpiel leaves out the letter i."""
    return [("i" if place[0] == "j" else place[0]) + place[1:] for place in squares(word.split()[1])]


def of_morris(word):
    """Points by their numbers."""
    return [POINTS[int(number)] for number in re.findall(r"\d+", word)]


def column(word):
    """The column of four in a row."""
    return [COLUMNS[int(re.search(r"\d", word).group())]]


CLASSICS = "examples/classics/"
PAIRS = [
    Pair("connect_four", CLASSICS + "four-in-a-row.rules", ("red", "yellow"), column, lambda places: [place[0] for place in places]),
    Pair("othello", CLASSICS + "othello.rules", ("black", "white"), squares),
    Pair("hex(board_size=11)", CLASSICS + "hex.rules", ("red", "blue"), squares, options=("--set", "swap=no")),
    Pair("go(board_size=9)", CLASSICS + "go-9x9.rules", ("black", "white"), of_go, options=("--set", "komi=7")),
    Pair("nine_mens_morris", CLASSICS + "nine-mens-morris.rules", ("white", "black"), of_morris),
    Pair("checkers", CLASSICS + "english-draughts.rules", ("black", "white"), mirrored),
]

PLACE = r"(?:[a-z]+ )?([a-z]\d+)"
# `point d3 to d2`, `take point d5`, `a stone on point f3`, `pass`.
MOVE = re.compile(rf"^(?:take |a stone on )?{PLACE}(?: to {PLACE})?$")
TOLD = re.compile(r"^\s*(\w+): (.*?)\.?$")
OPTION = re.compile(r"(?<!\S)(\d+)\. (.+?)(?=\s{2,}|$)")


def places(pair, words):
    """The places that Rulehound's words for a move name; none of a pass, nothing if it is no move."""
    if words == "pass":
        return []
    found = MOVE.match(words)
    return pair.ours([place for place in found.groups() if place]) if found else None


def their_places(pair, state, action):
    word = state.action_to_string(action)
    return [] if word.lower().endswith("pass") else pair.theirs(word)


def must_pass(state):
    return not state.is_terminal() and [state.action_to_string(action) for action in state.legal_actions()] == ["pass"]


def apply(state, pair, wanted):
    """Moves in OpenSpiel as somebody moved here, after passing where nothing else can be done."""
    while must_pass(state) and wanted:
        state.apply_action(state.legal_actions()[0])
    if state.is_terminal():
        return
    actions = [action for action in state.legal_actions() if their_places(pair, state, action) == wanted]
    if not actions:
        raise SystemExit(f"{pair.openspiel} does not know {wanted} here:\n{state}")
    state.apply_action(actions[0])


@dataclass
class Thinks:
    """How much is thought about a move."""

    milliseconds: int
    imagined: int

    def words(self):
        return str(self.imagined) if self.imagined else f"{self.milliseconds}ms"


class Opponent:
    """OpenSpiel's search with some time for a move."""

    def __init__(self, game, thinks, seed):
        self.game, self.seed = game, seed
        self.seconds, self.imagined = (thinks.milliseconds or 0) / 1000, thinks.imagined
        self.simulations, self.moves, self.spent, self.made = self.imagined or 200, 0, 0.0, 0

    def search(self, state):
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed + self.moves)
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.4, self.simulations, 1000, True, self.seed + self.moves, False)
        begun = time.process_time()
        root = bot.mcts_search(state)
        return root, time.process_time() - begun

    def warm_up(self, state):
        """Finds out how many simulations fill the time, before the game begins."""
        for _ in range(0 if self.imagined else 6):
            _, spent = self.search(state)
            self.heed(spent)

    def heed(self, spent):
        if self.imagined:
            self.simulations = self.imagined
            return
        self.simulations = max(2, int(self.simulations * min(4.0, max(0.25, self.seconds / max(spent, 1e-6)))))

    def step(self, state):
        """Its moves, the best first."""
        self.moves += 1
        made = self.simulations
        root, spent = self.search(state)
        # What is proven is not searched to the end, which says nothing of how fast it is.
        if root.explore_count >= made:
            self.spent, self.made = self.spent + spent, self.made + made
            self.heed(spent)
        best = root.best_child().action
        others = sorted(root.children, key=lambda child: -child.explore_count)
        return [best] + [child.action for child in others if child.action != best]


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


def play(program, pair, game, thinks, ours, seed, kept):
    """1 if Rulehound wins, 0 if OpenSpiel does, a half if nobody; how many simulations a move OpenSpiel made; whether it was broken off."""
    mine, theirs = pair.players[ours], pair.players[1 - ours]
    # Games that are broken off are kept beside the rules.
    rules = shutil.copy(pair.rulehound, kept)
    asked = [program, "play", rules, "--bot", f"{mine}=mcts:{thinks.words()}", "--seed", str(seed), "--story", "full", *pair.options]
    wide = dict(os.environ, COLUMNS="4000", NO_COLOR="1")
    process = subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=wide)
    state, opponent = game.new_initial_state(), Opponent(game, thinks, seed)
    opponent.warm_up(state)
    while True:
        text, asks = until_asked(process, f"{theirs}> ")
        for who, told in (found.groups() for found in map(TOLD.match, text.splitlines()) if found):
            if who.lower() not in pair.players:
                continue
            for words in told.split("; "):
                wanted = places(pair, words)
                if wanted is not None:
                    apply(state, pair, wanted)
        if not asks:
            break
        if state.is_terminal():
            process.kill()
            process.wait()
            return (state.returns()[ours] + 1) / 2, opponent, True
        if must_pass(state) and pair.openspiel == "othello":
            state.apply_action(state.legal_actions()[0])
        options = {}
        for line in text.splitlines():
            for number, words in OPTION.findall(line):
                found = places(pair, words)
                if found is not None:
                    options[tuple(found)] = number
        wanted = [tuple(their_places(pair, state, action)) for action in opponent.step(state)]
        legal = [options[one] for one in wanted if one in options]
        if not legal:
            raise SystemExit(f"none of {wanted[:5]} is on offer:\n{text[-3000:]}\n{state}")
        process.stdin.write(legal[0] + "\n")
        process.stdin.flush()
        # What is typed is printed again, and the move told: it is applied there.
    process.wait()
    if re.search(r"The game is over: (nobody|no one)", text):
        return 0.5, opponent, False
    winners = re.search(r"The game is over: (?:the win goes to )?(\w+)", text)
    if not winners:
        raise SystemExit(text[-2000:])
    won = float(winners.group(1).lower() == mine)
    if state.is_terminal() and state.returns()[ours] not in (0, 2 * won - 1):
        print(f"{pair.openspiel}, game {seed}: OpenSpiel says {state.returns()}, Rulehound that {winners.group(1)} wins", flush=True)
    return won, opponent, False


def wilson(share, count):
    z = 1.96
    middle = share + z * z / (2 * count)
    width = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (middle - width) / (1 + z * z / count), (middle + width) / (1 + z * z / count)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--milliseconds", type=int, default=100)
    parser.add_argument("--imagined", type=int, default=0)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    thinks = Thinks(arguments.milliseconds, arguments.imagined)
    for pair in PAIRS:
        if arguments.only not in pair.openspiel:
            continue
        game = pyspiel.load_game(pair.openspiel)
        points, broken, spent, made = [], 0, 0.0, 0
        for number in range(arguments.first, arguments.first + arguments.games):
            with tempfile.TemporaryDirectory() as kept:
                point, opponent, broken_off = play(
                    arguments.program, pair, game, thinks, number % 2, number, kept
                )
            points.append(point)
            broken += broken_off
            spent, made = spent + opponent.spent, made + opponent.made
        share = sum(points) / len(points)
        low, high = wilson(share, len(points))
        print(
            f"| {pair.openspiel} | {thinks.words()} ({made / max(spent, 1e-6):.0f} simulations a second of OpenSpiel) | "
            f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f}, {len(points)} games, {broken} judged by OpenSpiel) |",
            flush=True,
        )


main()
