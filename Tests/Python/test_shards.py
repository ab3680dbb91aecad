"""Tests of runs in parts, and of exceptions that go from one process to another."""

import pickle

import pandas as pd
import pytest
import swingpipe
from conftest import quiet_run, tables


def test_parts_and_merge_give_the_tables_of_one_run(recordings, local, tmp_path):
    parts = [quiet_run("tennis", recordings, tmp_path / "out", shard=(i, 3)) for i in (1, 2, 3)]
    assert not (tmp_path / "out" / "merged").exists()
    whole = swingpipe.read(local)
    assert sum(map(len, parts)) == len(whole)
    together = pd.concat(parts).sort_values(["recording_id", "start_time_s"], ignore_index=True)
    pd.testing.assert_frame_equal(
        together.astype({"recording_id": str}),
        whole.sort_values(["recording_id", "start_time_s"], ignore_index=True).astype({"recording_id": str}),
        check_dtype=False,
        check_categorical=False,
    )
    assert parts[0].attrs["units"] == whole.attrs["units"]
    # All of them again, though nothing runs.
    again = quiet_run("tennis", recordings, tmp_path / "out", shard=(2, 3), table="recordings", columns=["hits"])
    assert list(again.columns) == ["hits"] and 3 <= len(again) <= 5
    with pytest.raises(swingpipe.RecordingsError, match="broken") as caught:
        swingpipe.merge(tmp_path / "out")
    pd.testing.assert_frame_equal(caught.value.table, whole)
    assert tables(tmp_path / "out") == tables(local)


def test_a_merge_before_all_parts_are_done(recordings, tmp_path):
    folder = recordings / "more"
    swingpipe.run("tennis", folder, tmp_path / "out", shard=(1, 2))
    with pytest.raises(swingpipe.RecordingsError, match="not run yet") as caught:
        swingpipe.merge(tmp_path / "out")
    assert caught.value.table["recording_id"].nunique() == 1
    swingpipe.run("tennis", folder, tmp_path / "out", shard=(2, 2))
    assert swingpipe.merge(tmp_path / "out", table="recordings", columns=["hits"]).shape == (2, 1)
    assert len(swingpipe.run("tennis", folder, tmp_path / "out", shard=(3, 3))) == 0
    with pytest.raises(swingpipe.UsageError):
        swingpipe.merge(tmp_path / "nothing")


@pytest.mark.parametrize("shard", [(0, 3), (4, 3), (1, 2, 3), "3/10", 3, (1.0, 2), (True, 2)])
def test_a_shard_that_is_none(recordings, tmp_path, shard):
    with pytest.raises(swingpipe.UsageError, match="expected the part's number"):
        swingpipe.run("tennis", recordings, tmp_path / "out", shard=shard)


def test_a_part_needs_an_output_and_a_pipeline(recordings, tmp_path):
    with pytest.raises(swingpipe.UsageError, match="without output"):
        swingpipe.run("tennis", recordings, shard=(1, 2))
    with pytest.raises(swingpipe.UsageError, match="without pipeline"):
        swingpipe.run(None, recordings, tmp_path / "out", shard=(1, 2))


KINDS = ["SwingpipeError", "UsageError", "DataError", "TemporaryError", "PipelineError"]


@pytest.mark.parametrize("kind", KINDS)
def test_exceptions_pickle(kind):
    facts = {"exit_code": 75, "file": "a.h5", "stage": "in", "option": "x", "value": "1"}
    error = getattr(swingpipe, kind)("what is wrong", **facts)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(error, protocol))
        assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


def test_the_exception_of_many_recordings_pickles():
    table = pd.DataFrame({"a": [1]})
    table.attrs["units"] = {"a": "s"}
    errors = [swingpipe.SwingpipeError("one", file="a.h5"), swingpipe.DataError("two", stage="in")]
    error = swingpipe.RecordingsError(errors, 75, table)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.exit_code, copy.file) == (str(error), 75, "a.h5")
    assert [(type(each), vars(each)) for each in copy.errors] == [(type(each), vars(each)) for each in errors]
    pd.testing.assert_frame_equal(copy.table, table)
    assert copy.table.attrs == table.attrs
    assert issubclass(pickle.loads(pickle.dumps(swingpipe.InputWarning("x"))).__class__, UserWarning)
