"""Board games written as rules: play them, learn to play them, study them."""

from rulehound._rulehound import (
    STICKS,
    Bot,
    Choice,
    Fault,
    Game,
    Misuse,
    Rules,
    RulehoundError,
    RulesError,
    State,
    TooManyActions,
    VecGame,
    __version__,
    shipped_games,
)

__all__ = [
    "STICKS",
    "Bot",
    "Choice",
    "Fault",
    "Game",
    "Misuse",
    "Rules",
    "RulehoundError",
    "RulesError",
    "State",
    "TooManyActions",
    "VecGame",
    "__version__",
    "shipped_games",
]
