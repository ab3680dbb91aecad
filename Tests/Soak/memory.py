#!/usr/bin/env python3
"""usage: memory.py SWINGPIPE [COUNT]     runs COUNT recordings (1000, 600 at least); memory must not grow with their number

The run's largest memory may grow by 5 % from the end of the first tenth of the recordings (of the first 300 if these are more) to the end of all.
To join their tables may take what the encoding of one group of rows takes, however many there are. One recording of a hundred cannot
be read.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FEW = 300  # recordings after which a run has all that it needs, even where a tenth of them is less
GROWTH = 1.05  # how much more memory the others may take
JOINING = 4 << 20  # bytes that the joining of tables may take
LIMIT = 300 << 20  # bytes of memory that a run may take at all


def peaks(swingpipe, recordings, work):
    """The run's largest memory up to the end of each recording, in the order in which they ended, and of all of it, in bytes."""
    inputs = work / "inputs.txt"
    inputs.write_text("".join(f"{path}\n" for path in recordings))
    out = work / "out"
    command = [swingpipe, "run", "tennis", "--files-from", inputs, "--output", out, "--quiet"]
    run = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    # Of the run's largest process: the one that supervises it takes less.
    _, ended, usage = os.wait4(run.pid, 0)
    ended = os.waitstatus_to_exitcode(ended)
    assert ended == 1, f"the run ended with {ended}; expected 1, as some recordings cannot be read"
    records = sorted((out / "_meta/status").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    assert len(records) == len(recordings), f"{len(records)} of {len(recordings)} recordings have a record"
    return [json.loads(path.read_text())["peak_memory_bytes"] for path in records], usage.ru_maxrss << 10


def main(swingpipe, count="1000"):
    if int(count) < 2 * FEW:
        sys.exit(f"memory: {count} recordings show no growth after the first {FEW}; expected {2 * FEW} or more")
    work = Path(tempfile.mkdtemp(prefix="memory-"))
    try:
        simulate = [swingpipe, "simulate", "swings", "--sport", "tennis", "--output", work / "in", "--count", count]
        subprocess.run([*simulate, "--duration-s", "20"], check=True, capture_output=True)
        recordings = sorted((work / "in").iterdir())
        for path in recordings[::100]:
            path.write_bytes(b"no recording")
        peak, whole = peaks(swingpipe, recordings, work)
    finally:
        shutil.rmtree(work)
    few = min(len(peak), max(FEW, len(peak) // 10))
    for name, memory in [(f"the first {few}", before := max(peak[:few])), (f"all {len(peak)}", after := max(peak))]:
        print(f"{memory / 2**20:.1f} MiB with {name} recordings")
    print(f"{whole / 2**20:.1f} MiB with the joining of their tables")
    if after > before * GROWTH:
        sys.exit(f"memory: it grew by {after / before - 1:.1%} after the first {few} recordings")
    if whole > LIMIT:
        sys.exit(f"memory: the run took more than {LIMIT >> 20} MiB")
    if whole > after + JOINING:
        sys.exit(f"memory: joining took {(whole - after) / 2**20:.1f} MiB")


if __name__ == "__main__":
    main(*sys.argv[1:])
