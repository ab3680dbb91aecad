"""Hit or miss: a logistic model of the burst and the motion at its moment."""

import numpy as np


def decide(swings, impacts, filtered, times, rotation, model, min_probability=0.5):
    """Adds to each swing its probability and whether it is a hit, and anchors misses at their highest rate."""
    n = swings["time"].size
    row = np.arange(n)
    impact = swings["impact"]
    touched = impact >= 0
    sample = np.where(touched, impacts["sample"][impact], 0) if impacts["sample"].size else np.zeros(n, int)
    first, end = times.at_or_after(swings["time"] - 0.1), times.after(swings["time"] + 0.15)
    place = first[:, None] + np.arange(int(np.max(end - first, initial=1)))
    sizes = np.where(place < end[:, None], np.abs(filtered[np.minimum(place, filtered.size - 1)]), -1)
    share = (end - first) / np.floor(0.25 * times.rate)
    burst = np.where(touched, sample, first + np.argmax(sizes, axis=1))
    enough = touched | (share >= 0.8)

    peak = np.maximum(0.001, np.abs(filtered[burst]).astype(np.float64))
    segment, segment_end = times.segment(burst)
    from_sample = burst - int(np.floor(0.1 * times.rate))
    to_sample = burst - int(np.ceil(0.01 * times.rate))
    place = from_sample[:, None] + np.arange(int((to_sample - from_sample).max(initial=0)) + 1)
    inside = (place >= segment[:, None]) & (place < segment_end[:, None])
    before = np.where(inside, np.abs(filtered[np.clip(place, 0, filtered.size - 1)]), 0)
    largest = np.maximum(0.001, before.max(axis=1, initial=0).astype(np.float64))
    known = 2 * inside.sum(axis=1) > to_sample - from_sample
    time = times.stamps[burst]
    index = rotation.times.nearest(time)
    there = np.abs(rotation.times.stamps[index] - time) <= 3 * rotation.times.median_step
    values = {
        "log_peak_g": (np.log(peak), np.ones(n, bool)),
        "log_peak_to_swing": (np.log(peak / largest), known),
        "rate_share_at_burst": (np.clip(rotation.samples[index] / swings["peak_rate"], -1, 1), there),
    }
    odds = np.full(n, model["intercept"])
    for term in model["features"]:
        value, is_known = values[term["name"]]
        odds += np.where(is_known, term["weight"] * (value - term["mean"]) / term["scale"], 0)
    swings["probability"] = 1 / (1 + np.exp(-odds))
    swings["hit"] = touched & (swings["probability"] >= min_probability)
    undone = touched & ~swings["hit"]
    swings["time"] = np.where(undone, swings["peak_time"], swings["time"])
    swings["rotation"] = np.where(undone, swings["rotation_to_peak"], swings["rotation"])
    swings["impact"] = np.where(swings["hit"], impact, -1)
    rows = row[enough]
    rows = rows[np.argsort(swings["time"][rows], kind="stable")]
    return {name: values[rows] for name, values in swings.items()}
