"""Pictures of recordings, and the report of a run."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ._errors import UsageError
from ._results import of_run, with_cause
from ._tool import StrPath, call, joined, python_options, settings


class Picture:
    """A picture that a notebook shows.

    Attributes
    ----------
    data : bytes
        The content of an SVG or PNG file.
    kind : str
        "svg" or "png".
    """

    def __init__(self, data: bytes, kind: str) -> None:
        self.data = data
        self.kind = kind

    def __repr__(self) -> str:
        return f"<swingpipe.Picture: {self.kind}, {len(self.data)} bytes>"

    def _repr_svg_(self) -> str | None:
        return self.data.decode() if self.kind == "svg" else None

    def _repr_png_(self) -> bytes | None:
        return self.data if self.kind == "png" else None

    def save(self, path: StrPath) -> None:
        """Writes the picture to a file.

        Parameters
        ----------
        path
            The file. It must end as the picture's kind does.

        Raises
        ------
        UsageError
        """
        if Path(path).suffix.lower() != f".{self.kind}":
            message = f'path is {os.fspath(path)!r}; expected a name that ends in ".{self.kind}", as the picture is one'
            raise UsageError(message, option="path", value=os.fspath(path))
        Path(path).write_bytes(self.data)


def plot(
    source: StrPath,
    *,
    swing: int | None = None,
    recording: str | None = None,
    start: float | str | None = None,
    end: float | str | None = None,
    overview: bool = False,
    streams: Sequence[str] | None = None,
    panels: Sequence[str] | None = None,
    pipeline: StrPath | None = None,
    run: StrPath | None = None,
    sport: str | None = None,
    overrides: Mapping[str, object] | None = None,
    title: str | None = None,
    width: int | None = None,
    height: int | None = None,
    scale: float | None = None,
    theme: str | None = None,
    kind: str = "svg",
) -> Picture:
    """Draws a swing, a part of a recording, or all of it.

    Parameters
    ----------
    source
        A recording, or the output folder of a run.
    swing
        The swing_index of a recording's swing; for an output folder without `recording`, the row of the swing in the
        joined table. Both count from 0.
    recording
        The recording_id of the recording to draw, for an output folder.
    start, end
        The part to draw: seconds on the recording's clock, or "+12.5" for seconds after its start.
    overview
        Whether to draw all of the recording in one picture.
    streams
        The streams of an overview.
    panels
        The panels from top to bottom, as `swingpipe plot --help-all` lists them.
    pipeline, run, sport
        What finds the swings: a pipeline, the pipeline of an output folder, or the built-in pipeline of a sport.
    overrides
        Options over those of the pipeline, such as {"hit.threshold_g": 2}.
    title
        A heading in place of the usual one.
    width, height
        The size in pixels.
    scale
        Device pixels for each pixel of a PNG.
    theme
        "light" or "dark".
    kind
        "svg" or "png".

    Returns
    -------
    Picture
        A notebook shows it, and its method `save` writes it to a file.

    Raises
    ------
    MissingFileError, UsageError, PipelineError, DataError
    """
    if kind not in ("svg", "png"):
        raise UsageError(f'kind is {kind!r}; expected "svg" or "png"', option="kind", value=str(kind))
    if recording is not None and not os.path.isdir(source):
        message = f"recording is {recording!r}, but source is not the output folder of a run; expected one"
        raise UsageError(message, option="recording", value=recording)
    file = os.fspath(source)
    if recording is not None:
        file, folder_of_run = of_run(Path(source), recording)
        run = folder_of_run if run is None and pipeline is None and sport is None else run
    options = {
        "swing": swing,
        "from": start,
        "to": end,
        "streams": joined("streams", streams),
        "panels": joined("panels", panels),
        "pipeline": pipeline,
        "run": run,
        "sport": sport,
        "title": title,
        "width": width,
        "height": height,
        "scale": scale,
        "theme": theme,
    }
    # Only a pipeline that the caller names may execute code in Python.
    code = python_options() if pipeline is not None else []
    with tempfile.TemporaryDirectory(prefix="swingpipe-") as folder:
        path = Path(folder, f"picture.{kind}")
        flags = ["--overview"] if overview else []
        more = [*flags, *code, *settings(overrides), f"--output={path}"]
        with with_cause(source):
            call("plot", *_given(options), *more, "--", file)
        return Picture(path.read_bytes(), kind)


def report(
    output: StrPath | Iterable[StrPath],
    page: StrPath | None = None,
    *,
    split_by: str | None = None,
    units: Sequence[str] | None = None,
    max_swings: int | None = None,
) -> Path:
    """Makes a web page of a run: pictures, metrics, quality and failures.

    Parameters
    ----------
    output
        The output folder of a run, or several folders to compare. The runs are of one kind, such as swings.
    page
        The file to write. By default report.html in the output folder; required for several folders.
    split_by
        A column of the main table. The page compares the rows that have different values in it.
    units
        Units for the page, such as ["deg/s", "km/h"].
    max_swings
        How many swings to draw at most, evenly spread. Tables and metrics are of all swings.

    Returns
    -------
    pathlib.Path
        The page.

    Raises
    ------
    MissingFileError, UsageError
    """
    folders = [os.fspath(folder) for folder in ([output] if isinstance(output, (str, os.PathLike)) else output)]
    if not folders:
        raise UsageError("output is an empty list; expected output folders of runs", option="output")
    if page is not None and Path(page).suffix.lower() not in (".html", ".htm"):
        message = f'page is "{os.fspath(page)}"; expected a name that ends in ".html"'
        raise UsageError(message, option="page", value=os.fspath(page))
    if page is None and len(folders) != 1:
        raise UsageError(f"page is missing for {len(folders)} folders; expected the file to write", option="page")
    path = Path(folders[0], "report.html") if page is None else Path(page)
    options = {"split-by": split_by, "units": joined("units", units), "max-swings": max_swings}
    try:
        call("report", *_given(options), f"--output={path}", "--", *folders)
    except UsageError as error:
        message, _, advice = error.message.partition("; without ")
        if advice:
            error.message = f"{message}; make a page of each"
            error.args = (error.message,)
        raise
    return path


def _given(options: Mapping[str, object]) -> list[str]:
    """Options of the tool, without those that are None."""
    return [
        f"--{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"
        for name, value in options.items()
        if value is not None
    ]
