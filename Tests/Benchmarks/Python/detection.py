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
    onset, amid_calm, _ = onset_search(peak, raw, times, options)
    again = np.flatnonzero(amid_calm >= 0)
    if again.size:
        earlier, _, moves = onset_search(amid_calm[again], raw, times, options)
        onset[again] = np.minimum(amid_calm[again], np.where(moves, earlier, amid_calm[again]))
    # A shock that begins after the peak is not this peak's.
    late = np.flatnonzero((onset > peak) & (amid_calm < 0))
    if late.size:
        onset[late] = onset_search(peak[late], raw, times, options, behind=False)[0]
    return onset


def onset_search(peak, raw, times, options, behind=True):
    """The onset of each shock; where it seems to begin amid the calm, the end of its largest step, else -1; and whether
    anything moves."""
    segment, segment_end = times.segment(peak)
    time = times.stamps[peak]

    def index_before(seconds):
        return np.minimum(peak, np.maximum(segment, times.at_or_after(time - seconds) - 1))

    def count(seconds):
        return max(1, round(seconds * times.rate))

    length, trend = count(0.00125), max(3, count(0.01))
    earliest = index_before(max(options["onset_window_s"], 0.07) + 0.01)
    first, ahead = index_before(options["onset_window_s"]) - earliest, peak - earliest
    calm_from, calm_to = index_before(0.07) - earliest, index_before(0.02) - earliest
    end = np.minimum(segment_end, peak + 1 + count(0.005)) - earliest
    width = int(end.max())
    column = np.arange(width)
    samples = raw[np.minimum(earliest[:, None] + column, len(raw) - 1)]  # rows x samples x axes
    # The largest change after the peak, and before it, tell whether the shock comes behind the peak.
    changes = np.diff(samples, axis=1)
    changes = np.sqrt(np.einsum("ijk,ijk->ij", changes, changes))
    step = column[:-1]
    after = np.where((step >= ahead[:, None]) & (step < end[:, None] - 1), changes, 0).max(axis=1)
    before = np.where((step >= first[:, None]) & (step < ahead[:, None]), changes, 0).max(axis=1)
    last = np.where((after > 4 * before) & behind, end - 1, ahead)

    # A step is shorter at the end, where there are no more samples.
    start = np.minimum(step, last[:, None])
    stop = np.minimum(step + length, last[:, None])
    row = np.arange(peak.size)[:, None]
    steps, spans = samples[row, stop] - samples[row, start], (stop - start)[:, :, None].astype(np.float32)
    is_calm = (step >= calm_from[:, None]) & (step < calm_to[:, None])
    single = np.where(is_calm[:, :, None], samples[:, 1:] - samples[:, :-1], np.nan)
    slope = np.stack([row_median(single[:, :, axis]) for axis in range(3)], axis=1).astype(np.float32)
    known = step < last[:, None]
    alone = (step >= calm_from[:, None]) & (step < np.maximum(calm_from, calm_to - length + 1)[:, None]) & known
    searched = known & (step >= first[:, None])
    walk = searched, count(0.0075), count(0.0025), count(0.00375), options["onset_lead_share"]
    flat, flat_longest, flat_moves = first_step(steps - spans * slope[:, None], alone, options["onset_share"], *walk)
    bent = steps - spans * trends(samples, step, trend, length)
    bent, bent_longest, bent_moves = first_step(bent, alone, 0.62 * options["onset_share"], *walk)
    found = np.where(flat_moves, np.where(bent_moves, np.maximum(flat, bent), flat), bent)
    moves = (flat_moves | bent_moves) & (first < ahead)
    amid = flat_moves & bent_moves & (calm_from < calm_to) & (first < ahead)
    amid &= np.maximum(flat_longest, bent_longest) < calm_to + count(0.0075)
    onset = np.where(moves, earliest + found, peak)
    return onset, np.where(amid, np.minimum(earliest + flat_longest + length, peak), -1), moves


def trends(samples, step, n, length):
    """What continues the straight line through the n slopes before each sample, by least squares; 0 for the first n."""
    values = samples.astype(np.float64)
    sums = np.concatenate([np.zeros_like(values[:, :1]), np.cumsum(values, axis=1)], axis=1)
    slopes = np.zeros((len(samples), step.size, 3), np.float32)
    at = step[step >= n]
    change = values[:, at] - values[:, at - n]
    within = sums[:, at + 1] - sums[:, at - n + 1]
    steepness = (n + length) / 2 / (n * (n * n - 1) / 12)
    slopes[:, at] = change / n + steepness * (n * values[:, at] - within - (n - 1) / 2 * change)
    return slopes


def first_step(steps, alone, share, searched, quiet, longest_lead, compared, lead_share):
    """The first step of each row's shock, its largest step, and whether anything moves."""
    row = np.arange(len(steps))
    levels = np.float32(2.5) * np.where(alone[:, :, None], np.abs(steps), 0).max(axis=1)

    def lengths(components):
        return np.sqrt(np.einsum("ijk,ijk->ij", components, components))

    whole = lengths(steps)
    longest = np.argmax(np.where(searched, whole, -1), axis=1)
    sizes = lengths(np.where(np.abs(steps) <= levels[:, None], np.float32(0), steps))
    strongest = np.where(searched, sizes, 0).max(axis=1)
    strongest = np.where(strongest > 0, strongest, whole[row, longest])
    moves = (strongest > 0) & searched.any(axis=1)
    needed = np.maximum(np.float32(share) * strongest[:, None], levels)
    measures = lengths(steps / np.where(needed > 0, needed, 1)[:, None])
    largest = np.argmax(np.where(searched, measures, -1), axis=1)
    top = measures[row, largest]
    measures = np.where((top < 1)[:, None], measures / np.where(top > 0, top, 1)[:, None], measures)

    evidence = np.minimum(measures * measures, np.float32(4)) - np.float32(0.7)
    onset, total, most = largest.copy(), np.zeros(len(steps), np.float32), np.full(len(steps), -np.inf, np.float32)
    walking = np.ones(len(steps), bool)
    for column in range(steps.shape[1] - 1, -1, -1):
        here = walking & (column <= largest) & searched[:, column]
        total[here] += evidence[here, column]
        better = here & (measures[:, column] >= 1) & (total > most)
        onset[better], most[better] = column, total[better]
        walking &= ~(here & ~better & (onset - column >= quiet))
    shock, leading = onset.copy(), np.ones(len(steps), bool)
    padded = np.pad(np.where(searched, sizes, 0), ((0, 0), (0, compared)))
    for _ in range(longest_lead):
        following = np.max([padded[row, onset + k] for k in range(compared)], axis=0)
        before = np.maximum(onset - 1, 0)
        step = sizes[row, before]
        leading &= (onset > 0) & searched[row, before] & (shock - onset < longest_lead)
        leading &= (step > 0) & (step >= np.float32(lead_share) * following)
        onset[leading] -= 1
    return onset, longest, moves
