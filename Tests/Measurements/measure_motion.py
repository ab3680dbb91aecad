"""Measures what is found in real motion: false swings where nobody plays, and strokes of real and generated play.

Needs NumPy and h5py.
"""

import collections

import h5py
import numpy as np

import measure_swings as measure

# How far a swing may lie from a labelled stroke, in s: the labels of real strokes are good to 0.1 s.
NEAR_S = 0.3
# What is no swing is grouped by the first word of its folder, with knocks apart.
KNOCKS = {"one": "with one knock each", "knocks": "with 8 knocks a minute"}


class Labelled:
    """The labels of a recording, and how long it is without its gaps."""

    def __init__(self, path):
        with h5py.File(path) as file:
            steps = np.diff(file["accelerometer/time"][:])
            annotations = file["annotations"]
            read = lambda name, column: annotations[name][column][:] if column in annotations.get(name, {}) else np.empty(0)
            self.moments, self.labels = read("swings", "contact_time"), read("swings", "label")
            self.ignored, self.knocks = read("ignore", "time"), read("distractors", "time")
            self.sport = file.attrs["sport"]
        self.hours = float(steps[steps <= 0.5].sum()) / 3600
        self.path, self.name, self.group = path, path.stem, path.parent.name


class Found:
    """The swings of a recording, paired with its labels, the nearest first."""

    def __init__(self, recording, rows):
        self.times = np.array([float(row["impact_onset_time_s"] or row["anchor_time_s"]) for row in rows])
        self.hits = np.array([row["label"] == "hit" for row in rows], bool)
        self.probabilities = np.array([float(row["hit_probability"]) for row in rows])
        distances = np.abs(self.times[:, None] - recording.moments)
        self.pairs, taken = {}, set()
        for flat in np.argsort(distances, axis=None):
            swing, stroke = np.unravel_index(flat, distances.shape)
            if distances[swing, stroke] <= NEAR_S and swing not in self.pairs and stroke not in taken:
                self.pairs[swing] = stroke
                taken.add(stroke)
        near = lambda time, moments: len(moments) and np.min(np.abs(moments - time)) <= NEAR_S
        self.false = [place for place, time in enumerate(self.times)
                      if place not in self.pairs and not near(time, recording.ignored)]
        self.knocks = sum(bool(len(self.times)) and np.min(np.abs(self.times[self.hits] - knock), initial=9) < 0.05
                          for knock in recording.knocks)


def found(bench, pipeline, recordings):
    rows = collections.defaultdict(list)
    for row in bench.table(bench.run(pipeline, [one.path for one in recordings]), "swings"):
        rows[row["recording_id"]].append(row)
    return {one.name: Found(one, rows[one.name]) for one in recordings}


def quiet_rows(bench, recordings):
    """Rows of recordings without a swing: of each group the false swings in an hour, by sport."""
    by_sport = {sport: found(bench, sport, recordings) for sport in measure.SPORTS}
    groups = collections.defaultdict(list)
    for one in recordings:
        kind, _, rest = one.group.partition("-")
        groups["everyday motion" if kind not in KNOCKS else KNOCKS[kind]].append(one)
    rows = []
    for title, own in sorted(groups.items()):
        hours, knocks = sum(one.hours for one in own), sum(len(one.knocks) for one in own)
        cells = [sum(len(by_sport[sport][one.name].false) for one in own) / hours for sport in measure.SPORTS]
        called = max(sum(by_sport[sport][one.name].knocks for one in own) for sport in measure.SPORTS)
        rows.append([title, len(own), f"{hours:.2f}", *[f"{cell:.1f}" for cell in cells],
                     f"{called} of {knocks}" if knocks else ""])
    return rows


def stroke_rows(bench, recordings):
    """Rows of recordings with strokes: found, called rightly, false; and the pairs of probability and label."""
    kinds = collections.defaultdict(lambda: np.zeros(7, int))
    judged, onsets = [], collections.defaultdict(list)
    for sport in sorted({one.sport for one in recordings}):
        own = [one for one in recordings if one.sport == sport]
        for name, swings in found(bench, sport, own).items():
            one = next(one for one in own if one.name == name)
            is_generated = one.group == "generated"
            title = f"generated: {name[10:].replace('-', ' ')}" if is_generated else f"real table tennis: {name.rstrip('-0123456789')}"
            right = [swings.hits[swing] == one.labels[stroke] for swing, stroke in swings.pairs.items()]
            hits = [one.labels[stroke] == 1 for stroke in swings.pairs.values()]
            kinds[title] += [len(one.moments), len(swings.pairs), len(swings.false), int((one.labels == 1).sum()),
                             sum(r and h for r, h in zip(right, hits)), int((one.labels == 0).sum()),
                             sum(r and not h for r, h in zip(right, hits))]
            if is_generated:
                onsets[title] += [1000 * abs(swings.times[swing] - one.moments[stroke]) for swing, stroke in swings.pairs.items()
                                  if swings.hits[swing] and one.labels[stroke] == 1]
                judged += [(swings.probabilities[swing], bool(one.labels[stroke])) for swing, stroke in swings.pairs.items()]
    labelled = lambda title, v: [f"{v[4]} of {v[3]}", f"{v[6]} of {v[5]}", f"{np.percentile(onsets[title], 95):.1f}"]
    rows = [[title, f"{v[1]} of {v[0]}", v[2], *(labelled(title, v) if title in onsets else ["", "", ""])]
            for title, v in sorted(kinds.items())]
    return rows, np.array(judged)


def tables(bench, folder):
    """The tables of real motion, and probabilities with labels of generated play; None without the recordings."""
    if not folder or not (folder / "real-motion").exists():
        return None
    recordings = [Labelled(path) for path in sorted((folder / "real-motion" / "recordings").rglob("*.h5"))]
    quiet = quiet_rows(bench, [one for one in recordings if not len(one.moments)])
    strokes, judged = stroke_rows(bench, [one for one in recordings if len(one.moments)])
    return (measure.markdown(["recordings without a swing", "n", "hours", *measure.SPORTS, "knocks called hit"], quiet),
            measure.markdown(["recordings of play", "strokes found", "false swings", "hits", "misses", "onset P95, ms"], strokes), judged)
