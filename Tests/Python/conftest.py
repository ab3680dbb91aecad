"""What the tests of runs on a Dask cluster share: recordings, their local run, and a cluster of four processes."""

import os
import pathlib
import shutil
import subprocess
import warnings

import distributed
import pytest
import swingpipe

DATA = pathlib.Path(__file__).parents[2] / "Data"


class Tool:
    """The tool of the workers: a script that counts its runs, and that does as a folder of commands says."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.path = folder / "tool"
        # A command is a folder, which only one process can remove.
        self.path.write_text(f"""#!/bin/sh
cd_to='{folder}'
if [ "$1" = --version ] && [ -d "$cd_to/other-version" ]; then echo 9.9.9; exit; fi
if [ "$1" = run ]; then
  echo run >>"$cd_to/runs"
  if rmdir "$cd_to/kill-worker" 2>/dev/null; then kill -KILL $PPID; exit 1; fi
  case "$*" in *tennis-000103*) [ -d "$cd_to/kill-worker-for-103" ] && kill -KILL $PPID && exit 1 ;; esac
  if rmdir "$cd_to/fail-once" 2>/dev/null; then exit 75; fi
  if [ -d "$cd_to/wait" ]; then sleep 0.5; fi
fi
exec '{swingpipe.TOOL}' "$@"
""")
        self.path.chmod(0o755)

    def will(self, *commands: str) -> None:
        for command in commands:
            (self.folder / command).mkdir()

    def has_done(self, command: str) -> bool:
        return not (self.folder / command).exists()

    def runs(self) -> int:
        """How many recordings it was started for since the last call."""
        log = self.folder / "runs"
        count = len(log.read_text().splitlines()) if log.exists() else 0
        log.unlink(missing_ok=True)
        return count


@pytest.fixture(scope="session")
def tool(tmp_path_factory):
    return Tool(tmp_path_factory.mktemp("tool"))


@pytest.fixture(scope="session")
def client(tool, tmp_path_factory):
    """Four processes. Each has its scratch below one folder."""
    old = os.environ.get("SWINGPIPE")
    os.environ["SWINGPIPE"] = str(tool.path)
    scratch = tmp_path_factory.mktemp("scratch")
    with distributed.LocalCluster(
        n_workers=4, threads_per_worker=1, dashboard_address=None, local_directory=str(scratch), memory_limit=0
    ) as cluster:
        with distributed.Client(cluster) as client:
            yield client
    os.environ.pop("SWINGPIPE") if old is None else os.environ.update(SWINGPIPE=old)


@pytest.fixture
def one_task(monkeypatch):
    """All recordings of a run in one task, as hundreds would be, of which the tool runs several at a time."""
    monkeypatch.setattr("swingpipe._dask._shards", lambda left, threads: iter([left] if left else []))


@pytest.fixture(scope="session")
def recordings(tmp_path_factory):
    """Twelve recordings and a broken one, in a folder and one below it."""
    folder = tmp_path_factory.mktemp("data") / "recordings"
    simulate = [swingpipe.TOOL, "simulate", "swings", "--sport=tennis", "--seed=100", "--count=10", "--duration-s=20"]
    subprocess.run([*simulate, "--output", folder], check=True, capture_output=True)
    (folder / "more").mkdir()
    # By the identifiers in these files, which are not their names.
    shutil.copy(DATA / "tennis-000001.h5", folder / "more" / "monday, 9:30.h5")
    shutil.copy(DATA / "tennis-000002.h5", folder / "more" / "tuesday.H5")
    (folder / "broken.h5").write_bytes((DATA / "tennis-000001.h5").read_bytes()[:5000])
    (folder / "notes.txt").write_text("Not a recording.")
    return folder


@pytest.fixture(scope="session")
def local(recordings, tmp_path_factory):
    """The output folder of a local run."""
    folder = tmp_path_factory.mktemp("local") / "out"
    quiet_run("tennis", recordings, folder)
    return folder


def quiet_run(*arguments, **options):
    """The table of a run in which recordings may fail."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", swingpipe.InputWarning)
        return swingpipe.run(*arguments, errors="warn", **options)


def tables(folder: pathlib.Path) -> dict[str, bytes]:
    """All tables of an output folder, joined ones too, and its plan."""
    files = [file for file in folder.rglob("*") if file.is_file() and file.relative_to(folder).parts[0] != "_meta"]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}
