#!/usr/bin/env python3
"""Measures how well head motion and dives are told, and writes the tables of Data/Accuracy.md between its marks.

usage: Tests/Measurements/accuracy_heads_and_dives.py SWINGPIPE WORK_FOLDER [DIVE.fit]

SWINGPIPE is the tool. WORK_FOLDER takes some 300 MB of simulated recordings and tables. DIVE.fit is a real dive of a watch
that keeps its own summary; without one the table of it stays as it is. Needs Python, and h5py for the real dive.
"""

import csv
import io
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "Data" / "Accuracy.md"
SETS = 200
DISTURBANCES = ["pauses", "half_repetitions", "looking_around", "handovers", "dropouts"]


def call(*arguments):
    done = subprocess.run([str(argument) for argument in arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def table(tool, folder, name):
    text = call(tool, "head", f"{folder}/merged/{name}.parquet", "--all", "--csv")
    return list(csv.DictReader(io.StringIO(text)))


def run(tool, pipeline, recordings, output, *options):
    call(tool, "run", ROOT / "Pipelines" / f"{pipeline}.json", recordings, "--output", output, "--quiet", *options)


def by_recording(rows):
    found = {}
    for row in rows:
        found.setdefault(row["recording_id"], []).append(row)
    return found


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def counts(tool, work, disturbances):
    """Repetitions that were made in whole sight, and those that were found, in each recording."""
    name = "-".join(disturbances) or "none"
    data, output = work / f"sets-{name}", work / f"found-{name}"
    call(tool, "simulate", "heads", "--count", SETS, "--output", data, *(["--disturb", *disturbances] if disturbances else []))
    run(tool, "push_ups", data, output / "repetitions")
    run(tool, "head_pose", data, output / "poses")
    gaps = by_recording(row for row in table(tool, output / "poses", "head_connections") if row["state"] != "connected")
    found = by_recording(table(tool, output / "repetitions", "repetitions"))
    pairs = []
    for path in sorted(data.glob("*.repetitions.csv")):
        identifier = path.name.removesuffix(".repetitions.csv")
        spans = [(float(gap["start_time_s"]), float(gap["end_time_s"])) for gap in gaps.get(identifier, [])]
        with open(path, newline="") as file:
            truth = [row for row in csv.DictReader(file) if row["is_full"] == "true"]
        # A repetition that a gap cuts is expected of nobody.
        whole = [
            row for row in truth
            if not any(start < float(row["end_time_s"]) and float(row["start_time_s"]) < end for start, end in spans)
        ]
        pairs.append((len(whole), len(found.get(identifier, []))))
    return pairs


def heads(tool, work):
    rows = []
    kinds = [("none", [])] + [(kind.replace("_", " "), [kind]) for kind in DISTURBANCES] + [("all of them", DISTURBANCES)]
    for title, kind in kinds:
        pairs = counts(tool, work, kind)
        exact = sum(made == found for made, found in pairs)
        near = sum(abs(made - found) <= 1 for made, found in pairs)
        worst = max(abs(made - found) for made, found in pairs)
        shares = [f"{100 * count / len(pairs):.1f} %" for count in (exact, near)]
        rows.append([title, sum(made for made, _ in pairs), *shares, worst])
    repetitions = markdown(["disturbance", "repetitions", "count exact", "within one", "largest error"], rows)

    everyday = work / "everyday"
    call(tool, "simulate", "heads", "--activity", "everyday", "--duration-s", 3600, "--count", 6, "--output", everyday)
    run(tool, "push_ups", everyday, work / "everyday-found")
    none = len(table(tool, work / "everyday-found", "repetitions"))

    drifts = []
    for drift in [0, 1, 3, 6]:
        data, output = work / f"drift-{drift}", work / f"drift-found-{drift}"
        call(tool, "simulate", "heads", "--activity", "everyday", "--count", 20, "--yaw-drift-deg-per-min", drift, "--output", data)
        run(tool, "head_pose", data, output)
        told = [float(row["still_yaw_drift_deg_min"]) for row in table(tool, output, "head_summary") if row["still_yaw_drift_deg_min"]]
        errors = sorted(abs(value - drift) for value in told)
        drifts.append([drift, len(told), f"{statistics.median(told):.2f}", f"{statistics.median(errors):.2f}", f"{errors[-1]:.2f}"])
    drift = markdown(["drift, deg/min", "recordings", "estimated, median", "error, median", "error, largest"], drifts)
    return f"{repetitions}\nSix hours of walking, sitting, looking around and bending: {none} repetitions.\n\n{drift}"


def number(row, column):
    return float(row[column]) if row.get(column) else None


def dives(tool, work):
    rows = []
    for title, profile, options in [
        ("square", "square", []), ("sawtooth", "sawtooth", []), ("breath-hold series", "breath_hold", []),
        ("cold water", "cold_water", []), ("sensor error", "sensor_error", []),
        ("square, no events", "square", ["--without-events"]), ("square, 20 pauses", "square", ["--pauses", 20]),
    ]:
        name = title.replace(" ", "-").replace(",", "")
        starts, ends, depths, means, pressures, temperatures = [], [], [], [], [], []
        made, found_count, untold = 0, 0, 0
        for water in ["fresh", "salt"]:
            data, output = work / f"dives-{name}-{water}", work / f"dives-found-{name}-{water}"
            call(tool, "simulate", "dives", "--profile", profile, "--count", 20, "--water", water, "--output", data, *options)
            run(tool, "submersion", data, output, "--set", f"dive.density={water}")
            found = by_recording(table(tool, output, "dives"))
            for path in sorted(data.glob("*-truth.csv")):
                with open(path, newline="") as file:
                    truth = list(csv.DictReader(file))
                matched = found.get(path.name.removesuffix("-truth.csv"), [])
                made += len(truth)
                found_count += len(matched)
                if len(truth) != len(matched):
                    continue
                for true, dive in zip(truth, matched):
                    def error(column):
                        told = number(dive, column)
                        return None if told is None else abs(told - number(true, column))

                    starts.append(error("start_time_s"))
                    ends.append(error("end_time_s"))
                    depths.append(error("max_depth_m"))
                    means.append(error("mean_depth_m"))
                    pressures.append(number(dive, "pressure_depth_difference_m"))
                    degrees = error("water_temperature_deg_c")
                    untold += degrees is None
                    if degrees is not None:
                        temperatures.append(degrees)
        def worst(values):
            known = [value for value in values if value is not None]
            return f"{max(known):.2f}" if known else "-"

        rows.append([
            title, f"{found_count} of {made}", worst(starts), worst(ends), worst(depths),
            worst(means), worst(pressures), worst(temperatures), f"{untold} of {len(starts)}",
        ])
    return markdown(
        ["profile", "dives found", "start, s", "end, s", "max depth, m", "mean depth, m", "depth from pressure, m", "temperature, degC", "without temperature"],
        rows)


def real(tool, work, fit):
    call(tool, "import", fit, "--output", work / "real")
    run(tool, "submersion", work / "real", work / "real-found")
    (dive,) = table(tool, work / "real-found", "dives")
    recording = next((work / "real").glob("*.h5"))
    device = summary(recording)
    rows = []
    for title, column, theirs in [
        ("duration, s", "duration_s", "activity/total_timer_time"), ("maximum depth, m", "max_depth_m", "dive_summary/max_depth"),
        ("mean depth, m", "mean_depth_m", "dive_summary/avg_depth"), ("bottom time, s", "bottom_time_s", "dive_summary/bottom_time"),
        ("water temperature, degC", "water_temperature_deg_c", "session/avg_temperature"),
    ]:
        own, said = number(dive, column), device.get(theirs)
        difference = f"{100 * (own / said - 1):+.2f} %" if said else ""
        rows.append([title, f"{own:.3f}", f"{said:.3f}" if said else "says nothing", difference])
    return markdown(["figure", "ours", "the device's own", "difference"], rows) + f"\nFlags of the dive: {dive['flags'].replace(';', ', ')}.\n"


def summary(recording):
    """What the device worked out itself."""
    import h5py  # Of nothing but the real dive.

    values = {}
    with h5py.File(recording) as file:
        group = file["device_summary"]
        for message, fields in group.items():
            for name, values_of in fields.items():
                if values_of.dtype.kind in "fiu" and values_of.size:
                    values[f"{message}/{name}"] = float(values_of[()].ravel()[0])
    return values


def write(mark, text):
    document = DOCUMENT.read_text()
    before, start, rest = document.partition(f"<!-- {mark} -->\n")
    _, end, after = rest.partition("<!-- end -->")
    if not start or not end:
        sys.exit(f"{DOCUMENT}: expected <!-- {mark} --> and <!-- end --> behind it")
    DOCUMENT.write_text(before + start + text + end + after)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    tool = pathlib.Path(sys.argv[1]).resolve()
    pathlib.Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix="accuracy.", dir=sys.argv[2]))
    try:
        write("heads", heads(tool, work))
        write("dives", dives(tool, work))
        if len(sys.argv) == 4:
            write("real dive", real(tool, work, sys.argv[3]))
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
