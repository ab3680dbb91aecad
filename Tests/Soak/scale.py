#!/usr/bin/env python3
"""usage: scale.py SWINGPIPE COUNT...     what batches of COUNT recordings take, as in 1000 10000 100000

Makes 1000 recordings of 5 s with two swings each, and COUNT links to them, which go by their files' names. Runs each command of
the operator's page on them, and prints time, processor time and the largest memory as a table. A command that takes more memory than
LIMIT, or a page that is larger than PAGE, is a failure. 100,000 recordings take an hour, and 5 GB of disk. Needs h5py.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py

SIMULATED = 1000
LIMIT = 300 << 20  # bytes of memory
PAGE = 20_000_000  # bytes of a report
QUICK = 10  # s that status and a run with nothing to do may take
SUBJECTS = 200


def make_recordings(swingpipe, folder):
    """Recordings without identifiers, of several people."""
    simulate = [swingpipe, "simulate", "swings", "--sport", "tennis", "--output", folder, "--count", str(SIMULATED)]
    few = ["--duration-s", "5", "--swings-per-minute", "24", "--pace", "rally", "--distractors-per-minute", "0"]
    subprocess.run([*simulate, *few], check=True, capture_output=True)
    recordings = sorted(folder.iterdir())
    for index, path in enumerate(recordings):
        with h5py.File(path, "r+") as file:
            del file.attrs["recording_id"]
            file.attrs["subject_id"] = f"athlete-{index % SUBJECTS:03d}"
    return recordings


def make_links(recordings, folder, count):
    """As many files as are asked for, in folders of 1000."""
    for index in range(count):
        part = folder / f"{index // SIMULATED:03d}"
        part.mkdir(parents=True, exist_ok=True)
        os.link(recordings[index % SIMULATED], part / f"s{index:06d}.h5")


def measured(command, work):
    """Seconds, seconds of processors, and bytes of memory."""
    start = time.monotonic()
    with open(work / "errors.txt", "wb") as errors:
        process = subprocess.Popen(command, cwd=work, stdout=subprocess.DEVNULL, stderr=errors)
    _, ended, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(ended)
    if code != 0:
        sys.exit(f"scale: {' '.join(map(str, command))} ended with {code}: {(work / 'errors.txt').read_text()}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10


def main(swingpipe, *counts):
    swingpipe = Path(swingpipe).resolve()
    work = Path(tempfile.mkdtemp(prefix="scale-", dir=os.environ.get("TMPDIR")))
    failures = []
    try:
        recordings = make_recordings(swingpipe, work / "base")
        print("| recordings | command | time, s | processor time, s | memory, MB |")
        print("|---|---|---|---|---|")
        for count in map(int, counts):
            make_links(recordings, work / f"in-{count}", count)
            out = f"out-{count}"
            # Each of these has too few strokes for play; with practice they count.
            run = ["run", "tennis", f"in-{count}", "--output", out, "--set", "air.practice=true", "--quiet"]
            commands = {
                "run": run,
                "run again": run,
                "status": ["status", out],
                "merge": ["merge", out, "--quiet"],
                "report": ["report", out, "--quiet"],
                "score": ["score", out, "--labels", f"in-{count}"],
            }
            for name, arguments in commands.items():
                if name == "merge":
                    shutil.rmtree(work / out / "merged")
                seconds, work_s, memory = measured([swingpipe, *arguments], work)
                print(f"| {count:,} | {name} | {seconds:.1f} | {work_s:.1f} | {memory / 1e6:.0f} |", flush=True)
                if memory > LIMIT:
                    failures.append(f"{name} took {memory / 1e6:.0f} MB for {count} recordings")
                if name in ("run again", "status") and seconds > QUICK:
                    failures.append(f"{name} took {seconds:.1f} s for {count} recordings")
            page = (work / out / "report.html").stat().st_size
            files = [path.stat() for path in (work / out).rglob("*") if path.is_file()]
            on_disk = sum(stat.st_blocks for stat in files) * 512
            print(f"| {count:,} | {len(files):,} files, {on_disk / 1e6:.0f} MB on disk; page {page / 1e6:.1f} MB | | | |")
            if page > PAGE:
                failures.append(f"the page of {count} recordings has {page} bytes")
    finally:
        shutil.rmtree(work)
    if failures:
        sys.exit("scale: " + "; ".join(failures))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
