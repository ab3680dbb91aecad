import numpy as np
from swingpipe import detector


@detector(history_s=1.0)
def footsteps(block):
    """Peaks above 1.2 g in the magnitude of the acceleration, smoothed over 0.1 s."""
    length = np.linalg.norm(np.nan_to_num(block.values), axis=1)
    width = max(1, round(0.1 * block.rate_hz))
    smooth = np.convolve(length, np.full(width, 1 / width), mode="same")

    # A peak is the largest value from 0.3 s before it to 0.3 s after it; of two equal neighbours, the first.
    reach = max(1, round(0.3 * block.rate_hz))
    padded = np.pad(smooth, reach, constant_values=-np.inf)
    largest = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1)
    rises = np.diff(smooth, prepend=np.inf) > 0
    peaks = np.flatnonzero(rises & (smooth == largest) & (smooth > 1.2))
    return {"time": block.times[peaks], "strength": smooth[peaks]}
