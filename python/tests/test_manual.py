"""Runs the blocks of `docs/python.md`, one behind the other, and looks at what lies beside the package."""

from __future__ import annotations

import re

from conftest import ROOT

import rulehound


def test_the_manual_does_what_it_says() -> None:
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    ran = 0
    for match in re.finditer(r"^```python(?P<how>[^\n]*)\n(?P<text>.*?)^```", page, re.MULTILINE | re.DOTALL):
        if "untested" in match["how"]:
            continue
        line = page.count("\n", 0, match.start()) + 1
        # The line numbers of what fails are those of the page.
        code = compile("\n" * line + match["text"], "docs/python.md", "exec")
        exec(code, names)
        ran += 1
    assert ran >= 12


def test_the_readme_of_the_package_does_what_it_says() -> None:
    page = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_the_licences_are_those_of_the_repository() -> None:
    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        assert (ROOT / "python" / name).read_bytes() == (ROOT / name).read_bytes()


def test_the_version_is_that_of_the_workspace() -> None:
    manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    assert f'version = "{rulehound.__version__}"' in manifest
