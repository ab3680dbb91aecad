"""Composes recordings from others: shocks put on strokes without a contact, and misses that are played another way.

What is known of them is known because it was put there. Needs NumPy and h5py.
"""

import math
import pathlib
import shutil

import h5py
import numpy as np

# What a shock is given: how many times as long, and as strong.
STRETCH = (0.6, 1.25)
SCALE = (0.2, 1.3)
TURN_DEG = 20
NOISE_G = (0.005, 0.02)
# Time around a contact that is taken from a stroke, and from one composed stroke to the next, in s.
REACH_S = 0.3
SPACING_S = 0.7
# How long a shock is, and how its end fades, in s.
SHOCK_S, FADE_S = 0.12, 0.025


class Curve:
    """Samples at a constant rate, and what lies between them: a cubic through each four (Catmull and Rom, 1974)."""

    def __init__(self, start, rate, values):
        self.start, self.rate, self.values = start, rate, np.asarray(values, float)

    def __call__(self, times):
        place = np.clip((np.asarray(times) - self.start) * self.rate, 0, len(self.values) - 1.000001)
        index = place.astype(int)
        part = (place - index)[:, None]
        before, first, second, after = (self.values[np.clip(index + step, 0, len(self.values) - 1)] for step in (-1, 0, 1, 2))
        slope = second - before
        bend = 2 * before - 5 * first + 4 * second - after
        return first + part / 2 * (slope + part * (bend + part * (3 * (first - second) + after - before)))


class Acceleration:
    """An acceleration with its stamps: `time` in s, `values` in g, N x 3."""

    def __init__(self, time, values):
        self.time, self.values = time, values
        self.rate = 1 / np.median(np.diff(time))

    @classmethod
    def of(cls, path):
        with h5py.File(path) as file:
            return cls(file["accelerometer/time"][:], file["accelerometer/acceleration"][:].astype(float))

    def around(self, moment, reach=REACH_S):
        """The samples around a moment, with the time since it; nothing where they are not all there."""
        first, last = np.searchsorted(self.time, [moment - reach, moment + reach])
        if last - first < 1.9 * reach * self.rate:
            return None
        return Curve(self.time[first] - moment, self.rate, self.values[first:last])

    def shock(self, onset):
        """What a contact adds to the motion, from the last sample that it has not moved on.

        The motion itself is the line from there to what it is when the shock has died away.
        """
        first = int(np.argmin(np.abs(self.time - onset))) - 1
        count = int(SHOCK_S * self.rate)
        samples = self.values[first:first + count]
        slope = np.median(np.diff(self.values[first - 11:first + 1], axis=0), axis=0)
        place = np.arange(count)[:, None]
        later = np.minimum(1, place / (0.075 * self.rate))
        motion = (samples[0] + slope * np.minimum(place, 6)) * (1 - later) + np.median(samples[-20:], axis=0) * later
        added = (samples - motion) * np.minimum(1, (count - 1 - place) / (FADE_S * self.rate))
        added[0] = 0
        # The first sample that moves is at 0.
        return Curve(-1 / self.rate, self.rate, added)


def labels(path):
    """Contact times in s, and whether each swing is a hit."""
    with h5py.File(path) as file:
        return file["annotations/swings/contact_time"][:], file["annotations/swings/label"][:] == 1


def strokes_without_contact(paths):
    """The acceleration around each labelled miss."""
    found = []
    for path in paths:
        acceleration = Acceleration.of(path)
        moments, hits = labels(path)
        found += [acceleration.around(moment) for moment in moments[~hits]]
    return [stroke for stroke in found if stroke]


def turned(angle_deg, random):
    """A rotation by an angle about an axis that is drawn (Rodrigues)."""
    x, y, z = (axis := random.normal(size=3)) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = math.radians(angle_deg)
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def composed(shock, strokes, rate, count, random):
    """Strokes with a shock each, one every SPACING_S: stamps, acceleration, and the onsets."""
    stamps, values, onsets = [], [], []
    rest = np.array([0, 0, -1.0])
    samples = int(SPACING_S * rate)
    for number in range(count):
        stroke = strokes[random.integers(len(strokes))]
        stretch = random.uniform(*STRETCH)
        scale = math.exp(random.uniform(*np.log(SCALE))) * random.choice([-1, 1])
        since = np.arange(samples) / rate - 0.3 + random.uniform(0, 1 / rate)
        since_first = since / stretch
        added = shock(since_first)
        added[(since_first <= shock.start) | (since_first > SHOCK_S - 2 / shock.rate)] = 0
        # A stroke begins and ends at rest.
        share = np.clip((REACH_S - 0.02 - np.abs(since)) / 0.06, 0, 1)[:, None]
        motion = rest + share * (stroke(since) - rest)
        noise = random.normal(size=(samples, 3)) * random.uniform(*NOISE_G)
        onset = 100 + number * SPACING_S
        stamps.append(onset + since)
        values.append(motion + scale * added @ turned(TURN_DEG, random).T + noise)
        onsets.append(onset)
    return np.concatenate(stamps), np.concatenate(values), np.array(onsets)


def write_acceleration(path, time, values):
    """A recording in layout version 1 with acceleration alone."""
    with h5py.File(path, "w") as file:
        file.attrs.update({"format": "swingpipe-recording", "format_version": 1, "recording_id": pathlib.Path(path).stem})
        stream = file.create_group("accelerometer")
        stream["time"] = time
        stream["acceleration"] = values.astype("float32")


def played_another_way(source, path, random):
    """A copy of a recording whose misses are 0.7 to 1.35 times as long, 0.57 to 1.04 times as fast, and mostly stopped hard.

    The acceleration stays: a miss has no shock in it. Those too near to another swing stay as they are.
    """
    shutil.copy(source, path)
    pathlib.Path(path).chmod(0o644)
    with h5py.File(path, "r+") as file:
        file.attrs["recording_id"] = pathlib.Path(path).stem
        time = file["device_motion/time"][:]
        rate = file["device_motion/rotation_rate"][:].astype(float)
        moments, hits = labels(source)
        changed = rate.copy()
        for place in np.flatnonzero(~hits):
            moment = moments[place]
            reach = min(0.9, np.min(np.abs(np.delete(moments, place) - moment), initial=9) - 0.45)
            if reach < 0.3:
                continue
            near = np.flatnonzero(np.abs(time - moment) < reach)
            since = time[near] - moment
            stretch = math.exp(random.uniform(math.log(0.7), math.log(1.35)))
            slower = random.uniform(0.57, 1.04)
            played = slower * np.stack([np.interp(moment + since / stretch, time, rate[:, axis]) for axis in range(3)], 1)
            if random.random() < 0.6:
                decay, delay = random.uniform(0.02, 0.08), random.uniform(0, 0.06)
                played *= np.exp(-np.maximum(0, since - delay) / decay)[:, None]
            share = np.clip((reach - np.abs(since)) / 0.08, 0, 1)[:, None]
            changed[near] = share * played + (1 - share) * rate[near]
        file["device_motion/rotation_rate"][...] = changed.astype("float32")
