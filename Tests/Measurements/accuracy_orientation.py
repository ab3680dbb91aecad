#!/usr/bin/env python3
"""Compares estimates of gravity with references, and writes the section of Data/Accuracy.md about them.

usage: Tests/Measurements/accuracy_orientation.py SWINGPIPE WORK_FOLDER DATA

SWINGPIPE is the tool. WORK_FOLDER takes some 200 MB, in a folder of their own that is removed at the end. DATA is the folder of
reference recordings (broad, golf-mocap, sessions). Needs NumPy, h5py, vqf (the reference implementation) and ahrs
(Madgwick's and Mahony's filters). The column of estimates during a run is checked by `Tests/MotionTests`.
"""

import pathlib
import re
import shutil
import sys
import tempfile

import ahrs.filters
import h5py
import numpy as np
import vqf

import measure_swings as measure

DOCUMENT = measure.ROOT / "Data" / "Accuracy.md"
G = 9.80665
TRIALS = [
    ("02_undisturbed_slow_rotation_B", "slow rotation"),
    ("07_undisturbed_fast_rotation_B", "fast rotation"),
    ("16_undisturbed_fast_translation_B", "fast translation"),
    ("24_disturbed_tapping_A", "tapping (shocks)"),
]


def down(orientation):
    """The direction of gravity in the axes of the sensor, from its orientation (w, x, y, z)."""
    w, x, y, z = orientation.T
    return -np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z], axis=1)


def error_deg(gravity, trial):
    """The root mean square of the angle to the optical reference, over the samples in motion."""
    reference, moving = trial["opt_quat"][:], trial["movement"][:].astype(bool)
    used = moving & np.isfinite(reference).all(axis=1) & np.isfinite(gravity).all(axis=1)
    a, b = gravity[used], down(reference[used])
    cosine = (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    return np.degrees(np.sqrt(np.mean(np.arccos(np.clip(cosine, -1, 1)) ** 2)))


def imported_gravity(bench, path):
    """Gravity as an import with --estimate-gravity stores it, from a copy without the optical reference."""
    copy = bench.work / path.name
    with h5py.File(path) as source, h5py.File(copy, "w") as target:
        target.attrs["sampling_rate"] = source.attrs["sampling_rate"]
        for name in ("imu_acc", "imu_gyr"):
            target[name] = source[name][:]
    mapping = bench.work / "broad.json"
    mapping.write_text("""{"hdf5": {"time_origin": "start", "streams": {
      "accelerometer": {"time": {"rate_path": "/@sampling_rate"},
        "datasets": {"acceleration": {"path": "/imu_acc", "unit": "m/s^2", "invert": true}}},
      "device_motion": {"time": {"rate_path": "/@sampling_rate"},
        "datasets": {"rotation_rate": {"path": "/imu_gyr", "unit": "rad/s"}}}}}}""")
    imported = bench.work / "imported" / path.stem
    bench.call("import", copy, "--mapping", mapping, "--estimate-gravity", "--output", imported, "--quiet")
    with h5py.File(next(imported.glob("*.h5"))) as recording:
        return recording["device_motion/gravity"][:]


def inclinations(bench, data):
    rows = []
    for name, title in TRIALS:
        with h5py.File(data / "broad" / f"{name}.hdf5") as trial:
            gyr, acc = (np.ascontiguousarray(trial[key][:]) for key in ("imu_gyr", "imu_acc"))
            rate = float(trial.attrs["sampling_rate"])
            estimates = [
                imported_gravity(bench, data / "broad" / f"{name}.hdf5"),
                down(vqf.offlineVQF(gyr, acc, None, 1 / rate)["quat6D"]),
                down(vqf.VQF(1 / rate).updateBatch(gyr, acc)["quat6D"]),
                down(ahrs.filters.Madgwick(gyr=gyr, acc=acc, frequency=rate).Q),
                down(ahrs.filters.Mahony(gyr=gyr, acc=acc, frequency=rate).Q),
            ]
            rows.append([f"{name[:2]} {title}"] + [f"{error_deg(estimate, trial):.2f}" for estimate in estimates])
    return rows


def without_gravity(path, folder, by_vqf=False):
    """A copy without gravity, attitude and user acceleration; or with the gravity of offline VQF instead."""
    copy = folder / path.name
    shutil.copyfile(path, copy)
    with h5py.File(copy, "a") as recording:
        is_golf = "deviceMotion" in recording
        motion = recording["deviceMotion" if is_golf else "device_motion"]
        for name in set(motion) & {"attitude", "quaternion_xyzw", "gravity", "user_acceleration", "userAcceleration"}:
            del motion[name]
        if by_vqf:
            time, rate = (motion[name][:] for name in (("t", "rotationRate") if is_golf else ("time", "rotation_rate")))
            fast, acceleration = (recording[f"accelerometer/{name}"][:]
                                  for name in (("t", "xyz") if is_golf else ("time", "acceleration")))
            # Means over an interval of the motion, at its times.
            interval = float(np.median(np.diff(time)))
            width = max(1, round(interval / np.median(np.diff(fast))))
            at_motion = np.stack([np.interp(time, fast, np.convolve(axis, np.ones(width) / width, "same"))
                                  for axis in acceleration.T], axis=1)
            # The layout's acceleration at rest is gravity; VQF expects the force that holds the sensor.
            motion["gravity"] = down(vqf.offlineVQF(
                np.ascontiguousarray(rate, dtype=float), -G * at_motion, None, interval)["quat6D"])
    return copy


class Source:
    """Recordings, and the pipelines that read them and copies of them."""

    def __init__(self, pipeline, paths):
        self.paths = paths
        self.given = self.lacking = self.by_vqf = self.imported = pipeline
        self.import_options = []

    @classmethod
    def golf(cls, bench, paths):
        """The golf captures, whose layout the pipeline maps: what copies lack may not be named."""
        source = cls("golf_mocap", paths)
        lines = (measure.ROOT / "Pipelines" / "golf_mocap.json").read_text().splitlines(keepends=True)
        first = next(place for place, line in enumerate(lines) if '"streams"' in line)
        last = next(place for place in range(first, len(lines)) if lines[place].startswith("      },"))

        def write(name, text):
            (bench.work / f"{name}.json").write_text("".join(text))
            return str(bench.work / name)

        def lines_without(names):
            return [line for line in lines if not re.search(f'"({names})":', line)]

        source.lacking = write("golf_without_gravity", lines_without("attitude|gravity|user_acceleration"))
        source.by_vqf = write("golf_by_vqf", lines_without("attitude|user_acceleration"))
        source.imported = write("golf_imported", lines[:first] + lines[last + 1:])
        streams = [line for line in lines[first:last + 1]
                   if not re.search('"(attitude|gravity|user_acceleration)":|//', line)]
        source.import_options = ["--mapping", write("golf_mapping", ['{"hdf5": {', *streams, "}}"]) + ".json"]
        return source


def swings(bench, pipeline, paths):
    return {(row["recording_id"], round(float(row["anchor_time_s"]), 2)): row
            for row in bench.table(bench.run(pipeline, paths), "swings")}


def partner(key, others):
    """The swing of the other table that is at the same time."""
    near = [other for other in others if other[0] == key[0] and abs(other[1] - key[1]) < 0.15]
    return others[min(near, key=lambda other: abs(other[1] - key[1]))] if near else None


class Comparison:
    """How many swings keep their label, how many are new, and how far starts move."""

    def __init__(self):
        self.total = self.same = self.added = 0
        self.moved_ms = []

    def add(self, given, found):
        self.total += len(given)
        self.added += sum(partner(key, given) is None for key in found)
        for key, row in given.items():
            twin = partner(key, found)
            if twin and twin["label"] == row["label"]:
                self.same += 1
                if row["start_time_s"] and twin["start_time_s"]:
                    self.moved_ms.append(1000 * abs(float(row["start_time_s"]) - float(twin["start_time_s"])))

    def __str__(self):
        added = f", {self.added} more" if self.added else ""
        return f"{self.same} of {self.total}{added}; {np.percentile(self.moved_ms, 95):.1f} ms"


def compared(bench, title, sources):
    in_run, imported, by_vqf = Comparison(), Comparison(), Comparison()
    for number, source in enumerate(sources):
        folder = bench.work / title / str(number)
        lacking, reference = folder / "lacking", folder / "vqf"
        for each in (lacking, reference):
            each.mkdir(parents=True)
        given = swings(bench, source.given, source.paths)
        copies = [without_gravity(path, lacking) for path in source.paths]
        in_run.add(given, swings(bench, source.lacking, copies))
        bench.call("import", *copies, *source.import_options, "--estimate-gravity", "--output", folder / "imported",
                   "--quiet")
        imported.add(given, swings(bench, source.imported, sorted((folder / "imported").glob("*.h5"))))
        by_vqf.add(given, swings(bench, source.by_vqf, [without_gravity(path, reference, True) for path in source.paths]))
    return [title, str(in_run), str(imported), str(by_vqf)]


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    data = pathlib.Path(sys.argv[3])
    pathlib.Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=sys.argv[2]) as work:
        bench = measure.Bench(sys.argv[1], work)
        errors = measure.markdown(
            ["trial", "whole recording", "offline VQF", "VQF", "Madgwick", "Mahony"], inclinations(bench, data))
        bundled = [Source(sport, sorted((measure.ROOT / "Data").glob(f"{sport}-0*.h5"))) for sport in measure.SPORTS]
        effects = measure.markdown(["recordings", "in a run", "imported", "offline VQF"], [
            compared(bench, "bundled, simulated", bundled),
            compared(bench, "six composed sessions", [
                Source("table_tennis", sorted((data / "sessions").glob("*.h5")))]),
            compared(bench, "golf, computed from positions, 1.5 s each", [
                Source.golf(bench, sorted((data / "golf-mocap").glob("*.h5")))]),
        ])
    text = DOCUMENT.read_text()
    for name, table in (("inclination", errors), ("estimated gravity", effects)):
        text, count = re.subn(rf"(?s)(<!-- {name} -->\n).*?(<!-- end -->)", lambda found: found[1] + table + "\n" + found[2],
                              text)
        assert count == 1, name
    DOCUMENT.write_text(text)


main()
