"""The list of recordings."""

import shutil
from pathlib import Path

import h5py
import numpy as np
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
