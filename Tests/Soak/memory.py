#!/usr/bin/env python3
"""usage: memory.py SWINGPIPE [COUNT]     runs COUNT recordings (1000); memory must not grow with their number

The largest memory of the run, with the joining of its tables and its records, is compared with that of a run over its first 300
recordings alone: it may be at most 5 % larger. One recording of a hundred cannot be read.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FEW = 300  # recordings after which a run has all that it needs
GROWTH = 1.05  # how much more memory the others may take
LIMIT = 300 << 20  # bytes of memory that a run may take at all


def before_joining(folder):
    """The largest memory before the tables were joined, in bytes, and the number of recordings."""
    records = [json.loads(path.read_text()) for path in (folder / "_meta/status").iterdir()]
    return max(record["peak_memory_bytes"] for record in records), len(records)


def peaks(swingpipe, recordings, work):
    """The largest memory of a run before its tables were joined, and of all of it, in bytes."""
    inputs = work / "inputs.txt"
    inputs.write_text("".join(f"{path}\n" for path in recordings))
    out = work / f"out-{len(recordings)}"
    command = [swingpipe, "run", "tennis", "--files-from", inputs, "--output", out, "--quiet"]
    run = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    # Of the run's largest process: the one that supervises it takes less.
    _, ended, usage = os.wait4(run.pid, 0)
    ended = os.waitstatus_to_exitcode(ended)
    assert ended == 1, f"the run ended with {ended}; expected 1, as some recordings cannot be read"
    before, count = before_joining(out)
    assert count == len(recordings), f"{count} of {len(recordings)} recordings have a record"
    return before, usage.ru_maxrss << 10


def main(swingpipe, count="1000"):
    work = Path(tempfile.mkdtemp(prefix="memory-"))
    try:
        simulate = [swingpipe, "simulate", "--sport", "tennis", "--output", work / "in", "--count", count]
        subprocess.run([*simulate, "--duration-s", "20"], check=True, capture_output=True)
        recordings = sorted((work / "in").iterdir())
        for path in recordings[::100]:
            path.write_bytes(b"no recording")
        few = peaks(swingpipe, recordings[:FEW], work)
        all_ = peaks(swingpipe, recordings, work)
    finally:
        shutil.rmtree(work)
    for number, (before, whole) in [(min(FEW, len(recordings)), few), (len(recordings), all_)]:
        print(f"{number} recordings: {before / 2**20:.1f} MiB before tables are joined, {whole / 2**20:.1f} MiB in all")
    if all_[1] > min(few[1] * GROWTH, LIMIT):
        sys.exit(f"memory: the run took {all_[1] / few[1] - 1:.1%} more than its first {FEW} recordings alone")


if __name__ == "__main__":
    main(*sys.argv[1:])
