"""The work of instructions.sh: instructions.py LIMITS COUNT [--update]"""

import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Kernels, the part of their data that valgrind is given, and how often they run: some 10 s of valgrind each.
KERNELS = {
    "filter": (10, 2), "read_plain": (10, 4), "read_gzip": (40, 1), "unshuffle": (10, 2), "peaks": (10, 2),
    "stamps": (10, 2), "features": (20, 1), "impacts": (20, 1), "parquet_zstd": (50, 1),
}  # fmt: skip
ALLOWED = 0.1  # share by which a count may differ from its limit
LIBRARIES = {"FFTW": "fftw3f", "HDF5": "hdf5-serial", "libdeflate": "libdeflate", "zlib": "zlib", "zstd": "libzstd"}


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def versions():
    """What else a count depends on: the compiler and the libraries."""
    found = {name: output("pkg-config", "--modversion", module) for name, module in LIBRARIES.items()}
    found["HDF5"] = found["HDF5"] or output("dpkg-query", "-W", "-f", "${Version}", "libhdf5-dev")
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    found["Swift"] = swift[1] if swift else ""
    return {name: version for name, version in found.items() if version}


def instructions(count, kernel, part, iterations):
    """Of a whole process, start and preparation included."""
    # Swift's hashes have a different seed in each run, which must not change the count.
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", count, kernel, str(iterations), str(part)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-800:]}")
    return int(found[1])


def measured(count):
    """Instructions of one iteration: twice as many less once, so that start and preparation drop out."""
    cores = max(1, len(os.sched_getaffinity(0)))
    with ThreadPoolExecutor(cores) as pool:
        runs = {
            (name, times): pool.submit(instructions, count, name, part, times * iterations)
            for name, (part, iterations) in KERNELS.items()
            for times in (1, 2)
        }
        return {
            name: (runs[name, 2].result() - runs[name, 1].result()) // iterations
            for name, (_, iterations) in KERNELS.items()
        }


def judge(name, count, limit):
    """A sentence, and whether it tells of a failure."""
    if limit is None:
        return f"{name}: {count:,} instructions, and no limit; run it with --update", True
    if count <= 0:
        return f"{name}: {count:,} instructions; a second run must take some", True
    change = count / limit - 1
    text = f"{name}: {count:,} instructions, {100 * change:+.1f} % against the limit of {limit:,}"
    if change > ALLOWED:
        return text, True
    # A limit far above what is counted would hide a loss that comes later.
    return (text + "; lower the limit with --update", True) if change < -ALLOWED else (text, False)


def main(path, count, *rest):
    path = Path(path)
    if list(rest) not in ([], ["--update"]):
        raise SystemExit("usage: instructions.py LIMITS COUNT [--update]")
    here, found = versions(), measured(count)
    if rest:
        path.write_text(json.dumps({"versions": here, "instructions": found}, indent=2) + "\n")
        print(f"Stored {len(found)} limits in {path}")
        return 0
    stored = json.loads(path.read_text())
    failed = 0
    for name, value in found.items():
        text, is_failure = judge(name, value, stored["instructions"].get(name))
        print(f"{'FAILED  ' if is_failure else 'passed  '}{text}")
        failed += is_failure
    others = [f"{name} {here.get(name, 'none')} in place of {version}" for name, version in stored["versions"].items()
              if here.get(name) != version]  # fmt: skip
    if failed and others:
        print(f"The limits were measured with other libraries, which may be the cause: {', '.join(others)}")
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
