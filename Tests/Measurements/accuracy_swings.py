#!/usr/bin/env python3
"""Measures how well swings, their times and labels are found, and writes the section of Data/Accuracy.md about them.

usage: Tests/Measurements/accuracy_swings.py SWINGPIPE WORK_FOLDER [DATA]

SWINGPIPE is the tool, which does all the finding. WORK_FOLDER takes some 500 MB of recordings and tables, in a folder of
their own that is removed at the end. DATA is a folder of reference recordings that are no part of the project (sessions,
golf-mocap, tennis-watch-800hz); what it lacks is simulated, or left out, and the section says so. Needs NumPy and h5py.
"""

import json
import pathlib
import sys
import tempfile
import time

import numpy as np

import compose_swings as compose
import measure_motion
import measure_swings as measure
from measure_swings import Bench, markdown

DOCUMENT = measure.ROOT / "Data" / "Accuracy.md"
ORIGIN = "tennis-watch-800hz/forehand-accelerometer-first-9s.csv"


class Reference:
    """The reference recordings, or what stands in for them."""

    def __init__(self, bench, folder):
        self.folder = folder = pathlib.Path(folder) if folder else None
        present = lambda path: folder and (folder / path).exists()
        self.has_sessions, self.has_watch = present("sessions"), present(ORIGIN)
        self.golf = folder / "golf-mocap" if present("golf-mocap") else None
        if self.has_sessions:
            self.sessions = sorted((folder / "sessions").glob("*.h5"))
        else:
            self.sessions = sorted(bench.simulate("sessions", "table_tennis", 1701, 6, 120, "--pace", "rally",
                                                  "--swings-per-minute", 34).glob("*.h5"))
        if self.has_watch:
            rows = np.array([[float(cell) for cell in line.split(",")]
                             for line in (folder / ORIGIN).read_text().splitlines() if line.strip()])
            truth = (folder / "tennis-watch-800hz" / "impacts_truth.csv").read_text().splitlines()
            self.watch = compose.Acceleration(rows[:, 0], rows[:, 1:4])
            self.onsets = np.array([float(line.split(",")[1]) for line in truth if line[:1].isdigit()])
        else:
            path = next(bench.simulate("watch", "tennis", 1801, 1, 60, "--distractors-per-minute", 0,
                                       "--min-peak-g", 15).glob("*.h5"))
            moments, hits = compose.labels(path)
            self.watch, self.onsets = compose.Acceleration.of(path), moments[hits]

    def strokes(self, bench):
        """Strokes without a contact, by their origin."""
        simulated = [path for sport in ("baseball", "golf", "table_tennis", "tennis")
                     for path in bench.simulate("strokes", sport, 1501, 1, 180, "--miss-share", 1,
                                                "--distractors-per-minute", 0).glob("*.h5")]
        strokes = {"simulated": compose.strokes_without_contact(simulated)}
        if self.has_sessions:
            strokes["real"] = compose.strokes_without_contact(self.sessions)
        if self.has_watch:
            # A stroke under way, and the recovery from it.
            moments = [onset + since for onset in self.onsets for since in (-0.32, -0.3, -0.28, 0.45, 0.6, 0.8)]
            around = [self.watch.around(moment, 0.27) for moment in moments]
            strokes["real"] = strokes.get("real", []) + [stroke for stroke in around if stroke]
        return strokes


def real_watch(bench, reference):
    """The real 800 Hz file: its contacts, and what else was found."""
    path = bench.work / "watch-800hz.h5"
    compose.write_acceleration(path, reference.watch.time, reference.watch.values)
    rows = bench.table(bench.run("impacts", path), "impacts")
    onsets = np.array([float(row["impact_onset_time_s"]) for row in rows])
    distances = np.abs(onsets[:, None] - reference.onsets)
    near = distances < 0.02
    errors = [f"{1000 * (onsets[place] - truth):+.2f}" for column, truth in zip(near.T, reference.onsets)
              for place in np.flatnonzero(column)]
    return [["contacts found", f"{int(near.any(axis=0).sum())} of {len(reference.onsets)}"],
            ["other impacts", int((~near.any(axis=1)).sum())],
            ["onset less the onset checked by hand (to the sample of 1.25 ms), ms", ", ".join(errors)]]


def golf(bench, folder):
    """The six swings from motion capture, each with and without a shock: labels, and starts against the top."""
    rows = bench.table(bench.run("golf_mocap", folder), "swings")
    captures = sorted(path.stem for path in folder.glob("*.h5"))
    right, starts = 0, []
    for name in captures:
        found = [row for row in rows if row["recording_id"] == name]
        right += [row["label"] for row in found] == [name.split("-")[-1]]
        truth = json.loads((folder / f"{name.rsplit('-', 1)[0]}-hit.truth.json").read_text())
        starts += [1000 * (float(row["start_time_s"]) - truth["labels"]["top"]) for row in found]
    return [["one swing, with the right label", f"{right} of {len(captures)}"],
            ["start less the labelled top of the backswing, ms", f"{min(starts):+.1f} to {max(starts):+.1f}"]]


def measured(bench, reference):
    """The tables by name."""
    tables = {}
    watch = lambda part: print(f"{time.strftime('%H:%M:%S')} {part}", file=sys.stderr, flush=True)
    watch("real motion")
    motion = measure_motion.tables(bench, reference.folder)
    if motion:
        tables["quiet"], tables["strokes"], generated = motion
    watch("real recordings")
    if reference.has_watch:
        tables["watch"] = markdown(["", "found"], real_watch(bench, reference))
    if reference.golf:
        tables["golf"] = markdown(["", "found"], golf(bench, reference.golf))
    watch("onsets")
    tables["onsets"] = markdown(
        ["strokes", "shock", "rate, Hz", "found", "P50, ms", "P95, ms", "largest, ms", "shares chosen without it", "P95, ms", "largest, ms"],
        measure.onsets_of_composed(bench, reference.watch, reference.onsets, reference.strokes(bench)))
    watch("sports")
    training, recordings, outputs = measure.sports_kept_out(bench, reference.sessions)
    simulated = [measure.simulated_row(f"seven sports, {title}; model without the sport",
                                       bench.score(outputs[title], recordings[title])) for title in recordings]
    watch("sessions")
    distractors = [bench.simulate("degraded", sport, 101, 2, 180) for sport in ("baseball", "golf", "table_tennis", "tennis")]
    sessions, largest, kept_out, default = measure.sessions_kept_out(
        bench, reference.sessions, list(training.values()), distractors)
    tables["sessions"] = markdown(
        ["sessions", "model, limit", "hits", "misses", "F1 of all", "worst", "false swings", "onset P95, ms", "start P95, ms"],
        measure.session_rows(sessions))
    tables["largest"] = ", ".join(f"{value:g}" for value in largest.values())
    watch("simulated recordings")
    score = lambda title, pipelines, folders, **options: simulated.append(measure.simulated_row(title, bench.score(
        [bench.run(pipeline, folder, **options) for pipeline, folder in zip(pipelines, folders)], folders)))
    score("as in Degraded.md, eight of four sports", [path.name for path in distractors], distractors)
    short = bench.simulate("short", "tennis", 6001, 300, 20)
    score("300 of 20 s, tennis", ["tennis"], [short])
    for title, seed, options in [("misses only", 2601, ["--miss-share", 1]),
                                 ("no swing, 12 shocks a minute", 2651, ["--swings-per-minute", 0, "--distractors-per-minute", 12])]:
        folders = [bench.simulate(f"other-{seed}", sport, seed, 1, 300, *options) for sport in measure.SPORTS]
        score(f"seven sports, {title}", measure.SPORTS, folders)
    tables["simulated"] = markdown(
        ["recordings", "hours", "hits", "misses", "F1 of all", "false swings", "onset P95, ms", "start P95, ms"], simulated)
    watch("probabilities")
    groups = [("sessions", kept_out, reference.sessions)] + [(title, outputs[title], recordings[title]) for title in outputs]
    found = [measure.judgements(bench, *group[1:]) for group in groups]
    if motion:
        groups, found = [*groups, ("generated play, built-in model",)], [*found, generated]
    rows, error = measure.reliability(np.concatenate(found))
    tables["reliability"] = markdown(
        ["`hit_probability`", "swings", "mean probability", "fraction of hits", "0 . mean, o share 1"], rows)
    tables["errors"] = markdown(
        ["recordings", "swings", "expected calibration error"],
        [["all of them", sum(map(len, found)), f"{error:.4f}"],
         *[[group[0], len(one), f"{measure.reliability(one)[1]:.4f}"] for group, one in zip(groups, found)]])
    played = sorted((bench.work / "played").glob("*.h5"))
    tables["doubtful"] = measure.doubtful(bench, default, [*reference.sessions, *played])
    return tables


def section(tables, reference):
    source = "real" if reference.has_sessions else "simulated, as there were no reference recordings"
    missed, narrow, decisions = tables["doubtful"]
    left_out = [] if reference.has_watch and reference.golf else [
        "**Left out**, because the reference recordings were missing: "
        + ", ".join(name for name, there in [("the real 800 Hz file", reference.has_watch), ("golf", reference.golf)] if not there)
        + ". Shocks and sessions are simulated.", ""]
    parts = [*left_out]
    if "quiet" in tables:
        parts += [
            "**Real motion without swings.** Acceleration and rotation of 25 to 100 Hz sensors, upsampled. No contact in them "
            "appears as a shock; the knocks were added. The table has the false swings per hour with the pipeline of each sport:",
            "", tables["quiet"],
            "**Real and generated play.** The strokes of table tennis are real motion of a 50 Hz watch, which does not show "
            "whether the ball was met. The generated recordings come from a program that is independent of `swingpipe simulate swings`. "
            f"A swing is found if it is within {measure_motion.NEAR_S:g} s of a label.", "",
            tables["strokes"],
            "The limits of the evidence of play were chosen on these recordings, and separate them. A choice without the gym "
            "recordings gives no limit on the share of the fast movements, and one of the ten gym recordings counts as play. A "
            "choice without any one of the remaining sources separates all recordings.", ""]
    if "watch" in tables:
        parts += ["**Real.** A watch's 800 Hz acceleration of 9 s of tennis, through `Pipelines/impacts.json`:", "", tables["watch"]]
    if "golf" in tables:
        parts += ["**Composed: golf.** Six swings from motion capture, each with and without a recorded shock, through "
                  "`Pipelines/golf_mocap.json`:", "", tables["golf"]]
    parts += [
        f"**Composed: onsets.** {measure.SHOCKS} {'real' if reference.has_watch else 'simulated'} shocks on strokes without a contact, "
        f"{measure.STROKES} per row. The shocks are 0.6 to 1.25 times as long and 0.2 to 1.3 times as strong, have either sign, are turned by 20 "
        "degrees, and have noise of 5 to 20 mg. The last columns use the values of `onset_share` and `onset_lead_share` that are best for "
        "the two remaining shocks. All other constants were chosen on all three shocks.", "", tables["onsets"],
        f"**Composed: sessions** of table tennis ({source}). *Kept out* means that the hit-or-miss model and `max_difference` were "
        f"chosen without the session. The values tried are {', '.join(f'{one:g}' for one in measure.MAX_DIFFERENCES)}. The chosen value "
        "has the best F1 on all remaining sessions, as recorded and changed, and on the recordings of Degraded.md. Of equal values "
        f"the smallest is chosen: {tables['largest']}. The second set has two copies of each session. Their misses are slowed to 0.57 to "
        "1.04 times their rate and stretched 0.7 to 1.35 times, and 60 % of them stop hard. The starts of this set are not scored.",
        "", tables["sessions"],
        "**Simulated** recordings, with seeds that were not used to choose anything:", "", tables["simulated"],
        "**Probabilities of a contact**, each from a model that was trained without the session, or without the sport:", "",
        tables["reliability"], tables["errors"],
        f"**Doubtful swings first.** In the two sets of sessions {missed} swings were rejected. {narrow} of them are among the tenth of "
        f"the {decisions} decisions with the smallest `decision_margin` or `refusal_margin`, without sign.", ""]
    return "\n".join(parts)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    pathlib.Path(sys.argv[2]).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=sys.argv[2]) as work:
        bench = Bench(sys.argv[1], work)
        reference = Reference(bench, sys.argv[3] if len(sys.argv) == 4 else None)
        text = section(measured(bench, reference), reference)
    document = DOCUMENT.read_text()
    begin, end = "<!-- swings -->\n", "<!-- /swings -->"
    before, rest = document.split(begin)
    DOCUMENT.write_text(before + begin + text + end + rest.split(end, 1)[1])


main()
