"""Finds swings in recordings of wrist-worn sensors, and reads the tables into pandas.

    import swingpipe
    swings = swingpipe.run("tennis", "recordings")
    swings.attrs["units"]["peak_rotation_rate_rad_s"]  # 'rad/s'

All work is done by the tool `swingpipe`, which comes with this package; `swingpipe.TOOL` is where it is.
"""

from ._errors import (
    DataError,
    InputWarning,
    PipelineError,
    RecordingsError,
    SwingpipeError,
    TemporaryError,
    UsageError,
)
from ._examples import load_example
from ._results import explain, merge, read, recordings, score
from ._run import Progress, run
from ._tool import TOOL
from .stages import Block, Column, Swings, Window, detector, features

__all__ = [
    "TOOL",
    "Block",
    "Column",
    "DataError",
    "InputWarning",
    "PipelineError",
    "Progress",
    "RecordingsError",
    "SwingpipeError",
    "Swings",
    "TemporaryError",
    "UsageError",
    "Window",
    "detector",
    "explain",
    "features",
    "load_example",
    "merge",
    "read",
    "recordings",
    "run",
    "score",
]
