"""Tables that runs wrote, and answers about them."""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._errors import Call, RecordingsError, SwingpipeError, UsageError, error_of, in_python, warn
from ._shapes import Difference, Explanation, Score
from ._tool import TOOL, StrPath, ask, inputs, python_options, settings

if TYPE_CHECKING:
    import pandas as pd


def read(output: StrPath, table: str | None = None, *, columns: Sequence[str] | None = None) -> pd.DataFrame:
    """Reads a table of a run, with the rows of all its recordings.

    Parameters
    ----------
    output
        The folder of the run, or a single table.
    table
        "swings", "rejected", "recordings" and so on, as _meta/schema.json lists them; by default the main table. If
        there are several main tables, the first is returned, and an InputWarning names all of them.
    columns
        The columns to read; by default all.

    Returns
    -------
    pandas.DataFrame
        Its attrs have the name of the "table", "units", and "columns" with the "description" of each.

    Raises
    ------
    MissingFileError, UsageError
    """
    return read_run(output, table, columns)


def read_run(
    output: StrPath, table: str | None, columns: Sequence[str] | None, *, shown: str | None = None
) -> pd.DataFrame:
    """Reads a table of a run, as `read` does. shown: what messages contain in place of a temporary folder."""
    _check_list(columns)
    path = Path(output)
    paths = [str(path)]
    main = _main_tables(path, shown) if table is None else []
    if table is not None:
        # A run without a pipeline has a folder for each sport, if there are several.
        joined = sorted(path.glob("merged/*")) or sorted(path.glob("*/merged/*"))
        tables = {file.stem: [str(each) for each in joined if each.stem == file.stem] for file in joined}
        if table not in tables:
            if (failure := _failure(output)) is not None:
                raise failure
            expected = f"one of {', '.join(tables)}" if tables else "the output folder of a run"
            message = f'{shown or path}: there is no table "{table}"; expected {expected}'
            raise UsageError(message, file=None if shown else str(path), option="table", value=table)
        paths = tables[table]
    with with_cause(output):
        frame = _read(path, paths, columns, shown)
    _warn_of_several(main)
    return frame


def _main_tables(path: Path, shown: str | None) -> list[str]:
    """The names of a run's main tables. A user's pipeline may have several. Raises UsageError if there is none."""
    try:
        tables = json.loads((path / "_meta" / "schema.json").read_text(encoding="utf-8"))["tables"]
    except (OSError, ValueError, KeyError):
        # This is not an output folder.
        return []
    main = _most_prominent(tables)
    if not main:
        names = ", ".join(table["table"] for table in tables)
        advice = f"expected table=, one of {names}" if names else "the pipeline writes no table"
        message = f"{shown or path}: there is no main table; {advice}"
        raise UsageError(message, file=None if shown else str(path), option="table")
    return main


def _warn_of_several(main: Sequence[str]) -> None:
    """Warns if there are several main tables. The caller returns the first."""
    if len(main) > 1:
        several = " and ".join(f'"{name}"' for name in main)
        warn(f'the run has {len(main)} main tables, {several}; this is "{main[0]}"; table= chooses another')


def _most_prominent(tables: Iterable[Mapping[str, Any]]) -> list[str]:
    """The names of the main tables: those with the highest prominence. Tables without a prominence are not included."""
    ranks = {table["table"]: (table.get("row") or {}).get("prominence", 0) for table in tables}
    most = max(ranks.values(), default=0)
    return [name for name, rank in ranks.items() if rank == most > 0]


def _read(path: Path, inputs: list[str], columns: Sequence[str] | None, shown: str | None = None) -> pd.DataFrame:
    """Reads tables of one kind as one table. path: the file of an error. shown: its name in messages."""
    import pandas as pd

    told = ask("head", "--schema", "--json", "--", *inputs)
    files = [file["path"] for file in told["files"]]
    facts = [fact for fact in told["columns"] if columns is None or fact["name"] in columns]
    if missing := [name for name in columns or [] if name not in {fact["name"] for fact in facts}]:
        names = [fact["name"] for fact in told["columns"]]
        advice = _advice(missing[0], names, "the attribute columns of the whole table")
        message = f'{shown or path}: there is no column "{missing[0]}"; {advice}'
        raise UsageError(message, file=None if shown else str(path), option="columns", value=missing[0])
    if len(files) == 1 and files[0].endswith(".parquet"):
        frame = pd.read_parquet(files[0], columns=list(columns) if columns is not None else None)
    else:
        frame = _read_as_csv(files, facts)
    frame.attrs["table"] = _name_of(Path(files[0]))
    frame.attrs["units"] = {fact["name"]: fact["unit"] for fact in facts if "unit" in fact}
    frame.attrs["columns"] = {fact["name"]: fact for fact in facts}
    return frame if columns is None else frame[list(columns)]


def _name_of(file: Path) -> str:
    """The name of a table, which is that of a joined file, or of the folder with a file for each recording."""
    return file.parent.name if (file.parent.parent / "_meta").is_dir() and file.parent.name != "merged" else file.stem


def _advice(column: str, known: Sequence[str], others: str) -> str:
    """The end of a message about an unknown column. others: the attribute or command that lists all columns."""
    near = difflib.get_close_matches(column, known, n=1)
    return f'did you mean "{near[0]}"?' if near else f"{others} lists them"


def _check_list(columns: Sequence[str] | None) -> None:
    if isinstance(columns, str):
        message = f'columns is {columns!r}; expected a list, such as ["{columns}"]'
        raise UsageError(message, option="columns", value=columns)


def check_request(
    pipeline: StrPath,
    table: str | None,
    columns: Sequence[str] | None,
    overrides: Mapping[str, object] | None,
    more: Sequence[str] = (),
) -> tuple[str, list[str]] | None:
    """The table to read after a run, the main one by default, and its columns; None if the pipeline writes no table.

    more: columns that features= adds to the main table.
    Raises UsageError if a pipeline writes no such table or column: before a run, which may take hours.
    """
    _check_list(columns)
    name = os.fspath(pipeline)
    told = ask("describe", "columns", "--json", f"--pipeline={name}", *settings(overrides))["tables"]
    tables = {one["table"]: one for one in told}
    if table is not None and table not in tables:
        known = ", ".join(tables) or "no tables"
        message = f'{name}: writes no table "{table}"; expected one of {known}'
        raise UsageError(message, file=name, option="table", value=table)
    # The main table, as after a run.
    main = next((tables[each] for each in _most_prominent(told)), None)
    chosen = tables[table] if table is not None else main
    if chosen is None and told and columns is not None:
        message = f"{name}: writes no main table; expected table=, one of {', '.join(tables)}"
        raise UsageError(message, file=name, option="table")
    chosen = chosen or next(iter(told), None)
    if chosen is None:
        return None
    known_columns = [column["name"] for column in chosen["columns"]] + [*(more if chosen is main else ())]
    for column in columns or []:
        if column not in known_columns:
            advice = _advice(column, known_columns, f"swingpipe describe columns {chosen['table']}")
            message = f'the table "{chosen["table"]}" has no column "{column}"; {advice}'
            raise UsageError(message, option="columns", value=column)
    return chosen["table"], known_columns


def read_shard(
    output: StrPath,
    shard: tuple[int, int],
    chosen: tuple[str, list[str]] | None,
    columns: Sequence[str] | None,
    *,
    is_asked: bool,
) -> pd.DataFrame:
    """The rows of a part's recordings that are done, which are in tables of their own.

    chosen: the table and its columns, as check_request returns them. is_asked: whether the caller chose the table.
    """
    import pandas as pd

    folder = Path(output)
    report = json.loads((folder / f"_meta/shards/{shard[0]}-of-{shard[1]}.json").read_text(encoding="utf-8"))
    done = [recording["recording_id"] for recording in report["recordings"] if recording["status"] == "done"]
    if not done or chosen is None:
        return pd.DataFrame(columns=list(columns or (chosen[1] if chosen else [])))
    statuses = _statuses(folder / "_meta" / "status", done)
    tables = [table for status in statuses for table in status["tables"] if table["table"] == chosen[0]]
    frame = _read(folder, [str(folder / table["path"]) for table in tables], columns)
    if not is_asked:
        _warn_of_several(_most_prominent(json.loads((folder / "_meta/schema.json").read_text(encoding="utf-8"))["tables"]))
    return frame


def _statuses(folder: Path, names: list[str]) -> list[dict[str, Any]]:
    """What is recorded of recordings, in their order."""
    found: dict[str, dict[str, Any]] = {}

    def add(paths: Iterable[Path]) -> None:
        for path in paths:
            status = json.loads(path.read_text(encoding="utf-8"))
            found[status["recording_id"]] = status

    add(path for name in names if "/" not in name and (path := folder / f"{name}.json").exists())
    # The name of a status file encodes identifiers that are not file names.
    if any(name not in found for name in names):
        add(folder.glob("*.json"))
    return [found[name] for name in names]


def merge(
    output: StrPath,
    *,
    table: str | None = None,
    columns: Sequence[str] | None = None,
    errors: Literal["raise", "warn"] = "raise",
) -> pd.DataFrame:
    """Joins the tables of all recordings after a run in parts, and returns the main table.

    Parameters
    ----------
    output
        The folder of the run.
    table, columns
        The table and the columns to return in place of the whole main table.
    errors
        What to do if recordings failed, or if no part has run them yet. "raise" raises RecordingsError, which has the
        table of the others. "warn" warns, and returns that table.

    Returns
    -------
    pandas.DataFrame
        The same table as from a run that is not divided.

    Raises
    ------
    MissingFileError, UsageError, RecordingsError
    """
    _check_list(columns)
    arguments = ["merge", "--quiet", "--", os.fspath(output)]
    done = subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    if done.returncode not in (0, 1):
        raise error_of(done.stderr, done.returncode, Call(arguments))
    messages = [line.removeprefix("error: ") for line in done.stderr.splitlines() if line.startswith("error: ")]
    is_joined = not any("nothing was joined" in message for message in messages)
    # All other messages are reasons for "nothing was joined".
    causes = [message for message in messages if "nothing was joined" not in message] or messages
    missing = [_unfinished(message, os.fspath(output)) for message in causes]
    found = read(output, table, columns=columns) if is_joined else None
    if found is None or (missing and errors == "raise"):
        raise RecordingsError(missing, done.returncode, found)
    for error in missing:
        warn(error.message)
    return found


def _unfinished(message: str, output: str) -> SwingpipeError:
    """The error for recordings that share the reason why they are not done."""
    stage = re.match(r'failed: \d+ recordings?: stage "([^"]+)"', message)
    # The advice is for the next run.
    return SwingpipeError(in_python(message, Call(["run"])), file=output, stage=stage[1] if stage else None)


def _read_as_csv(files: list[str], facts: list[dict[str, Any]]) -> pd.DataFrame:
    """Tables in CSV and HDF5, and several in one: the tool reads them. The types are those that Parquet tables have."""
    import pandas as pd
    import pyarrow as pa
    from pyarrow import csv

    arguments = ["head", "--all", "--csv", "--", *files]
    done = subprocess.run([TOOL, *arguments], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise error_of(done.stderr.decode(errors="replace"), done.returncode, Call(arguments))
    # All other types have the same names in pyarrow.
    stamps = pa.timestamp("us", tz="UTC")
    types = {fact["name"]: stamps if fact["type"] == "timestamp" else pa.type_for_alias(fact["type"]) for fact in facts}
    # Nothing but an empty field is a missing value: "NA" may be a recording.
    table = csv.read_csv(
        pa.BufferReader(done.stdout),
        parse_options=csv.ParseOptions(newlines_in_values=True),
        convert_options=csv.ConvertOptions(
            column_types=types, include_columns=list(types), null_values=[""], strings_can_be_null=True
        ),
    )
    # With these, whole numbers and booleans may be missing.
    kinds: dict[Any, Any] = {pa.bool_(): pd.BooleanDtype(), pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}
    # pandas 3 has a type for text, which earlier versions of pyarrow do not use.
    if isinstance(text := pd.Series([""]).dtype, pd.StringDtype):
        kinds[pa.string()] = text
    frame: pd.DataFrame = table.to_pandas(types_mapper=kinds.get)
    return frame


def explain(
    source: StrPath,
    *,
    at: float | str | None = None,
    swing: int | None = None,
    recording: str | None = None,
    pipeline: StrPath | None = None,
    overrides: Mapping[str, object] | None = None,
    plot: StrPath | None = None,
) -> Explanation:
    """Explains a decision: the candidates near a moment, their checks, and what was decided of them.

    Parameters
    ----------
    source
        A recording, or the output folder of a run.
    at
        The moment: seconds on the recording's clock, or "+12.5" for seconds after its start.
    swing
        The swing_index of a recording's swing, in place of `at`; for an output folder without `recording`, the row of the
        swing in the joined table. Both count from 0.
    recording
        The recording_id, if the run has several recordings.
    pipeline
        By default the pipeline of the run, or the built-in one of the recording's sport.
    overrides
        Options over those of the pipeline, such as {"hit.threshold_g": 2}.
    plot
        A picture to draw as well, .svg or .png.

    Returns
    -------
    Explanation
        A dictionary, as `swingpipe explain --json` prints it.

    Raises
    ------
    MissingFileError, UsageError, PipelineError, DataError
    """
    # The pipeline of a run may be anyone's: its code needs the caller's consent, who may give the pipeline.
    code = python_options() if pipeline is not None else []
    with with_cause(source):
        file, folder = os.fspath(source), None
        if os.path.isdir(source) and (recording is not None or swing is None):
            file, folder = of_run(Path(source), recording)
        arguments = ["--json", *code, *settings(overrides)]
        if pipeline is not None:
            arguments.append(f"--pipeline={os.fspath(pipeline)}")
        elif folder is not None:
            arguments.append(f"--run={folder}")
        arguments += [f"--at={at}"] if at is not None else []
        arguments += [f"--swing={swing}"] if swing is not None else []
        arguments += [f"--plot={os.fspath(plot)}"] if plot is not None else []
        answer: Explanation = ask("explain", *arguments, "--", file)
        return answer


def of_run(output: Path, recording: str | None) -> tuple[str, str]:
    """The path of a run's recording, and the output folder. With several sports, this is the subfolder of the sport."""
    # Failed recordings do not matter here, for which the exit code is 1.
    status = ask("status", "--json", "--", str(output), partial=True)
    runs = [(output / run["pipeline"], run) for run in status] if isinstance(status, list) else [(output, status)]
    places = {entry["recording_id"]: (entry["path"], str(folder)) for folder, run in runs for entry in run["recordings"]}
    name = next(iter(places)) if recording is None and len(places) == 1 else recording
    if name not in places:
        known = ", ".join(sorted(places))
        found = f"recording is {recording!r}" if recording is not None else "recording is missing"
        message = f"{output}: {found}; expected one of {known}"
        raise UsageError(message, file=str(output), option="recording", value=recording)
    return places[name]


def _failure(output: StrPath) -> UsageError | None:
    """The error for an output folder without tables, if all its recordings failed, with the first cause; or None."""
    folder = os.fspath(output)
    if not os.path.isdir(os.path.join(folder, "_meta")):
        return None
    done = subprocess.run([TOOL, "status", "--json", "--", folder], stdin=subprocess.DEVNULL, capture_output=True)
    try:
        status = json.loads(done.stdout)
        failed = [entry for entry in status["recordings"] if entry["state"] == "failed"]
        if not failed or len(failed) < len(status["recordings"]):
            return None
        path, cause, facts = failed[0]["path"], failed[0]["causes"][0], (failed[0]["errors"] or [{}])[0]
    except (ValueError, LookupError, TypeError):
        return None
    count = len(failed)
    reason = "its recording failed" if count == 1 else f"each of its {count} recordings failed; the first"
    message = in_python(f"{folder}: its run made no table, because {reason}: {path}: {cause}", Call(["run"]))
    return UsageError(message, exit_code=64, file=folder, stage=facts.get("stage"), option=facts.get("option"))


@contextlib.contextmanager
def with_cause(*outputs: StrPath) -> Iterator[None]:
    """Raises the error of `_failure` in place of errors that result from missing tables of these output folders."""
    try:
        yield
    except SwingpipeError as error:
        for output in outputs:
            folder = os.fspath(output)
            is_other = error.file is not None and error.stage is None and not error.file.startswith(folder.rstrip("/"))
            if not is_other and error.option in _ABOUT_RUNS and (failure := _failure(folder)) is not None:
                raise failure from None
        raise


_ABOUT_RUNS = (None, "source", "output", "first", "second", "recording", "swing")
"""The arguments whose values depend on the tables of a run."""


def score(output: StrPath, labels: StrPath | Iterable[StrPath]) -> Score:
    """Compares the swings of a run with labels.

    Recordings without a label, and recordings without a table, are named by an InputWarning.

    Parameters
    ----------
    output
        The folder of the run, or a table.
    labels
        Labelled recordings, or folders of them.

    Returns
    -------
    Score
        Counts, metrics with intervals, and every error, as `swingpipe score --json` prints them.

    Raises
    ------
    MissingFileError, UsageError, DataError
    """
    given = [labels] if isinstance(labels, (str, os.PathLike)) else list(labels)
    if not given:
        raise UsageError("labels is an empty list; expected labelled recordings, or folders of them", option="labels")
    with with_cause(output):
        answer: Score = ask("score", "--json", *(f"--labels={os.fspath(path)}" for path in given), "--", os.fspath(output))
        return answer


def diff(
    first: StrPath, second: StrPath, *, within_ms: float | None = None, tolerance: float | None = None
) -> Difference:
    """Compares two runs over the same recordings, swing by swing.

    Parameters
    ----------
    first, second
        The output folders of the earlier and of the later run.
    within_ms
        How far apart the swings of a pair may be, in ms; by default 150.
    tolerance
        The largest relative difference at which numbers count as equal; by default 1e-9.

    Returns
    -------
    Difference
        Lost, added, moved and changed swings, as `swingpipe diff --json` prints them. "differs" is False if the runs
        found the same.

    Raises
    ------
    MissingFileError, UsageError, DataError
    """
    options = {"within-ms": within_ms, "tolerance": tolerance}
    arguments = [f"--{name}={value}" for name, value in options.items() if value is not None]
    with with_cause(first, second):
        answer: Difference = ask("diff", "--json", *arguments, "--", os.fspath(first), os.fspath(second), partial=True)
        return answer


def recordings(folder: StrPath | Iterable[StrPath]) -> pd.DataFrame:
    """Lists recordings: one row each, with path, attributes, length, rates and counts of labels.

    Only timestamps are read, no other samples. A file that cannot be read is named by an InputWarning.

    Parameters
    ----------
    folder
        A folder, a file or a pattern; or several files and folders.

    Returns
    -------
    pandas.DataFrame
        Lengths are in s, rates in Hz. A value that a recording does not have is missing.

    Raises
    ------
    MissingFileError, UsageError
    """
    import pandas as pd

    with inputs(folder) as named:
        found = ask("check", "--details", "--json", "--stamps-only", *named, partial=True)
    # For a file of another layout, the tool lists datasets.
    for other in [recording for recording in found if "streams" not in recording]:
        command = f"swingpipe check --details {shlex.quote(other['path'])} --mapping-out FILE"
        warn(f"{other['path']}: is HDF5 of another layout; expected a mapping: {command} proposes one")
    frame = pd.DataFrame([_row(recording) for recording in found if "streams" in recording])
    frame.attrs["units"] = {
        name: "s" if name == "duration_s" else "Hz" for name in frame.columns if name.endswith(("_hz", "duration_s"))
    }
    return frame


def _row(recording: dict[str, Any]) -> dict[str, Any]:
    streams = [stream for stream in recording["streams"] if stream.get("start_s") is not None]
    start = min((stream["start_s"] for stream in streams), default=None)
    end = max((stream["end_s"] for stream in streams), default=None)
    return {
        "recording_id": recording["attributes"].get("recording_id", Path(recording["path"]).stem),
        "path": recording["path"],
        "duration_s": None if start is None or end is None else end - start,
        **{key: value for key, value in recording["attributes"].items() if key != "recording_id"},
        **{f"{stream['name']}_rate_hz": stream.get("rate_hz") for stream in streams},
        **{f"labelled_{kind}": count for kind, count in recording.get("labels", {}).items()},
        "faults": "; ".join(f"{fault['stream']}: {fault['text']}" for fault in recording["faults"]),
    }
