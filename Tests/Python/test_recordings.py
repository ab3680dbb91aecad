"""The list of recordings."""

import shutil
import subprocess
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest

import swingpipe

DATA = Path(__file__).parents[2] / "Data"


def test_a_file_of_another_layout_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other.h5"
    with h5py.File(other, "w") as file:
        file["a/acceleration"] = np.zeros((100, 3))
        file["a/time"] = np.arange(100) / 100
    with pytest.warns(swingpipe.InputWarning, match=f"{other}: is HDF5 of another layout.* --mapping-out FILE"):
        assert len(swingpipe.recordings(other)) == 0
    shutil.copy(DATA / "tennis-000001.h5", tmp_path)
    with pytest.warns(swingpipe.InputWarning, match="another layout"):
        assert list(swingpipe.recordings(tmp_path)["recording_id"]) == ["tennis-000001"]


def test_samples_in_place_of_recordings_are_rejected(tmp_path: Path) -> None:
    samples = {"time_s": np.arange(10) / 100, "acceleration_g": np.zeros((10, 3))}
    for given in (samples, pd.DataFrame({"path": ["a.h5"]})):
        message = f"recordings is a {type(given).__name__}; expected a folder, .* find_swings takes samples in memory"
        with pytest.raises(TypeError, match=message):
            swingpipe.run("tennis", given, tmp_path / "out")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=message):
            swingpipe.recordings(given)  # type: ignore[arg-type]
    paths = pd.Series([str(DATA / "tennis-000001.h5")])
    assert len(swingpipe.run("tennis", paths)) == 8


def test_a_run_reads_files_of_another_layout_by_a_mapping(tmp_path: Path) -> None:
    other, mapping = tmp_path / "other.h5", tmp_path / "lab.json"
    with h5py.File(DATA / "tennis-000001.h5") as source, h5py.File(other, "w") as file:
        for stream, datasets in {
            "accelerometer": ["time", "acceleration"],
            "device_motion": ["time", "gravity", "rotation_rate", "user_acceleration", "attitude"],
        }.items():
            for name in datasets:
                file[f"lab/{stream}/{name}"] = source[f"{stream}/{name}"][:]
    subprocess.run(
        [swingpipe.TOOL, "check", "--details", other, "--mapping-out", mapping], check=True, capture_output=True
    )
    assert len(swingpipe.run("tennis", other, mapping=mapping)) == 8
    with pytest.raises(swingpipe.SwingpipeError) as raised:
        swingpipe.run("tennis", other, mapping=tmp_path / "missing.json")
    assert raised.value.option == "mapping"


def test_a_recording_of_a_run_is_drawn(tmp_path: Path) -> None:
    output = tmp_path / "out"
    names = ["tennis-000001", "tennis-000002"]
    swingpipe.run("tennis", [DATA / f"{name}.h5" for name in names], output)
    drawn = swingpipe.plot(output, recording=names[1], swing=0)
    assert drawn.data == swingpipe.plot(DATA / f"{names[1]}.h5", swing=0, run=output).data
    assert swingpipe.plot(output, recording=names[0], overview=True).data
    with pytest.raises(swingpipe.UsageError, match="expected one of tennis-000001, tennis-000002"):
        swingpipe.plot(output, recording="golf", swing=0)
    with pytest.raises(swingpipe.UsageError, match="source is not the output folder of a run"):
        swingpipe.plot(DATA / "tennis-000001.h5", recording="tennis-000001", swing=0)


def test_the_total_of_a_run_by_sport_is_known_from_the_beginning(tmp_path: Path) -> None:
    for name in ("golf-000001", "tennis-000001", "tennis-000002"):
        shutil.copy(DATA / f"{name}.h5", tmp_path)
    states: list[swingpipe.Progress] = []
    swingpipe.run(recordings=tmp_path, progress=states.append)
    totals = [state.total for state in states]
    began = totals.index(3)
    assert set(totals[:began]) <= {0} and set(totals[began:]) == {3}
    assert states[-1].done == 3
