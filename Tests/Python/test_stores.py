"""Tests of how recordings are found, without a cluster."""

import json
import os

import fsspec
import pytest
import swingpipe
from swingpipe import _stores


@pytest.fixture
def folder(tmp_path):
    for name in [
        "b.h5",
        "a.HDF5",
        "sub/c.nwb",
        "notes.txt",
        ".hidden.h5",
        ".hidden/d.h5",
        "out/swings/e.h5",
        "out/f.h5",
    ]:
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(name)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "g.h5").write_text("g")
    (tmp_path / "in" / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "loop").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "again.h5").symlink_to(tmp_path / "in" / "b.h5")
    (tmp_path / "in" / "nowhere.h5").symlink_to(tmp_path / "gone.h5")
    return tmp_path / "in"


def names(folder, given):
    found = _stores.sources(given, {}, [], [swingpipe.TOOL, "run", "--dry-run", "--json", "tennis"])
    return sorted(os.path.relpath(os.path.realpath(source.address), folder) for source in found)


def test_a_folder_is_searched_as_the_tool_does(folder):
    found = ["../elsewhere/g.h5", "../gone.h5", "a.HDF5", "b.h5", "out/f.h5", "out/swings/e.h5", "sub/c.nwb"]
    assert names(folder, folder) == found


def test_patterns_and_lists(folder, monkeypatch):
    assert names(folder, f"{folder}/{{a,b}}.*") == ["a.HDF5", "b.h5"]
    assert names(folder, f"{folder}/s*") == ["sub/c.nwb"]
    assert names(folder, [folder / "b.h5", folder / "sub", folder / "notes.txt"]) == ["b.h5", "notes.txt", "sub/c.nwb"]
    # A missing file of a list fails when its turn comes.
    assert names(folder, [folder / "missing.h5", folder / "b.h5"]) == ["b.h5", "missing.h5"]
    with pytest.raises(swingpipe.UsageError, match="no such file"):
        names(folder, folder / "missing.h5")
    monkeypatch.chdir(folder)
    (source,) = _stores.sources("b.h5", {}, [], [swingpipe.TOOL, "run", "--dry-run", "--json", "tennis"])
    stat = os.stat("b.h5")
    facts = source.facts
    assert facts == _stores.Source(f"{folder}/b.h5", stat.st_size, f"mtime_ns:{stat.st_mtime_ns}").facts
    assert json.loads(source.line).items() >= (facts | {"recording_id": "b"}).items()


def test_a_folder_of_a_store():
    store = fsspec.filesystem("memory")
    for name in ["in/b.h5", "in/sub/a.HDF5", "in/.hidden.h5", "in/notes.txt", "in/out/swings/e.h5", "empty/notes.txt"]:
        store.pipe(f"/{name}", b"x")

    def found(given):
        return sorted(source.address for source in _stores.sources(given, {}, ["memory:///in/out/swings"], []))

    assert found("memory://in") == ["memory:///in/b.h5", "memory:///in/sub/a.HDF5"]
    assert found("memory://in/b*") == ["memory:///in/b.h5"]
    assert found(["memory://in/notes.txt", "memory://gone.h5"]) == ["memory:///gone.h5", "memory:///in/notes.txt"]
    for given in ("memory://empty", "memory://gone/*.h5"):
        with pytest.raises(swingpipe.UsageError, match="there is no recording"):
            found(given)


def test_the_name_of_a_recording():
    assert _stores.Source("https://a/b.h5?x=1/2").name == "b.h5"
    assert _stores.Source("s3://a/b?c.h5").name == "b?c.h5"
