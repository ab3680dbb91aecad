"""Impacts: peaks of the high-passed acceleration, and where their shocks begin."""

import numpy as np

SIGMA_PER_MAD = np.float32(1.482602218505602)


def local_maxima(height, level, times):
    """Samples of at least `level` that no neighbour in their segment exceeds."""
    index = np.flatnonzero(height >= level)
    first, end = times.segment(index)
    before = np.where(index > first, height[index - 1], -1)
    behind = np.where(index + 1 < end, height[np.minimum(index + 1, height.size - 1)], -1)
    return index[(height[index] > before) & (height[index] >= behind)]


def highest(index, height, time, seconds):
    """Positions of the peaks that no higher one within `seconds` outdoes, from the highest down."""
    if index.size == 0:
        return index
    kept = []
    cuts = np.flatnonzero(np.diff(time) >= seconds) + 1
    for start, end in zip(np.concatenate([[0], cuts]), np.concatenate([cuts, [index.size]])):
        if end - start == 1:
            kept.append(start)
            continue
        left = np.arange(start, end)
        while left.size:
            best = left[np.argmax(height[left])]
            kept.append(best)
            left = left[np.abs(time[left] - time[best]) >= seconds]
    return np.sort(np.array(kept))


def noise_sigma(filtered, index, times, window_s):
    """1.4826 x MAD of the window that holds each sample; a segment's last window ends with it."""
    length = max(1, min(round(window_s * times.rate), filtered.size))
    first, end = times.segment(index)
    count = np.minimum(length, end - first)
    start = np.minimum(first + (index - first) // count * count, end - count)
    unique, place = np.unique(start, return_inverse=True)
    counts = np.zeros(unique.size, int)
    counts[place] = count
    medians = np.empty(unique.size, np.float32)
    whole = counts == length
    if whole.any():
        rows = np.abs(filtered[unique[whole][:, None] + np.arange(length)])
        medians[whole] = np.median(rows, axis=1, overwrite_input=True)
    for row in np.flatnonzero(~whole):
        medians[row] = np.median(np.abs(filtered[unique[row] : unique[row] + counts[row]]))
    return (SIGMA_PER_MAD * medians)[place]


def impacts(filtered, times, options):
    """A table of impacts: sample, time, peak, threshold and noise, and whether it is a weak one."""
    level = np.float32(min(options["weak_threshold_g"], options["threshold_g"]))
    height = np.abs(filtered)
    index = local_maxima(height, level, times)
    sigma = noise_sigma(filtered, index, times, options["noise_window_s"])
    threshold = np.maximum(np.float32(options["threshold_sigma"]) * sigma, level)
    strong = height[index] >= threshold
    index, sigma, threshold = index[strong], sigma[strong], threshold[strong]
    kept = highest(index, height[index], times.stamps[index], options["refractory_s"])
    index = index[kept]
    weak = height[index] < np.float32(options["threshold_g"])
    threshold = threshold[kept].astype(np.float64)
    return {
        "sample": index,
        "time": times.stamps[index],
        "peak": filtered[index].astype(np.float64),
        "threshold": np.where(weak, threshold, np.maximum(threshold, options["threshold_g"])),
        "sigma": sigma[kept].astype(np.float64),
        "weak": weak,
    }


def row_median(values):
    """The median of each row without its NaNs; 0 for a row of none."""
    ordered = np.sort(values, axis=1)
    count = values.shape[1] - np.isnan(values).sum(axis=1)
    row = np.arange(len(values))
    middle = (ordered[row, np.maximum(count - 1, 0) // 2] + ordered[row, np.minimum(count // 2, values.shape[1] - 1)]) / 2
    return np.where(count > 0, middle, 0)


def onsets(peak, raw, times, options):
    """The last sample that the contact has not moved, ahead of each peak: see onset_window_s of detectors.impact."""
    segment, _ = times.segment(peak)
    time = times.stamps[peak]

    def index_before(seconds):
        return np.minimum(peak, np.maximum(segment, times.at_or_after(time - seconds) - 1))

    window_s = options["onset_window_s"]
    earliest = index_before(max(window_s, 0.09))
    first = index_before(window_s)
    calm_from, calm_to = index_before(0.09), index_before(0.03)
    width = int((peak - earliest).max())
    # Rows end at the peak: column j is the step that leads to sample peak - width + 1 + j.
    to = peak[:, None] - width + 1 + np.arange(width)
    known = to > earliest[:, None]
    steps = np.where(known, raw[np.maximum(to, 1)] - raw[np.maximum(to - 1, 0)], np.float32(np.nan))
    calm = np.where((to > calm_from[:, None]) & (to <= calm_to[:, None]), steps, np.nan)
    drift = row_median(calm).astype(np.float32)
    noise = (SIGMA_PER_MAD * row_median(np.abs(calm - drift[:, None]))).astype(np.float32)
    sizes = np.where(known, np.abs(steps - drift[:, None]), np.float32(0))
    allowed = to > first[:, None]
    row = np.arange(peak.size)
    largest = np.argmax(np.where(allowed, sizes, -1), axis=1)
    top = sizes[row, largest]
    floor = np.float32(6) * noise
    needed = np.minimum(np.maximum(np.float32(options["onset_share"]) * top, floor), top)
    quiet = max(1, round(0.005 * times.rate))
    onset = largest.copy()
    walking = np.ones(peak.size, bool)
    for column in range(width - 1, -1, -1):
        here = walking & (column <= largest) & allowed[:, column]
        reaches = here & (sizes[:, column] >= needed)
        onset[reaches] = column
        walking &= ~(here & ~reaches & (onset - column >= quiet))
    shock = onset.copy()
    leading = np.ones(peak.size, bool)
    for _ in range(2):
        following = np.max([sizes[row, np.minimum(onset + k, width - 1)] for k in range(3)], axis=0)
        ahead = np.maximum(onset - 1, 0)
        step = sizes[row, ahead]
        leading &= (onset > 0) & allowed[row, ahead] & (shock - onset < 2)
        leading &= (step > floor) & (step >= np.float32(options["onset_lead_share"]) * following)
        onset[leading] -= 1
    found = (allowed.sum(axis=1) > 0) & (top > 0)
    return np.where(found, to[row, onset] - 1, peak)
