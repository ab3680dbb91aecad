#!/usr/bin/env python3
"""Times swingpipe, and a SciPy program that does the same work, on simulated recordings.

usage: benchmark.py PROGRAMS [--quick] [--runs N] [--only NAME ...] [--add]

`make benchmark` builds what it takes and runs this. PROGRAMS is the folder of `swingpipe`, `count` and `floor`. It works
in out/benchmark, where it keeps its virtual environment and its recordings, and checks that both sides find and measure
the same before it times anything. A whole run writes Data/Benchmarks.md, Data/benchmarks.svg and
the figures of the README; with --quick or --only the report goes to out/benchmark instead. With --only NAME --add what is
measured takes its place among what was measured before with the same tool, and once nothing is missing all is written.
"""

import argparse
import hashlib
import json
import os
import platform
import statistics
import sys
import time

import chart
import report
from environment import HERE, PYTHON, ROOT, SPARSE, WORK, Recipe, machine, make_venv, memory_gb, run_quietly, say, simulate
from timing import Contender, interleaved, scipy, swingpipe, times_decoded

# Single recordings by their names.
RECORDINGS = {
    "10 s": Recipe(12, 10),
    "20 min": Recipe(20, 1200),
    "1 h": Recipe(100, 3600),
    "4 h": Recipe(4, 14_400, storages=("gzip", "gzip_1s", "contiguous")),
    "4 h sparse": Recipe(4, 14_400, options=tuple(SPARSE)),
    "24 h": Recipe(24, 86_400),
}
QUICK = ["20 min", "1 h"]
MANY = 16  # recordings of 1 h, the first of them that of the name 1 h
NAMES = [*RECORDINGS, "many", "start", "kernels"]
KERNELS = 5  # runs of each
SCIPY_GB_PER_HOUR = 0.25  # memory that SciPy takes for each hour of a recording, rounded up


def options():
    names = {name.replace(" ", ""): name for name in NAMES}
    parser = argparse.ArgumentParser(prog="make benchmark", description="Times swingpipe and SciPy at the same work.")
    parser.add_argument("programs", help="the folder of swingpipe, count and floor, release builds")
    parser.add_argument("--quick", action="store_true", help="recordings of 20 min and 1 h alone, three runs")
    parser.add_argument("--runs", type=int, help="runs of each program (default: 5, with --quick 3)")
    parser.add_argument("--add", action="store_true", help="add to what was measured before with the same tool")
    parser.add_argument("--only", action="append", choices=names, metavar="NAME", help=f"one of {', '.join(names)}")
    chosen = parser.parse_args()
    if chosen.runs is not None and chosen.runs < 1:
        parser.error(f"--runs is {chosen.runs}; expected 1 or more")
    if chosen.add and not chosen.only:
        parser.error("--add goes with --only NAME")
    chosen.tool = f"{chosen.programs}/swingpipe"
    chosen.runs = chosen.runs or (3 if chosen.quick else 5)
    chosen.names = [names[name] for name in chosen.only or []] or (QUICK if chosen.quick else NAMES)
    return chosen


def check(tool, path):
    """Ends the benchmark where SciPy's swings and features are not those of swingpipe."""
    ours, theirs = swingpipe(tool, [path], 1), scipy(path)
    ours.run(keep=False)
    theirs.run(keep=False)
    table = ours.cleared[0] / "swings" / f"{path.stem}.parquet"
    say(run_quietly(PYTHON, HERE / "Python" / "check.py", table, theirs.cleared[0], path).stdout.strip())


def figures(contenders):
    return {
        one.name: {
            "wall": one.wall,
            "cpu": statistics.median(one.cpus),
            "memory": statistics.median(one.memories),
            "inside": statistics.median(one.inside) if one.inside else None,
            "walls": one.walls,
            "runs": len(one.walls),
        }
        for one in contenders
    }


def single(name, chosen):
    """One recording in each of its storages, with all that do its work in turn."""
    recipe = RECORDINGS[name]
    seconds = recipe.seconds
    for storage in recipe.storages:
        (path,) = simulate(chosen.tool, recipe, storage)
        needed = SCIPY_GB_PER_HOUR * seconds / 3600
        has_room = memory_gb("MemAvailable") > needed
        contenders = [swingpipe(chosen.tool, [path], jobs) for jobs in (1, 2)]
        if has_room:
            check(chosen.tool, path)
            contenders.append(scipy(path))
        contenders.append(Contender("reading and filtering alone", [f"{chosen.programs}/floor", str(path)]))
        runs = min(chosen.runs, 3) if seconds > 20_000 else chosen.runs
        say(f"Timing {name}, {storage}")
        yield {
            "name": name,
            "storage": storage,
            "seconds": seconds,
            "bytes": path.stat().st_size,
            "decoded": times_decoded(chosen.tool, path),
            "without_scipy": None if has_room else f"SciPy would take some {needed:.0f} GB of memory",
            "contenders": figures(interleaved(contenders, runs)),
        }


def many(chosen):
    recipe = RECORDINGS["1 h"]
    for storage in recipe.storages:
        paths = simulate(chosen.tool, recipe, storage, MANY)
        say(f"Timing {MANY} x 1 h, {storage}")
        contenders = interleaved([swingpipe(chosen.tool, paths, jobs) for jobs in (1, 2)], min(chosen.runs, 3))
        yield {"count": MANY, "storage": storage, "seconds": MANY * recipe.seconds, "contenders": figures(contenders)}


def kernels(chosen):
    """Seconds of each kernel's runs, of which the first warms up."""
    say("Timing the kernels")
    count = f"{chosen.programs}/count"
    result = {}
    for line in run_quietly(count, "--list").stdout.split("\n"):
        if line:
            name, size = line.split()
            lines = run_quietly(count, "--time", name, KERNELS + 1).stdout.split()
            result[name] = {"size": int(size), "seconds": statistics.median(map(float, lines[1:]))}
    return result


def begun(chosen):
    """What the measurements go into: those before, where they are to be added to, or none."""
    # In pieces: Linux counts the memory of this program, as far as it has grown, to those that it starts.
    with open(chosen.tool, "rb") as file:
        tool = hashlib.file_digest(file, "sha256").hexdigest()
    stored = WORK / "results.json"
    if chosen.add and stored.exists():
        results = json.loads(stored.read_text())
        if results.get("tool") == tool and results["machine"] == json.loads(json.dumps(machine(chosen.tool))):
            return results
        say("What was measured before was another tool, or on another machine; it is left out")
    return {
        "tool": tool, "parts": {}, "machine": machine(chosen.tool), "recordings": [], "many": [], "start": None, "kernels": {},
    }  # fmt: skip


def measure(chosen):
    results = begun(chosen)
    for name in chosen.names:
        results["parts"][name] = {
            "date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()), "load": os.getloadavg()[0],
        }  # fmt: skip
        if name in RECORDINGS:
            results["recordings"] = [one for one in results["recordings"] if one["name"] != name]
            results["recordings"] += single(name, chosen)
            results["recordings"].sort(key=lambda one: NAMES.index(one["name"]))
        elif name == "many":
            results["many"] = list(many(chosen))
        elif name == "kernels":
            results["kernels"] = kernels(chosen)
        else:
            helps = interleaved([Contender("swingpipe --help", [chosen.tool, "--help"])], 8 * chosen.runs)
            results["start"] = figures(helps)["swingpipe --help"]
        # What is there so far, for a run that is cut short.
        (WORK / "results.json").write_text(json.dumps(results, indent=1))
    return results


def main():
    chosen = options()
    if platform.system() != "Linux":
        raise SystemExit("The benchmark measures memory and processors as Linux tells them; it runs there alone")
    (WORK / "runs").mkdir(parents=True, exist_ok=True)
    make_venv()
    results = measure(chosen)
    text = report.markdown(results)
    missing = [name for name in NAMES if name not in results["parts"]]
    if chosen.quick or chosen.only and (missing or not chosen.add):
        (WORK / "Benchmarks.md").write_text(text)
        (WORK / "benchmarks.svg").write_text(chart.svg(results))
        print(text)
        if chosen.add:
            say(f"Not measured yet: {', '.join(missing)}")
        return
    (ROOT / "Data" / "Benchmarks.md").write_text(text)
    (ROOT / "Data" / "benchmarks.svg").write_text(chart.svg(results))
    report.refresh_readme(ROOT / "README.md", results)
    say("Wrote Data/Benchmarks.md, Data/benchmarks.svg and the figures of README.md")


if __name__ == "__main__":
    sys.exit(main())
