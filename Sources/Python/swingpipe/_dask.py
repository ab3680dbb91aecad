"""Runs on the workers of a Dask cluster. Imported only if run() is given a client."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import shutil
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._errors import (
    Call,
    PipelineError,
    SwingpipeError,
    TemporaryError,
    UsageError,
    error_of,
    error_of_event,
    in_python,
    warn,
)
from ._run import Progress, StorageOptions
from ._tool import TOOL, StrPath, inputs, python_options, settings

try:
    import distributed

    from ._stores import Place, Source, sources, text_of
except ImportError as error:
    message = f'client needs the package {error.name}; install it with pip install "swingpipe[dask]"'
    raise UsageError(message, option="client") from None

if TYPE_CHECKING:
    import pandas as pd

_SHARD_RECORDINGS = 32
"""A lost worker costs the work of its shards, so that they are not larger than a scheduler needs."""
_SHARD_BYTES = 512_000_000

_CALL = Call(["run"])
"""For messages of the tool."""

Status = dict[str, Any]
"""A recording's status file, with two members that the tool ignores: "item", the recording's line of the plan, and
"name", that of the file without its extension."""


@dataclass(frozen=True)
class _Job:
    """All that a worker has to know of a run.

    arguments: for the tool. files: the pipeline, if it is a file, and the files that its options name: the argument up
    to the path, the path and the content. version: of the tool. key: of the pipeline. tables: the key of each. options:
    for fsspec, to open recordings and output.
    """

    arguments: list[str]
    files: list[tuple[str, str, bytes]]
    version: str
    key: str
    tables: dict[str, str]
    output: str
    options: tuple[Mapping[str, Any], Mapping[str, Any]]
    scratch: str | None


# Where run() is called.


def run_on(
    client: distributed.Client,
    pipeline: str,
    recordings: StrPath | Iterable[StrPath],
    output: str,
    *,
    overrides: Mapping[str, object] | None,
    overwrite: bool,
    options: StorageOptions,
    scratch: StrPath | None,
    tell: Callable[[Progress], object],
    read: Callable[[str], pd.DataFrame],
) -> tuple[list[SwingpipeError], int, pd.DataFrame | None]:
    """Runs a pipeline on a cluster, joins the tables, and reads one.

    Returns the faults of recordings, the exit code that the tool would have, and the table.
    """
    if not isinstance(client, distributed.Client) or client.asynchronous:
        message = f"client is {client!r}; expected a dask.distributed.Client that is not asynchronous"
        raise UsageError(message, option="client")
    first, second = options if isinstance(options, tuple) else (options, options)
    place = Place(output, second or {})
    job, records, failure = _job(
        pipeline, overrides, output=place.address, options=(first or {}, second or {}), scratch=scratch and os.fspath(scratch)
    )
    # Workers that join later find another key.
    for worker, found in client.run(_version, on_error="return").items():
        if found != job.version:
            message = f"worker {worker}: swingpipe --version gives {found!r}; expected '{job.version}', as here"
            raise UsageError(message, option="client")
    skipped = [f"{place.address}/{name}" for name in ["merged", *job.tables]]
    plan = [TOOL, "run", "--dry-run", "--json", *([f"--output={place.path}"] if place.is_local else []), pipeline]
    listed = {source.address: source for source in sources(recordings, job.options[0], skipped, plan)}
    with place.reached():
        present = place.files()
        earlier = [status for status in _earlier(place, present) if status["item"]["path"] in listed]
        # A recording that could not be read had a guessed identifier, and may get another one now.
        place.remove(_file_of(status) for status in earlier if status["status"] != "done")
        for name, content in records.items():
            place.write(name, content)
        if all(source.line for source in listed.values()):
            # So that status and merge know the folder before all is done.
            place.write("_meta/plan.jsonl", "".join(f"{source.line}\n" for source in listed.values()).encode())
    known = {
        path: status
        for status in ([] if overwrite else earlier)
        if _is_current(status, listed[path := status["item"]["path"]], job, present)
    }
    left = [source for source in listed.values() if source.address not in known]
    tell(Progress(0, 0, len(left), f"{len(left)} of {len(listed)} recordings to run, {len(known)} up to date"))
    results = [*known.values(), *_mapped(client, left, job, tell)]
    with place.reached():
        _separate(results, place)
        done = [status for status in results if status["status"] == "done"]
        failed = [status for status in results if status["status"] != "done"]
        for status in failed:
            place.write(_file_of(status), _json(failure | status, indent=2))
        items = sorted((status["item"] for status in results), key=lambda item: str(item["recording_id"]).encode())
        place.write("_meta/plan.jsonl", b"".join(_json(item, separators=(",", ":")) for item in items))
    for status in results:
        for warning in status["warnings"]:
            warn(in_python(f"{status['item']['path']}: {warning}", _CALL))
    facts = [fault | {"path": status["item"]["path"]} for status in failed for fault in status["errors"]]
    faults = [error_of_event(fault, _CALL) for fault in facts]
    code = max((75 if status["worth_retrying"] else 65 for status in failed), default=0)
    return faults, 1 if code == 65 and done else code, _joined(place, done, read) if done else None


def _job(pipeline: str, overrides: Mapping[str, object] | None, **others: Any) -> tuple[_Job, dict[str, bytes], Status]:
    """The job, the records that all recordings share, and the status of a recording that failed: what the tool writes
    when it runs a file that is not there."""
    with tempfile.TemporaryDirectory(prefix="swingpipe-") as folder, inputs([f"{folder}/none.h5"]) as named:
        command = [TOOL, "run", f"--output={folder}", *python_options(), *settings(overrides), *named, "--", pipeline]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
        meta = Path(folder, "_meta")
        if not (meta / "status/none.json").exists():
            error = error_of(done.stderr, done.returncode, Call(command[1:]))
            error.file = pipeline if isinstance(error, PipelineError) else None
            raise error
        records = {f"_meta/{name}": (meta / name).read_bytes() for name in ("pipeline.json", "schema.json")}
        failure: Status = json.loads((meta / "status/none.json").read_bytes())
    for line in done.stderr.splitlines():
        if line.startswith("warning: "):
            warn(in_python(line.removeprefix("warning: "), _CALL))
    record = json.loads(records["_meta/pipeline.json"])
    stages = {stage["id"]: stage for stage in record["pipeline"]["stages"]}
    if any(stage["type"] == "readers.session" for stage in stages.values()):
        message = f"{pipeline}: reads sessions of several files, which a run with client cannot; expected no client"
        raise UsageError(message, file=pipeline, option="client")
    is_file = os.path.exists(pipeline)
    paths = [("", pipeline)] if is_file else []
    for stage, hashes in record["fingerprints"].items():
        paths += [(f"--set={stage}.{option}=", stages[stage][option]) for option in hashes]
    files = [(prefix, path, Path(path).read_bytes()) for prefix, path in paths]
    arguments = [*([] if is_file else [pipeline]), *settings(overrides)]
    tables = {name: target["key"] for name, target in record["tables"].items()}
    return _Job(arguments, files, record["tool_version"], record["key"], tables, **others), records, failure


def _earlier(place: Place, present: Iterable[str]) -> Iterator[Status]:
    """The statuses in the output folder."""
    paths = [f"{place.path}/{name}" for name in present if posixpath.dirname(name) == "_meta/status"]
    for path, content in (place.fs.cat(paths, on_error="omit") if paths else {}).items():
        status: Status = json.loads(content)
        stamp = status["input"].get("stamp") or {"size_bytes": 0, "modified_ns": 0}
        source = Source(status["input"]["path"], stamp["size_bytes"], f"mtime_ns:{stamp['modified_ns']}")
        # Statuses of runs without a client have no item.
        item = source.facts | {"recording_id": status["recording_id"]}
        yield {"item": item, "name": posixpath.basename(path).removesuffix(".json")} | _brief(status)


def _brief(status: Status) -> Status:
    """A status without its longest members, so that those of many recordings fit into memory."""
    return {key: value for key, value in status.items() if key not in ("pipeline", "stages")}


def _is_current(status: Status, source: Source, job: _Job, present: Mapping[str, dict[str, Any]]) -> bool:
    """Whether there is nothing to do for a recording. The rules are the tool's."""
    return (
        status["status"] == "done"
        and source.fingerprint != ""
        and source.facts.items() <= status["item"].items()
        and status["tool_version"] == job.version
        and job.tables.items() <= {table["table"]: table["key"] for table in status["tables"]}.items()
        and all(present.get(each["path"], {}).get("size") == each["stamp"]["size_bytes"] for each in status["tables"])
    )


def _mapped(
    client: distributed.Client, left: list[Source], job: _Job, tell: Callable[[Progress], object]
) -> list[Status]:
    """Runs recordings on the workers.

    Those that fail for a reason that may pass are tried once more, each as a task of its own. If a worker is lost then,
    Dask gives up all tasks that it had. These are tried at the end, one after another, so that only the recording that
    ends its worker fails.
    """
    shards: dict[distributed.Future, list[Source]] = {}
    under_way = distributed.as_completed()
    again: set[Source] = set()
    suspects: list[Source] = []
    last: set[Source] = set()
    results: list[Status] = []

    def submit(shard: list[Source]) -> None:
        # The job goes with each task: as a task's result it would be on one worker, and lost with it.
        future = client.submit(_work, shard, job, pure=False)
        shards[future] = shard
        under_way.add(future)

    try:
        for shard in _shards(left, sum(client.nthreads().values()) or 1):
            submit(shard)
        for future in under_way:
            shard = shards.pop(future)
            if future.cancelled():
                raise TemporaryError("the tasks were cancelled, or the scheduler was lost; run again to go on")
            is_lost = False
            try:
                ended: list[Status] = future.result()
            except distributed.KilledWorker:
                is_lost = True
                ended = [_failure(source, "the worker was lost again and again") for source in shard]
            for source, status in zip(shard, ended):
                if status["worth_retrying"] and source not in again:
                    again.add(source)
                    submit([source])
                elif is_lost and source not in last:
                    last.add(source)
                    suspects.append(source)
                else:
                    results.append(status)
            if suspects and not shards:
                submit([suspects.pop()])
            done = sum(status["status"] == "done" for status in results)
            tell(Progress(done, len(results) - done, len(left), f"{len(results)} of {len(left)} recordings"))
    except BaseException:
        client.cancel(list(shards), force=True)
        raise
    return results


def _shards(left: list[Source], threads: int) -> list[list[Source]]:
    """Parts of a run, of which each thread gets several if there are enough recordings. The largest come first."""
    most = min(_SHARD_RECORDINGS, max(1, len(left) // (4 * threads)))
    shards: list[list[Source]] = [[]]
    for source in sorted(left, key=lambda source: -source.size):
        if len(shards[-1]) == most or sum(each.size for each in [*shards[-1], source]) > _SHARD_BYTES:
            shards.append([])
        shards[-1].append(source)
    return [shard for shard in shards if shard]


def _separate(results: list[Status], place: Place) -> None:
    """Lets recordings that share an identifier fail, and removes their tables. The tool does the same."""
    groups = defaultdict(list)
    for status in results:
        groups[status["name"]].append(status)
    for group in groups.values():
        same = [status for status in group if status["status"] == "done"]
        for status in same if len(same) > 1 else []:
            place.remove([_file_of(status), *(table["path"] for table in status["tables"])])
            path = status["item"]["path"]
            others = " and ".join(sorted(each["item"]["path"] for each in same if each is not status))
            cause = f'its recording id "{status["recording_id"]}" is used by {others}, too; expected one file per id'
            errors = [{"cause": cause, "message": f"{path}: {cause}"}]
            status |= {"status": "failed", "errors": errors, "tables": [], "item": status["item"] | {"fault": cause}}
        for status in group if len(group) > 1 else []:
            if status["status"] != "done":
                suffix = f"~{hashlib.sha256(status['item']['path'].encode()).hexdigest()[:8]}"
                status["name"] += suffix
                status["recording_id"] = status["item"]["recording_id"] = status["recording_id"] + suffix


def _joined(place: Place, done: list[Status], read: Callable[[str], pd.DataFrame]) -> pd.DataFrame:
    """Joins the tables of a run, in a copy of a store's, and reads one."""
    with tempfile.TemporaryDirectory(prefix="swingpipe-") as copy:
        folder = place.path if place.is_local else copy
        if not place.is_local:
            names = ["_meta/plan.jsonl", "_meta/pipeline.json", "_meta/schema.json", *map(_file_of, done)]
            names += [table["path"] for status in done for table in status["tables"]]
            with place.reached():
                place.fs.get([f"{place.path}/{name}" for name in names], [f"{copy}/{name}" for name in names])
        command = [TOOL, "merge", "--quiet", "--", folder]
        merge = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
        # 1: some recordings are not done, which the run reports by itself.
        if merge.returncode not in (0, 1):
            raise error_of(merge.stderr.replace(folder, place.address), merge.returncode, _CALL)
        with place.reached():
            for path in [] if place.is_local else [*Path(copy).glob("merged/*"), Path(copy, "_meta/merged.json")]:
                place.write(str(path.relative_to(copy)), path.read_bytes())
        return read(folder)


# On the workers.


def _version() -> str:
    return subprocess.run([TOOL, "--version"], capture_output=True, encoding="utf-8").stdout.strip()


def _work(shard: list[Source], job: _Job) -> list[Status]:
    """A task: runs recordings, and writes the tables and then the status of each. Does no harm if it runs twice.

    Returns a status for each recording, in order. Raises UsageError or PipelineError if the tool refuses the job.
    """
    scratch = os.path.realpath(job.scratch or distributed.get_worker().local_directory)
    os.makedirs(scratch, exist_ok=True)
    place = Place(job.output, job.options[1])
    with tempfile.TemporaryDirectory(prefix="swingpipe-", dir=scratch) as folder, ThreadPoolExecutor(8) as threads:
        # All numbers have the same length, so that replacing one path does not change another.
        staged = [f"{folder}/{number:04}/{source.name}" for number, source in enumerate(shard)]
        files = [f"{folder}/file{number:04}/{os.path.basename(path)}" for number, (_, path, _) in enumerate(job.files)]
        names = [*zip(staged, (source.address for source in shard)), *zip(files, (path for _, path, _ in job.files))]
        names += [(posixpath.dirname(old), posixpath.dirname(new)) for old, new in names]
        names.append((f"{folder}/out", job.output))
        faults = list(threads.map(lambda source, path: _stage(source, job, path), shard, staged))
        command = [TOOL, "run", f"--output={folder}/out", "--jobs=1", "--shard=1/1", "--quiet", *python_options()]
        command += job.arguments
        for file, (prefix, _, content) in zip(files, job.files):
            os.makedirs(os.path.dirname(file))
            Path(file).write_bytes(content)
            command.append(prefix + file)
        left = [path for path, fault in zip(staged, faults) if fault is None]
        if not left:
            return [fault for fault in faults if fault]
        done = subprocess.run([*command, "--", *left], stdin=subprocess.DEVNULL, capture_output=True)
        error = error_of(_renamed(done.stderr.decode(errors="replace"), names), done.returncode, _CALL)
        # A number below 0 is a signal that killed the tool. With 1, 65 and 75, recordings failed.
        if done.returncode > 0 and done.returncode not in (1, 65, 75):
            raise error
        statuses = _statuses(Path(folder, "out"), names)

        def ended(source: Source, fault: Status | None) -> Status:
            status = statuses.get(source.address)
            if status is None:
                return fault or _failure(source, error.message)
            if (status["tool_version"], status["key"]) != (job.version, job.key):
                message = f"worker on {status['host']}: has another build of swingpipe; expected {job.version}, as here"
                raise UsageError(message, option="client")
            status["item"] |= source.facts
            if status["status"] != "done":
                # The tool has changed an identifier that is not unique in this shard. Alone, the recording keeps it.
                status["worth_retrying"] |= "~" in status["recording_id"] and len(shard) > 1
                return status
            try:
                for table in status["tables"]:
                    place.write(table["path"], Path(folder, "out", table["path"]).read_bytes())
                place.write(_file_of(status), _json(status, indent=2))
            except Exception as reason:
                return _failure(source, f"{job.output}: cannot be written: {text_of(reason)}")
            return _brief(status)

        return list(threads.map(ended, shard, faults))


def _stage(source: Source, job: _Job, path: str) -> Status | None:
    """Copies a recording into scratch. Returns a status only if that fails."""
    try:
        os.makedirs(os.path.dirname(path))
        place = Place(source.address, job.options[0])
        place.fs.get_file(place.path, path)
        if place.is_local:
            # The status file contains the time.
            shutil.copystat(place.path, path)
    except Exception as error:
        is_lasting = isinstance(error, (FileNotFoundError, PermissionError, UsageError))
        return _failure(source, f"cannot be read: {text_of(error)}", is_temporary=not is_lasting)
    return None


def _statuses(output: Path, names: list[tuple[str, str]]) -> dict[str, Status]:
    """The statuses of a run, by the addresses of the recordings."""
    plan = output / "_meta/plan.jsonl"
    lines = _renamed(plan.read_text(encoding="utf-8"), names).split("\n") if plan.exists() else []
    items = {item["path"]: item for item in map(json.loads, filter(None, lines))}
    found = {}
    for file in output.glob("_meta/status/*.json"):
        status: Status = json.loads(_renamed(file.read_text(encoding="utf-8"), names))
        path = status["input"]["path"]
        found[path] = status | {"item": items[path], "name": file.stem}
    return found


def _renamed(text: str, names: list[tuple[str, str]]) -> str:
    """A text of the tool, which may be JSON, with the names that the user knows in place of those of scratch."""
    for pair in names:
        old, new = (json.dumps(name, ensure_ascii=False)[1:-1] for name in pair)
        text = text.replace(old, new)
    return text


def _failure(source: Source, cause: str, *, is_temporary: bool = True) -> Status:
    """The status of a recording that failed for a reason that the tool did not see."""
    name = posixpath.splitext(source.name)[0]
    return {
        "name": name,
        "recording_id": name,
        "status": "failed",
        "worth_retrying": is_temporary,
        "input": {"path": source.address},
        "errors": [{"cause": cause, "message": f"{source.address}: {cause}"}],
        "warnings": [],
        "tables": [],
        "item": source.facts | {"recording_id": name, "fault": cause},
    }


def _file_of(status: Status) -> str:
    return f"_meta/status/{status['name']}.json"


def _json(value: Any, **options: Any) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, **options).encode() + b"\n"
