"""Studies from Python: the same command as `rulehound study`, and its games as a table."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Sequence, Union

from rulehound._rulehound import Rules, RulehoundError

if TYPE_CHECKING:
    import pyarrow

#: A file of rules or a shipped game.
Name = Union[str, "PathLike[str]"]

#: How a part of a study is called.
PART = re.compile(r"games-(\d{10})-(\d{10})\.part\.jsonl")


class StudyFailed(RulehoundError):
    """A study came to nothing: the rules are wrong or misbehaved, or a file could not be written. Its text is what the program said."""


class Texts(NamedTuple):
    """The texts of a game, so that it can be played where its files are not."""

    entry: str
    texts: dict[str, str]

    @classmethod
    def of(cls, name: Name) -> Texts:
        """Of a file or a shipped game. Raises `RulesError`."""
        return cls(*Rules.load(name).portable())

    def write(self, folder: Path) -> str:
        """Writes them into a folder; gives the name to play."""
        for name, text in self.texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return self.entry


def program(arguments: Sequence[str], folder: Path) -> str:
    """Runs the program in a folder; gives what it printed. Raises `StudyFailed`."""
    environment = {**os.environ, "NO_COLOR": "1"}
    ran = subprocess.run(
        [sys.executable, "-m", "rulehound", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if ran.returncode != 0:
        raise StudyFailed(ran.stderr.strip() or f"the program ended with {ran.returncode}")
    return ran.stdout


def play_part(game: Texts, first: int, last: int, arguments: Sequence[str] = ()) -> bytes:
    """Plays the games `first..last` of a study on one thread and gives the part as it lies in a file: the same bytes on every machine."""
    with tempfile.TemporaryDirectory(prefix="rulehound-") as name:
        folder = Path(name)
        entry = game.write(folder)
        program(
            ["study", entry, "--games", f"{first}..{last}", "--threads", "1", "--out", "parts", *arguments],
            folder,
        )
        return (folder / "parts" / f"games-{first:010}-{last:010}.part.jsonl").read_bytes()


def keep_part(out: Path, first: int, last: int, part: bytes) -> None:
    """Puts a part into the folder of a study: whole or not at all."""
    path = out / f"games-{first:010}-{last:010}.part.jsonl"
    written = path.with_suffix(".writing")
    written.write_bytes(part)
    os.replace(written, path)


def missing(out: Path, games: int) -> list[tuple[int, int]]:
    """The games below `games` of which no part lies in a folder, as ranges."""
    found = []
    for path in out.iterdir():
        if match := PART.fullmatch(path.name):
            found.append((int(match[1]), int(match[2])))
    gaps = []
    at = 0
    for first, last in sorted(found):
        if first > at:
            gaps.append((at, min(first, games)))
        at = max(at, last)
    gaps.append((at, games))
    return [(first, last) for first, last in gaps if first < last]


def merge(game: Texts, out: Path, arguments: Sequence[str] = ()) -> str:
    """Puts the parts in a folder together; gives what there is to say of them. Raises `StudyFailed`."""
    with tempfile.TemporaryDirectory(prefix="rulehound-") as name:
        folder = Path(name)
        entry = game.write(folder)
        return program(["study", entry, "--merge", "--out", str(out.resolve()), *arguments], folder)


def study(game: Name, out: Name = "study", *, games: int = 1_000, arguments: Sequence[str] = ()) -> dict[str, Any]:
    """Plays a study here and gives its summary; page, scripts and games lie in the folder `out`.

    `arguments` are those of `rulehound study`, such as `["--bots", "none", "--seed", "3"]`. Raises `StudyFailed`.
    """
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    texts = Texts.of(game)
    with tempfile.TemporaryDirectory(prefix="rulehound-") as name:
        entry = texts.write(Path(name))
        command = ["study", entry, "--games", str(games), "--force", "--out", str(folder.resolve()), *arguments]
        program(command, Path(name))
    return summary(folder)


def summary(out: Name) -> dict[str, Any]:
    """What a study found, from its folder."""
    found: dict[str, Any] = json.loads((Path(out) / "summary.json").read_text(encoding="utf-8"))
    return found


def games(out: Name) -> pyarrow.Table:
    """The games of a study, a row for each, from its folder."""
    import pyarrow.parquet

    return pyarrow.parquet.read_table(Path(out) / "games.parquet")
