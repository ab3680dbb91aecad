"""Swings in the rotation along gravity: starts ahead of impacts, and swings that met nothing."""

import numpy as np
from detection import highest, local_maxima


class Rotation:
    """The rotation along gravity, and its integral, which every rotation between two samples is a difference of."""

    def __init__(self, samples, times):
        self.samples, self.times = samples, times
        steps = np.diff(times.stamps)
        steps[times.ends[:-1] - 1] = 0
        means = (samples[1:] + samples[:-1].astype(np.float64)) / 2
        self.integral = np.concatenate([[0.0], np.cumsum(steps * means)])


def starts(rotation, time, end, rules):
    """Where the swing before each moment starts, walking back from sample `end`; rows without one are not `found`."""
    w, times = rotation.samples, rotation.times
    stamps = times.stamps
    n = time.size
    row = np.arange(n)
    quiet = max(min(2, rules["quiet_samples"]), round(rules["quiet_samples"] * times.rate / 200))
    last = np.maximum(end - 1, 0)
    since = time - stamps[last]
    found = (end > 0) & (since >= 0) & (since <= rules["look_back_s"]) & (since <= 3 * times.median_step)
    segment, _ = times.segment(last)
    earliest = time - rules["max_duration_s"] - (quiet + 1) * times.median_step
    first = np.maximum(segment, times.at_or_after(earliest))
    width = int(np.max(end - first, initial=1))
    place = end[:, None] - 1 - np.arange(width)  # column 0 is the last sample
    known = place >= first[:, None]
    rates = np.where(known, w[np.maximum(place, 0)], 0).astype(np.float64)
    columns = round(rules["look_back_s"] * times.rate) + 2
    recent = known[:, :columns] & (stamps[np.maximum(place[:, :columns], 0)] >= (time - rules["look_back_s"])[:, None])
    # The earliest of equals, as the walk goes back.
    backwards = np.where(recent, np.abs(rates[:, :columns]), -1)[:, ::-1]
    peak = min(columns, width) - 1 - np.argmax(backwards, axis=1)
    peak_rate = rates[row, peak]
    found &= np.abs(peak_rate) >= max(rules["min_rate_rad_s"], rules["min_peak_rate_rad_s"])
    threshold = np.maximum(rules["min_rate_rad_s"], rules["min_rate_share"] * np.abs(peak_rate))
    sign = np.where(peak_rate < 0, -1.0, 1.0)
    swinging = known & (sign[:, None] * rates >= threshold[:, None])
    # A pause is a run of `quiet` known samples that are not swinging, behind a sample that is.
    column = np.arange(width)
    latest = np.maximum.accumulate(np.where(swinging, column, -1), axis=1)
    pause = known & (latest >= 0) & (column - latest >= quiet)
    found &= pause.any(axis=1)
    start = latest[row, np.argmax(pause, axis=1)]
    start = np.where(found, start, 0)
    index = np.maximum(end - 1 - start, 0)
    above = sign * w[index].astype(np.float64)
    below = sign * w[np.maximum(index - 1, 0)].astype(np.float64)
    share = np.clip((above - threshold) / np.where(above > below, above - below, 1), 0, 1)
    crossing = stamps[index] - (stamps[index] - stamps[np.maximum(index - 1, 0)]) * share
    crossing = np.where((start + 1 < width) & known[row, np.minimum(start + 1, width - 1)] & (above > below), crossing, stamps[index])
    lead = (stamps[index] - crossing) * (sign * threshold + w[index]) / 2
    until = np.maximum(time, stamps[last])
    rest = w[last].astype(np.float64) * (until - stamps[last])
    peak = end - 1 - peak
    return {
        "found": found,
        "start": crossing,
        "peak_rate": peak_rate,
        "peak_time": stamps[np.maximum(peak, 0)],
        "threshold": threshold,
        "rotation": lead + rotation.integral[last] - rotation.integral[index] + rest,
        "rotation_to_peak": lead + rotation.integral[np.maximum(peak, 0)] - rotation.integral[index],
    }


def within_bounds(candidate, time, rules):
    duration, turned = time - candidate["start"], np.abs(candidate["rotation"])
    return (
        candidate["found"]
        & (duration >= rules["min_duration_s"])
        & (duration <= rules["max_duration_s"])
        & (turned >= rules["min_rotation_rad"])
        & (turned <= rules["max_rotation_rad"])
    )


def swings_of_impacts(rotation, time, rules):
    """The swing of each impact; a row's `found` tells whether there is one."""
    swings = starts(rotation, time, rotation.times.at_or_after(time), rules)
    swings["found"] = within_bounds(swings, time, rules)
    rates = np.abs(swings["peak_rate"])
    if swings["found"].sum() > 5:
        swings["found"] &= rates >= rules["min_peer_share"] * np.median(rates[swings["found"]])
    return swings


def lobes(rotation, peak):
    """Peak rate, width at half of it and rotation of the bursts around the given samples, all without sign."""
    w, times = rotation.samples, rotation.times
    stamps = times.stamps
    first, end = times.segment(peak)
    first = np.maximum(first, times.at_or_after(stamps[peak] - 1.2))
    end = np.minimum(end, times.after(stamps[peak] + 1.2))
    sign = np.where(w[peak] < 0, -1, 1).astype(w.dtype)
    height = (sign * w[peak]).astype(np.float64)
    reach = int(np.max(np.maximum(peak - first, end - 1 - peak), initial=1)) + 1

    def extent(direction, level):
        """The last sample in a direction up to which all are above the level; windows grow for those that need it."""
        result = np.where(direction < 0, first, end - 1)
        open_rows, done, span = np.arange(peak.size), 0, 32
        while open_rows.size and done < reach:
            place = peak[open_rows, None] + direction * np.arange(done + 1, done + span + 1)
            inside = (place >= first[open_rows, None]) & (place < end[open_rows, None])
            values = sign[open_rows, None] * w[np.clip(place, 0, w.size - 1)]
            low = inside & ~(values > level[open_rows, None])
            stopped = low.any(axis=1)
            rows = open_rows[stopped]
            result[rows] = peak[rows] + direction * (done + np.argmax(low[stopped], axis=1))
            open_rows = open_rows[~stopped & inside[:, -1]]
            done, span = done + span, 2 * span
        return result

    def crossing(direction):
        inside = extent(direction, height / 2)
        outside = inside + direction
        exists = (outside >= first) & (outside < end)
        outside = np.where(exists, outside, inside)
        high, low = sign * w[inside].astype(np.float64), sign * w[outside].astype(np.float64)
        share = (high - height / 2) / np.where(exists, high - low, 1)
        return stamps[inside] + np.where(exists, share, 0) * (stamps[outside] - stamps[inside])

    foot = extent(-1, 0.1 * height), extent(1, 0.1 * height)
    turned = sign * (rotation.integral[foot[1]] - rotation.integral[foot[0]])
    return {"sample": peak, "sign": sign, "rate": height, "width": crossing(1) - crossing(-1), "rotation": turned}


def lobes_of_swings(rotation, time, peak_rate):
    """The bursts of swings, about the largest rate their way from 0.1 s before the anchor to 0.15 s after it."""
    w, times = rotation.samples, rotation.times
    first, end = times.at_or_after(time - 0.1), times.after(time + 0.15)
    place = first[:, None] + np.arange(int(np.max(end - first, initial=1)))
    sign = np.where(peak_rate < 0, -1, 1)[:, None]
    rates = np.where(place < end[:, None], sign * w[np.minimum(place, w.size - 1)], -1)
    best = np.argmax(rates, axis=1)
    known = rates[np.arange(time.size), best] > 0
    return lobes(rotation, (first + best)[known])


def typical(lobe, chosen):
    return {name: np.median(lobe[name][chosen]) for name in ("rate", "width", "rotation")}


def reference(lobe):
    """The medians of each way that at least a fifth of the bursts turn."""
    measurable = (lobe["width"] > 0) & (lobe["rotation"] > 0)
    total = measurable.sum()
    result = {}
    for sign in (1, -1):
        chosen = measurable & (lobe["sign"] == sign)
        count = chosen.sum()
        if count and count >= (1 if total < 3 else 2) and 5 * count >= total:
            result[sign] = typical(lobe, chosen)
    return result, total


def subset(lobe, chosen):
    return {name: values[chosen] for name, values in lobe.items()}


def reference_of_air_swings(rotation, hits, all_bursts, free, free_time, touched, rules):
    lobe = lobes_of_swings(rotation, hits["time"], hits["peak_rate"])
    found, count = reference(lobe)
    if count:
        if len(found) == 1:
            (sign, one), = found.items()
            index = free[touched]
            separate = index[highest(index, np.abs(rotation.samples[index]), free_time[touched], rules["refractory_s"])]
            other = lobes(rotation, separate)
            fast = (other["width"] > 0) & (other["rotation"] > 0) & (other["sign"] == -sign)
            fast &= other["rate"] >= one["rate"] / 2
            if fast.sum() >= 2 and 5 * fast.sum() >= count + fast.sum():
                found[-sign] = typical(other, fast)
        return found
    times = rotation.times.stamps[all_bursts]
    lobe = lobes(rotation, all_bursts[highest(all_bursts, np.abs(rotation.samples[all_bursts]), times, rules["refractory_s"])])
    lobe = subset(lobe, (lobe["width"] > 0) & (lobe["rotation"] > 0))
    if not lobe["rate"].size:
        return {}
    order = np.argsort(-lobe["rate"], kind="stable")[: max(1, lobe["rate"].size // 3)]
    found, _ = reference(subset(lobe, order))
    return {
        sign: one
        for sign, one in found.items()
        if one["rate"] >= rules["min_typical_rate_rad_s"] and one["width"] <= rules["max_typical_width_s"]
    }


def difference(lobe, references):
    """How far each burst is from the typical one that turns its way; infinite where there is none."""
    result = np.full(lobe["rate"].size, np.inf)
    for sign, one in references.items():
        chosen = (lobe["sign"] == sign) & (lobe["width"] > 0) & (lobe["rotation"] > 0)
        rate, width, turned = (np.log(np.clip(lobe[name][chosen] / one[name], 0.01, 100)) for name in ("rate", "width", "rotation"))
        result[chosen] = np.sqrt(
            (np.maximum(0, -rate) / 0.25) ** 2 + (width / 0.3) ** 2 + (np.maximum(0, -turned) / 0.3) ** 2
        )
    return result


def air_swings(rotation, impacts, hits, rules):
    """Swings without a strong impact: their anchors, starts, and the impact (its row, or -1) of those near a weak one."""
    w, times = rotation.samples, rotation.times
    bursts = local_maxima(np.abs(w), np.float32(rules["min_peak_rate_rad_s"]), times)
    time = times.stamps[bursts]
    strong, weak = np.flatnonzero(~impacts["weak"]), np.flatnonzero(impacts["weak"])
    before, after, apart = rules["clear_before_s"], rules["clear_after_s"], rules["refractory_s"]

    def near(moments, among):
        """The range of impacts that lie about each moment."""
        return np.searchsorted(among, moments - before), np.searchsorted(among, moments + after, side="right")

    low, high = near(time, impacts["time"][strong])
    claimed = low < high
    if hits["time"].size:
        following = np.searchsorted(hits["time"], time)
        next_hit = np.minimum(following, hits["time"].size - 1)
        reach = np.minimum(hits["start"][next_hit], hits["time"][next_hit] - apart)
        claimed |= (following < hits["time"].size) & (reach <= time)
        claimed |= (following > 0) & (time - hits["time"][np.maximum(following - 1, 0)] < apart)
    free, free_time = bursts[~claimed], time[~claimed]
    weak_time = impacts["time"][weak]
    low, high = near(free_time, weak_time)
    references = reference_of_air_swings(rotation, hits, bursts, free, free_time, low < high, rules)
    passed = difference(lobes(rotation, free), references) <= rules["max_difference"]
    index, moment = free[passed], free_time[passed]
    kept = highest(index, np.abs(w[index]), moment, apart)
    index, moment = index[kept], moment[kept]
    low, high = near(moment, weak_time)
    impact = np.full(index.size, -1)
    for row in np.flatnonzero(low < high):
        around = weak[low[row] : high[row]]
        impact[row] = around[np.argmax(np.abs(impacts["peak"][around]))]
    touched = impact >= 0
    anchor = np.where(touched, impacts["time"][impact], moment) if touched.any() else moment
    with_impact = starts(rotation, anchor, np.where(touched, times.at_or_after(anchor), index + 1), rules)
    sound = within_bounds(with_impact, anchor, rules)
    again = touched & ~sound
    if again.any():
        alone = starts(rotation, moment[again], index[again] + 1, rules)
        alone["found"] = within_bounds(alone, moment[again], rules)
        for name, values in alone.items():
            with_impact[name][again] = values
        sound[again] = alone["found"]
        anchor, impact = np.where(again, moment, anchor), np.where(again, -1, impact)
    return {"time": anchor[sound], "impact": impact[sound], **{name: values[sound] for name, values in with_impact.items()}}
