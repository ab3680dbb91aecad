"""Definitions for stages in Python: functions that add columns to a table of swings, or that detect events.

    import numpy as np
    import swingpipe

    @swingpipe.features(columns=[swingpipe.Column("peak_g", "float", "g", "Largest acceleration near the swing")])
    def peak(swings):
        return {"peak_g": np.nanmax(np.linalg.norm(swings.accelerometer.values, axis=2), axis=1)}

swingpipe also runs functions in a Python that has NumPy but not this package. It then uses the text of this file as
the module `swingpipe`. This file therefore imports nothing from the package, and NumPy only for type hints.
"""

from __future__ import annotations

import numbers
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Block", "Column", "Swings", "Window", "detector", "features"]

_ColumnType = Literal["float", "int", "bool", "str"] | type
_FeatureFunction = TypeVar("_FeatureFunction", bound="Callable[[Swings], object]")
_DetectorFunction = TypeVar("_DetectorFunction", bound="Callable[[Block], object]")

_TYPES = {"float": float, "int": int, "bool": bool, "str": str}
_STREAMS = ("accelerometer", "acceleration", "device_motion")
_MOST_MARGIN_S = 10
_MOST_HISTORY_S = 60


@dataclass(frozen=True)
class Column:
    """A column that a feature function adds to the table.

    name: lower case letters, digits and underscores. type: "float", "int", "bool" or "str", or the type itself.
    unit: such as "m/s"; None for a column without a unit. description: what the column means, in one sentence.

    Raises TypeError or ValueError.
    """

    name: str
    type: _ColumnType = "float"
    unit: str | None = None
    description: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"the name of a column is {_shown(self.name)}; expected text")
        if not re.fullmatch("[a-z][a-z0-9_]*", self.name):
            expected = 'a lower case letter, then lower case letters, digits and underscores, as "peak_g"'
            raise ValueError(f"the name of a column is {_shown(self.name)}; expected {expected}")
        for name, known in _TYPES.items():
            if self.type is known:
                object.__setattr__(self, "type", name)
        if not isinstance(self.type, str) or self.type not in _TYPES:
            expected = '"float", "int", "bool" or "str"'
            raise ValueError(f'column "{self.name}": the type is {_shown(self.type)}; expected {expected}')
        if self.unit is not None:
            _check_text(f'column "{self.name}": the unit', self.unit, 'such as "m/s", or None')
        _check_text(f'column "{self.name}": the description', self.description, "in one sentence")


def features(
    *,
    columns: Sequence[Column],
    before_s: float = 0.5,
    after_s: float = 0.3,
    streams: Sequence[str] = ("accelerometer", "device_motion"),
) -> Callable[[_FeatureFunction], _FeatureFunction]:
    """Declares that a function computes columns of a table of swings. Returns the function unchanged.

    columns: the columns that the function returns. before_s, after_s: how much of each stream the function receives
    before and after each swing's anchor, 0 to 10 s. streams: any of
    - "accelerometer": x, y, z in g
    - "acceleration": the same after the pipeline's filter
    - "device_motion": rotation_rate_x, _y, _z in rad/s; gravity_x, _y, _z and user_acceleration_x, _y, _z in g;
      attitude_w, _x, _y, _z. Channels that the recording lacks are NaN.

    The function receives Swings. It returns a dictionary or a pandas.DataFrame. Each column has a value per swing.
    If it declares a single column, it may return the array alone. Missing values are NaN, None or pandas.NA.

    The values of a swing must depend on that swing alone. swingpipe checks this at the first call with several swings:
    it calls the function again with the first swing alone. Both calls must return the same values for this swing, but
    for a relative difference of 1e-5.

    Arguments must be literals, Column(...), float, int, bool, str, or module-level constants that are assigned once:
    swingpipe reads them from the file's text before it executes the file. Raises TypeError or ValueError.
    """
    declaration: dict[str, Any] = {
        "columns": [
            {"name": column.name, "type": column.type, "unit": column.unit, "description": column.description}
            for column in _checked_columns(columns)
        ],
        "before_s": _seconds("before_s", before_s, _MOST_MARGIN_S),
        "after_s": _seconds("after_s", after_s, _MOST_MARGIN_S),
        "streams": _checked_streams(streams),
    }
    if declaration["before_s"] + declaration["after_s"] == 0:
        raise ValueError("before_s and after_s are 0; expected at least one above 0")

    def declare(function: _FeatureFunction) -> _FeatureFunction:
        _set_declaration(function, "features", declaration)
        return function

    return declare


def detector(*, history_s: float, stream: str = "accelerometer") -> Callable[[_DetectorFunction], _DetectorFunction]:
    """Declares that a function detects events in a stream. Returns the function unchanged.

    history_s: how much of the stream the function needs before and after an event to detect it, 0 to 60 s.
    stream: "accelerometer", x, y, z in g; or "acceleration", the same after the pipeline's filter.

    The function receives a Block. It returns the times of the events in s, on the clock of Block.times, or a dictionary
    with "time" and, optionally, "strength" in g. The block has history_s of samples before and after the part that
    swingpipe asks about. swingpipe keeps only the events in that part.

    Arguments must be literals or module-level constants that are assigned once: swingpipe reads them from the file's
    text before it executes the file. Raises TypeError or ValueError.
    """
    known = _STREAMS[:2]
    if not isinstance(stream, str) or stream not in known:
        raise ValueError(f"stream is {_shown(stream)}; expected {_list(known, 'or')}")
    declaration = {"stream": stream, "history_s": _seconds("history_s", history_s, _MOST_HISTORY_S)}

    def declare(function: _DetectorFunction) -> _DetectorFunction:
        _set_declaration(function, "detector", declaration)
        return function

    return declare


@dataclass(frozen=True, eq=False)
class Window:
    """Samples of one stream around each swing. The arrays are read-only: copy an array to change it.

    values: (swing, time, channel), and NaN if a sample is missing. times: (swing, time) in s relative to the swing's
    anchor, and NaN if a sample is missing. channels, units: the name and the unit of each channel.
    """

    values: npt.NDArray[np.float32]
    times: npt.NDArray[np.float64]
    rate_hz: float
    channels: tuple[str, ...]
    units: tuple[str, ...]

    def __getitem__(self, name: str) -> npt.NDArray[np.float32]:
        """A channel, such as "gravity_z", as (swing, time); or a vector, such as "gravity", as (swing, time, axis).

        The vector of the channels x, y, z is "xyz". The axes of "attitude" are w, x, y, z. Raises KeyError.
        """
        if name in self.channels:
            return self.values[:, :, self.channels.index(name)]
        vectors = self._vectors()
        if name not in vectors:
            raise KeyError(f'there is no channel "{name}"; expected one of {", ".join([*self.channels, *vectors])}')
        found = vectors[name]
        if found == list(range(found[0], found[-1] + 1)):
            return self.values[:, :, found[0] : found[-1] + 1]
        return self.values[:, :, found]

    def _vectors(self) -> dict[str, list[int]]:
        """The channels of each vector."""
        vectors: dict[str, list[int]] = {}
        for index, channel in enumerate(self.channels):
            stem, _, axis = channel.rpartition("_")
            if axis in ("w", "x", "y", "z"):
                vectors.setdefault(stem or "xyz", []).append(index)
        return {name: indices for name, indices in vectors.items() if len(indices) > 1}


class Swings:
    """The swings that a feature function receives. len() is their number. The arrays are read-only.

    accelerometer, acceleration, device_motion: a Window of each requested stream.
    rows: the columns that earlier stages computed. Numbers are float64, and NaN if missing. Columns of booleans, text
    and dates are arrays of objects, and None if missing.
    recording: the recording's attributes, such as "recording_id", "subject_id", "sport" and "wrist".

    To test a function, make Swings from arrays: Swings({"accelerometer": Window(...)}).
    """

    def __init__(
        self,
        windows: Mapping[str, Window],
        rows: Mapping[str, npt.NDArray[Any]] | None = None,
        recording: Mapping[str, Any] | None = None,
    ) -> None:
        if not windows or any(name not in _STREAMS for name in windows):
            raise ValueError(f"windows has {_list(windows, 'and')}; expected some of {_list(_STREAMS, 'and')}")
        counts = {len(window.values) for window in windows.values()}
        if len(counts) != 1:
            raise ValueError(f"windows have {sorted(counts)} swings; expected the same number in each")
        self._windows = dict(windows)
        self._count = counts.pop()
        self.rows: Mapping[str, npt.NDArray[Any]] = dict(rows or {})
        self.recording: Mapping[str, Any] = dict(recording or {})

    def __len__(self) -> int:
        return self._count

    @property
    def accelerometer(self) -> Window:
        """x, y, z in g."""
        return self._window("accelerometer")

    @property
    def acceleration(self) -> Window:
        """x, y, z in g, after the pipeline's filter."""
        return self._window("acceleration")

    @property
    def device_motion(self) -> Window:
        """Rotation rate in rad/s, gravity and user acceleration in g, and attitude."""
        return self._window("device_motion")

    def _window(self, stream: str) -> Window:
        if stream not in self._windows:
            streams = ", ".join(f'"{name}"' for name in [*self._windows, stream])
            message = f'there is no stream "{stream}"; request it with streams=({streams}) in @swingpipe.features'
            raise AttributeError(message)
        return self._windows[stream]


@dataclass(frozen=True, eq=False)
class Block:
    """A part of a stream, as a detector receives it. The arrays are read-only: copy an array to change it.

    values: (sample, channel). times: (sample,) in s on the recording's clock. channels, units: the name and the unit of
    each channel. recording: the recording's attributes.
    """

    values: npt.NDArray[np.float32]
    times: npt.NDArray[np.float64]
    rate_hz: float
    channels: tuple[str, ...]
    units: tuple[str, ...]
    recording: Mapping[str, Any]


def _set_declaration(function: Any, kind: str, declaration: dict[str, Any]) -> None:
    name = getattr(function, "__name__", None)
    if not callable(function) or not isinstance(name, str) or not name.isidentifier():
        raise TypeError(f"@{kind}(...) decorates {_shown(function)}; expected a function with a name")
    setattr(function, "__swingpipe__", {"name": name, "kind": kind} | declaration)


def _checked_columns(columns: Sequence[Column]) -> list[Column]:
    if not isinstance(columns, (list, tuple)):
        raise TypeError(f'columns is {_shown(columns)}; expected a list, as [Column("peak_g", unit="g", ...)]')
    if not columns:
        raise ValueError("columns is empty; expected at least one Column")
    names: set[str] = set()
    for column in columns:
        # The class of another copy of this module is equally good.
        if type(column).__name__ != "Column" or not isinstance(getattr(column, "name", None), str):
            raise TypeError(f"columns has {_shown(column)}; expected only Column(...)")
        if column.name in names:
            raise ValueError(f'columns has "{column.name}" twice; expected each name once')
        names.add(column.name)
    return list(columns)


def _checked_streams(streams: Sequence[str]) -> list[str]:
    if not isinstance(streams, (list, tuple)):
        raise TypeError(f'streams is {_shown(streams)}; expected a tuple, as ("accelerometer", "device_motion")')
    if not streams:
        raise ValueError(f"streams is empty; expected some of {_list(_STREAMS, 'and')}")
    for index, stream in enumerate(streams):
        if not isinstance(stream, str) or stream not in _STREAMS:
            raise ValueError(f"streams has {_shown(stream)}; expected some of {_list(_STREAMS, 'and')}")
        if stream in streams[:index]:
            raise ValueError(f'streams has "{stream}" twice; expected each stream once')
    return list(streams)


def _seconds(name: str, value: object, most: int) -> float:
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is {_shown(value)}; expected a number of seconds from 0 to {most}")
    try:
        seconds = float(value)
    except OverflowError:
        seconds = float("inf")
    if not 0 <= seconds <= most:
        raise ValueError(f"{name} is {_shown(value)}; expected 0 to {most} s")
    return seconds


def _check_text(name: str, value: object, expected: str) -> None:
    if not isinstance(value, str):
        raise TypeError(f"{name} is {_shown(value)}; expected text {expected}")
    if not value.strip():
        raise ValueError(f"{name} is empty; expected text {expected}")
    # Control characters, and halves of characters that have no UTF-8.
    if re.search("[\x00-\x1f\x7f-\x9f\ud800-\udfff]", value):
        raise ValueError(f"{name} is {_shown(value)}; expected text {expected}, in one line")


def _list(names: Sequence[str] | Mapping[str, Any], conjunction: str) -> str:
    quoted = [f'"{name}"' for name in names]
    return f" {conjunction} ".join(filter(None, [", ".join(quoted[:-1]), *quoted[-1:]])) or "nothing"


def _shown(value: object) -> str:
    """A value for a message. Never fails, and is never long."""
    try:
        text = f'"{value}"' if isinstance(value, str) and value.isprintable() else repr(value)
    except Exception:
        text = f"of type {type(value).__name__}"
    return text if len(text) <= 80 else text[:77] + "..."
