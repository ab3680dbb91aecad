"""The samples around swings, as arrays."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import DataError, MissingFileError, UsageError
from ._results import read
from ._tool import StrPath, call, inputs, joined

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr


def windows(
    swings: pd.DataFrame,
    recordings: StrPath | Iterable[StrPath],
    *,
    before_s: float = 0.5,
    after_s: float = 0.3,
    at: str = "anchor_time_s",
    streams: Sequence[str] | None = None,
) -> xr.Dataset:
    """Returns the samples around each swing, which the tool reads in parallel.

    Needs the packages h5py and xarray. Swings without any sample, beyond the recording or in a gap, are named by an
    InputWarning.

    Parameters
    ----------
    swings
        A table with `recording_id` and the times of the swings, such as `run` returns; or some of its rows. Any other
        table of moments does as well.
    recordings
        The recordings, or folders of them.
    before_s, after_s
        How long before and after the swing the samples reach, in s.
    at
        The column with the times: "anchor_time_s" is the contact of a hit, and the fastest moment of a miss.
    streams
        The streams, such as ["accelerometer"]; by default all evenly sampled streams.

    Returns
    -------
    xarray.Dataset
        For each stream a variable, such as `accelerometer`, with the dimensions (swing, accelerometer_sample,
        accelerometer_channel), and `accelerometer_time_s`, the time of each sample after the swing. Missing samples are
        NaN. The channels are named with their units, as `acceleration_x_g`. `recording_id`, `swing_index` and `label`
        are coordinates if the table has them; `.values` of a variable is a NumPy array.

    Raises
    ------
    UsageError, MissingFileError, DataError
    """
    _check_packages("windows")
    import numpy as np
    import pandas as pd

    if not isinstance(swings, pd.DataFrame):
        message = f"swings is a {type(swings).__name__}; expected a DataFrame, such as read(output) returns"
        raise UsageError(message, option="swings")
    for column in ("recording_id", at):
        if column not in swings.columns:
            times_s = [name for name in map(str, swings.columns) if name.endswith("time_s")]
            if column != at or not times_s:
                expected = "recording_id and a column of moments in s"
            else:
                expected = ", ".join(times_s)
            option = "at" if column == at else "swings"
            raise UsageError(f'swings has no column "{column}"; expected {expected}', option=option, value=column)
    if swings.empty:
        raise UsageError("swings has no rows; expected one for each window", option="swings")
    chosen = joined("streams", streams)
    names = swings["recording_id"]
    times = pd.to_numeric(swings[at], errors="coerce").to_numpy(dtype=float, na_value=np.nan)
    for column, wrong in (("recording_id", names.isna().to_numpy()), (at, ~np.isfinite(times))):
        if wrong.any():
            row = int(np.flatnonzero(wrong)[0])
            found = swings[column].iloc[row]
            expected = "a name" if column == "recording_id" else "seconds on the recording's clock"
            message = f"swings has {found} in row {row} of {column}; expected {expected}, or that row left out"
            raise UsageError(message, option="swings", value=column)
    # The samples of a recording are read at once.
    order = np.argsort(names.to_numpy().astype(str), kind="stable")
    with tempfile.TemporaryDirectory(prefix="swingpipe-") as folder, inputs(recordings) as files:
        table, made = Path(folder, "swings.csv"), Path(folder, "windows.h5")
        pd.DataFrame({"recording_id": names.to_numpy(), at: times}).iloc[order].to_csv(table, index=False)
        command = ["export", f"--around={table}", f"--time-column={at}", f"--output={made}"]
        command += [f"--before-s={before_s}", f"--after-s={after_s}"]
        command += [] if chosen is None else [f"--streams={chosen}"]
        call(*command, *files)
        back = np.empty_like(order)
        back[order] = np.arange(len(order))
        known = [name for name in ("recording_id", "swing_index", "label") if name in swings]
        return _dataset(made, {name: swings[name].to_numpy() for name in known}, back)


def read_windows(output: StrPath, *, streams: Sequence[str] | None = None) -> xr.Dataset:
    """Reads the samples around each swing that a pipeline with the stage writers.windows wrote.

    Needs the packages h5py and xarray.

    Parameters
    ----------
    output
        The folder of the run, or a file that the stage or `swingpipe export --around` wrote.
    streams
        The streams to read, such as ["accelerometer"]; by default all.

    Returns
    -------
    xarray.Dataset
        As `windows` returns it, with `event_time_s`, the time of the swing on the recording's clock. For the folder of
        a run, `swing_index` and `label` are coordinates, too.

    Raises
    ------
    UsageError, MissingFileError
    DataError
        If the file is damaged, or if the run could not join the files of its recordings. The message says why.
    """
    _check_packages("read_windows")
    import h5py

    joined("streams", streams)
    path = Path(output)
    file = path / "merged" / "windows.h5" if path.is_dir() else path
    if not file.is_file():
        if fault := _fault(path):
            raise DataError(f"{file}: was not written: {fault}", file=str(file))
        expected = "the folder of a run whose pipeline has the stage writers.windows, or a file of windows"
        raise MissingFileError(f"{file}: no such file; expected {expected}", file=str(file))
    try:
        coordinates = _events(file, streams)
        coordinates |= _labels(path, coordinates) if path.is_dir() else {}
        return _dataset(file, coordinates, streams=streams)
    except PermissionError:
        raise
    except (OSError, KeyError) as error:
        raise DataError(f"{file}: is not a whole file of windows: {error}", file=str(file)) from None


def _events(file: Path, streams: Sequence[str] | None) -> dict[str, Any]:
    """The recording and the time of each event of a file of windows that has the streams."""
    import h5py

    with h5py.File(file, "r") as opened:
        if _text(opened.attrs.get("format", "")) != "swingpipe-windows":
            message = f"{file}: is not a file of samples around swings; expected one of the stage writers.windows or of swingpipe export --around"
            raise UsageError(message, file=str(file))
        present = [name for name in opened if isinstance(opened[name], h5py.Group)]
        if missing := [name for name in streams or [] if name not in present]:
            message = f'{file}: there is no stream "{missing[0]}"; expected one of {", ".join(present)}'
            raise UsageError(message, file=str(file), option="streams", value=missing[0])
        return {"recording_id": _texts(opened["recording_id"][:]), "event_time_s": opened["event_time"][:]}


def _fault(output: Path) -> str | None:
    """Why a run could not join its files of windows; None if there is no such record."""
    try:
        record = json.loads((output / "_meta" / "merged.json").read_text())
        return str(record["windows"]["fault"])
    except (OSError, ValueError, KeyError):
        return None


def _texts(values: Any) -> Any:
    """Texts of HDF5, as an array of strings."""
    import numpy as np

    return np.array([_text(value) for value in values], dtype=object)


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _labels(output: Path, swings: Mapping[str, Any]) -> dict[str, Any]:
    """The index and the label of each swing from the main table, if its rows are the swings of the file."""
    try:
        table = read(output)
    except UsageError:
        # The run wrote no other table.
        return {}
    if not {"recording_id", "anchor_time_s"} <= set(table.columns):
        return {}
    is_same = list(table["recording_id"]) == list(swings["recording_id"]) and list(table["anchor_time_s"]) == list(
        swings["event_time_s"]
    )
    return {name: table[name].to_numpy() for name in ("swing_index", "label") if is_same and name in table}


def _check_packages(function: str) -> None:
    """Raises ImportError with an advice if a package is missing."""
    try:
        import h5py  # noqa: F401
        import numpy as np  # noqa: F401
        import pandas as pd  # noqa: F401
        import xarray as xr  # noqa: F401
    except ImportError as error:
        message = f"{function} needs the package {error.name}; expected it to be installed: pip install h5py xarray"
        raise ImportError(message, name=error.name) from None


def _dataset(
    path: Path, swings: Mapping[str, Any], order: Any = slice(None), *, streams: Sequence[str] | None = None
) -> xr.Dataset:
    """The contents of a file of windows. swings: coordinates. order: the windows to take, in their order."""
    import h5py
    import xarray as xr

    variables: dict[str, Any] = {}
    coordinates: dict[str, Any] = {name: ("swing", values) for name, values in swings.items()}
    with h5py.File(path, "r") as opened:
        file: Any = opened
        present = [name for name in file if isinstance(file[name], h5py.Group)]
        for stream in present if streams is None else streams:
            group = file[stream]
            sample, channel = f"{stream}_sample", f"{stream}_channel"
            facts = {"rate_hz": float(group.attrs["rate_hz"]), "anchor_sample": int(group.attrs["anchor_sample"])}
            variables[stream] = (("swing", sample, channel), group["values"][:][order], facts)
            variables[f"{stream}_time_s"] = (("swing", sample), group["time"][:][order], {"units": "s"})
            coordinates[channel] = [_text(name) for name in group.attrs["channels"]]
    return xr.Dataset(variables, coordinates)
