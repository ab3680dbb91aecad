"""The samples around swings, as arrays."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import UsageError
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
    try:
        import h5py
        import numpy as np
        import pandas as pd
        import xarray as xr
    except ImportError as error:
        message = f"windows needs the package {error.name}; expected it to be installed: pip install h5py xarray"
        raise ImportError(message, name=error.name) from None

    if not isinstance(swings, pd.DataFrame):
        message = f"swings is a {type(swings).__name__}; expected a DataFrame, such as read(output) returns"
        raise UsageError(message, option="swings")
    for column in ("recording_id", at):
        if column not in swings.columns:
            times_s = [name for name in swings.columns if str(name).endswith("time_s")]
            expected = ", ".join(map(str, times_s)) or "recording_id and a column of moments in s"
            raise UsageError(f'swings has no column "{column}"; expected {expected}', option="swings", value=column)
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
        variables: dict[str, Any] = {}
        known = [name for name in ("recording_id", "swing_index", "label") if name in swings]
        coordinates: dict[str, Any] = {name: ("swing", swings[name].to_numpy()) for name in known}
        with h5py.File(made, "r") as opened:
            file: Any = opened
            for stream in [name for name in file if isinstance(file[name], h5py.Group)]:
                group = file[stream]
                sample, channel = f"{stream}_sample", f"{stream}_channel"
                facts = {"rate_hz": float(group.attrs["rate_hz"])}
                variables[stream] = (("swing", sample, channel), group["values"][:][back], facts)
                variables[f"{stream}_time_s"] = (("swing", sample), group["time"][:][back], {"units": "s"})
                coordinates[channel] = [name.decode() for name in group.attrs["channels"]]
    return xr.Dataset(variables, coordinates)
