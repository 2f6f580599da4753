"""Studies, here and on a cluster of Ray."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Iterator

import pytest
from conftest import classic

import rulehound
from rulehound import distributed, studies

ray = pytest.importorskip("ray", reason="Ray is not installed")

ARGUMENTS = ["--bots", "none", "--seed", "5"]
PAGES = ["report.html", "summary.json", "manifest.json", "games.parquet", "typical.yaml", "longest.yaml"]


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """Two workers on this machine."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study in one go."""
    out = tmp_path_factory.mktemp("whole")
    studies.study(classic("pig"), out, games=120, arguments=ARGUMENTS)
    return out


def same(one: Path, other: Path) -> None:
    """Whether two studies wrote the same bytes."""
    for page in PAGES:
        assert (one / page).read_bytes() == (other / page).read_bytes(), page


@pytest.mark.parametrize("each", [120, 50, 17])
def test_any_cutting_gives_the_same_bytes(whole: Path, tmp_path: Path, each: int) -> None:
    told = []
    found = distributed.study(
        classic("pig"), tmp_path, games=120, each=each, arguments=ARGUMENTS, told=lambda *counts: told.append(counts)
    )
    assert found["games"] == 120 and told[-1] == (120, 120)
    same(whole, tmp_path)


def test_a_study_that_was_broken_off_goes_on(whole: Path, tmp_path: Path) -> None:
    texts = studies.Texts.of(classic("pig"))
    for first, last in ((0, 30), (70, 90)):
        studies.keep_part(tmp_path, first, last, studies.play_part(texts, first, last, ARGUMENTS))
    assert studies.missing(tmp_path, 120) == [(30, 70), (90, 120)]
    played: list[tuple[int, int]] = []
    distributed.study(
        classic("pig"), tmp_path, games=120, each=25, arguments=ARGUMENTS, told=lambda *counts: played.append(counts)
    )
    assert played[0][0] >= 50 + 5 and len(played) == 4
    same(whole, tmp_path)


def test_a_worker_that_is_killed_costs_its_part_only(whole: Path, tmp_path: Path) -> None:
    flag = tmp_path / "killed"

    def kill_one(first: int, last: int) -> None:
        if first == 40 and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), 9)

    out = tmp_path / "out"
    distributed.study(classic("pig"), out, games=120, each=20, arguments=ARGUMENTS, before=kill_one)
    assert flag.exists()
    same(whole, out)


def test_rules_that_misbehave_end_a_study(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text(
        'game "X"\nplayers 1\nvar n: 0..9 seen by all = 5\n'
        "phase play { turn of first p in players { choose m in 0..3 set n = n / m } win nobody }"
    )
    with pytest.raises(studies.StudyFailed, match="by-zero"):
        distributed.study(path, tmp_path / "out", games=40, each=10, arguments=ARGUMENTS)
    with pytest.raises(rulehound.RulesError):
        distributed.study("no-such-game", tmp_path / "out", games=40)
