"""The parts of Rulehound that are written in Rust."""

from os import PathLike
from typing import Any, Final, Literal, Mapping, Sequence, final

import numpy as np
from numpy.typing import NDArray

from rulehound.types import Outcome, Question, Reason, Refusal, Refusals, TextPlace, Thought, View, WhyNot

__all__ = [
    "Bot",
    "Choice",
    "Fault",
    "Game",
    "Misuse",
    "RulehoundError",
    "Rules",
    "RulesError",
    "STICKS",
    "State",
    "TooManyActions",
    "VecGame",
    "__version__",
    "rebuild_game",
    "rebuild_state",
    "run",
    "shipped_games",
]

__version__: Final[str]
STICKS: Final[str]

class RulehoundError(Exception):
    """Whatever goes wrong in Rulehound."""

class RulesError(RulehoundError):
    """Rules that are wrong. Its text underlines what is."""

    findings: list[dict[str, Any]]

class Misuse(RulehoundError):
    """Something was asked for that is not there. Nothing has changed by it."""

class TooManyActions(Misuse):
    """A decision has more answers than there are fixed numbers for; `State.listing` gives what is on offer as rows instead."""

class Fault(RulehoundError):
    """The rules misbehaved while they were played; the position is as it was."""

    code: str
    place: TextPlace | None

@final
class Rules:
    """Rules that were checked and can be played."""

    @staticmethod
    def load(name: str | PathLike[str]) -> Rules:
        """Reads a file of rules, or a shipped game by its name. A file comes first. Raises `RulesError`."""
    @staticmethod
    def from_text(text: str, name: str = "game.rules") -> Rules:
        """Rules that are one text. Raises `RulesError`."""
    @staticmethod
    def from_texts(entry: str, texts: Mapping[str, str]) -> Rules:
        """Rules that are several texts: the one to play by its name, and what it extends. Raises `RulesError`."""
    @property
    def title(self) -> str: ...
    @property
    def doc(self) -> str | None: ...
    @property
    def seats(self) -> tuple[int, int]:
        """The fewest and the most who may play."""
    @property
    def seat_names(self) -> list[str]: ...
    @property
    def settings(self) -> list[dict[str, Any]]: ...
    @property
    def warnings(self) -> list[dict[str, Any]]: ...
    @property
    def texts(self) -> dict[str, str]: ...
    def portable(self) -> tuple[str, dict[str, str]]:
        """The name of the text to play, and all texts by the names that `from_texts` finds them by."""
    def game(self, players: int | Sequence[str] | None = None, **settings: int | bool | str) -> Game:
        """Puts the rules on a table. Raises `Misuse`."""

@final
class Game:
    """Rules at a table: who plays, with which settings."""

    @property
    def rules(self) -> Rules: ...
    @property
    def players(self) -> list[str]: ...
    @property
    def settings(self) -> dict[str, str]: ...
    @property
    def hash(self) -> str:
        """A fingerprint of the rules at this table, 16 digits."""
    @property
    def is_open(self) -> bool:
        """Whether everybody always sees everything and nobody decides in secret."""
    @property
    def places(self) -> list[dict[str, Any]]: ...
    def start(self, seed: int, history: bool = True) -> State:
        """Begins a game. All chance comes from the seed (0 to 2**64 - 1). Without `history` nothing is kept of what happens."""
    def start_by_hand(self, history: bool = True) -> State:
        """Begins a game that stops wherever chance is asked."""
    def resume(self, save: bytes) -> State:
        """The state that was saved. Raises `Misuse`."""
    @property
    def num_actions(self) -> int:
        """How many fixed numbers of answers there are, at most 65,536. Raises `TooManyActions`."""
    def action_name(self, action: int) -> str: ...
    def action_of(self, name: str) -> int: ...
    @property
    def action_blocks(self) -> list[tuple[str, int, int]]:
        """The decisions of the rules: name, first number, how many."""
    @property
    def observation_size(self) -> int: ...
    @property
    def information_state_size(self) -> int: ...
    @property
    def layout(self) -> dict[str, tuple[int, list[int]]]:
        """The parts of an observation by name: first index, shape."""

@final
class Choice:
    """Something that somebody may do now."""

    @property
    def seat(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def key(self) -> str:
        """The same in every process and at every position where the same is offered: 16 digits."""
    @property
    def bindings(self) -> dict[str, Any]:
        """The names that it binds: numbers, truth values and lists as they are, the rest as dictionaries."""

@final
class State:
    """Where a game stands. A value; its clone is a game of its own."""

    @property
    def game(self) -> Game: ...
    @property
    def status(self) -> Literal["decision", "chance", "over"]: ...
    @property
    def deciders(self) -> list[int]: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def is_simultaneous(self) -> bool: ...
    def question(self, seat: int | None = None) -> Question | None: ...
    def options(self, seat: int | None = None) -> list[Choice]: ...
    def count(self, seat: int | None = None) -> int: ...
    def play(self, option: Choice | int | str, seat: int | None = None) -> None:
        """Takes an option, by itself, its number, its words or its key. Raises `Misuse` or `Fault`."""
    def after(self, option: Choice | int | str, seat: int | None = None) -> State: ...
    def why_not(self, words: str, seat: int | None = None) -> WhyNot | None: ...
    def refusals(self, seat: int | None = None) -> Refusals: ...
    def view(self, seat: int | None = None) -> View: ...
    def referee_view(self) -> View: ...
    def events(self, seat: int | None = None) -> list[dict[str, Any]]: ...
    def story(self, seat: int | None = None) -> list[str]: ...
    def imagined(self, seat: int, seed: int) -> State | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def winners(self) -> list[int]: ...
    def returns(self) -> list[float]: ...
    def chance(self) -> dict[str, Any] | None: ...
    def resolve(self, outcome: int) -> None: ...
    def legal_actions(self, seat: int | None = None) -> list[int]: ...
    def action_numbers(self, seat: int | None = None) -> list[int]: ...
    def action_mask(self, seat: int | None = None) -> NDArray[np.int8]: ...
    def apply_action(self, action: int, seat: int | None = None) -> None: ...
    def listing(self, seat: int | None = None) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """What is on offer as rows: offsets (one more than options), and all rows one behind the other."""
    def observation(self, seat: int) -> NDArray[np.float32]: ...
    def information_state(self, seat: int) -> NDArray[np.float32]: ...
    def information_state_string(self, seat: int) -> str: ...
    def beliefs(self, seat: int, count: int, seed: int) -> NDArray[np.float32]: ...
    def clone(self) -> State: ...
    def save(self) -> bytes: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Bot:
    """A player for any seat of a game, that is given what its seat may know and never a position."""

    def __new__(cls, game: Game, level: str = "medium") -> Bot: ...
    @property
    def level(self) -> str: ...
    def think(self, state: State, seat: int | None = None, seed: int = 0) -> Thought: ...
    def choose(self, state: State, seat: int | None = None, seed: int = 0) -> int: ...

_Arrays = tuple[
    NDArray[np.float32],
    NDArray[np.uint8],
    NDArray[np.int32],
    NDArray[np.float32],
    NDArray[np.bool_],
    NDArray[np.bool_],
]

@final
class VecGame:
    """Many games of one table side by side."""

    def __new__(cls, game: Game, count: int, seed: int = 0, threads: int = 1, most: int = 10_000) -> VecGame: ...
    def reset(self) -> _Arrays: ...
    def step(self, actions: NDArray[np.int64]) -> _Arrays:
        """Answers in every game: observations, masks, who decides, rewards, terminated, truncated."""
    def random_actions(self) -> NDArray[np.int64]: ...
    @property
    def game(self) -> Game: ...
    @property
    def observations(self) -> NDArray[np.float32]: ...
    @property
    def masks(self) -> NDArray[np.uint8]: ...
    @property
    def to_move(self) -> NDArray[np.int32]: ...
    @property
    def rewards(self) -> NDArray[np.float32]: ...
    @property
    def terminated(self) -> NDArray[np.bool_]: ...
    @property
    def truncated(self) -> NDArray[np.bool_]: ...
    @property
    def final_observations(self) -> NDArray[np.float32]: ...
    @property
    def is_native(self) -> bool: ...
    @property
    def finished(self) -> int: ...
    @property
    def faults(self) -> int: ...
    def __len__(self) -> int: ...

def shipped_games() -> list[str]:
    """The names of the games that the package carries."""

def rebuild_game(rules: Rules, players: list[str], agreed: dict[str, str]) -> Game: ...
def rebuild_state(
    game: Game, kind: str, seed: int, save: bytes, steps: list[tuple[int | None, int]], keeps: bool
) -> State: ...
def run(arguments: Sequence[str]) -> int:
    """What a command line of the program `rulehound` does; gives its exit code."""
