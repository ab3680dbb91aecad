"""What the tool says of faults, as exceptions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


class SwingpipeError(Exception):
    """A fault, in the tool's words, with what it is about. What the tool does not name is None.

    file: the recording or the pipeline at fault; stage and option: of the pipeline; value: what was found in place
    of what was expected; exit_code: the tool's.
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
        self.file = file or _first(message, r'recording "([^"]+)"', r"^(.+?):\d+:\d+: error", r"^(?!--)([^:\n]+): ")
        self.stage = stage or _first(message, r'stage "([^"]+)"', r"^--set ([^.=]+)\.")
        self.option = option or _first(
            message, r'option "([^"]+)"', r"^--set [^.=]+\.([^=]+)=", r"[Oo]ption '(?:--)?([^']+)'", r"^--([a-z-]+)(?::| is) "
        )
        self.value = value or _first(
            message, r"^--set [^=]+=(.*?): error", r"^--[a-z-]+ is ([^;]+);", r", found ([^;\n]+)"
        )


class UsageError(SwingpipeError):
    """The arguments or an input are at fault (exit code 64)."""


class DataError(SwingpipeError):
    """The data are at fault: trying again does not mend that (exit code 65)."""


class TemporaryError(SwingpipeError):
    """Worth another try: no space, an I/O error, or input that changed (exit code 75)."""


class PipelineError(SwingpipeError):
    """The pipeline is at fault (exit code 78)."""


class RecordingsError(DataError):
    """Some or all recordings of a run failed; the others are done.

    file, stage and so on are those of the first; errors has all, and table what was found in the others.
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


class InputWarning(UserWarning):
    """Something about an input that a result should not be read without."""


_KINDS: dict[int, type[SwingpipeError]] = {64: UsageError, 65: DataError, 75: TemporaryError, 78: PipelineError}


def error_of(text: str, exit_code: int) -> SwingpipeError:
    """The exception for what the tool wrote on standard error: its first fault, with all of them as the message."""
    lines = [line for line in text.splitlines() if not line.startswith("warning: ")]
    message = "\n".join(lines).removeprefix("error: ").strip() or f"swingpipe ended with {exit_code}"
    facts = SwingpipeError(message.splitlines()[0])
    return _KINDS.get(exit_code, SwingpipeError)(
        message, exit_code=exit_code, file=facts.file, stage=facts.stage, option=facts.option, value=facts.value
    )


def _first(text: str, *patterns: str) -> str | None:
    for pattern in patterns:
        if found := re.search(pattern, text):
            return found.group(1)
    return None
