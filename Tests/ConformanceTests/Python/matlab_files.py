"""Writes the same arrays as MAT-files of several versions: matlab_files.py FOLDER

reference.mat is of version 7.3, the others of versions 5, 7 and 4, which has neither structures nor three dimensions.
"""

import pathlib
import sys

import hdf5storage
import numpy as np
import scipy.io

folder = pathlib.Path(sys.argv[1])
random = np.random.default_rng(5)
arrays = {
    "t": np.arange(500)[:, None] / 100,
    "acc": random.normal(size=(500, 3)).astype(np.float32),
    "raw": random.integers(-32768, 32767, (3, 500), np.int16),
    "count": np.arange(500)[None, :] * 1.0,
}
nested = {"left": dict(arrays), "code": np.array([[7]], np.uint8)}
all_arrays = arrays | {
    "imu": nested,
    "cube": random.normal(size=(4, 5, 6)),
    "wide": np.array([[2**63 - 1, -(2**63)]], np.int64),
    "flags": np.array([[True, False]]),
}
hdf5storage.savemat(str(folder / "reference.mat"), all_arrays, fmt="7.3")
scipy.io.savemat(folder / "five.mat", all_arrays)
scipy.io.savemat(folder / "seven.mat", all_arrays, do_compression=True)
hdf5storage.savemat(str(folder / "reference_4.mat"), arrays, fmt="7.3")
scipy.io.savemat(folder / "four.mat", arrays, format="4")
