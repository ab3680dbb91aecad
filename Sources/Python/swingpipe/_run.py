"""Runs of pipelines."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._errors import (
    Call,
    PipelineError,
    RecordingsError,
    SwingpipeError,
    UsageError,
    error_of,
    error_of_event,
    in_python,
    warn,
)
from ._features import Features, check_features, columns_of, offered
from ._results import check_request, read, read_run, read_shard
from ._tool import TOOL, StrPath, check_paths, inputs, python_options, settings

if TYPE_CHECKING:
    import distributed
    import pandas as pd

StorageOptions = Mapping[str, Any] | tuple[Mapping[str, Any] | None, Mapping[str, Any] | None] | None
"""What fsspec needs to open addresses: of recordings and output, or of each."""


@dataclass(frozen=True)
class Progress:
    """How far a run is. done and failed are of the total recordings that there are to run; those that are up to date
    do not count. message is the tool's last one."""

    done: int
    failed: int
    total: int
    message: str


@dataclass
class _Ending:
    """How a run ended: the tool's exit code, what failed of which recording, the tool's other errors, what was written
    on standard error besides, and whether a recording is done, now or earlier."""

    code: int
    failed: list[SwingpipeError]
    errors: list[dict[str, Any]]
    noise: list[str]
    is_any_done: bool


_GRACE_S = 10.0
"""How long the tool may take to end in good order."""


def run(
    pipeline: StrPath | None = None,
    recordings: StrPath | Iterable[StrPath] | None = None,
    output: StrPath | None = None,
    *,
    table: str | None = None,
    columns: Sequence[str] | None = None,
    overrides: Mapping[str, object] | None = None,
    mapping: StrPath | None = None,
    features: Features | None = None,
    jobs: int | None = None,
    overwrite: bool = False,
    errors: Literal["raise", "warn"] = "raise",
    progress: bool | Callable[[Progress], object] | None = None,
    shard: tuple[int, int] | None = None,
    client: distributed.Client | None = None,
    storage_options: StorageOptions = None,
    scratch: StrPath | None = None,
) -> pd.DataFrame:
    """Runs a pipeline over recordings, and returns its main table, such as the swings.

    If the call ends early, for example by Ctrl-C, the tool ends first. It drops the recordings in progress.

    Parameters
    ----------
    pipeline
        A built-in pipeline, such as "tennis", or a file. None for the built-in pipeline of each recording's sport.
    recordings
        A folder, a file or a pattern; or several files and folders.
    output
        The folder for the tables. A later run skips finished recordings. Without an output folder, no files are kept.
    table, columns
        The table and the columns to return in place of the whole main table. If a pipeline has several main tables, the
        first is returned, and an InputWarning names all of them.
    overrides
        Options over those of the pipeline, such as {"hit.threshold_g": 2}.
    mapping
        A mapping file, with which the run reads HDF5 files of any other layout. `swingpipe check --details --mapping-out`
        writes one.
    features
        A function with the decorator swingpipe.features, which adds columns to the main table; this process calls it.
        Or a file with such a function: "jerk.py", or "jerk.py:jerk" if the file has several.
    jobs
        The number of recordings at a time.
    overwrite
        Whether to run everything, even if it is up to date.
    errors
        What to do if recordings fail; all others are processed either way. "raise" raises RecordingsError, which has
        the table of the others. "warn" warns, and returns that table if there is one.
    progress
        Whether to show progress on standard error, or a function that is called with a Progress. By default it is shown
        in a notebook and on a terminal: a bar if tqdm is installed, else a line that counts.
    shard
        (3, 10) runs the third of ten parts of the recordings, and returns the rows of that part. swingpipe.merge joins
        the tables when all parts are done.
    client
        A dask.distributed.Client, whose workers run the recordings. recordings and output may then be addresses that
        fsspec opens, such as "s3://bucket/folder".
    storage_options
        What fsspec needs to open them, such as {"key": ..., "secret": ...}; or a pair, for recordings and for output.
    scratch
        The workers' folder for copies of recordings; by default Dask's own.

    Returns
    -------
    pandas.DataFrame
        One row per swing, or per row of `table`. Its attrs have the name of the "table", "units", and "columns" with
        the "description" of each.

    Raises
    ------
    TypeError, UsageError, MissingFileError, PipelineError, RecordingsError, TemporaryError
    """
    if errors not in ("raise", "warn"):
        raise UsageError(f'errors is {errors!r}; expected "raise" or "warn"', option="errors", value=str(errors))
    if recordings is None:
        message = "recordings are missing; expected a folder, a file, a pattern, or a list of files and folders"
        raise UsageError(message, option="recordings")
    check_paths(recordings)
    _check_shard(shard)
    for name, given in (("shard", shard), ("client", client)):
        for needed, argument in (("output", output), ("pipeline", pipeline)):
            if given is not None and argument is None:
                raise UsageError(f"{name} is given without {needed}; expected both", option=needed)
    if client is not None:
        if mapping is not None:
            message = "mapping and client are given; expected recordings that swingpipe import --mapping has made"
            raise UsageError(message, option="mapping", value=os.fspath(mapping))
        for name, value in (("jobs", jobs), ("shard", shard)):
            if value is not None:
                message = f"{name} and client are given; expected client alone, whose workers share the recordings"
                raise UsageError(message, option=name, value=str(value))
    elif storage_options is not None or scratch is not None:
        name = "scratch" if storage_options is None else "storage_options"
        raise UsageError(f"{name} is given without client; expected both", option=name)
    if features is not None:
        check_features(features)
        for name, given in (("client", client), ("shard", shard)):
            # A file with a function is the same in all parts of a run.
            if given is not None and (name == "client" or callable(features)):
                message = f"features and {name} are given; expected a pipeline file with a stage features.python"
                raise UsageError(message, option="features")
    if client is None:
        return run_here(
            pipeline,
            recordings,
            output,
            table=table,
            columns=columns,
            overrides=overrides,
            mapping=mapping,
            features=features,
            jobs=jobs,
            overwrite=overwrite,
            errors=errors,
            progress=progress,
            shard=shard,
        )
    # Dask and fsspec are optional, and take a second to import.
    from ._dask import run_on

    assert pipeline is not None and output is not None
    _requested(pipeline, table, columns, overrides, features, shard)
    with _teller(progress) as tell:
        result = run_on(
            client,
            os.fspath(pipeline),
            recordings,
            os.fspath(output),
            overrides=overrides,
            overwrite=overwrite,
            options=storage_options,
            scratch=scratch,
            tell=tell,
            read=lambda folder: read(folder, table, columns=columns),
        )
    return _result(*result, errors)


def run_here(
    pipeline: StrPath | None,
    recordings: StrPath | Iterable[StrPath],
    output: StrPath | None,
    *,
    table: str | None,
    columns: Sequence[str] | None,
    overrides: Mapping[str, object] | None,
    mapping: StrPath | None = None,
    features: Features | None = None,
    jobs: int | None = None,
    overwrite: bool = False,
    errors: Literal["raise", "warn"] = "raise",
    progress: bool | Callable[[Progress], object] | None = None,
    shard: tuple[int, int] | None = None,
    names: Mapping[str, str] | None = None,
    on_warning: Callable[[str], object] = warn,
) -> pd.DataFrame:
    """Runs a pipeline on this machine. The arguments are those of `run`, which checks them.

    names: what messages contain in place of the paths of temporary recordings. on_warning: is called with each warning.
    """
    chosen = _requested(pipeline, table, columns, overrides, features, shard)
    names = dict(names or {})
    shown = None
    with contextlib.ExitStack() as stack:
        if output is None:
            output = stack.enter_context(tempfile.TemporaryDirectory(prefix="swingpipe-"))
            shown = "the run"
            names[output] = shown
        named = stack.enter_context(inputs(recordings))
        if named[0] != "--":
            names[named[1]] = "recordings"
        command = [TOOL, "run", f"--output={os.fspath(output)}", "--log-format=json", *python_options(), *settings(overrides)]
        if mapping is not None:
            command.append(f"--mapping={os.fspath(mapping)}")
        if features is not None:
            path = stack.enter_context(offered(features))
            command.append(f"--features={path}")
            if callable(features):
                names[path] = getattr(features, "__swingpipe__")["name"]
        if callable(features):
            # The kernel makes one call at a time, so another job would only wait.
            jobs = 1
        if jobs is not None:
            command.append(f"--jobs={jobs}")
        if shard is not None:
            command.append(f"--shard={shard[0]}/{shard[1]}")
        if overwrite:
            command.append("--overwrite")
        first = [] if pipeline is None else [os.fspath(pipeline)]
        # The pipeline is the first argument without a name. "--" comes before it if a recording may begin with "-".
        command += ["--", *first, *named[1:]] if named[0] == "--" else [*named, "--", *first]
        tell = stack.enter_context(_teller(progress))
        call = Call(command[1:], names)
        ending = _watch(command, call, tell, on_warning)
        failed = ending.failed
        if ending.code != 0 and not (failed and ending.code in (1, 65, 75)):
            error = _error(ending, call)
            if isinstance(error, PipelineError) and pipeline is not None and error.option != "features":
                error.file = os.fspath(pipeline)
            raise error
        if failed and ending.errors:
            failed.append(_error(ending, call))
        # If not, the folder has no joined tables, or joined tables of an earlier run.
        is_joined = ending.code == 0 or (ending.is_any_done and not ending.errors)
        if not is_joined:
            found = None
        elif shard is not None:
            found = read_shard(output, shard, chosen, columns, is_asked=table is not None)
        else:
            found = read_run(output, table, columns, shown=shown)
    return _result(failed, ending.code, found, errors, on_warning)


def _requested(
    pipeline: StrPath | None,
    table: str | None,
    columns: Sequence[str] | None,
    overrides: Mapping[str, object] | None,
    features: Features | None,
    shard: tuple[int, int] | None,
) -> tuple[str, list[str]] | None:
    """Checks the requested table and columns before a run. Returns what `check_request` returns, or None."""
    if pipeline is None or (table is None and columns is None and shard is None):
        return None
    more = columns_of(features) if features is not None and columns is not None else []
    return check_request(pipeline, table, columns, overrides, more)


def _result(
    failed: list[SwingpipeError],
    code: int,
    found: pd.DataFrame | None,
    errors: Literal["raise", "warn"],
    on_warning: Callable[[str], object] = warn,
) -> pd.DataFrame:
    """The table of a run that has ended, unless the recordings that failed are to raise."""
    if found is None or (failed and errors == "raise"):
        raise RecordingsError(failed, code, found)
    for error in failed:
        on_warning(error.message)
    return found


def _check_shard(shard: tuple[int, int] | None) -> None:
    """Raises UsageError unless a part is one of a number of parts."""
    if shard is None:
        return
    numbers = isinstance(shard, (tuple, list)) and all(type(number) is int for number in shard)
    if not numbers or len(shard) != 2 or not 1 <= shard[0] <= shard[1]:
        message = f"shard is {shard!r}; expected the part's number from 1 and the number of parts, as (3, 10)"
        raise UsageError(message, option="shard", value=str(shard))


def _watch(
    command: list[str], call: Call, tell: Callable[[Progress], object], on_warning: Callable[[str], object]
) -> _Ending:
    """Runs the tool, and reports its progress. on_warning: is called with each warning."""
    failed: list[SwingpipeError] = []
    errors: list[dict[str, Any]] = []
    noise: list[str] = []
    done = lost = total = earlier = 0
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                event = _event(line)
                kind, message = event.get("event"), event.get("message", line.rstrip("\n"))
                if kind == "batch_began":
                    # A run without a pipeline is one batch per sport.
                    total = done + lost + event["recordings"] + event.get("later_recordings", 0)
                    earlier += event["up_to_date"]
                elif kind == "recording_finished":
                    done += event["status"] == "done"
                    lost += event["status"] == "failed"
                elif event.get("level") == "error" and "recording_id" in event:
                    failed.append(error_of_event(event, call))
                elif event.get("level") == "error":
                    errors.append(event)
                elif not event:
                    noise.append(message)
                elif event.get("level") == "warning":
                    on_warning(in_python(message, call))
                tell(Progress(done, lost, total, message))
        except BaseException:
            _end(process)
            raise
    return _Ending(process.returncode, failed, errors, noise, done + earlier > 0)


def _error(ending: _Ending, call: Call) -> SwingpipeError:
    """The exception for errors that are not about a recording, with the facts of the first error."""
    messages = [f"error: {event.get('message', '')}" for event in ending.errors] or ending.noise
    error = error_of("\n".join(messages), ending.code, call)
    # The members of an event in the log are more complete than its message.
    first = error_of_event(ending.errors[0], call) if ending.errors else error
    if error.option not in ("features", "overrides"):
        error.file, error.stage = first.file or error.file, first.stage or error.stage
        error.option = first.option or error.option
    return error


def _end(process: subprocess.Popen[str]) -> None:
    """Ends the tool so that nothing half-written stays, and waits until it has ended.

    It is killed where that takes too long, or at another Ctrl-C. SIGINT would not do: what a shell starts in the
    background may ignore it.
    """
    process.send_signal(signal.SIGTERM)
    try:
        process.communicate(timeout=_GRACE_S)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.communicate()


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
    if progress is None:
        progress = "ipykernel" in sys.modules or sys.stderr.isatty()
    if not progress:
        yield lambda _: None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        tqdm = None
    # Outside of the handler, so that a fault of the run does not look like a fault of the import.
    if tqdm is None:
        try:
            yield _count
        finally:
            print(file=sys.stderr)
        return
    with tqdm(unit="recording") as bar:

        def show(state: Progress) -> None:
            bar.total = state.total
            bar.n = state.done + state.failed
            bar.set_postfix({"failed": state.failed} if state.failed else {}, refresh=False)
            bar.refresh()

        yield show


def _count(state: Progress) -> None:
    """Writes how far a run is over the line before; nothing where there is nothing to do."""
    if state.total == 0:
        return
    failed = f", {state.failed} failed" if state.failed else ""
    print(f"\r{state.done + state.failed} of {state.total} recordings{failed}", end="", file=sys.stderr, flush=True)
