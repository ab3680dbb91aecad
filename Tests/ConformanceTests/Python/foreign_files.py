"""Writes the motion of a recording in the formats of other programs, each with that program's own library.

foreign_files.py RECORDING FOLDER: prints the name of the built-in mapping and the file's name for each.
"""

import datetime
import pathlib
import sys

import h5py
import hdf5storage
import numpy as np
import pandas as pd
import scipy.io
import tables
import xarray as xr
from pynwb import NWBHDF5IO, NWBFile, TimeSeries

source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
with h5py.File(source) as recording:
    motion = recording["device_motion"]
    t = motion["time"][:2000]
    gyr = motion["rotation_rate"][:2000]
    grav = motion["gravity"][:2000]
    acc = grav + motion["user_acceleration"][:2000]


def told(mapping, name):
    print(f"{mapping}\t{name}")


imu = {"t": t[:, None], "acc": acc * np.float32(9.80665), "t2": t[:, None], "gyr": gyr, "grav": grav}
hdf5storage.savemat(str(folder / "matlab.mat"), {"imu": imu}, fmt="7.3")
told("matlab", "matlab.mat")
for name, compresses in (("matlab_5.mat", False), ("matlab_7.mat", True)):
    scipy.io.savemat(folder / name, {"imu": imu}, do_compression=compresses)
    told("matlab", name)

columns = {"t": t} | {name: values for name, values in zip(("ax", "ay", "az"), acc.T.astype(float))}
columns |= {name: values for name, values in zip(("gx", "gy", "gz"), gyr.T.astype(float))}
frame = pd.DataFrame(columns)
frame.to_hdf(folder / "table.h5", key="imu", format="table")
told("pandas_table", "table.h5")
frame.to_hdf(folder / "columns.h5", key="imu", format="table", data_columns=True)
told("pandas_table", "columns.h5")
frame.to_hdf(folder / "fixed.h5", key="imu", format="fixed")
told("pandas_fixed", "fixed.h5")

records = np.zeros(len(t), [("timestamp", "<i8")] + [(name, "<f4") for name in ("ax", "ay", "az", "gx", "gy", "gz")])
records["timestamp"] = np.round(t * 1e9)
for name in records.dtype.names[1:]:
    records[name] = columns[name]
with tables.open_file(folder / "pytables.h5", "w") as file:
    file.create_table("/", "imu", records, filters=tables.Filters(complevel=4, complib="zlib"))
told("pytables", "pytables.h5")

stamps = np.datetime64("2024-05-01T00:00:00") + np.round(t * 1e9).astype("timedelta64[ns]")
data = xr.Dataset(
    {
        "acceleration": (("time", "axis"), acc, {"units": "g"}),
        "rotation_rate": (("time", "axis"), gyr, {"units": "rad/s"}),
    },
    coords={"time": stamps},
)
packed = {"dtype": "int16", "scale_factor": 0.001, "add_offset": 1.0, "_FillValue": -32768}
clock = {"units": "nanoseconds since 2024-05-01", "dtype": "int64"}
data.to_netcdf(folder / "xarray.nc", engine="netcdf4", encoding={"acceleration": packed, "time": clock})
told("xarray", "xarray.nc")


def nwb(name, **time):
    start = datetime.datetime(2024, 5, 1, tzinfo=datetime.timezone.utc)
    session = NWBFile("a walk", name, start)
    scale = float(np.abs(gyr).max()) / 32000
    for series, values, unit, conversion in (
        ("acc", acc, "g", 1.0),
        ("gyr", np.round(gyr / scale).astype(np.int16), "rad/s", scale),
        ("grav", grav, "g", 1.0),
    ):
        session.add_acquisition(TimeSeries(name=series, data=values, unit=unit, conversion=conversion, **time))
    with NWBHDF5IO(str(folder / f"{name}.nwb"), "w") as file:
        file.write(session)


nwb("nwb", timestamps=t)
told("nwb", "nwb.nwb")
nwb("nwb_rate", starting_time=float(t[0]), rate=1 / float(np.mean(np.diff(t))))
told("nwb_rate", "nwb_rate.nwb")

# The forms that public programs read: groups /SI-NUMBER of Opal's version 3, with times in us since 1970 and +1 g upwards
# at rest; and groups /myo-SIDE of ActionNet.
since_1970 = t + 1_714_521_600
with h5py.File(folder / "apdm_v3.h5", "w") as file:
    file.attrs["CaseIdList"] = np.array([b"SI-000738"])
    file["SI-000738/Time"] = np.round(since_1970 * 1e6).astype(np.uint64)
    file["SI-000738/Calibrated/Accelerometers"] = -acc.astype(float) * 9.80665
    file["SI-000738/Calibrated/Gyroscopes"] = gyr.astype(float)
told("apdm_v3", "apdm_v3.h5")

with h5py.File(folder / "actionnet.hdf5", "w") as file:
    for name, values in (("acceleration_g", -acc), ("angular_velocity_deg_s", np.degrees(gyr))):
        file[f"myo-right/{name}/data"] = values
        file[f"myo-right/{name}/time_s"] = since_1970[:, None]
told("actionnet", "actionnet.hdf5")
