"""Runs of pipelines."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._errors import InputWarning, PipelineError, RecordingsError, SwingpipeError, error_of
from ._results import read
from ._tool import TOOL, StrPath, inputs, settings

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Progress:
    """How far a run is. done and failed are of the total recordings that there are to run; those that are up to date
    do not count. message is the tool's last one."""

    done: int
    failed: int
    total: int
    message: str


def run(
    pipeline: StrPath,
    recordings: StrPath | Iterable[StrPath],
    output: StrPath | None = None,
    *,
    table: str | None = None,
    columns: Sequence[str] | None = None,
    set: Mapping[str, object] | None = None,
    jobs: int | None = None,
    overwrite: bool = False,
    errors: Literal["raise", "warn"] = "raise",
    progress: bool | Callable[[Progress], object] | None = None,
) -> pd.DataFrame:
    """Runs a pipeline over recordings, and gives its main table, such as the swings.

    pipeline: a built-in one, such as "tennis", or a file. recordings: files, folders, or a pattern.
    output: the folder for the tables, in which a later run passes over what is done; without one nothing is kept.
    table, columns: what to read in place of the main table with all columns.
    set: options over those of the pipeline, as {"hit.threshold_g": 2}. jobs: recordings at a time.
    overwrite: run everything, whatever is up to date.
    errors: of recordings that fail. The others go on either way; then "raise" raises RecordingsError, which holds
    their table, and "warn" warns and gives it.
    progress: True or False for a bar or none, or a function that is called with a Progress; by default there is a
    bar where tqdm is installed, in a notebook or on a terminal.

    The table's attrs have "units" and "columns" (each one's "description" and more). Raises UsageError, PipelineError,
    RecordingsError, TemporaryError.
    """
    with contextlib.ExitStack() as stack:
        if output is None:
            output = stack.enter_context(tempfile.TemporaryDirectory(prefix="swingpipe-"))
        named = stack.enter_context(inputs(recordings))
        command = [TOOL, "run", "--output", os.fspath(output), "--log-format", "json", *settings(set)]
        if jobs is not None:
            command += ["--jobs", str(jobs)]
        if overwrite:
            command.append("--force")
        # The pipeline comes first of what has no name: "--" is ahead of it where the recordings have one.
        command += ["--", os.fspath(pipeline), *named[1:]] if named[0] == "--" else [*named, "--", os.fspath(pipeline)]
        tell = stack.enter_context(_teller(progress))
        code, failed, text = _watch(command, tell)
        if code not in (0, 1, 65) or (code != 0 and not failed):
            error = error_of(text, code)
            # Of the options of a pipeline the tool says which stage, not which file.
            if isinstance(error, PipelineError) and error.file is None:
                error.file = os.fspath(pipeline)
            raise error
        if code == 65:
            raise RecordingsError(failed, code, None)
        found = read(output, table, columns=columns)
    if failed and errors == "raise":
        raise RecordingsError(failed, code, found)
    for error in failed:
        warnings.warn(error.message, InputWarning, stacklevel=2)
    return found


def _watch(command: list[str], tell: Callable[[Progress], object]) -> tuple[int, list[SwingpipeError], str]:
    """Runs the tool, and tells of its progress: its exit code, what failed of which recording, and its other errors."""
    failed: list[SwingpipeError] = []
    said: list[str] = []
    done = lost = total = 0
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                event = _event(line)
                kind, message = event.get("event"), event.get("message", line.rstrip("\n"))
                if kind == "batch_began":
                    total = event["recordings"]
                elif kind == "recording_finished":
                    done += event["status"] == "done"
                    lost += event["status"] == "failed"
                elif event.get("level") == "error" and "recording_id" in event:
                    failed.append(SwingpipeError(message, file=event.get("path"), stage=event.get("stage")))
                elif event.get("level") in ("error", None):
                    said.append(message)
                elif event.get("level") == "warning":
                    warnings.warn(message, InputWarning, stacklevel=3)
                tell(Progress(done, lost, total, message))
        except BaseException:
            # As Ctrl-C at a terminal: what is under way is dropped, and nothing half-written stays.
            process.send_signal(signal.SIGINT)
            raise
    return process.returncode, failed, "\n".join(said)


def _event(line: str) -> dict[str, Any]:
    try:
        event = json.loads(line)
    except ValueError:
        return {}
    return event if isinstance(event, dict) else {}


@contextlib.contextmanager
def _teller(progress: bool | Callable[[Progress], object] | None) -> Iterator[Callable[[Progress], object]]:
    if callable(progress):
        yield progress
        return
    seen = "ipykernel" in sys.modules or sys.stderr.isatty()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if progress:
            raise
        seen = False
    if not (seen if progress is None else progress):
        yield lambda _: None
        return
    with tqdm(unit="recording") as bar:

        def show(state: Progress) -> None:
            bar.total = state.total
            bar.n = state.done + state.failed
            bar.set_postfix({"failed": state.failed} if state.failed else {}, refresh=False)
            bar.refresh()

        yield show
