"""Writes the motion of a recording in layouts that no built-in mapping knows, each with the library that such files come from.

laboratory_files.py RECORDING FOLDER: prints each file's name.
"""

import datetime
import pathlib
import sys

import h5py
import hdf5storage
import numpy as np
import pandas as pd
import tables
import xarray as xr
from pynwb import NWBHDF5IO, NWBFile, TimeSeries

source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
with h5py.File(source) as recording:
    motion = recording["device_motion"]
    t = motion["time"][:2000]
    gyr = motion["rotation_rate"][:2000]
    acc = motion["gravity"][:2000] + motion["user_acceleration"][:2000]
G = np.float32(9.80665)
axes = dict(zip(("ax", "ay", "az"), acc.T.astype(float))) | dict(zip(("gx", "gy", "gz"), gyr.T.astype(float)))


def told(path):
    print(path.name)


def h5(name):
    """A decorator: the function fills the file of that name."""

    def fill(body):
        path = folder / f"{name}.h5"
        with h5py.File(path, "w") as file:
            body(file)
        told(path)

    return fill


@h5("h5py_flat")
def _(file):
    file["time"], file["acc"], file["gyro"] = t, acc, gyr


@h5("h5py_groups")
def _(file):
    for name, values in (("accelerometer", acc), ("gyroscope", gyr)):
        file[f"{name}/timestamps"], file[f"{name}/data"] = t, values


@h5("h5py_transposed")
def _(file):
    file["imu/time"], file["imu/acceleration"], file["imu/gyroscope"] = t, acc.T, gyr.T


@h5("h5py_per_axis")
def _(file):
    file["sensor/time"] = t
    for name, values in zip("xyz", acc.T):
        file[f"sensor/acc_{name}"] = values
    for name, values in zip("xyz", gyr.T):
        file[f"sensor/gyro_{name}"] = values


@h5("h5py_compound")
def _(file):
    kinds = [("time", "<f8"), ("acc", "<f4", 3), ("gyr", "<f4", 3)]
    rows = np.zeros(len(t), kinds)
    rows["time"], rows["acc"], rows["gyr"] = t, acc, gyr
    file["samples"] = rows


@h5("h5py_units")
def _(file):
    file["t"], file["accel"], file["gyro"] = np.round(t * 1e3, 3), acc * G, np.degrees(gyr)
    file["t"].attrs["units"], file["accel"].attrs["units"], file["gyro"].attrs["units"] = "ms", "m/s^2", "deg/s"


@h5("h5py_degrees_without_unit")
def _(file):
    file["time"], file["acc"], file["gyr"] = t, acc * G, np.degrees(gyr)


@h5("h5py_microseconds")
def _(file):
    file["timestamp_us"], file["acc"], file["gyr"] = np.round(t * 1e6).astype(np.uint64), acc, gyr


@h5("h5py_rate")
def _(file):
    file.attrs["sampling_rate"] = 1 / np.mean(np.diff(t))
    file["acc"], file["gyr"] = acc, gyr


@h5("h5py_packed_integers")
def _(file):
    file["time"] = t
    for name, values in (("acc", acc), ("gyr", gyr)):
        scale = float(np.abs(values).max()) / 32000
        file[name] = np.round(values / scale).astype(np.int16)
        file[name].attrs["scale_factor"] = scale


@h5("h5py_big_endian_compressed")
def _(file):
    file.create_dataset("time", data=t.astype(">f8"), compression="gzip", shuffle=True)
    file.create_dataset("acc", data=acc.astype(">f4"), compression="gzip", chunks=(100, 3))
    file.create_dataset("gyr", data=gyr.astype(">f4"), compression="gzip", fletcher32=True)


@h5("h5py_column_names")
def _(file):
    file["imu"] = np.column_stack([t, acc, gyr])
    file["imu"].attrs["columns"] = ["time", "ax", "ay", "az", "gx", "gy", "gz"]


path = folder / "pandas_time_index.h5"
index = pd.Index(t, name="time")
pd.DataFrame(axes, index=index).to_hdf(path, key="watch", format="table", data_columns=True)
told(path)

path = folder / "pandas_fixed_long_names.h5"
long = {"time": t} | {f"acc_{a}": v for a, v in zip("xyz", acc.T.astype(float))}
long |= {f"gyro_{a}": v for a, v in zip("xyz", gyr.T.astype(float))}
pd.DataFrame(long).to_hdf(path, key="wrist", format="fixed")
told(path)

path = folder / "pytables_arrays.h5"
with tables.open_file(path, "w") as file:
    group = file.create_group("/", "imu")
    file.create_array(group, "time", t)
    filters = tables.Filters(complevel=5, complib="zlib")
    file.create_carray(group, "acc", obj=acc, filters=filters)
    growing = file.create_earray(group, "gyr", tables.Float32Atom(), (0, 3), filters=filters)
    growing.append(gyr)
told(path)

path = folder / "pytables_other_table.h5"
kinds = [("time_s", "<f8")] + [(f"{s}_{a}", "<f4") for s in ("accel", "gyro") for a in "xyz"]
rows = np.zeros(len(t), kinds)
rows["time_s"] = t
for place, a in enumerate("xyz"):
    rows[f"accel_{a}"], rows[f"gyro_{a}"] = acc[:, place], gyr[:, place]
with tables.open_file(path, "w") as file:
    file.create_table("/trial", "data", rows, createparents=True)
told(path)

path = folder / "xarray_axes.nc"
variables = {f"accel_{a}": ("time", v * G, {"units": "m s-2"}) for a, v in zip("xyz", acc.T)}
variables |= {f"gyro_{a}": ("time", v, {"units": "rad/s"}) for a, v in zip("xyz", gyr.T)}
xr.Dataset(variables, coords={"time": ("time", t, {"units": "s"})}).to_netcdf(path, engine="netcdf4")
told(path)

path = folder / "xarray_transposed.nc"
xr.Dataset(
    {"acc": (("axis", "time"), acc.T, {"units": "g"}), "gyr": (("axis", "time"), gyr.T, {"units": "rad/s"})},
    coords={"time": ("time", t), "axis": list("xyz")},
).to_netcdf(path, engine="netcdf4")
told(path)

path = folder / "nwb_other_names.nwb"
session = NWBFile("a walk", "walk", datetime.datetime(2024, 5, 1, tzinfo=datetime.timezone.utc))
for name, values, unit in (("accelerometer", acc * G, "m/s^2"), ("gyroscope", gyr, "rad/s")):
    session.add_acquisition(TimeSeries(name=name, data=values, unit=unit, timestamps=t))
with NWBHDF5IO(str(path), "w") as file:
    file.write(session)
told(path)

path = folder / "nwb_processing.nwb"
session = NWBFile("a walk", "walk", datetime.datetime(2024, 5, 1, tzinfo=datetime.timezone.utc))
module = session.create_processing_module("behavior", "motion of the wrist")
for name, values, unit in (("acc", acc, "g"), ("gyr", gyr, "rad/s")):
    module.add(TimeSeries(name=name, data=values, unit=unit, rate=float(1 / np.mean(np.diff(t))), starting_time=float(t[0])))
with NWBHDF5IO(str(path), "w") as file:
    file.write(session)
told(path)

path = folder / "matlab_variables.mat"
hdf5storage.savemat(str(path), {"time": t, "acc": acc * G, "gyr": gyr}, format="7.3", oned_as="column")
told(path)

path = folder / "matlab_axes.mat"
hdf5storage.savemat(str(path), {"data": {"t": t} | axes}, format="7.3", oned_as="row")
told(path)
