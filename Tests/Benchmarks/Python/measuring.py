"""The features of swings: timing and rotation from the device motion, the burst of a hit from the acceleration."""

import numpy as np
from filtering import filtered_windows, kaiser_taps
from scipy import fft

G = 9.80665  # standard gravity, m/s^2
BANDS_HZ = [(40, 80), (80, 120), (120, 200), (200, 300), (300, 400)]


def rows_between(first, end):
    """Indices of consecutive samples, one row per event, and which of them lie before each row's end."""
    place = first[:, None] + np.arange(max(1, int(np.max(end - first, initial=1))))
    return place, place < end[:, None]


def length(vectors):
    return np.sqrt(np.einsum("...i,...i->...", vectors, vectors))


def timing(swings, recording):
    times, w = recording.motion_times, recording.rotation
    stamps, n = times.stamps, w.size
    sign = np.where(swings["peak_rate"] < 0, -1, 1)
    columns = {}

    first, end = times.at_or_after(swings["time"]), times.after(swings["time"] + 1.5)
    _, segment_end = times.segment(np.minimum(first, n - 1))
    place, known = rows_between(first, np.minimum(end, segment_end))
    values = w[np.minimum(place, n - 1)] * sign[:, None]
    low = known & ~(values >= swings["threshold"][:, None])
    fallen = stamps[np.minimum(first + np.argmax(low, axis=1), n - 1)] - swings["time"]
    columns["follow_through_s"] = np.where(low.any(axis=1), fallen, np.nan)

    until = times.at_or_after(swings["start"])
    segment, _ = times.segment(np.minimum(until, n - 1))
    first = np.minimum(until, np.maximum(segment, times.at_or_after(swings["start"] - 5)))
    index = np.arange(n, dtype=np.int32)

    def last_where(condition):
        """For every sample the last one up to it that meets a condition, or -1."""
        return np.maximum.accumulate(np.where(condition, index, np.int32(-1)))

    begin = np.full(swings["time"].size, -1)
    ahead = np.maximum(until - 1, 0)
    for way in (1, -1):
        turning = -way * w >= 1
        last, quiet = last_where(turning), last_where(~turning)
        there = (sign == way) & (until > first) & (last[ahead] >= first)
        there &= swings["start"] - stamps[last[ahead]] <= 0.2
        begin = np.where(there, np.maximum(first, quiet[last[ahead]] + 1), begin)
    reversed_ = begin >= 0
    motion_start = np.where(reversed_, stamps[begin], swings["start"])
    downswing = swings["time"] - swings["start"]
    columns["tempo_ratio"] = np.where(reversed_ & (downswing > 0), (swings["start"] - motion_start) / downswing, np.nan)

    moving = last_where(np.einsum("ij,ij->i", recording.rate, recording.rate) >= 1)
    end = np.where(reversed_, begin, until)
    still = np.maximum(first, moving[np.maximum(end - 1, 0)] + 1)
    seconds = np.where(still < end, motion_start - stamps[np.minimum(still, n - 1)], 0)
    columns["stillness_before_s"] = np.where(end > first, seconds, np.nan)
    return columns


def rotation(swings, recording):
    times, w = recording.motion_times, recording.rotation
    stamps, n = times.stamps, w.size
    sign = np.where(swings["peak_rate"] < 0, -1, 1)
    first, end = times.at_or_after(swings["start"]), times.after(swings["time"])
    place, known = rows_between(first, end)
    place = np.minimum(place, n - 1)
    row = np.arange(first.size)
    columns = {"accumulated_rotation_rad": swings["rotation"]}
    peak = np.argmax(np.where(known, sign[:, None] * w[place], -np.inf), axis=1)
    columns["peak_rotation_along_gravity_rad_s"] = w[place[row, peak]]
    columns["peak_rotation_rate_rad_s"] = np.where(known, length(recording.rate[place]), 0).max(axis=1)
    columns["peak_rotation_lead_ms"] = 1000 * (swings["time"] - stamps[place[row, peak]])

    after = np.clip(times.at_or_after(swings["time"]), 1, n - 1)
    step = stamps[after] - stamps[after - 1]
    share = (swings["time"] - stamps[after - 1]) / np.where(step > 0, step, 1)
    before_rate, after_rate = w[after - 1].astype(np.float64), w[after].astype(np.float64)
    at_impact = before_rate + (after_rate - before_rate) * share
    columns["rotation_along_gravity_at_impact_rad_s"] = np.where(swings["hit"], at_impact, np.nan)

    time = stamps[place]
    step = np.diff(time, axis=1)
    both = known[:, 1:] & (step > 0)
    dt = np.where(both, step, 1)
    if times.rate / 2 > 40:
        taps = kaiser_taps(20, 40, 40, times.rate, high_pass=False)
        segment = times.segment(first)
        smooth = np.stack([filtered_windows(recording.rate[:, axis], place, taps, *segment) for axis in range(3)], axis=-1)
        slope = length(np.diff(smooth, axis=1)) / dt
        columns["peak_angular_acceleration_rad_s2"] = np.where(both, slope, 0).max(axis=1, initial=0)

    user = recording.user[place].astype(np.float64)
    attitude = recording.attitude[place].astype(np.float64)
    once = np.cross(attitude[..., 1:], user)
    world = G * (user + 2 * attitude[..., :1] * once + 2 * np.cross(attitude[..., 1:], once))
    gains = (world[:, 1:] + world[:, :-1]) / 2 * (dt * both)[..., None]
    columns["peak_hand_speed_estimate_m_s"] = length(np.cumsum(gains, axis=1)).max(axis=1, initial=0)
    count = end - first
    third = np.maximum(1, count // 3)
    in_third = np.arange(place.shape[1]) < third[:, None]
    columns["rotational_acceleration_g"] = np.where(in_third, length(user), 0).sum(axis=1) / third
    for name in columns:
        if name != "accumulated_rotation_rad":
            columns[name] = np.where(count >= 2, columns[name], np.nan)
    return columns


def bursts(sample, impact, filtered, taps, recording):
    """The columns of hits; `impact` holds the rows of the impacts' table, `sample` their peaks."""
    times, rate = recording.times, recording.times.rate
    n, row = filtered.size, np.arange(sample.size)
    segment, segment_end = times.segment(sample)
    peak = np.abs(impact["peak"])
    columns = {"high_passed_peak_g": impact["peak"], "threshold_g": impact["threshold"], "noise_sigma_g": impact["sigma"]}

    def window(from_ms, to_ms):
        first = sample + int(np.ceil(from_ms * rate / 1000))
        last = sample + int(np.floor(to_ms * rate / 1000))
        place = first[:, None] + np.arange(int((last - first).max()) + 1)
        known = (place >= segment[:, None]) & (place < segment_end[:, None])
        return np.clip(place, 0, n - 1), known

    place, known = window(-10, 20)
    raw = np.where(known[..., None], recording.acceleration[place], 0).astype(np.float64)
    z = raw[..., 2]
    columns["peak_z_g"] = z[row, np.argmax(np.abs(z), axis=1)]
    columns["peak_acceleration_g"] = length(raw).max(axis=1)
    place, known = window(-30, 20)
    z = recording.acceleration[place, 2].astype(np.float64)
    step = np.diff(times.stamps[place], axis=1)
    both = known[:, 1:] & known[:, :-1] & (step > 0)
    columns["peak_jerk_g_s"] = np.where(both, np.abs(np.diff(z, axis=1)) / np.where(both, step, 1), 0).max(axis=1)
    reach = max(1, round(0.02 * rate))
    place = sample[:, None] + np.arange(-reach, reach + 1)
    inside = (place >= segment[:, None]) & (place < segment_end[:, None])
    value = np.where(inside, recording.acceleration[np.clip(place, 0, n - 1), 2], 0)
    size = np.abs(value)
    largest = size.max(axis=1)
    limit = recording.range_g
    at_end = (value == value.min(axis=1)[:, None]) | (value == value.max(axis=1)[:, None])
    shared = (inside & at_end & (size >= np.float32(0.999) * largest[:, None])).sum(axis=1)
    columns["saturated"] = largest >= 0.999 * limit if limit else shared >= 3

    step_ms = 1000 / rate
    place, known = window(0, 150)
    tail = np.where(known, np.abs(filtered[place]), -1).astype(np.float64)
    count = known.sum(axis=1)
    for name, share in (("decay_time_ms", 1 / np.e), ("time_to_10_percent_ms", 0.1)):
        last = tail.shape[1] - 1 - np.argmax((tail >= share * tail[:, :1])[:, ::-1], axis=1)
        columns[name] = np.where(known.all(axis=1) & (last + 1 < count), (last + 1) * step_ms, np.nan)

    place, known = window(-10, 90)
    core = np.where(known, filtered[place], 0).astype(np.float64)
    count = known.sum(axis=1)
    columns["half_peak_width_ms"] = half_width(np.abs(core), known, -int(np.ceil(-10 * rate / 1000))) * step_ms
    energies = core * core
    energy = energies.sum(axis=1)
    columns["crest_factor"] = peak / np.sqrt(energy / count)
    about = np.where(known, core - (core.sum(axis=1) / count)[:, None], 0) ** 2
    columns["kurtosis"] = (about * about).sum(axis=1) * count / about.sum(axis=1) ** 2
    grown = np.cumsum(energies, axis=1)
    at_share = [np.argmax(grown >= share * energy[:, None], axis=1) for share in (0.05, 0.95)]
    columns["energy_width_ms"] = (at_share[1] - at_share[0]) * step_ms

    axes = [
        np.where(known, filtered_windows(recording.acceleration[:, axis], place, taps, segment, segment_end), 0)
        for axis in (0, 1)
    ]
    shares = np.stack([(values.astype(np.float64) ** 2).sum(axis=1) for values in axes] + [energy], axis=1)
    shares /= shares.sum(axis=1, keepdims=True)
    columns.update({f"energy_share_{name}": shares[:, axis] for axis, name in enumerate("xyz")})
    columns.update(spectrum(core, known, count, rate))
    # A window that is cut off has none of the figures of all of it.
    whole = [name for name in columns if name.startswith(("energy_", "spectral_", "dominant_", "bandwidth_"))]
    for name in ["crest_factor", "kurtosis", *whole]:
        columns[name] = np.where(known.all(axis=1), columns[name], np.nan)

    place, known = window(-300, -50)
    before = np.where(known, filtered[place], 0).astype(np.float64)
    count = known.sum(axis=1)
    rms = np.sqrt((before * before).sum(axis=1) / np.where(count > 0, count, 1))
    whole = known.all(axis=1)
    columns["rms_before_g"] = np.where(whole, rms, np.nan)
    columns["peak_to_rms_before"] = np.where(whole & (rms > 0), peak / np.where(rms > 0, rms, 1), np.nan)
    return columns


def half_width(sizes, known, peak):
    """Samples between the crossings of half the peak's height on its two sides."""
    row = np.arange(len(sizes))
    half = sizes[:, peak] / 2
    width = np.zeros(len(sizes))
    for side, there in ((sizes[:, peak::-1], known[:, peak::-1]), (sizes[:, peak:], known[:, peak:])):
        low = there & (side < half[:, None])
        first = np.argmax(low, axis=1)
        here, following = side[row, np.maximum(first - 1, 0)], side[row, first]
        crossed = first - 1 + (here - half) / np.where(here > following, here - following, 1)
        width += np.where(low.any(axis=1), crossed, np.nan)
    return width


def spectrum(core, known, count, rate):
    points = max(512, 1 << int(np.ceil(np.log2(core.shape[1]))))
    first = np.argmax(known, axis=1)
    phase = (np.arange(core.shape[1]) - first[:, None]) / count[:, None]
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * phase)
    pairs = fft.rfft((core * hann).astype(np.float32), points, axis=1)
    hz = np.arange(points // 2 + 1) * (rate / points)
    chosen = (hz >= 40) & (hz < 400)
    hz, pairs = hz[chosen], pairs[:, chosen]
    power = pairs.real.astype(np.float64) ** 2 + pairs.imag.astype(np.float64) ** 2
    total = power.sum(axis=1)
    centroid = power @ hz / total
    columns = {
        "dominant_frequency_hz": hz[np.argmax(power, axis=1)],
        "spectral_centroid_hz": centroid,
        "spectral_bandwidth_hz": np.sqrt((power * (hz - centroid[:, None]) ** 2).sum(axis=1) / total),
    }
    for low, high in BANDS_HZ:
        share = power[:, (hz >= low) & (hz < high)].sum(axis=1) / total
        columns[f"energy_share_{low}_{high}_hz"] = share if high <= 1.01 * rate / 2 else np.full(len(core), np.nan)
    return columns


def vertex(sample, filtered, times):
    """Times of the vertices of the parabolas through the peaks and their neighbours, between the stamps."""
    first, end = times.segment(sample)
    inside = (sample > first) & (sample + 1 < end)
    at = np.clip(sample, 1, filtered.size - 2)
    left, middle, right = (np.abs(filtered[at + k]).astype(np.float64) for k in (-1, 0, 1))
    curvature = left - 2 * middle + right
    bends = inside & ((left - middle) * (right - middle) >= 0) & (curvature != 0)
    offset = np.where(bends, (left - right) / 2 / np.where(curvature == 0, 1, curvature), 0)
    whole = at + np.floor(offset).astype(int)
    share = offset - np.floor(offset)
    between = times.stamps[whole] + share * (times.stamps[np.minimum(whole + 1, filtered.size - 1)] - times.stamps[whole])
    return np.where(bends, between, times.stamps[sample])
