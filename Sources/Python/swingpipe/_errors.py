"""What the tool says of faults, as exceptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


class SwingpipeError(Exception):
    """A fault, with what is known of it apart from the message; the rest is None.

    file: the recording, pipeline or folder at fault; stage: of the pipeline; option: the stage's that is at fault, or
    the argument of a function of this module, whose value is known, too; exit_code: the tool's.
    """

    def __init__(
        self,
        message: str,
        *,
        exit_code: int | None = None,
        file: str | None = None,
        stage: str | None = None,
        option: str | None = None,
        value: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        self.file = file
        self.stage = stage
        self.option = option
        self.value = value


class UsageError(SwingpipeError):
    """The arguments or an input are at fault (exit code 64)."""


class MissingFileError(UsageError, FileNotFoundError):
    """A file or folder does not exist. The error is a FileNotFoundError, too (exit code 64)."""


class DataError(SwingpipeError):
    """The data are at fault: trying again does not mend that (exit code 65)."""


class TemporaryError(SwingpipeError):
    """Worth another try: no space, an I/O error, or input that changed (exit code 75)."""


class PipelineError(SwingpipeError):
    """The pipeline is at fault (exit code 78)."""


class RecordingsError(SwingpipeError):
    """Some or all recordings of a run failed; the others are done.

    file, stage and option are those of the first. errors has all; where anything else went wrong, too, that comes last.
    table is what was found in the others; None where there are none, or something else went wrong. exit_code: 1, 65
    where all failed, 75 where the same run may well end better a second time.
    """

    def __init__(self, errors: Sequence[SwingpipeError], exit_code: int, table: pd.DataFrame | None) -> None:
        first = errors[0]
        more = f" (and {len(errors) - 1} more in .errors)" if len(errors) > 1 else ""
        super().__init__(
            first.message + more,
            exit_code=exit_code,
            file=first.file,
            stage=first.stage,
            option=first.option,
            value=first.value,
        )
        self.errors = list(errors)
        self.table = table

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is made anew from its message alone.
        return type(self), (self.errors, self.exit_code, self.table), self.__dict__


class InputWarning(UserWarning):
    """Something about an input that a result should not be read without."""


_KINDS: dict[int, type[SwingpipeError]] = {64: UsageError, 65: DataError, 75: TemporaryError, 78: PipelineError}


_MISSING = re.compile(r"(.+): (?:cannot .+: no such file or directory|there is no such folder\b.*)")

_ARGUMENTS = {
    "--around": "swings",
    "--force": "overwrite",
    "--from": "start",
    "--set": "overrides",
    "--time-column": "at",
    "--to": "end",
}
"""Arguments of this module whose names differ from those of the tool's options. `_SAME` lists the others."""

_SAME = (
    "after-s at before-s columns features height jobs labels max-swings output overview panels pipeline plot recording "
    "run scale shard split-by sport streams swing theme title tolerance units width within-ms"
)

_OPTION = re.compile(r"(--[a-z][a-z-]*)(?: <[a-z.,=]+>)?")


def in_python(message: str) -> str:
    """A message of the tool with the arguments of this module in place of the options: `at=`, not `--at`.

    Commands to call in a shell stay as they are.
    """
    if "swingpipe " in message:
        return message
    names = _ARGUMENTS | {f"--{name}": name.replace("-", "_") for name in _SAME.split()}
    return _OPTION.sub(lambda found: f"{names[found[1]]}=" if found[1] in names else found[0], message)


def error_of(text: str, exit_code: int) -> SwingpipeError:
    """The exception for the tool's messages on standard error. Its message is what the tool calls an error."""
    lines = [line for line in text.splitlines() if not line.startswith(("warning: ", "Usage: ", "  See "))]
    # Faults of a pipeline begin with their place: "mine.json:3:5: error: ...". Lines after a colon are its list.
    faults: list[str] = []
    for line in lines:
        if line.startswith("error: ") or ": error: " in line:
            faults.append(line.removeprefix("error: "))
        elif faults and faults[-1].endswith(":") or (line.startswith("  - ") and faults):
            faults.append(line)
    message = in_python("\n".join(faults or lines).strip()) or f"swingpipe ended with {exit_code}"
    if exit_code == 64 and (missing := _MISSING.fullmatch(message)):
        return MissingFileError(message, exit_code=exit_code, file=missing[1])
    return _KINDS.get(exit_code, SwingpipeError)(message, exit_code=exit_code)
