"""Streams of a recording in layout version 1 (Data/Layout.md), and their stamps."""

from dataclasses import dataclass

import h5py
import numpy as np

GAP_FACTOR = 3.05  # a step of more than this many median steps is a gap


@dataclass
class Times:
    """The stamps of a stream: increasing, in segments between gaps."""

    stamps: np.ndarray  # s, float64
    starts: np.ndarray  # first sample of each segment
    ends: np.ndarray  # one past the last
    median_step: float  # s
    rate: float  # Hz, measured within segments

    @classmethod
    def measured(cls, stamps):
        median = median_step(stamps)
        steps = np.diff(stamps)
        if steps.size and steps.min() < 0:
            raise SystemExit("expected stamps that grow; the clock of this recording steps back")
        cuts = np.flatnonzero(steps > GAP_FACTOR * median) + 1
        starts = np.concatenate([[0], cuts])
        ends = np.concatenate([cuts, [stamps.size]])
        duration = (stamps[ends - 1] - stamps[starts]).sum()
        return cls(stamps, starts, ends, median, (ends - starts - 1).sum() / duration)

    def segment(self, index):
        """First sample, and one past the last, of the segments that hold the samples."""
        number = np.searchsorted(self.ends, index, side="right")
        return self.starts[number], self.ends[number]

    def at_or_after(self, time):
        return np.searchsorted(self.stamps, time)

    def after(self, time):
        return np.searchsorted(self.stamps, time, side="right")

    def nearest(self, time):
        after = np.clip(self.at_or_after(time), 1, self.stamps.size - 1)
        return after - (time - self.stamps[after - 1] <= self.stamps[after] - time)


def median_step(stamps):
    """The median of the steps; of long streams that of eight stretches of 8192 samples."""
    if stamps.size > 65_536:
        first = np.arange(8) * (stamps.size - 8192) // 7
        steps = np.concatenate([np.diff(stamps[start : start + 8192]) for start in first])
    else:
        steps = np.diff(stamps)
    return float(np.median(steps[steps > 0]))


@dataclass
class Recording:
    attributes: dict
    range_g: float | None
    times: Times
    acceleration: np.ndarray  # n x 3, g
    motion_times: Times
    rate: np.ndarray  # n x 3, rad/s
    rotation: np.ndarray  # along gravity, rad/s
    user: np.ndarray  # user acceleration, n x 3, g
    attitude: np.ndarray  # n x 4, unit quaternions w x y z


def read(path):
    with h5py.File(path) as file:
        watch, motion = file["accelerometer"], file["device_motion"]
        rate, gravity = motion["rotation_rate"][:], motion["gravity"][:]
        rotation = rate[:, 0] * gravity[:, 0]
        rotation += rate[:, 1] * gravity[:, 1]
        rotation += rate[:, 2] * gravity[:, 2]
        return Recording(
            # Texts of a fixed length come as bytes.
            attributes={name: bytes(value).decode() if isinstance(value, bytes) else value for name, value in file.attrs.items()},
            range_g=watch.attrs.get("range_g"),
            times=Times.measured(watch["time"][:]),
            acceleration=watch["acceleration"][:],
            motion_times=Times.measured(motion["time"][:]),
            rate=rate,
            rotation=rotation,
            user=motion["user_acceleration"][:],
            attitude=motion["attitude"][:],
        )
