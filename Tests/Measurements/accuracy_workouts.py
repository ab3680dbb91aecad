#!/usr/bin/env python3
"""Measures how well workouts are worked out, and writes the section "Workouts" of Data/Accuracy.md.

usage: Tests/Measurements/accuracy_workouts.py SWINGPIPE WORK_FOLDER [FIT_FOLDER...]

SWINGPIPE is the tool. WORK_FOLDER takes some 100 MB in a folder of its own, which is removed at the end. FIT_FOLDERs hold workouts
with their devices' own figures; without one the table of real workouts stays as it is.
"""

import csv
import io
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "Data/Accuracy.md"
# Seeds that no test of the project has.
FIRST_SEED = 70_000
SESSIONS = 200
# Differences that follow from another fault: a companion goes on recording after its mirror broke.
CONSEQUENCES = {"data_after_break"}


def run(tool, *arguments):
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{tool} {arguments[0]}: {done.stderr}")
    return done.stdout


def table(tool, output, name):
    """The rows of a table, by recording."""
    rows = {}
    for row in csv.DictReader(io.StringIO(run(tool, "head", f"{output}/{name}", "--all", "--csv"))):
        rows.setdefault(row["recording_id"], []).append(row)
    return rows


def truths(folder):
    """What is wrong with each session."""
    return {path.name.removesuffix("-truth.csv"): list(csv.DictReader(path.open())) for path in folder.glob("*-truth.csv")}


def found(states, differences):
    """What was found in a session: fault, device, start and end."""
    verdicts = {"illegal": "illegal_transition", "unanswered": "unanswered_request"}
    entries = [
        (verdicts[row["verdict"]], row["device"], float(row["time_s"]), float(row["time_s"]))
        for row in states if row["verdict"] in verdicts
    ]
    return entries + [
        (row["kind"], row["device"], float(row["start_time_s"]), float(row["end_time_s"]))
        for row in differences if row["kind"] not in CONSEQUENCES
    ]


def is_same(entry, truth):
    kind, device, start, end = entry
    if kind != truth["fault"] or device != truth["device"] or abs(end - float(truth["end_time_s"])) >= 0.2:
        return False
    # A mirror that breaks is last heard of before that.
    begin = float(truth["start_time_s"])
    return start < begin if kind == "mirror_broken" else abs(start - begin) < 0.2


def simulated(tool, work, name, options, lag=None):
    """One line of the table of sessions."""
    folder, output = work / name, work / f"{name}-out"
    run(tool, "simulate", "workouts", "--count", SESSIONS, "--seed", FIRST_SEED, "--duration-s", 1800, "--output", folder, *options)
    run(tool, "run", ROOT / "Pipelines/workout.json", folder, "--output", output, "--quiet")
    workouts, states = table(tool, output, "workouts"), table(tool, output, "workout_states")
    differences = table(tool, output, "device_differences")
    injected = recognised = besides = 0
    errors, inside = [], 0
    for session, faults in truths(folder).items():
        entries = found(states.get(session, []), differences.get(session, []))
        injected += len(faults)
        hits = sum(any(is_same(entry, fault) for entry in entries) for fault in faults)
        recognised += hits
        besides += len(entries) - hits
        row = workouts[session][0]
        true_lag = lag if lag is not None else (statistics.median(float(f["lag_s"]) for f in faults) if faults else None)
        if true_lag is not None and row["largest_lag_s"]:
            error = abs(float(row["largest_lag_s"]) - true_lag)
            errors.append(1000 * error)
            inside += error <= 2 * float(row["lag_uncertainty_s"])
    errors.sort()
    return [
        len(workouts), injected, recognised, besides, f"{statistics.median(errors):.1f}", f"{errors[int(0.95 * len(errors))]:.1f}",
        f"{errors[-1]:.1f}", f"{100 * inside / len(errors):.0f} %",
    ]


def real(tool, work, fit):
    """A line for each workout of FIT files, with what their devices worked out themselves."""
    folder, output = work / "fit", work / "fit-out"
    run(tool, "import", *fit, "--output", folder, "--quiet")
    run(tool, "run", ROOT / "Pipelines/workout.json", folder, "--output", output, "--quiet")
    figures = [
        ("timer_time_s", "timer, s"), ("distance_m", "distance, m"), ("mean_power_w", "mean power, W"),
        ("normalized_power_w", "normalized power, W"), ("mean_heart_rate_bpm", "heart rate, bpm"),
        ("mean_cadence_rpm", "cadence, rpm"), ("ascent_m", "ascent, m"),
    ]
    lines = []
    for rows in table(tool, output, "workouts").values():
        row = rows[0]
        if float(row["timer_time_s"]) < 60:
            continue
        cells = []
        for name, _ in figures:
            ours, device = row[name], row[f"device_{name}"]
            cells.append(f"{float(ours):.1f} / {float(device):.0f}" if ours and device else "-")
        lines.append([row["recordings"], row["sport"], *cells])
    return ["workout (ours / device)", "sport", *(title for _, title in figures)], sorted(lines)


def markdown(head, lines):
    return "\n".join(["| " + " | ".join(map(str, line)) + " |" for line in [head, ["---"] * len(head), *lines]])


def put(text, mark, content):
    begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    before, rest = text.split(begin, 1)
    return f"{before}{begin}\n{content}\n{end}{rest.split(end, 1)[1]}"


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    # Folders of the command line count from where it was given.
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    pathlib.Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    text = DOCUMENT.read_text()
    with tempfile.TemporaryDirectory(dir=sys.argv[2]) as name:
        work = pathlib.Path(name)
        calm = ["--fault-share", 0, "--break-chance", 0, "--late-companion-chance", 0]
        lines = [
            ["as they come", *simulated(tool, work, "usual", [])],
            ["every pause with something wrong", *simulated(tool, work, "bad", ["--fault-share", 1, "--break-chance", 0.5])],
            ["nothing wrong", *simulated(tool, work, "calm", [*calm, "--lag-s", 37.25, "--drift-ppm", 0], lag=37.25)],
            ["nothing wrong, one pause",
             *simulated(tool, work, "few", [*calm, "--pauses", 1, "--lag-s=-412.5", "--drift-ppm", 0], lag=-412.5)],
            ["dates 50 ms off (standard deviation)",
             *simulated(tool, work, "dates", [*calm, "--date-error-s", 0.05, "--lag-s", 37.25, "--drift-ppm", 0], lag=37.25)],
        ]
        head = ["sessions", "how many", "injected", "found", "other findings", "lag error, median, ms", "95 %, ms", "largest, ms",
                "within 2 standard errors"]
        text = put(text, "workouts-simulated", markdown(head, lines))
        if len(sys.argv) > 3:
            text = put(text, "workouts-real", markdown(*real(tool, work, sys.argv[3:])))
    DOCUMENT.write_text(text)


main()
