"""Finds swings in recordings of wrist-worn sensors, and reads the tables into pandas.

    import swingpipe
    swings = swingpipe.run("tennis", "recordings")
    swings.attrs["units"]["peak_rotation_rate_rad_s"]  # 'rad/s'

All work is done by the tool `swingpipe`, which comes with this package; `swingpipe.TOOL` is where it is.
"""

from ._errors import (
    DataError,
    InputWarning,
    MissingFileError,
    PipelineError,
    RecordingsError,
    SwingpipeError,
    TemporaryError,
    UsageError,
)
from ._examples import load_example
from ._memory import find_swings, write_recording
from ._pictures import Picture, plot, report
from ._results import diff, explain, merge, read, recordings, score
from ._run import Progress, run
from ._shapes import Difference, Explanation, Score
from ._tool import TOOL
from ._windows import read_windows, windows
from .stages import Block, Column, Swings, Window, detector, features

__all__ = [
    "TOOL",
    "Block",
    "Column",
    "DataError",
    "Difference",
    "Explanation",
    "InputWarning",
    "MissingFileError",
    "Picture",
    "PipelineError",
    "Progress",
    "RecordingsError",
    "Score",
    "SwingpipeError",
    "Swings",
    "TemporaryError",
    "UsageError",
    "Window",
    "detector",
    "diff",
    "explain",
    "features",
    "find_swings",
    "load_example",
    "merge",
    "plot",
    "read",
    "read_windows",
    "recordings",
    "report",
    "run",
    "score",
    "windows",
    "write_recording",
]
