"""Recordings and output folders on plain file systems and stores, through fsspec. Imported only if run() is given a
client."""

from __future__ import annotations

import contextlib
import json
import os
import posixpath
import subprocess
import uuid
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from ._errors import Call, SwingpipeError, TemporaryError, UsageError, error_of
from ._tool import StrPath, inputs

_EXTENSIONS = (".h5", ".hdf5", ".hdf", ".he5", ".mat", ".nc", ".nc4", ".nwb")
"""The extensions of recordings in folders of stores, as the tool has them for plain folders."""
_VERSIONS = ("ETag", "etag", "mtime", "LastModified", "last_modified", "Last-Modified", "modified", "updated")
"""The names under which file systems report what changes when a file is written anew, best first."""


class Place:
    """A file or a folder, and the files below it by their names. Can be made anew from its address on any machine."""

    def __init__(self, address: str, options: Mapping[str, Any]) -> None:
        try:
            self.fs, path = url_to_fs(address, **options)
        except (ImportError, ValueError) as error:
            raise UsageError(f"{address}: {error}", file=address) from None
        self.path: str = path.rstrip("/")
        self.is_local = isinstance(self.fs, LocalFileSystem)
        self.address = self.address_of(self.path)

    def address_of(self, path: str) -> str:
        """The address of a path of this file system: a plain path, or a URL."""
        return path if self.is_local else str(self.fs.unstrip_protocol(path))

    @contextlib.contextmanager
    def reached(self) -> Iterator[None]:
        """Raises UsageError or TemporaryError if a file cannot be read or written."""
        try:
            yield
        except SwingpipeError:
            raise
        except (FileNotFoundError, PermissionError) as error:
            raise UsageError(f"{self.address}: {text_of(error)}", file=self.address) from None
        except Exception as error:
            raise TemporaryError(f"{self.address}: {text_of(error)}", file=self.address) from error

    def files(self) -> dict[str, dict[str, Any]]:
        """What the file system reports of all files, by their names."""
        self.fs.invalidate_cache()
        found = self.fs.find(self.path, detail=True)
        return {path[len(self.path) + 1 :]: facts for path, facts in found.items()}

    def write(self, name: str, content: bytes) -> None:
        """Writes a file that appears whole or not at all. A store does so by itself."""
        path = f"{self.path}/{name}"
        if not self.is_local:
            self.fs.pipe_file(path, content)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # If this process is killed, the tool removes a file with such a name after some days.
        temporary = Path(os.path.dirname(path), f".swingpipe.python-{os.getpid()}-{uuid.uuid4().hex}-0.tmp")
        try:
            with open(temporary, "xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)

    def remove(self, names: Iterable[str]) -> None:
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                self.fs.rm_file(f"{self.path}/{name}")


@dataclass(frozen=True)
class Source:
    """A recording as it was listed. The fingerprint changes when the file is written anew; "" if it is not known."""

    address: str
    size: int = 0
    fingerprint: str = ""
    line: str = ""
    """Of the tool's plan; "" for a recording on a store, whose identifier is not known before it is read."""

    @property
    def name(self) -> str:
        path = self.address.partition("?")[0] if self.address.startswith("http") else self.address
        return posixpath.basename(path) or "recording"

    @property
    def facts(self) -> dict[str, Any]:
        """Its part of a plan's line."""
        return {"path": self.address, "size_bytes": self.size, "fingerprint": self.fingerprint}


def sources(
    given: StrPath | Iterable[StrPath], options: Mapping[str, Any], skipped: Iterable[str], plan: list[str]
) -> list[Source]:
    """The recordings in a folder, a file or a pattern, or in many files and folders.

    skipped: addresses of folders that contain tables. plan: the tool's command that lists paths on this machine. A
    missing file of a list stays, and fails when its turn comes. Raises UsageError if there is no recording.
    """
    is_one = isinstance(given, (str, os.PathLike))
    paths = [os.fspath(path) for path in ([given] if isinstance(given, (str, os.PathLike)) else given)]
    if not paths:
        raise UsageError("recordings is an empty list; expected files or folders", option="recordings")
    urls = [path for path in paths if "://" in path]
    with ThreadPoolExecutor(32) as threads:
        lists = threads.map(lambda url: _in_store(url, options, skipped, is_pattern=is_one), urls)
        found = [source for each in lists for source in each]
    if len(urls) < len(paths):
        with inputs(paths[0] if is_one else [path for path in paths if "://" not in path]) as named:
            done = subprocess.run([*plan, *named], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
        if done.returncode != 0:
            raise error_of(done.stderr, done.returncode, Call(["run", "--", paths[0]] if is_one else ["run"]))
        items = [(json.loads(line), line) for line in done.stdout.split("\n") if line]
        found += [Source(item["path"], item["size_bytes"], item["fingerprint"] or "", line) for item, line in items]
    return found


def _in_store(url: str, options: Mapping[str, Any], skipped: Iterable[str], *, is_pattern: bool) -> list[Source]:
    place = Place(url, options)
    with place.reached():
        place.fs.invalidate_cache()
        try:
            found = {place.path: place.fs.info(place.path)}
        except FileNotFoundError:
            if not is_pattern:
                return [Source(place.address)]
            found = place.fs.glob(place.path, detail=True)
        if found.get(place.path, {}).get("type") == "directory":
            found = {
                path: facts
                for path, facts in place.fs.find(place.path, detail=True).items()
                if path.lower().endswith(_EXTENSIONS)
                and "/." not in path[len(place.path) :]
                and posixpath.dirname(place.address_of(path)) not in skipped
            }
    recordings = []
    for path, facts in found.items():
        version = next((f"{name}:{facts[name]}" for name in _VERSIONS if facts.get(name)), "")
        if facts.get("type") != "directory":
            recordings.append(Source(place.address_of(path), facts.get("size") or 0, version))
    if not recordings:
        message = f"{url}: there is no recording; expected a folder, a file, or a pattern with * ? [...]"
        raise UsageError(message, file=url, option="recordings")
    return recordings


def text_of(error: BaseException) -> str:
    """What an exception of any library says, with its kind."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
