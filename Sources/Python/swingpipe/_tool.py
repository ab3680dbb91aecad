"""The tool: where it is, and how it is called."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ._errors import Call, PipelineError, UsageError, error_of, in_python, warn

StrPath = str | os.PathLike[str]


def _find() -> str:
    bundled = Path(__file__).parent / "bundle" / "bin" / "swingpipe"
    chosen = os.environ.get("SWINGPIPE")
    return chosen or (str(bundled) if bundled.exists() else shutil.which("swingpipe") or "swingpipe")


TOOL = _find()
"""The tool that does the work: what the environment variable SWINGPIPE names, or the one of this package."""


def python_options() -> list[str]:
    """Lets a run execute the Python files of its pipeline, in the Python of this process."""
    return ["--allow-python", f"--python={sys.executable}"]


def main() -> None:
    """The command `swingpipe`: becomes the tool."""
    os.execv(TOOL, ["swingpipe", *sys.argv[1:]])


def call(*arguments: str, partial: bool = False) -> str:
    """Calls the tool, and returns what it prints. Each of its warnings becomes an InputWarning.

    partial: accept that some inputs failed, and warn of these.
    Raises SwingpipeError or one of its kinds.
    """
    # Commands without --python read declarations with this Python, too.
    environment = os.environ | {"SWINGPIPE_PYTHON": sys.executable}
    done = subprocess.run(
        [TOOL, *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=environment
    )
    told = Call(arguments)
    if done.returncode != 0 and not (partial and done.returncode == 1):
        error = error_of(done.stderr, done.returncode, told)
        if isinstance(error, PipelineError) and error.file is None:
            error.file = told.value("pipeline")
        raise error
    for line in done.stderr.splitlines():
        if line.startswith(("warning: ", "error: ")):
            warn(in_python(line.partition(": ")[2], told))
    return done.stdout


def ask(*arguments: str, partial: bool = False) -> Any:
    """What the tool prints, read as JSON; the arguments are those of `call`."""
    return json.loads(call(*arguments, partial=partial))


def settings(values: Mapping[str, object] | None) -> list[str]:
    """{"hit.threshold_g": 2} as the tool's --set. Values other than text are written as JSON, NumPy's numbers too."""
    if values is not None and not isinstance(values, Mapping):
        message = f'overrides is {values!r}; expected a dictionary such as {{"hit.threshold_g": 2}}'
        raise UsageError(message, option="overrides", value=str(values))
    pairs = (values or {}).items()
    return [
        f"--set={key}={value if isinstance(value, str) else json.dumps(value, default=_plain)}" for key, value in pairs
    ]


def joined(name: str, values: Sequence[str] | None) -> str | None:
    """A list as one option of the tool. name: the argument that has it."""
    if isinstance(values, str):
        raise UsageError(f'{name} is {values!r}; expected a list, such as ["{values}"]', option=name, value=values)
    return None if values is None else ",".join(values)


def _plain(value: Any) -> Any:
    """A value of NumPy as one of Python."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"expected text, a number, a boolean, or a list or dictionary of these, found {value!r}")


def check_paths(given: object) -> None:
    """Raises TypeError for samples or a table in place of paths: iterating over it would give the names of columns."""
    if isinstance(given, Mapping) or hasattr(given, "columns"):
        raise TypeError(
            f"recordings is a {type(given).__name__}; expected a folder, a file, a pattern, or a list of files and folders. "
            "find_swings takes samples in memory"
        )


@contextlib.contextmanager
def inputs(given: StrPath | Iterable[StrPath]) -> Iterator[list[str]]:
    """One path (or pattern) as an argument; many, which are no patterns, as a list in a file, as a command line has its
    limits."""
    check_paths(given)
    if isinstance(given, (str, os.PathLike)):
        yield ["--", os.fspath(given)]
        return
    with tempfile.NamedTemporaryFile("wb", prefix="swingpipe-", suffix=".list") as file:
        paths = [os.fsencode(path) for path in given]
        if not paths:
            raise UsageError("recordings is an empty list; expected files and folders", option="recordings")
        file.write(b"".join(path + b"\0" for path in paths))
        file.flush()
        yield ["--files-from", file.name]
