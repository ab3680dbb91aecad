"""The work of Pipelines/tennis.json with NumPy and SciPy: a recording's swings and their features, as Parquet.

usage: swings.py RECORDING OUTPUT.parquet

It measures swingpipe's speed against: the same filter, events and features, which check.py compares, written as one
would for speed with these libraries: vectorised over samples and over events, float32 where the samples are. It expects
what simulated recordings have: no missing samples, and a clock that does not step back. It does not estimate how late
the stamps of the device motion are, nor write the tables of rejected candidates and of recordings, as swingpipe does.
The seconds of its parts go to standard error, as JSON.
"""

import time

began = time.perf_counter()

import json
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import deciding
import detection
import filtering
import measuring
import motion
import reading

MODEL = Path(__file__).parents[3] / "Sources/Domains/Swings/Decisions/Model/hit-miss-model.json"

# Options of the stages of Pipelines/tennis.json, with their defaults and the preset of tennis.
IMPACTS = {
    "threshold_g": 1.5, "threshold_sigma": 12, "weak_threshold_g": 0.4, "noise_window_s": 10, "refractory_s": 0.3,
    "onset_window_s": 0.03, "onset_share": 0.18, "onset_lead_share": 0.2,
}  # fmt: skip
STARTS = {
    "min_rate_rad_s": 1, "min_rate_share": 0.1, "quiet_samples": 5, "look_back_s": 0.1, "min_peak_rate_rad_s": 3,
    "min_duration_s": 0.06, "max_duration_s": 1.2, "min_rotation_rad": 0.5, "max_rotation_rad": 7, "min_peer_share": 0.3,
}  # fmt: skip
AIR = STARTS | {
    "min_duration_s": 0.02, "min_rotation_rad": 0.3, "min_typical_rate_rad_s": 8, "max_typical_width_s": 0.35,
    "max_difference": 2.5, "clear_before_s": 0.1, "clear_after_s": 0.15, "refractory_s": 0.3,
    "either_way": True,
}  # fmt: skip

TEXTS = ["recording_id", "label", "subject_id", "sport", "wrist", "flags", "model_version", "compared_with"]
DOUBLES = {"time_to_contact_s", "time_from_start_s", "impact_time_subsample_s"}
ORDER = """
    recording_id swing_index start_time_s impact_time_s impact_onset_time_s time_to_contact_s anchor_time_s
    time_from_start_s label
    hit_probability subject_id sport wrist flags impact_time_subsample_s follow_through_s tempo_ratio stillness_before_s
    accumulated_rotation_rad peak_rotation_along_gravity_rad_s peak_rotation_rate_rad_s peak_rotation_lead_ms
    rotation_along_gravity_at_impact_rad_s peak_angular_acceleration_rad_s2 peak_hand_speed_estimate_m_s
    rotational_acceleration_g peak_z_g peak_acceleration_g high_passed_peak_g threshold_g peak_jerk_g_s saturated
    half_peak_width_ms rise_time_ms decay_time_ms time_to_10_percent_ms crest_factor kurtosis energy_width_ms
    dominant_frequency_hz spectral_centroid_hz spectral_bandwidth_hz energy_share_40_80_hz energy_share_80_120_hz
    energy_share_120_200_hz energy_share_200_300_hz energy_share_300_400_hz energy_share_x energy_share_y energy_share_z
    rms_before_g peak_to_rms_before noise_sigma_g decision_margin compared_with model_version
""".split()


class Clock:
    """Seconds of the parts of a run, each from the end of the one before."""

    def __init__(self):
        self.parts, self.last = {}, began

    def tick(self, part):
        now = time.perf_counter()
        self.parts[part], self.last = now - self.last, now


def find(recording, filtered, clock):
    """All swings, in the order of their anchors, and the table of impacts that they point into."""
    impacts = detection.impacts(filtered, recording.times, IMPACTS)
    clock.tick("impacts")
    rotation = motion.Rotation(recording.rotation, recording.motion_times)
    strong = np.flatnonzero(~impacts["weak"])
    hits = motion.swings_of_impacts(rotation, impacts, strong, STARTS)
    hits = motion.subset(hits, hits["found"])
    clock.tick("starts")
    air = motion.air_swings(rotation, impacts, hits, AIR)
    swings = {name: np.concatenate([hits[name], air[name]]) for name in hits}
    order = np.argsort(swings["time"], kind="stable")
    clock.tick("air_swings")
    return {name: values[order] for name, values in swings.items()}, impacts, rotation


def measure(swings, impacts, filtered, taps, recording):
    """The columns of numbers, NaN where there is no value."""
    n, times = swings["time"].size, recording.times
    columns = {"start_time_s": swings["start"], "anchor_time_s": swings["time"], "hit_probability": swings["probability"]}
    columns["decision_margin"] = np.maximum(0, swings["margin"])
    columns["time_from_start_s"] = swings["time"] - min(times.stamps[0], recording.motion_times.stamps[0])
    columns |= measuring.timing(swings, recording) | measuring.rotation(swings, recording)
    hits = np.flatnonzero(swings["hit"])
    if not hits.size:
        return columns
    impact = {name: values[swings["impact"][hits]] for name, values in impacts.items()}
    sample = impact["sample"]
    onset = times.stamps[detection.onsets(sample, recording.acceleration, times, IMPACTS)]
    burst = measuring.bursts(sample, impact, filtered, taps, recording)
    burst |= {
        "impact_time_s": impact["time"], "impact_onset_time_s": onset, "rise_time_ms": 1000 * (impact["time"] - onset),
        "time_to_contact_s": impact["time"] - swings["start"][hits],
        "impact_time_subsample_s": measuring.vertex(sample, filtered, times),
    }  # fmt: skip
    for name, values in burst.items():
        columns[name] = np.full(n, np.nan)
        columns[name][hits] = values
    return columns


def flags(columns, n):
    saturated = np.nan_to_num(columns.get("saturated", np.zeros(n))) > 0
    no_reversal = np.isnan(columns["tempo_ratio"])
    slow = np.isnan(columns.get("peak_angular_acceleration_rad_s2", np.full(n, np.nan)))
    named = list(zip(saturated, no_reversal, slow))
    names = ("saturated", "no_reversal", "low_motion_rate")
    return [";".join(name for name, is_set in zip(names, row) if is_set) or None for row in named]


def table(swings, columns, attributes, model):
    n = swings["time"].size
    texts = {
        "label": np.where(swings["hit"], "hit", "miss").tolist(),
        "flags": flags(columns, n),
        "model_version": [model["name"]] * n,
        "compared_with": swings["compared_with"].tolist(),
    }
    texts |= {name: [attributes.get(name)] * n for name in ("recording_id", "subject_id", "sport", "wrist")}
    arrays = []
    for name in ORDER:
        if name in TEXTS:
            arrays.append(pa.array(texts[name], pa.string()))
        elif name == "swing_index":
            arrays.append(pa.array(np.arange(n, dtype=np.int32)))
        elif name == "saturated":
            values = columns.get(name, np.full(n, np.nan))
            arrays.append(pa.array(values > 0, mask=np.isnan(values)))
        else:
            kind = np.float64 if name.endswith("time_s") or name in DOUBLES else np.float32
            arrays.append(pa.array(columns.get(name, np.full(n, np.nan)).astype(kind), from_pandas=True))
    return pa.table(arrays, names=ORDER)


def main(path, output):
    clock = Clock()
    clock.tick("imports")
    model = json.loads(MODEL.read_text())
    recording = reading.read(path)
    clock.tick("read")
    taps = filtering.kaiser_taps(40, 80, 60, recording.times.rate, high_pass=True)
    filtered = filtering.filtered(np.ascontiguousarray(recording.acceleration[:, 2]), taps, recording.times)
    clock.tick("filter")
    swings, impacts, rotation = find(recording, filtered, clock)
    swings = deciding.decide(swings, impacts, filtered, recording.times, rotation, model)
    clock.tick("decide")
    columns = measure(swings, impacts, filtered, taps, recording)
    clock.tick("features")
    pq.write_table(table(swings, columns, recording.attributes, model), output, compression="zstd")
    clock.tick("write")
    json.dump({"swings": swings["time"].size, "seconds": clock.parts}, sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: swings.py RECORDING OUTPUT.parquet")
    main(*sys.argv[1:])
