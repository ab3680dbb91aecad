"""Measures how well swings, their times and labels are found: runs the tool on recordings, and counts.

Needs NumPy and h5py.
"""

import csv
import io
import json
import pathlib
import subprocess
import sys

import numpy as np

import compose_swings as compose

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPORTS = ["badminton", "baseball", "cricket", "golf", "softball", "table_tennis", "tennis"]
RATES = [400, 800, 1600]
SHOCKS = 3
STROKES = 250
# What is chosen anew without the shock, or the session, that is then scored.
ONSET_SHARES = [0.12, 0.15, 0.18, 0.21, 0.24]
LEAD_SHARES = [0.1, 0.2, 0.3]
AS_RECORDED = "as recorded"
MAX_DIFFERENCES = [2.0, 2.25, 2.5, 2.75, 3.0, 3.5, 4.0]


class Bench:
    """The tool, and where its recordings and tables are."""

    def __init__(self, tool, work):
        self.tool, self.work = str(pathlib.Path(tool).resolve()), pathlib.Path(work)
        self.count = 0

    def call(self, *arguments):
        done = subprocess.run([self.tool, *map(str, arguments)], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, arguments))}: exit code {done.returncode}\n{done.stderr}")
        return done.stdout

    def simulate(self, name, sport, seed, count, seconds, *options):
        folder = self.work / name / sport
        self.call("simulate", "swings", "--sport", sport, "--seed", seed, "--count", count, "--duration-s", seconds, "--output",
                  folder, *options)
        return folder

    def run(self, pipeline, recordings, **options):
        """Runs a pipeline with stages' options such as air_max_difference; the folder of its tables."""
        self.count += 1
        output = self.work / "tables" / str(self.count)
        settings = [part for name, value in options.items()
                    for part in ("--set", f"{name.replace('_', '.', 1)}={value}")]
        self.call("run", ROOT / "Pipelines" / f"{pipeline}.json", *listed(recordings), "--output", output, "--quiet",
                  *settings)
        return output

    def table(self, output, name):
        text = self.call("head", output / "merged" / f"{name}.parquet", "--all", "--csv")
        return list(csv.DictReader(io.StringIO(text)))

    def score(self, outputs, recordings):
        labels = [part for path in listed(recordings) for part in ("--labels", path)]
        return Score(json.loads(self.call("score", *listed(outputs), *labels, "--resamples", 0, "--json")))

    def model(self, name, recordings):
        path = self.work / f"{name}.json"
        self.call("pipelines", "train", ROOT / "Pipelines" / "badminton.json", *listed(recordings), "--output", path, "--quiet")
        return path


class Score:
    """What `swingpipe score` says."""

    def __init__(self, document):
        self.document = document
        self.confusion = document["confusion"]
        self.recordings = {one["recording_id"]: one["counts"]["all"] for one in document["recordings"]}

    def __getitem__(self, metric):
        return self.document["metrics"][metric]["value"]

    def of(self, label):
        """Of the labelled swings, those found and called so, as `12 of 13`."""
        other = "miss" if label == "hit" else "hit"
        right = self.confusion[f"{plural(label)}_as_{plural(label)}"]
        every = right + self.confusion[f"{plural(label)}_as_{plural(other)}"] + self.confusion[f"{plural(label)}_not_found"]
        return f"{right} of {every}" if every else ""

    @property
    def hours(self):
        return self.document["counts"]["duration_s"] / 3600

    @property
    def false_swings(self):
        return self.document["counts"]["all"]["false_positives"]


def plural(label):
    return {"hit": "hits", "miss": "misses"}[label]


def listed(paths):
    return list(paths) if isinstance(paths, (list, tuple)) else [paths]


def f1(counts):
    """Of the sums of several recordings' counts."""
    sums = {name: sum(one[name] for one in counts) for name in ("true_positives", "false_positives", "false_negatives")}
    found = 2 * sums["true_positives"]
    wrong = sums["false_positives"] + sums["false_negatives"]
    return found / (found + wrong) if found + wrong else 1.0


def markdown(header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


# Onsets

def onset_errors(bench, output, recordings):
    """In ms, of each composed recording: nothing for a contact without an impact near it."""
    found = {}
    for row in bench.table(output, "impacts"):
        found.setdefault(row["recording_id"], []).append((float(row["impact_time_s"]), float(row["impact_onset_time_s"])))
    errors = {}
    for name, onsets in recordings.items():
        impacts = np.array(sorted(found.get(name, []))).reshape(-1, 2)
        since = impacts[:, :1] - onsets
        near = [np.flatnonzero((column > -0.01) & (column < 0.06)) for column in since.T]
        errors[name] = np.array([1000 * (impacts[place[0], 1] - onset) for place, onset in zip(near, onsets) if len(place)])
    return errors


def compose_onsets(bench, watch, onsets, strokes):
    """Recordings of every shock on real and on simulated strokes at every rate, with their onsets."""
    recordings, folder = {}, bench.work / "composed"
    for rate in RATES:
        (folder / str(rate)).mkdir(parents=True)
    for number, onset in enumerate(onsets[:SHOCKS]):
        shock = watch.shock(onset)
        for kind, motion in strokes.items():
            for rate in RATES:
                name = f"{kind}-{number + 1}-{rate}"
                random = np.random.default_rng([1900, number, rate, len(kind)])
                time, values, moments = compose.composed(shock, motion, rate, STROKES, random)
                compose.write_acceleration(folder / str(rate) / f"{name}.h5", time, values)
                recordings[name] = moments
    return folder, recordings


def onsets_of_composed(bench, watch, onsets, strokes):
    folder, recordings = compose_onsets(bench, watch, onsets, strokes)
    at = lambda rate: {name: moments for name, moments in recordings.items() if name.endswith(f"-{rate}")}
    found = lambda rate, **options: onset_errors(bench, bench.run("impacts", folder / str(rate), **options), at(rate))
    default = {name: errors for rate in RATES for name, errors in found(rate).items()}
    choices = [(share, lead) for share in ONSET_SHARES for lead in LEAD_SHARES]
    by_choice = {choice: found(800, hit_onset_share=choice[0], hit_onset_lead_share=choice[1]) for choice in choices}
    kept_out = {}
    for number in range(1, SHOCKS + 1):
        others = [f"{kind}-{other}-800" for kind in strokes for other in range(1, SHOCKS + 1) if other != number]

        def loss(choice):
            sizes = [np.abs(by_choice[choice][name]) for name in others]
            return sum(np.percentile(one, 95) + one.max() / 10 for one in sizes)

        share, lead = min(choices, key=loss)
        for rate in RATES:
            for name, errors in found(rate, hit_onset_share=share, hit_onset_lead_share=lead).items():
                if name.split("-")[1] == str(number):
                    kept_out[name] = (errors, share, lead)
    rows = []
    for kind in strokes:
        for number in range(1, SHOCKS + 1):
            for rate in RATES:
                name = f"{kind}-{number}-{rate}"
                sizes, (kept, share, lead) = np.abs(default[name]), kept_out[name]
                kept = np.abs(kept)
                rows.append([f"{kind} strokes", number, rate, f"{len(sizes)} of {STROKES}", *figures(sizes),
                             f"{share:g}, {lead:g}", *figures(kept)[1:]])
    return rows


def figures(sizes):
    return [f"{np.percentile(sizes, 50):.1f}", f"{np.percentile(sizes, 95):.1f}", f"{sizes.max():.1f}"]


# Sessions

def sessions_kept_out(bench, sessions, training, distractors):
    """Each session scored with a model and a largest difference that were chosen without it: rows, probabilities."""
    played, random = bench.work / "played", np.random.default_rng(1901)
    played.mkdir()
    copies = {path: [played / f"{path.stem}-{again}.h5" for again in (1, 2)] for path in sessions}
    for path, others in copies.items():
        for other in others:
            compose.played_another_way(path, other, random)
    every = [*sessions, *[copy for others in copies.values() for copy in others]]
    counts = {}
    for largest in MAX_DIFFERENCES:
        counts[largest] = bench.score(bench.run("table_tennis", every, air_max_difference=largest), every).recordings
        outputs = [bench.run(path.name, path, air_max_difference=largest) for path in distractors]
        counts[largest] |= bench.score(outputs, distractors).recordings
    whole, other, largest_of = [], [], {}
    for path in sessions:
        names = [path.stem, *[copy.stem for copy in copies[path]]]
        # The smallest of equal ones, as it finds the fewest bursts.
        largest = max(MAX_DIFFERENCES, key=lambda one: (
            round(f1([count for name, count in counts[one].items() if name not in names]), 6), -one))
        model = bench.model(f"without-{path.stem}", [*training, *[one for one in sessions if one != path]])
        options = {"air_max_difference": largest, "label_model": model}
        largest_of[path.stem] = largest
        whole.append(bench.run("table_tennis", path, **options))
        other.append(bench.run("table_tennis", copies[path], **options))
    copied = [copy for others in copies.values() for copy in others]
    default = [bench.run("table_tennis", sessions), bench.run("table_tennis", copied)]
    results = {
        AS_RECORDED: (bench.score(whole, sessions), bench.score(default[0], sessions)),
        "misses slowed, stretched, stopped": (bench.score(other, copied), bench.score(default[1], copied)),
    }
    return results, largest_of, whole, default


def session_rows(results):
    return [
        [title, "kept out" if place == 0 else "built in", score.of("hit"), score.of("miss"), f"{score['f1']:.4f}",
         f"{score['worst.f1']:.3f}", score.false_swings, f"{score['onset.p95_ms']:.1f}",
         # Where a miss that is played another way starts, nobody has labelled.
         f"{score['start.p95_ms' if title == AS_RECORDED else 'hits.start.p95_ms']:.1f}"]
        for title, scores in results.items() for place, score in enumerate(scores)]


# Simulated recordings

def sports_kept_out(bench, sessions):
    """Every sport with a model that was trained without it, on seeds of their own."""
    training = {sport: bench.simulate("training", sport, 1201, 3, 240, "--min-peak-g", 0.6) for sport in SPORTS}
    kinds = {
        "2 to 40 g, with checked swings": (2301, ["--check-swings-per-minute", 2]),
        "weak contacts, 0.4 to 3 g": (2401, ["--min-peak-g", 0.4, "--max-peak-g", 3]),
    }
    recordings = {title: [] for title in kinds}
    outputs = {title: [] for title in kinds}
    for sport in SPORTS:
        others = [folder for other, folder in training.items() if other != sport]
        # The sessions are of table tennis.
        model = bench.model(f"without-{sport}", others + ([] if sport == "table_tennis" else sessions))
        for title, (seed, options) in kinds.items():
            folder = bench.simulate(f"new-{seed}", sport, seed, 2, 300, *options)
            recordings[title].append(folder)
            outputs[title].append(bench.run(sport, folder, label_model=model))
    return training, recordings, outputs


def simulated_row(title, score):
    return [title, f"{score.hours:.2f}", score.of("hit"), score.of("miss"),
            f"{score['f1']:.4f}" if score["f1"] else "", score.false_swings,
            *[f"{score[name]:.1f}" if score[name] is not None else "" for name in ("onset.p95_ms", "start.p95_ms")]]


# Probabilities

def judgements(bench, outputs, recordings):
    """The probability of a contact of each labelled swing that was found, and whether there was one."""
    truth = {path.stem: compose.labels(path) for folder in recordings
             for path in (sorted(folder.glob("*.h5")) if folder.is_dir() else [folder])}
    found = []
    for output in outputs:
        for row in bench.table(output, "swings"):
            moments, hits = truth[row["recording_id"]]
            if len(moments) == 0:
                continue
            distances = np.abs(moments - float(row["impact_onset_time_s"] or row["anchor_time_s"]))
            nearest = int(np.argmin(distances))
            if distances[nearest] <= 0.15:
                found.append((float(row["hit_probability"]), bool(hits[nearest])))
    return np.array(found)


def reliability(found):
    """Rows of ten bins of equal width, and the expected calibration error: Guo et al., 2017, equation 3."""
    rows, error = [], 0.0
    bins = np.clip(np.ceil(10 * found[:, 0]).astype(int) - 1, 0, 9)
    for number in range(10):
        ours = found[bins == number]
        if len(ours) == 0:
            continue
        mean, share = ours.mean(axis=0)
        error += len(ours) * abs(mean - share) / len(found)
        bar = "".join("o" if place == round(20 * share) else "." if place == round(20 * mean) else "-" for place in range(21))
        rows.append([f"{number / 10:.1f} to {(number + 1) / 10:.1f}", len(ours), f"{mean:.3f}", f"{share:.3f}", f"`{bar}`"])
    return rows, error


def doubtful(bench, outputs, recordings):
    """Of wrong decisions about swings, how many lie in the tenth with the smallest margins: missed and false ones."""
    margins, wrong = [], []
    truth = {path.stem: compose.labels(path)[0] for path in recordings}
    for output in outputs:
        for table, column in (("swings", "decision_margin"), ("rejected", "refusal_margin")):
            for row in bench.table(output, table):
                if not row[column]:
                    continue
                time = float(row["anchor_time_s"] if table == "swings" else row["candidate_time_s"])
                is_swing = np.min(np.abs(truth[row["recording_id"]] - time), initial=9) <= 0.15
                margins.append(abs(float(row[column])))
                wrong.append(table == "rejected" and is_swing)
    wrong = np.array(wrong)
    narrow = np.array(margins) <= np.percentile(margins, 10)
    return int(wrong.sum()), int((wrong & narrow).sum()), len(margins)
