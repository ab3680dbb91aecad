"""Whole processes, timed from the outside."""

import json
import os
import shutil
import statistics
import time
from dataclasses import dataclass, field

from environment import CLEAN, PIPELINE, PYTHON, HERE, WORK


@dataclass
class Contender:
    """A program at a piece of work, and what its runs took."""

    name: str
    command: list
    cleared: list = field(default_factory=list)  # files and folders that are removed ahead of each run
    tells: bool = False  # whether it tells its own seconds
    walls: list = field(default_factory=list)  # s
    cpus: list = field(default_factory=list)  # s
    memories: list = field(default_factory=list)  # MB
    inside: list = field(default_factory=list)  # s, without imports, where the program tells

    @property
    def wall(self):
        return statistics.median(self.walls)

    def run(self, keep=True):
        for path in self.cleared:
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        log = WORK / "log"
        began = time.perf_counter()
        pid = spawn(self.command, log)
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - began
        text = log.read_text(errors="replace")
        if status != 0:
            raise SystemExit(f"{' '.join(self.command)} ended with {os.waitstatus_to_exitcode(status)}:\n{text[-2000:]}")
        if not keep:
            return
        self.walls.append(wall)
        self.cpus.append(usage.ru_utime + usage.ru_stime)
        self.memories.append(usage.ru_maxrss / 1024)
        # Warnings of libraries may come first.
        if told := [line for line in text.splitlines() if line.startswith('{"swings"')]:
            seconds = json.loads(told[-1])["seconds"]
            self.inside.append(sum(value for part, value in seconds.items() if part != "imports"))
        elif self.tells:
            raise SystemExit(f"{' '.join(self.command)} did not tell its seconds:\n{text[-2000:]}")


def spawn(command, log):
    """Starts a program whose messages go to a file: a pipe would need someone who reads."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, str(log), flags, 0o644),
    ]
    return os.posix_spawn(command[0], command, CLEAN, file_actions=actions)


def swingpipe(tool, paths, jobs):
    folder = WORK / "runs" / f"jobs-{jobs}"
    command = [tool, "run", str(PIPELINE), *map(str, paths), "--output", str(folder), "--jobs", str(jobs), "--quiet"]
    return Contender(f"swingpipe --jobs {jobs}", command, [folder])


def times_decoded(tool, path):
    """How many times a run decoded each dataset of a recording: the most of runs with one and with two processors."""
    most = {}
    for jobs in (1, 2):
        one = swingpipe(tool, [path], jobs)
        one.command.append("--profile")
        one.run(keep=False)
        for dataset in json.loads((one.cleared[0] / "_meta" / "profile.json").read_text())["datasets"]:
            times = dataset["rows_decoded"] / dataset["rows"]
            most[dataset["path"]] = max(times, most.get(dataset["path"], 0))
    return most


def scipy(path):
    table = WORK / "runs" / "scipy.parquet"
    return Contender("SciPy", [str(PYTHON), str(HERE / "Python" / "swings.py"), str(path), str(table)], [table], tells=True)


def interleaved(contenders, runs):
    """Each once ahead, so that files are in memory and programs in the caches; then in turn, A B A B."""
    for contender in contenders:
        contender.run(keep=False)
    for _ in range(runs):
        for contender in contenders:
            contender.run()
    return contenders
