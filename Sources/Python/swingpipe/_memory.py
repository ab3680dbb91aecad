"""Recordings from data in memory: DataFrames, or dictionaries of arrays."""

from __future__ import annotations

import difflib
import json
import math
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import (
    DataError,
    MissingFileError,
    RecordingsError,
    SwingpipeError,
    TemporaryError,
    UsageError,
    warn,
)
from ._run import run_here
from ._tool import StrPath, ask

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

Samples = Mapping[str, Any]
"""A stream: a DataFrame, or a dictionary of arrays."""

_G = {"g": 1.0, "m_s2": 1 / 9.80665}
_RATE = {"rad_s": 1.0, "deg_s": math.pi / 180}
_AXES = ("x", "y", "z")
_FACTS: dict[str, object] = {"format": "swingpipe-recording", "format_version": 1}
_CHOICES = {
    "wrist": ("left", "right"),
    "crown": ("left", "right"),
    "dominant_hand": ("left", "right"),
    "time_origin": ("boot", "unix", "start"),
}
_STREAMS: dict[str, dict[str, tuple[tuple[str, ...], dict[str, float]]]] = {
    "accelerometer": {"acceleration": (_AXES, _G)},
    "device_motion": {
        "attitude": (("w", *_AXES), {"": 1.0}),
        "rotation_rate": (_AXES, _RATE),
        "gravity": (_AXES, _G),
        "user_acceleration": (_AXES, _G),
    },
}
"""The quantities of each stream, with their axes, and the factor of each unit to the unit of the layout."""


def write_recording(
    path: StrPath,
    *,
    accelerometer: Samples,
    device_motion: Samples | None = None,
    recording_id: str | None = None,
    sport: str | None = None,
    subject_id: str | None = None,
    wrist: str | None = None,
    crown: str | None = None,
    dominant_hand: str | None = None,
    time_origin: str | None = None,
    start_time: str | None = None,
    overwrite: bool = False,
) -> None:
    """Writes a recording from data in memory, as layout version 1.

    A stream is a DataFrame, or a dictionary of arrays. It has the timestamps `time_s`, and a column for each axis, such
    as `acceleration_x_g`. In place of them, a dictionary may have one array of shape (N, 3), such as `acceleration_g`.
    The names end with the unit: `_g` or `_m_s2` for accelerations, `_rad_s` or `_deg_s` for rotation rates.

    Gaps, timestamps that do not increase, missing values, and attributes that the samples contradict are named by an
    InputWarning.

    Parameters
    ----------
    path
        The file to write, .h5.
    accelerometer
        `time_s` and `acceleration`: gravity plus user acceleration. At rest with the watch's face up, z is -1 g.
    device_motion
        `time_s`, `rotation_rate`, and `gravity` or `attitude` (a unit quaternion `attitude_w`, `_x`, `_y`, `_z`);
        `user_acceleration` if it is known. Swings need this stream.
    recording_id
        The identifier; by default the name of the file without its ending.
    sport, subject_id, wrist, crown, dominant_hand, time_origin, start_time
        Attributes of the recording. The page on the recording layout lists their values.
    overwrite
        Whether to replace a file at the path.

    Raises
    ------
    UsageError, MissingFileError, DataError, TemporaryError
    """
    target = Path(path)
    if target.suffix.lower() != ".h5":
        raise UsageError(f'path is "{target}"; expected a name that ends in ".h5"', option="path", value=str(target))
    if target.exists() and not overwrite:
        message = f"{target}: the file exists already; expected another path, or overwrite=True"
        raise UsageError(message, file=str(target), option="path", value=str(target))
    if not target.parent.is_dir():
        message = f"{target}: there is no folder {target.parent}; expected one that exists"
        raise MissingFileError(message, file=str(target), option="path", value=str(target))
    if target.is_dir():
        raise UsageError(f"{target}: is a folder; expected a file", file=str(target), option="path", value=str(target))
    name = target.stem if recording_id is None else recording_id
    if not name:
        raise UsageError("recording_id is empty; expected a name", option="recording_id", value="")
    if start_time is not None and not _is_instant(start_time):
        message = f"start_time is {start_time!r}; expected an instant as ISO 8601, such as 2024-05-01T10:00:00Z"
        raise UsageError(message, option="start_time", value=str(start_time))
    facts = _FACTS | {
        "recording_id": name,
        "sport": sport,
        "subject_id": subject_id,
        "wrist": wrist,
        "crown": crown,
        "dominant_hand": dominant_hand,
        "time_origin": time_origin,
        "start_time": start_time,
    }
    for attribute, choices in _CHOICES.items():
        if facts[attribute] not in (None, *choices):
            message = f"{attribute} is {facts[attribute]!r}; expected {' or '.join(choices)}"
            raise UsageError(message, option=attribute, value=str(facts[attribute]))
    for attribute in ("recording_id", "sport", "subject_id"):
        if not isinstance(facts[attribute], (str, type(None))):
            message = f"{attribute} is {facts[attribute]!r}; expected text"
            raise UsageError(message, option=attribute, value=str(facts[attribute]))
    for found in _store(target, str(target), facts, accelerometer, device_motion):
        warn(found.message)


def find_swings(
    accelerometer: Samples,
    device_motion: Samples,
    *,
    pipeline: StrPath,
    table: str | None = None,
    columns: Sequence[str] | None = None,
    overrides: Mapping[str, object] | None = None,
) -> pd.DataFrame:
    """Finds the swings in data in memory, and keeps no files.

    Parameters
    ----------
    accelerometer, device_motion
        The streams, as `write_recording` takes them.
    pipeline
        A built-in pipeline, such as "tennis", or a file.
    table, columns, overrides
        As for `run`.

    Returns
    -------
    pandas.DataFrame
        One row per swing, or per row of `table`. Its attrs have the name of the "table", "units", and "columns" with
        the "description" of each.

    Raises
    ------
    UsageError, PipelineError, DataError, TemporaryError
    """
    result: pd.DataFrame | SwingpipeError
    run_warnings: list[str] = []
    with tempfile.TemporaryDirectory(prefix="swingpipe-") as folder:
        path = Path(folder, "recording.h5")
        sample_warnings = _store(path, _SHOWN, _FACTS | {"recording_id": "recording"}, accelerometer, device_motion)
        try:
            result = run_here(
                pipeline,
                path,
                None,
                table=table,
                columns=columns,
                overrides=overrides,
                progress=False,
                names={str(path): _SHOWN},
                on_warning=run_warnings.append,
            )
        except RecordingsError as failure:
            first = failure.errors[0]
            kind = TemporaryError if failure.exit_code == 75 else DataError
            facts = {"stage": first.stage, "option": first.option, "value": first.value}
            result = kind(first.message, exit_code=failure.exit_code, **facts)
    # The import and the run check the same samples. Each finding is reported once, with the longer message.
    others = [*run_warnings, *([result.message] if isinstance(result, SwingpipeError) else [])]
    for found in sample_warnings:
        if found.is_corrected(overrides or {}):
            continue
        if not any(found.cause in message for message in others):
            warn(found.message)
    for message in run_warnings:
        short = re.sub(r'stage "[^"]+": ', "", message)
        if not any(found.message.startswith(short) for found in sample_warnings):
            warn(message)
    if isinstance(result, SwingpipeError):
        raise result
    return result


_SHOWN = "the recording"
"""The name for data in memory in messages."""


@dataclass(frozen=True)
class _SampleWarning:
    """A warning about the samples of a recording. cause: the part that a run repeats. options: the options of a run
    that correct the samples, with their values."""

    cause: str
    message: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def is_corrected(self, overrides: Mapping[str, object]) -> bool:
        """Whether a run with these overrides corrects the samples."""
        given = {name.rpartition(".")[2]: value for name, value in overrides.items()}
        return bool(self.options) and all(
            set(value) <= set(_list(given.get(name))) if name == "corrections" else name in given
            for name, value in self.options.items()
        )


def _is_instant(text: object) -> bool:
    try:
        # Python 3.10 does not read the Z of UTC.
        datetime.fromisoformat(text.replace("Z", "+00:00") if isinstance(text, str) else "")
    except ValueError:
        return False
    return True


def _store(
    target: Path, shown: str, facts: Mapping[str, object], accelerometer: Samples, device_motion: Samples | None
) -> list[_SampleWarning]:
    """Writes a recording with its attributes, and returns warnings about its samples. shown: its name in messages."""
    streams = {"accelerometer": accelerometer} | ({} if device_motion is None else {"device_motion": device_motion})
    columns = {stream: _columns(stream, given) for stream, given in streams.items()}
    # In the folder of the file, which therefore appears whole or not at all.
    with tempfile.TemporaryDirectory(prefix=".swingpipe-", dir=target.parent) as folder:
        source, made = Path(folder, "source"), Path(folder, "made")
        source.mkdir()
        known = {key: value for key, value in facts.items() if value is not None}
        (source / "recording.json").write_text(json.dumps(known), encoding="utf-8")
        for stream, values in columns.items():
            _write(source / f"{stream}.csv", values)
        try:
            (told,) = ask("import", "--json", f"--join={facts['recording_id']}", f"--output={made}", "--", str(source))
        except SwingpipeError as error:
            error.message = _of_memory(error.message.replace(str(source), shown))
            error.args, error.file = (error.message,), None if shown == _SHOWN else shown
            error.option = error.value = None
            raise
        (written,) = made.glob("*.h5")
        os.replace(written, target)
    contradictions = [
        _SampleWarning(each["cause"], f"{shown}: {_contradiction(each)}", _correcting(each))
        for each in told["contradictions"]
    ]
    faults = [_SampleWarning(each["text"], f"{shown}: {each['stream']}: {each['text']}") for each in told["faults"]]
    return [*contradictions, *faults]


def _of_memory(message: str) -> str:
    """A message about the files of an import, for samples that were in memory."""
    message = re.sub(r"/(accelerometer|device_motion)\.csv(:\d+)?:", r": \1:", message)
    return message.replace(", which a mapping can state", "; expected time_s in seconds")


def _correcting(found: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a run that correct samples, with their values."""
    names = ("corrections", "motion_offset_s")
    return {name: found[name] for name in names if found.get(name)}


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple, set)) else [] if value is None else [value]


def _contradiction(found: Mapping[str, Any]) -> str:
    """A sentence about samples that contradict their description, with the correction."""
    corrections = found.get("corrections", [])
    advice = found.get("advice")
    if corrections:
        advice = f'a run corrects it with overrides={{"in.corrections": {json.dumps(corrections)}}}'
    evidence = f" ({found['evidence']})" if found.get("evidence") else ""
    return f"{found['stream']}: {found['cause']}{evidence}" + (f"; {advice}" if advice else "")


def _columns(stream: str, given: Samples) -> dict[str, npt.NDArray[np.float64]]:
    """A stream's columns by their names in CSV files of swingpipe, in the units of the layout."""
    import numpy as np

    if not hasattr(given, "keys"):
        message = f"{stream} is a {type(given).__name__}; expected a DataFrame, or a dictionary of arrays with time_s"
        raise UsageError(message, option=stream)
    arrays = {str(name): np.asarray(given[name]) for name in given.keys()}
    for name, array in arrays.items():
        if array.dtype.kind not in "fiu":
            raise _refused(stream, name, f"has values of type {array.dtype}; expected numbers")
    if "time_s" not in arrays:
        raise _refused(stream, "time_s", "is missing; expected the timestamp of each sample, in s")
    time = np.asarray(arrays.pop("time_s"), dtype=np.float64)
    if time.size == 0:
        raise UsageError(f"{stream} has no rows; expected samples", option=stream)
    if time.ndim != 1:
        raise _refused(stream, "time_s", f"has the shape {time.shape}; expected one number per sample")
    columns = {"time_s": time}
    for quantity, (axes, units) in _STREAMS[stream].items():
        for unit, factor in units.items():
            names = ["_".join(filter(None, [quantity, axis, unit])) for axis in axes]
            whole = arrays.pop("_".join(filter(None, [quantity, unit])), None)
            present = [name for name in names if name in arrays]
            if whole is None and not present:
                continue
            if whole is None and (missing := [name for name in names if name not in arrays]):
                others = [name for name in arrays if name not in names]
                found = f", found {others[0]}" if others else ""
                message = f"is missing beside {present[0]}; expected all of {', '.join(names)}{found}"
                raise _refused(stream, missing[0], message)
            values = np.stack([arrays.pop(name) for name in names], axis=-1) if whole is None else whole
            if values.shape != (time.size, len(axes)):
                message = f"has the shape {values.shape}; expected ({time.size}, {len(axes)}), a row for each timestamp"
                raise _refused(stream, f"{quantity}_{unit}".rstrip("_"), message)
            stored = next(iter(units))
            for index, axis in enumerate(axes):
                column = "_".join(filter(None, [quantity, axis, stored]))
                if column in columns:
                    raise _refused(stream, names[index], f"is given in two units; expected {column} alone")
                columns[column] = np.asarray(values[:, index], dtype=np.float64) * factor
    if arrays:
        name = next(iter(arrays))
        known = ["time_s"] + [
            "_".join(filter(None, [quantity, axis, unit]))
            for quantity, (axes, units) in _STREAMS[stream].items()
            for unit in units
            for axis in axes
        ]
        if name in known:
            raise _refused(stream, name, "is given twice; expected one array of all axes, or a column for each axis")
        near = difflib.get_close_matches(name, known, n=1)
        advice = f"did you mean {near[0]}?" if near else f"expected some of {', '.join(known)}"
        raise _refused(stream, name, f"is not known; {advice}")
    if len(columns) == 1:
        raise _refused(stream, "time_s", "has no values beside it; expected columns such as acceleration_x_g")
    if not np.isfinite(time).all():
        row = int(np.flatnonzero(~np.isfinite(time))[0])
        raise _refused(stream, "time_s", f"is {time[row]} in row {row}; expected seconds")
    return columns


def _refused(stream: str, name: str, message: str) -> UsageError:
    return UsageError(f"{stream}: {name} {message}", option=stream, value=name)


def _write(path: Path, columns: Mapping[str, npt.NDArray[np.float64]]) -> None:
    """Writes a table that reads back to the last bit. Samples have single precision in recordings, as have sensors."""
    import numpy as np
    import pyarrow as pa
    from pyarrow import csv

    arrays = {name: values if name == "time_s" else values.astype(np.float32) for name, values in columns.items()}
    csv.write_csv(pa.table(arrays), path)
