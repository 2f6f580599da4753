"""What the functions of the package give as dictionaries."""

from __future__ import annotations

from typing import Any, TypedDict


class TextPlace(TypedDict):
    """Where something stands in the rules."""

    file: str
    line: int
    column: int


class Reason(TypedDict):
    """Why something cannot be done."""

    sentence: str
    rule: str
    section: str | None
    place: TextPlace | None


class Refusal(TypedDict):
    """Something that the rules mean and forbid now."""

    text: str
    bindings: list[tuple[str, str]]
    reasons: list[Reason]


class Refusals(TypedDict):
    """What of a decision is refused, at most 1,000, and how many more there are."""

    refused: list[Refusal]
    more: int


class WhyNot(TypedDict):
    """Why something cannot be done: a sentence, and the same as data."""

    sentence: str
    why: dict[str, Any]


class Question(TypedDict):
    """What somebody is asked."""

    prompt: str
    phase: str
    rule: str
    section: str | None
    place: TextPlace | None


class Outcome(TypedDict):
    """For each seat its place, from 1, and what it was ranked by."""

    places: list[int | None]
    keys: list[list[int]]


class View(TypedDict):
    """A position as somebody sees it."""

    viewer: Any
    players: list[str]
    settings: list[tuple[str, str]]
    phases: list[str]
    deciders: list[dict[str, Any]]
    places: list[dict[str, Any]]
    variables: list[dict[str, Any]]
    outcome: Outcome | None


class Thought(TypedDict):
    """What a bot chose, and why."""

    option: int
    value: float | None
    iterations: int
    considered: list[tuple[int, int, float, bool]]
