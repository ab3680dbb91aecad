#!/usr/bin/env python3
"""usage: memory.py SWINGPIPE [COUNT]     runs COUNT recordings (1000); memory must not grow with their number

The largest memory of the run, until its tables are joined and its records are written, is compared with that after its
first 300 recordings, which is in the records of these: it may be at most 5 % larger. One recording of a hundred cannot
be read.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SETTLED = 300  # recordings after which a run has all that it needs
GROWTH = 1.05  # how much more memory the rest of the run may take
LIMIT = 300 << 20  # bytes of memory that it may take at all


def peaks(folder):
    """The largest memory after each recording, in bytes, in the order in which they began."""
    records = [json.loads(path.read_text()) for path in (folder / "_meta/status").iterdir()]
    records.sort(key=lambda record: record["started"])
    found, largest = [], 0
    for record in records:
        largest = max(largest, record["peak_memory_bytes"])
        found.append(largest)
    return found


def main(swingpipe, count="1000"):
    work = Path(tempfile.mkdtemp(prefix="memory-"))
    try:
        simulate = [swingpipe, "simulate", "--sport", "tennis", "--output", work / "in", "--count", count]
        subprocess.run([*simulate, "--duration-s", "20"], check=True, capture_output=True)
        for path in sorted((work / "in").iterdir())[::100]:
            path.write_bytes(b"no recording")
        command = [swingpipe, "run", "tennis", work / "in", "--output", work / "out", "--quiet"]
        run = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        # Of the run's largest process: the one that supervises it takes less.
        _, ended, usage = os.wait4(run.pid, 0)
        largest = usage.ru_maxrss << 10
        ended = os.waitstatus_to_exitcode(ended)
        assert ended == 1, f"the run ended with {ended}; expected 1, as some recordings cannot be read"
        after = peaks(work / "out")
        assert len(after) == int(count), f"{len(after)} of {count} recordings have a record"
        settled = after[min(SETTLED, len(after)) - 1]
    finally:
        shutil.rmtree(work)
    print(
        f"{count} recordings: {settled / 2**20:.1f} MiB after {min(SETTLED, len(after))}, {after[-1] / 2**20:.1f} MiB "
        f"after all, {largest / 2**20:.1f} MiB at the end"
    )
    if largest > min(settled * GROWTH, LIMIT):
        sys.exit(f"memory: the run took {largest / settled - 1:.1%} more than after {SETTLED} recordings")


if __name__ == "__main__":
    main(*sys.argv[1:])
