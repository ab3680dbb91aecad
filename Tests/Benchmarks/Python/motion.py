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


def margin(value, lowest=None, highest=None):
    """How far a value is from its nearest bound, as a fraction of the larger of the two."""
    bounds = [np.full(value.shape, bound, float) for bound in (lowest, highest) if bound is not None]
    return np.min([1 - np.minimum(value, bound) / np.maximum(value, bound) for bound in bounds], axis=0)


def margins(swings, time, rules):
    """The smallest margin of what each swing was judged by itself."""
    lowest = max(rules["min_rate_rad_s"], rules["min_peak_rate_rad_s"])
    duration, turned = time - swings["start"], np.abs(swings["rotation"])
    return np.min(
        [
            margin(np.abs(swings["peak_rate"]), lowest),
            margin(duration, rules["min_duration_s"], rules["max_duration_s"]),
            margin(turned, rules["min_rotation_rad"], rules["max_rotation_rad"]),
        ],
        axis=0,
    )


def swings_of_impacts(rotation, impacts, strong, rules):
    """The swing of each impact; a row's `found` tells whether there is one."""
    time = impacts["time"][strong]
    swings = starts(rotation, time, rotation.times.at_or_after(time), rules)
    swings["found"] = within_bounds(swings, time, rules)
    with np.errstate(divide="ignore", invalid="ignore"):
        height = margin(np.abs(impacts["peak"][strong]), impacts["threshold"][strong])
        swings["margin"] = np.minimum(height, margins(swings, time, rules))
    rates = np.abs(swings["peak_rate"])
    if swings["found"].sum() > 5:
        least = rules["min_peer_share"] * np.median(rates[swings["found"]])
        swings["found"] &= rates >= least
        swings["margin"] = np.minimum(swings["margin"], margin(rates, least))
    return swings | {"time": time, "impact": strong, "compared_with": np.full(time.size, None)}


def lobes(rotation, peak):
    """Peak rate, width at half of it and the part of it before the peak, of the bursts around the given samples."""
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

    def crossing(inside, direction):
        outside = inside + direction
        exists = (outside >= first) & (outside < end)
        outside = np.where(exists, outside, inside)
        high, low = sign * w[inside].astype(np.float64), sign * w[outside].astype(np.float64)
        share = (high - height / 2) / np.where(exists, high - low, 1)
        return stamps[inside] + np.where(exists, share, 0) * (stamps[outside] - stamps[inside])

    top = extent(-1, height / 2), extent(1, height / 2)
    rising, falling = crossing(top[0], -1), crossing(top[1], 1)
    return {
        "sample": peak, "sign": sign, "rate": height, "width": falling - rising, "rise": stamps[peak] - rising,
        "from": top[0], "to": top[1],
    }  # fmt: skip


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


def subset(lobe, chosen):
    return {name: values[chosen] for name, values in lobe.items()}


def typical(lobe, origin):
    return {name: np.median(lobe[name]) for name in ("rate", "width", "rise")} | {"origin": origin}


def reference(lobe, origin):
    """The medians of each way that at least a fifth of the bursts turn, and two of three or more."""
    total = lobe["rate"].size
    ways = {sign: subset(lobe, lobe["sign"] == sign) for sign in (1, -1)}
    needed = max(1 if total < 3 else 2, total / 5)
    return {sign: typical(way, origin) for sign, way in ways.items() if way["rate"].size >= needed}


def measurable(lobe):
    return subset(lobe, lobe["width"] > 0)


def references_of(rotation, hits, all_bursts, free, free_time, touched, rules):
    """The typical burst of each way, and the hits that single bursts are compared with."""
    lobe = measurable(lobes_of_swings(rotation, hits["time"], hits["peak_rate"]))
    count = lobe["rate"].size
    if count:
        found = reference(lobe, "hits")
        alike = subset(lobe, differences(lobe, found) <= 2.5)
        examples = subset(alike, slice(None, None, max(1, (alike["rate"].size + 249) // 250)))
        if len(found) == 1:
            (sign, one), = found.items()
            index = free[touched]
            separate = index[highest(index, np.abs(rotation.samples[index]), free_time[touched], rules["refractory_s"])]
            other = measurable(lobes(rotation, separate))
            fast = subset(other, (other["sign"] == -sign) & (other["rate"] >= one["rate"] / 2))
            if fast["rate"].size >= 2 and 5 * fast["rate"].size >= count + fast["rate"].size:
                found[-sign] = typical(fast, "weak_impacts")
            elif rules["either_way"] and count < 14:
                found[-sign] = one | {"origin": "other_way"}
        return found, examples
    times = rotation.times.stamps[all_bursts]
    separate = all_bursts[highest(all_bursts, np.abs(rotation.samples[all_bursts]), times, rules["refractory_s"])]
    lobe = measurable(lobes(rotation, separate))
    order = np.argsort(-lobe["rate"], kind="stable")[: max(1, lobe["rate"].size // 3)]
    found = reference(subset(lobe, order), "strongest_bursts")
    return {
        sign: one
        for sign, one in found.items()
        if one["rate"] >= rules["min_typical_rate_rad_s"] and one["width"] <= rules["max_typical_width_s"]
    }, subset(lobe, slice(0))


def difference(lobe, other):
    """How far bursts are from others in rate and length, where being faster does not count."""
    rate, width, rise = (np.log(np.clip(lobe[name] / other[name], 0.01, 100)) for name in ("rate", "width", "rise"))
    return np.hypot(np.maximum(0, -rate) / 0.2, np.minimum(np.abs(width), np.abs(rise)) / 0.4)


def differences(lobe, references, examples=None):
    """How far each burst is from the typical one that turns its way, or from the nearest hit; infinite without one."""
    result = np.full(lobe["rate"].size, np.inf)
    for sign, one in references.items():
        rows = np.flatnonzero((lobe["sign"] == sign) & (lobe["width"] > 0))
        result[rows] = difference(subset(lobe, rows), one)
        if examples is None or not (same := subset(examples, examples["sign"] == sign))["rate"].size:
            continue
        # One that is farther than this from the typical swing is near no hit.
        near = rows[(result[rows] > 2.5) & (result[rows] < 5)]
        columns = {name: lobe[name][near, None] for name in ("rate", "width", "rise")}
        result[near] = np.minimum(result[near], 1.8 * difference(columns, same).min(axis=1, initial=np.inf))
    return result


def beside_faster(rows, time, rates, recovery_s=0.8):
    """Whether a faster burst the other way lies near each of some bursts: then they are its backswing or recovery."""
    low = np.searchsorted(time, time[rows] - recovery_s)
    high = np.searchsorted(time, time[rows] + recovery_s, side="right")
    place = low[:, None] + np.arange(int(np.max(high - low, initial=0)))
    other = rates[np.minimum(place, rates.size - 1)]
    own = rates[rows][:, None]
    faster = ((other < 0) != (own < 0)) & (np.abs(other) > np.abs(own)) & (place < high[:, None])
    return faster.any(axis=1)


def due(time, swings):
    """Which moments lie one period after a swing and before the next, where swings follow one another regularly."""
    intervals = np.diff(swings)
    if swings.size < 6 or not (period := np.median(intervals)) > 0:
        return np.zeros(time.size, bool)
    if (np.abs(intervals - period) < 0.15 * period).sum() < 0.5 * intervals.size:
        return np.zeros(time.size, bool)
    following = np.searchsorted(swings, time)
    inside = (following > 0) & (following < swings.size)
    before, after = swings[np.maximum(following - 1, 0)], swings[np.minimum(following, swings.size - 1)]
    return inside & (np.abs(time - before - period) <= 0.1 * period) & (np.abs(after - time - period) <= 0.1 * period)


def judged(rotation, impacts, index, moment, rules):
    """The swing of each burst by itself: from its weak impact where that ends one, or else from its peak."""
    times, weak = rotation.times, np.flatnonzero(impacts["weak"])
    low = np.searchsorted(impacts["time"][weak], moment - rules["clear_before_s"])
    high = np.searchsorted(impacts["time"][weak], moment + rules["clear_after_s"], side="right")
    impact = np.full(index.size, -1)
    for row in np.flatnonzero(low < high):
        around = weak[low[row] : high[row]]
        impact[row] = around[np.argmax(np.abs(impacts["peak"][around]))]
    touched = impact >= 0
    anchor = np.where(touched, impacts["time"][impact], moment) if touched.any() else moment
    swings = starts(rotation, anchor, np.where(touched, times.at_or_after(anchor), index + 1), rules)
    swings["found"] = within_bounds(swings, anchor, rules)
    again = touched & ~swings["found"]
    if again.any():
        alone = starts(rotation, moment[again], index[again] + 1, rules)
        alone["found"] = within_bounds(alone, moment[again], rules)
        for name, values in alone.items():
            swings[name][again] = values
        anchor, impact = np.where(again, moment, anchor), np.where(again, -1, impact)
    return swings | {"time": anchor, "impact": impact, "margin": margins(swings, anchor, rules)}


def air_swings(rotation, impacts, hits, rules):
    """Swings without a strong impact: their anchors, starts, and the impact (its row, or -1) of those near a weak one."""
    w, times = rotation.samples, rotation.times
    bursts = local_maxima(np.abs(w), np.float32(rules["min_peak_rate_rad_s"]), times)
    time = times.stamps[bursts]
    strong, weak = np.flatnonzero(~impacts["weak"]), np.flatnonzero(impacts["weak"])
    before, after, apart = rules["clear_before_s"], rules["clear_after_s"], rules["refractory_s"]

    def near(moments, among):
        """Whether impacts lie about each moment."""
        return np.searchsorted(among, moments - before) < np.searchsorted(among, moments + after, side="right")

    def claimed(moments):
        """Whether each moment belongs to an impact, or to the swing of one."""
        result = near(moments, impacts["time"][strong])
        if not hits["time"].size:
            return result
        following = np.searchsorted(hits["time"], moments)
        next_hit = np.minimum(following, hits["time"].size - 1)
        reach = np.minimum(hits["start"][next_hit], hits["time"][next_hit] - apart)
        result |= (following < hits["time"].size) & (reach <= moments)
        return result | (following > 0) & (moments - hits["time"][np.maximum(following - 1, 0)] < apart)

    def below_summit(rows):
        """Whether each is a lower peak of a lobe whose highest sample is free, and then decides."""
        peak, reach = bursts[free[rows]], int(apart * times.rate)
        first, last = np.maximum(lobe["from"][rows], peak - reach), np.minimum(lobe["to"][rows], peak + reach)
        place = first[:, None] + np.arange(int(np.max(last - first, initial=0)) + 1)
        values = lobe["sign"][rows, None] * w[np.minimum(place, w.size - 1)]
        values[place > last[:, None]] = -np.inf
        summit = np.argmax(values, axis=1)
        lower = values[np.arange(rows.size), summit] > lobe["rate"][rows]
        return lower & ~claimed(times.stamps[first + summit])

    free = np.flatnonzero(~claimed(time))
    touched = near(time[free], impacts["time"][weak])
    found, examples = references_of(rotation, hits, bursts, bursts[free], time[free], touched, rules)
    lobe = lobes(rotation, bursts[free])
    differs = differences(lobe, found, examples)
    origins = {sign: one["origin"] for sign, one in found.items()}
    origin = np.where(lobe["sign"] > 0, origins.get(1), origins.get(-1))
    doubtful = (differs > rules["max_difference"] / 2) | (origin == "other_way")
    rates, heights = w[bursts], np.abs(w[bursts[free]])

    def passing(rows, limit):
        """The swings of those that are like enough, of the highest of them alone, and which did not pass."""
        alike = differs[rows] <= limit
        unsure = np.flatnonzero(alike & doubtful[rows])
        alike[unsure] = ~beside_faster(free[rows[unsure]], time, rates)
        passed = rows[alike]
        kept = passed[highest(passed, heights[passed], time[free[passed]], apart)]
        swings = judged(rotation, impacts, bursts[free[kept]], time[free[kept]], rules)
        swings["compared_with"] = origin[kept]
        swings["margin"] = np.minimum(swings["margin"], margin(differs[kept], highest=limit))
        return subset(swings, swings["found"] & ~below_summit(kept)), rows[~alike]

    first, left = passing(np.arange(free.size), rules["max_difference"])
    pace = np.sort(np.concatenate([hits["time"], first["time"]]))
    second, _ = passing(left[due(time[free[left]], pace)], 1.6 * rules["max_difference"])
    return {name: np.concatenate([first[name], second[name]]) for name in first}
