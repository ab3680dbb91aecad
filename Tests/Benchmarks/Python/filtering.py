"""Linear-phase Kaiser filters, of whole signals and of the windows around events."""

import numpy as np
from scipy import signal

OVERLAP_SAVE_FROM = 65_536  # samples; shorter segments are transformed at once


def kaiser_taps(low_hz, high_hz, attenuation_db, rate, high_pass):
    """An odd number of taps for a transition from low_hz to high_hz (Kaiser 1974), with a gain of exactly 1."""
    width = (high_hz - low_hz) / (rate / 2)
    count = int(np.ceil((attenuation_db - 7.95) / (2.285 * np.pi * width) + 1)) | 1
    cutoff = (low_hz + high_hz) / 2 / (rate / 2)
    place = np.arange(count) - count // 2
    taps = cutoff * np.sinc(cutoff * place) * signal.windows.kaiser(count, signal.kaiser_beta(attenuation_db))
    if not high_pass:
        return taps / taps.sum()
    taps = (place == 0) - taps
    return taps / (taps * np.where(place % 2 == 0, 1, -1)).sum()


def filtered(samples, taps, times):
    """The whole signal without delay, extended oddly at the ends of every segment."""
    taps = taps.astype(np.float32)
    half = taps.size // 2
    result = np.empty_like(samples)
    for start, end in zip(times.starts, times.ends):
        segment = samples[start:end]
        if segment.size <= half:
            index = np.arange(-half, segment.size + half)
            extended = oddly_extended(samples, index + start, np.array([start]), np.array([end]))
        else:
            extended = np.concatenate(
                [2 * segment[0] - segment[half:0:-1], segment, 2 * segment[-1] - segment[-2 : -half - 2 : -1]]
            )
        convolve = signal.oaconvolve if segment.size > OVERLAP_SAVE_FROM else signal.convolve
        result[start:end] = convolve(extended, taps, mode="valid")
    return result


def filtered_windows(samples, index, taps, first, end):
    """The filtered signal at the rows of consecutive samples in `index` alone, within segments from first to end."""
    half, width = taps.size // 2, index.shape[1]
    place = index[:, :1] + np.arange(-half, width + half)
    windows = oddly_extended(samples, place, first[:, None], end[:, None]).astype(np.float32)
    # Taps along the diagonals: one product of matrices filters all windows.
    band = np.zeros((width + 2 * half, width), np.float32)
    for column in range(width):
        band[column : column + taps.size, column] = taps
    return windows @ band


def oddly_extended(samples, place, first, end):
    """Samples at places that may lie outside of their segments, each end reflected about its last value."""
    before, behind = place < first, place >= end
    inside = np.where(before, 2 * first - place, np.where(behind, 2 * (end - 1) - place, place))
    values = samples[np.clip(inside, first, end - 1)]
    values = np.where(before, 2 * samples[np.broadcast_to(first, place.shape)] - values, values)
    return np.where(behind, 2 * samples[np.broadcast_to(end - 1, place.shape)] - values, values)
