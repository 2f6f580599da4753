"""What the tests share: the games, and where they lie."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rulehound

ROOT = Path(os.environ.get("RULEHOUND_ROOT", str(Path(__file__).resolve().parents[2])))
CLASSICS = sorted((ROOT / "examples" / "classics").glob("*.rules"))
ALL = [*rulehound.shipped_games(), *map(str, CLASSICS)]

CARDS = """
game "Cards"
players 2
component Card { number: 1..9  make 1 of number = 3  make 1 of number = 5  make 1 of number = 7  make 1 of number = 9
  make 1 of number = 2 }
zone deck : Card seen by nobody
zone hand of each player : Card seen by owner
zone shown : Card seen by all
phase play {
  move all from box to deck
  for p in players { draw 2 from deck to p.hand }
  repeat 2 {
    for p in players { turn of p { choose c in p.hand as "play {c}"  move c to shown } }
  }
  win nobody
}
"""


def classic(name: str) -> str:
    """The file of a classic."""
    return str(ROOT / "examples" / "classics" / f"{name}.rules")


def load(name: str) -> rulehound.Game:
    """A game with as many players as it takes at least."""
    return rulehound.Rules.load(name).game()


def short(name: str) -> str:
    """What a game is called in lists of tests."""
    return Path(name).stem


@pytest.fixture(params=ALL, ids=short)
def game(request: pytest.FixtureRequest) -> rulehound.Game:
    """Every shipped game and classic."""
    return load(request.param)


@pytest.fixture
def sticks() -> rulehound.Game:
    """The little game of the README."""
    return rulehound.Rules.from_text(rulehound.STICKS, "sticks.rules").game()
