"""The recordings that come with the project, to try things on."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from ._errors import UsageError
from ._tool import TOOL

_ENDING = "-000001.h5"
"""Each sport's first recording."""


def load_example(name: str = "tennis") -> str:
    """Returns the path of a bundled recording: a simulated session of 20 or 40 s, with its labels.

    Parameters
    ----------
    name
        A sport, such as "tennis" or "golf".

    Returns
    -------
    str

    Raises
    ------
    UsageError
    """
    for folder in _folders():
        if known := {path.name.removesuffix(_ENDING): str(path) for path in sorted(folder.glob(f"*{_ENDING}"))}:
            break
    else:
        message = (
            f"the bundled recordings are not installed with {TOOL}; "
            "expected the wheel, the tarball or a clone of swingpipe"
        )
        raise UsageError(message, option="name")
    if not isinstance(name, str) or name not in known:
        expected = " or ".join(filter(None, [", ".join([*known][:-1]), [*known][-1]]))
        raise UsageError(f"name is {name!r}; expected {expected}", option="name", value=str(name))
    return known[name]


def _folders() -> list[Path]:
    """Where the recordings may be: in this package, in a clone that contains it or the tool, or in a tarball."""
    here = Path(__file__).resolve()
    tool = Path(os.path.realpath(shutil.which(TOOL) or TOOL))
    clones = [folder / "Data" for folder in [*here.parents, *tool.parents] if (folder / "Package.swift").exists()]
    shared = Path("share", "swingpipe", "recordings")
    return [here.parent / "bundle" / shared, *clones, tool.parent.parent / shared]
