"""disturb_contacts.py FOLDER OUTPUT: copies labelled recordings with shocks that are no contacts, for training.

Three of four misses get one: the knock of a loose strap while the hand slows down, or the jolt of a foot's stomp at any
moment of the swing. Both are damped sines on the acceleration. Needs NumPy and h5py.
"""

import pathlib
import shutil
import sys

import h5py
import numpy as np

# A strap knocks once the hand slows down, and rings like a contact; a stomp arrives through the body, low and soft.
STRAP = dict(after_s=(0.04, 0.13), peak_g=(0.3, 3), frequency_hz=(70, 140), decay_s=(0.003, 0.012))
STOMP = dict(after_s=(-0.12, 0.06), peak_g=(0.5, 5), frequency_hz=(20, 60), decay_s=(0.012, 0.040))
SHARE = 0.75


def fastest_turn(file, moment):
    """The time of the largest rotation rate near a moment, in s."""
    time = file["device_motion/time"][:]
    near = np.flatnonzero(np.abs(time - moment) <= 0.15)
    speed = np.linalg.norm(file["device_motion/rotation_rate"][near], axis=1)
    return time[near[np.argmax(speed)]]


def add_shock(time, acceleration, at, kind, random):
    first = np.searchsorted(time, at)
    since = time[first:first + 160] - at
    draw = {name: random.uniform(*kind[name]) for name in ("frequency_hz", "decay_s")}
    wave = np.exp(-since / draw["decay_s"]) * np.sin(2 * np.pi * draw["frequency_hz"] * since)
    peak_g = np.exp(random.uniform(*np.log(kind["peak_g"])))
    direction = random.normal(size=3)
    shock = peak_g * wave[:, None] / np.abs(wave).max() * direction / np.linalg.norm(direction)
    acceleration[first:first + len(since)] += shock


def disturb(path, random):
    with h5py.File(path, "r+") as file:
        swings = file["annotations/swings"]
        if "label" not in swings:
            return
        misses = swings["contact_time"][:][swings["label"][:] == 0]
        time = file["accelerometer/time"][:]
        acceleration = file["accelerometer/acceleration"][:].astype(float)
        for moment in misses[random.random(len(misses)) < SHARE]:
            kind = STRAP if random.random() < 0.5 else STOMP
            add_shock(time, acceleration, fastest_turn(file, moment) + random.uniform(*kind["after_s"]), kind, random)
        file["accelerometer/acceleration"][...] = acceleration
        file.attrs["recording_id"] = path.stem


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    output = pathlib.Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(sorted(pathlib.Path(sys.argv[1]).rglob("*.h5"))):
        copy = output / f"{path.stem}-disturbed.h5"
        shutil.copyfile(path, copy)
        disturb(copy, np.random.default_rng([2300, number]))


main()
