"""Runs the listings of Documentation/own_features.md, and compares runs of its pipeline."""

import os
import pathlib
import re
import shlex
import subprocess
import sys

import pandas as pd
import pytest
import swingpipe
from conftest import tables

PAGE = pathlib.Path(__file__).parents[2] / "Documentation" / "own_features.md"


def listings() -> list[tuple[str, str, str]]:
    """The language of each block, the file that the words before it name, and its text."""
    pattern = r"(?:`([\w.]+)`:\n\n)?```(sh|python|json)\n(.*?)```"
    found = [(language, name, text) for name, language, text in re.findall(pattern, PAGE.read_text(), re.DOTALL)]
    assert [language for language, _, _ in found].count("sh") == 4
    return found


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """What the commands of the page see: `swingpipe` and `python3` are those of this test."""
    programs = tmp_path_factory.mktemp("programs")
    for name, program in {"swingpipe": swingpipe.TOOL, "python3": sys.executable}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec {shlex.quote(program)} "$@"\n')
        (programs / name).chmod(0o755)
    own = {"PATH": f"{programs}:{os.environ['PATH']}", "SWINGPIPE": swingpipe.TOOL}
    return {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"} | own


@pytest.fixture(scope="module")
def page(tmp_path_factory, environment):
    """A folder in which all listings have run in their order, and what they printed."""
    folder = tmp_path_factory.mktemp("page")
    script = ["set -e"]
    for number, (language, name, text) in enumerate(listings()):
        if language == "sh":
            # diff ends with 1 if it finds differences.
            script.append(re.sub(r"^(swingpipe diff .*)$", r"\1 || test $? = 1", text, flags=re.MULTILINE))
            continue
        path = folder / (name or f"listing_{number}.py")
        path.write_text(text)
        if not name:
            script.append(f"python3 {path.name}")
    done = subprocess.run(["sh", "-c", "\n".join(script)], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, done.stdout


def test_all_listings_do_what_the_page_says(page):
    folder, printed = page
    swings = swingpipe.read(folder / "out")
    jerks = swings.groupby("label", observed=True)["jerk_before_contact_g_s"].agg(["min", "max"]).round()
    ranges = [f"{jerks['min'][label]:,.0f} to {jerks['max'][label]:,.0f} g/s" for label in ("hit", "miss")]
    assert all(words in PAGE.read_text() for words in ranges), ranges
    assert swings.attrs["units"]["jerk_before_contact_g_s"] == "g/s"
    assert "columns only in the second: jerk_before_contact_g_s" in printed
    assert "own.json: 12 stages, no fault" in printed
    assert "3 passed" in printed
    report = (folder / "out" / "report.html").read_text()
    assert "jerk_before_contact_g_s" in report and "Largest jerk in the 50 ms before the anchor." in report
    assert len(swingpipe.read(folder / "own", "footsteps")) > 10


def test_parts_and_dask_give_the_tables_of_one_run(page, monkeypatch):
    folder, _ = page
    monkeypatch.chdir(folder)
    swings = swingpipe.run("own.json", "recordings", "whole")
    assert swings["jerk_before_contact_g_s"].notna().all() and len(swings) > 3
    whole = tables(folder / "whole")
    assert any(name.startswith("footsteps") for name in whole)
    assert tables(folder / "parts") == whole
    assert tables(folder / "dask") == whole


@pytest.mark.parametrize(
    ("jobs", "options"),
    [
        (1, {}),
        (2, {"own.batch_swings": 1}),
        (1, {"own.batch_swings": 2}),
        (2, {"own.batch_swings": 3, "steps.block_s": 5}),
    ],
)
def test_results_depend_on_neither_jobs_nor_batches(page, tmp_path, monkeypatch, jobs, options):
    folder, _ = page
    monkeypatch.chdir(folder)
    swingpipe.run("own.json", "recordings", tmp_path / "out", jobs=jobs, overrides=options)
    for table in ("swings", "footsteps"):
        pd.testing.assert_frame_equal(swingpipe.read(tmp_path / "out", table), swingpipe.read("parts", table))


def test_a_function_and_its_file_give_the_same_table(page, monkeypatch):
    folder, _ = page
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    from jerk import jerk

    by_function = swingpipe.run("tennis", "recordings", features=jerk)
    pd.testing.assert_frame_equal(by_function, swingpipe.run("tennis", "recordings", features="jerk.py"))
    with pytest.raises(swingpipe.UsageError, match="expected a pipeline file"):
        swingpipe.run("tennis", "recordings", "refused", features=jerk, shard=(1, 2))


def test_only_runs_need_a_permission(page, environment):
    folder, _ = page

    def code(*arguments: str) -> int:
        return subprocess.run([swingpipe.TOOL, *arguments], cwd=folder, env=environment, capture_output=True).returncode

    assert code("pipelines", "validate", "own.json") == code("run", "--dry-run", "own.json", "recordings") == 0
    assert code("run", "own.json", "recordings", "--output", "refused") == 78


def test_an_unknown_example():
    with pytest.raises(swingpipe.UsageError, match="expected badminton, .* or tennis"):
        swingpipe.load_example("polo")
    assert pathlib.Path(swingpipe.load_example("golf")).name == "golf-000001.h5"
