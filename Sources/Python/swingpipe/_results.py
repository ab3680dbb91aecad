"""Tables that runs wrote, and answers about them."""

from __future__ import annotations

import contextlib
import difflib
import json
import os
import subprocess
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._errors import InputWarning, PipelineError, RecordingsError, SwingpipeError, UsageError, error_of
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
        "swings", "rejected", "recordings" and so on, as _meta/schema.json lists them; by default the main table.
    columns
        The columns to read; by default all.

    Returns
    -------
    pandas.DataFrame
        Its attrs have "units", and "columns" with the "description" of each.

    Raises
    ------
    MissingFileError, UsageError
    """
    _check_list(columns)
    path = Path(output)
    paths = [str(path)]
    if table is not None:
        # A run without a pipeline has a folder for each sport, if there are several.
        joined = sorted(path.glob("merged/*")) or sorted(path.glob("*/merged/*"))
        tables = {file.stem: [str(each) for each in joined if each.stem == file.stem] for file in joined}
        if table not in tables:
            known = ", ".join(tables) or "no tables"
            message = f'{path}: there is no table "{table}"; expected one of {known}'
            raise UsageError(message, file=str(path), option="table", value=table)
        paths = tables[table]
    return _read(path, paths, columns)


def _read(path: Path, inputs: list[str], columns: Sequence[str] | None) -> pd.DataFrame:
    """Tables of one kind as one. path: what an error names."""
    import pandas as pd

    told = ask("head", "--schema", "--json", "--", *inputs)
    files = [file["path"] for file in told["files"]]
    facts = [fact for fact in told["columns"] if columns is None or fact["name"] in columns]
    if missing := [name for name in columns or [] if name not in {fact["name"] for fact in facts}]:
        message = f'{path}: there is no column "{missing[0]}"'
        raise UsageError(message, file=str(path), option="columns", value=missing[0])
    if len(files) == 1 and files[0].endswith(".parquet"):
        frame = pd.read_parquet(files[0], columns=list(columns) if columns is not None else None)
    else:
        frame = _read_as_csv(files, facts)
    frame.attrs["units"] = {fact["name"]: fact["unit"] for fact in facts if "unit" in fact}
    frame.attrs["columns"] = {fact["name"]: fact for fact in facts}
    return frame if columns is None else frame[list(columns)]


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
    try:
        told = ask("columns", "--json", f"--pipeline={name}", *settings(overrides))["tables"]
    except PipelineError as error:
        error.file = name
        raise
    tables = {one["table"]: one for one in told}
    if table is not None and table not in tables:
        known = ", ".join(tables) or "no tables"
        message = f'{name}: writes no table "{table}"; expected one of {known}'
        raise UsageError(message, file=name, option="table", value=table)
    # The main table, as after a run.
    main = max(told, key=lambda one: one.get("row", {}).get("prominence", 0), default=None)
    chosen = tables[table] if table is not None else main
    if chosen is None:
        return None
    known_columns = [column["name"] for column in chosen["columns"]] + [*(more if chosen is main else ())]
    for column in columns or []:
        if column not in known_columns:
            near = difflib.get_close_matches(column, known_columns, n=1)
            advice = f'did you mean "{near[0]}"?' if near else f"swingpipe columns {chosen['table']} lists them"
            message = f'the table "{chosen["table"]}" has no column "{column}"; {advice}'
            raise UsageError(message, option="columns", value=column)
    return chosen["table"], known_columns


def read_shard(
    output: StrPath, shard: tuple[int, int], chosen: tuple[str, list[str]] | None, columns: Sequence[str] | None
) -> pd.DataFrame:
    """The rows of a part's recordings that are done, which are in tables of their own.

    chosen: the table and its columns, as check_request returns them.
    """
    import pandas as pd

    folder = Path(output)
    report = json.loads((folder / f"_meta/shards/{shard[0]}-of-{shard[1]}.json").read_text(encoding="utf-8"))
    done = [recording["recording_id"] for recording in report["recordings"] if recording["status"] == "done"]
    if not done or chosen is None:
        return pd.DataFrame(columns=list(columns or (chosen[1] if chosen else [])))
    statuses = _statuses(folder / "_meta" / "status", done)
    tables = [table for status in statuses for table in status["tables"] if table["table"] == chosen[0]]
    return _read(folder, [str(folder / table["path"]) for table in tables], columns)


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
        raise error_of(done.stderr, done.returncode)
    messages = [line.removeprefix("error: ") for line in done.stderr.splitlines() if line.startswith("error: ")]
    missing = [SwingpipeError(message, file=os.fspath(output)) for message in messages]
    is_joined = not any("nothing was joined" in message for message in messages)
    found = read(output, table, columns=columns) if is_joined else None
    if found is None or (missing and errors == "raise"):
        raise RecordingsError(missing, done.returncode, found)
    for error in missing:
        warnings.warn(error.message, InputWarning, stacklevel=2)
    return found


def _read_as_csv(files: list[str], facts: list[dict[str, Any]]) -> pd.DataFrame:
    """Tables in CSV and HDF5, and several in one: the tool reads them. The types are those that Parquet tables have."""
    import pandas as pd
    import pyarrow as pa
    from pyarrow import csv

    done = subprocess.run([TOOL, "head", "--all", "--csv", "--", *files], stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise error_of(done.stderr.decode(errors="replace"), done.returncode)
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
        The swing_index, in place of `at`. Without `recording`, the number of a swing in the table of a run, from 1.
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
    with contextlib.ExitStack() as stack:
        if os.path.isdir(source) and (recording is not None or swing is None):
            file, used = stack.enter_context(_of_run(Path(source), recording))
            pipeline = pipeline or used
        else:
            file = os.fspath(source)
        arguments = ["--json", *code, *settings(overrides)]
        arguments += [f"--pipeline={os.fspath(pipeline)}"] if pipeline is not None else []
        arguments += [f"--at={at}"] if at is not None else []
        arguments += [f"--swing={swing}"] if swing is not None else []
        arguments += [f"--plot={os.fspath(plot)}"] if plot is not None else []
        answer: Explanation = ask("explain", *arguments, "--", file)
        return answer


@contextlib.contextmanager
def _of_run(output: Path, recording: str | None) -> Iterator[tuple[str, str]]:
    """The path of a run's recording, and a file with the run's pipeline."""
    # Failed recordings do not matter here, for which the exit code is 1.
    status = ask("status", "--json", "--", str(output), partial=True)
    paths = {entry["recording_id"]: entry["path"] for entry in status["recordings"]}
    name = next(iter(paths)) if recording is None and len(paths) == 1 else recording
    if name not in paths:
        known = ", ".join(sorted(paths))
        message = f"{output}: expected recording, one of {known}, found {name}"
        raise UsageError(message, file=str(output), option="recording", value=recording)
    record = json.loads((output / "_meta" / "pipeline.json").read_text(encoding="utf-8"))
    with tempfile.NamedTemporaryFile("w", prefix="swingpipe-", suffix=".json", encoding="utf-8") as file:
        json.dump(record["pipeline"], file)
        file.flush()
        yield paths[name], file.name


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
    given = [labels] if isinstance(labels, (str, os.PathLike)) else labels
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
        found = ask("info", "--json", "--stamps-only", *named, partial=True)
    frame = pd.DataFrame([_row(recording) for recording in found])
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
