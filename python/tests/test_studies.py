"""The games of a study as a table."""

from __future__ import annotations

from pathlib import Path

import duckdb
import polars
import pytest
from conftest import classic

import rulehound
from rulehound import studies


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with bots and something forbidden."""
    folder = tmp_path_factory.mktemp("study")
    arguments = ["--bots", "mcts:20", "--every", "10", "--seed", "3", "--forbid", "hold"]
    found = studies.study(classic("pig"), folder, games=200, arguments=arguments)
    assert found["games"] == 200
    return folder


def test_a_row_for_each_game(out: Path) -> None:
    games = studies.games(out)
    rows = games.to_pylist()
    series = {row["series"] for row in rows}
    settings = {"target = 75", "target = 125"}
    assert series == {"random", "random again", "without hold", "mcts:20", "mcts:20 among random"} | settings
    random = [row for row in rows if row["series"] == "random"]
    assert [row["game"] for row in random] == list(range(200))
    for row in rows:
        assert row["won_0"] + row["won_1"] == bool(row["winners"])
        assert (row["odd_seat"] is not None) == (row["series"] in {"without hold", "mcts:20 among random"})
        assert 0 <= row["free_decisions"] <= row["decisions"] and row["finished"]


def test_duckdb_and_polars_read_it(out: Path) -> None:
    path = out / "games.parquet"
    query = f"select series, avg(decisions), sum(won_0::int) from '{path}' group by series order by series"
    by_duckdb = duckdb.sql(query).fetchall()
    frame = (
        polars.read_parquet(path)
        .group_by("series")
        .agg(polars.col("decisions").mean(), polars.col("won_0").sum())
        .sort("series")
    )
    assert [tuple(row) for row in by_duckdb] == [
        (name, pytest.approx(mean), won) for name, mean, won in frame.iter_rows()
    ]


def test_the_table_says_what_the_page_says(out: Path) -> None:
    rows = [row for row in studies.games(out).to_pylist() if row["series"] == "random"]
    summary = str(studies.summary(out))
    mean = sum(row["decisions"] for row in rows) / len(rows)
    assert f"{mean:.1f}" in summary or f"{mean:.0f}" in summary


def test_wrong_rules_come_to_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_text('game "X"')
    with pytest.raises(rulehound.RulesError):
        studies.study(path, tmp_path / "out")
    with pytest.raises(studies.StudyFailed, match="unexpected argument"):
        studies.study(classic("pig"), tmp_path / "out", arguments=["--nonsense"])
