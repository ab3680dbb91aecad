"""The samples around swings."""

import json
import shutil
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
import xarray as xr

import swingpipe

DATA = Path(__file__).parents[2] / "Data"


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    folder = tmp_path / "recordings"
    folder.mkdir()
    for name in ["tennis-000001", "tennis-000002"]:
        shutil.copy(DATA / f"{name}.h5", folder)
    return folder


def test_each_swing_has_the_samples_of_its_recording(recordings: Path) -> None:
    swings = swingpipe.run("tennis", recordings)
    # In another order than by recording, and only some.
    some = swings.iloc[::-2]
    found = swingpipe.windows(some, recordings, before_s=0.1, after_s=0.05)
    assert found["accelerometer"].shape == (8, 121, 3)
    assert list(found["device_motion_channel"].values)[:4] == [f"attitude_{axis}" for axis in "wxyz"]
    assert list(found["label"].values) == list(some["label"])
    for place, (_, swing) in enumerate(some.iterrows()):
        with h5py.File(recordings / f"{swing['recording_id']}.h5") as file:
            times, values = (file["accelerometer"][name][:] for name in ("time", "acceleration"))
        nearest = int(np.argmin(np.abs(times - swing["anchor_time_s"])))
        part = slice(nearest - 80, nearest + 41)
        np.testing.assert_array_equal(found["accelerometer"].values[place], values[part])
        np.testing.assert_allclose(
            found["accelerometer_time_s"].values[place], times[part] - swing["anchor_time_s"], atol=1e-6
        )


def test_swings_beyond_their_recording_are_told(recordings: Path) -> None:
    table = pd.DataFrame({"recording_id": ["tennis-000001"] * 2, "anchor_time_s": [59700.0, 3.0]})
    with pytest.warns(swingpipe.InputWarning, match="1 window of 2 without samples; the first: .*tennis-000001.h5"):
        found = swingpipe.windows(table, recordings, streams=["accelerometer"])
    assert list(found["accelerometer"].isnull().all(["accelerometer_sample", "accelerometer_channel"])) == [False, True]


def test_what_makes_no_windows_is_refused(recordings: Path) -> None:
    table = pd.DataFrame({"recording_id": ["tennis-000001"], "anchor_time_s": [59700.0]})
    with pytest.raises(swingpipe.UsageError, match='no column "contact_time_s"'):
        swingpipe.windows(table, recordings, at="contact_time_s")
    with pytest.raises(swingpipe.UsageError, match="no rows"):
        swingpipe.windows(table[:0], recordings)
    with pytest.raises(swingpipe.UsageError, match='the table names recording "monday"; expected identifiers'):
        swingpipe.windows(table.assign(recording_id="monday"), recordings)
    with pytest.raises(swingpipe.UsageError, match="nan in row 1 of anchor_time_s"):
        swingpipe.windows(pd.concat([table, table.assign(anchor_time_s=np.nan)]), recordings)
    with pytest.raises(swingpipe.UsageError, match="no event is within its recording"):
        swingpipe.windows(table.assign(anchor_time_s=3.0), recordings)
    with pytest.raises(FileNotFoundError):
        swingpipe.windows(table, recordings / "nowhere")


def test_windows_that_a_run_wrote_are_read_with_their_labels(recordings: Path, tmp_path: Path) -> None:
    stages = ["filters.high_pass", "detectors.impact", "detectors.swing_start", "detectors.air_swing"]
    stages += ["classifiers.hit_miss", "features.swing", "writers.table", "writers.windows"]
    pipeline = tmp_path / "windows.json"
    text = {"version": 1, "stages": [{"type": "readers.hdf5"}] + [{"type": stage} for stage in stages]}
    pipeline.write_text(json.dumps(text))
    swings = swingpipe.run(pipeline, recordings, tmp_path / "out")
    found = swingpipe.read_windows(tmp_path / "out")
    expected = swingpipe.windows(swings, recordings)
    xr.testing.assert_identical(found.drop_vars("event_time_s"), expected)
    assert list(found["event_time_s"].values) == list(swings["anchor_time_s"])

    one = tmp_path / "out" / "windows" / "tennis-000001.h5"
    assert list(swingpipe.read_windows(one, streams=["accelerometer"]).data_vars) == [
        "accelerometer",
        "accelerometer_time_s",
    ]
    with pytest.raises(swingpipe.UsageError, match='there is no stream "cycling"; expected one of accelerometer, '):
        swingpipe.read_windows(one, streams=["cycling"])
    with pytest.raises(swingpipe.UsageError, match="is not a file of samples around swings"):
        swingpipe.read_windows(recordings / "tennis-000001.h5")
    record = tmp_path / "out" / "_meta" / "merged.json"
    record.write_text(json.dumps({"windows": {"fault": "b.h5: cannot be joined with a.h5: 400.0 Hz, not 800.0 Hz"}}))
    (tmp_path / "out" / "merged" / "windows.h5").unlink()
    with pytest.raises(swingpipe.DataError, match="windows.h5: was not written: b.h5: cannot be joined with a.h5"):
        swingpipe.read_windows(tmp_path / "out")
    damaged = tmp_path / "damaged.h5"
    damaged.write_bytes(one.read_bytes()[:2000])
    with pytest.raises(swingpipe.DataError, match="damaged.h5: is not a whole file of windows"):
        swingpipe.read_windows(damaged)
    with pytest.raises(FileNotFoundError, match="windows.h5: no such file; expected the folder of a run"):
        swingpipe.read_windows(recordings)
