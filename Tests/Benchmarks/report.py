"""The figures as Markdown: Data/Benchmarks.md, and the short table of the README."""

import re

SCIPY, FLOOR = "SciPy", "reading and filtering alone"
ONE, TWO = "swingpipe --jobs 1", "swingpipe --jobs 2"
VALUE_BYTES = 5 * 8 + 35 * 4  # of a row of the Parquet kernels: five columns of double precision, 35 of single


def seconds(value):
    if value is None:
        return ""
    return f"{1000 * value:.1f} ms" if value < 0.1 else f"{value:.3g} s" if value < 100 else f"{value:.0f} s"


def number(value):
    """With three significant digits, and a comma for thousands."""
    digits = f"{value:.3g}"
    return f"{float(digits):,.0f}" if value >= 100 else digits


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def find(results, name, storage):
    return next((one for one in results["recordings"] if (one["name"], one["storage"]) == (name, storage)), None)


def targets(results):
    """What was aimed at: what it is, the aim, what was measured, and whether that is enough."""
    rows = []

    def most(what, aim, value, unit=""):
        rows.append((what, f"at most {aim}{unit}", f"{number(value)}{unit}", "yes" if value <= aim else "no"))

    def least(what, aim, value):
        rows.append((what, f"at least {aim:,}", number(value), "yes" if value >= aim else "no"))

    against_file(results, most)
    against_scipy(results, least)
    of_sparse(results, least)
    over_lengths(results, most, least)
    for one in results["many"]:
        gain = one["contenders"][ONE]["wall"] / one["contenders"][TWO]["wall"]
        least(f"{one['count']} x 1 h, {one['storage']}: speed of --jobs 2 over --jobs 1", 1.8, gain)
    if short := find(results, "10 s", "gzip"):
        most("10 s, gzip, from end to end", 40, 1000 * short["contenders"][ONE]["wall"], " ms")
    if results["start"]:
        most("swingpipe --help, the start alone", 15, 1000 * results["start"]["wall"], " ms")
    return rows


def against_file(results, most):
    """Aims beside what is in the file: how often it is decoded, and what reading and filtering it takes."""
    decoded = [(times, path, one) for one in results["recordings"] for path, times in one["decoded"].items()]
    if decoded:
        times, path, one = max(decoded, key=lambda row: row[0])
        most(f"rows decoded over rows in the file, at its worst: {path} of {one['name']}, {one['storage']}", 1.02, times)
    for name, storage, aim in (
        ("4 h", "gzip", 1.5), ("4 h", "contiguous", 2.5), ("4 h", "gzip_1s", 1.5),
        ("4 h sparse", "gzip", 1.5), ("4 h sparse", "contiguous", 2.5),
    ):  # fmt: skip
        if one := find(results, name, storage):
            ratio = one["contenders"][ONE]["cpu"] / one["contenders"][FLOOR]["cpu"]
            most(f"{name}, {storage}: processor time relative to reading and filtering alone", aim, ratio)
    batches, chunks = find(results, "4 h", "gzip_1s"), find(results, "4 h", "gzip")
    if batches and chunks:
        ratio = batches["contenders"][FLOOR]["cpu"] / chunks["contenders"][FLOOR]["cpu"]
        most("4 h: processor time of reading and filtering alone, gzip_1s over gzip", 1.5, ratio)


def against_scipy(results, least):
    for storage, speed, memory in (("gzip", 10, 10), ("contiguous", 15, 10), ("gzip_1s", 8, None)):
        one = find(results, "4 h", storage)
        if not one or SCIPY not in one["contenders"]:
            continue
        ours, theirs = one["contenders"][TWO], one["contenders"][SCIPY]
        least(f"4 h, {storage}, 2 cores: times SciPy's speed, whole process", speed, theirs["wall"] / ours["wall"])
        if memory:
            least("the same: SciPy's peak memory over swingpipe's", memory, theirs["memory"] / ours["memory"])


def of_sparse(results, least):
    """Aims that were set for sparse recordings, when there were no others."""
    for storage, aim in (("contiguous", 40_000), ("gzip", 15_000)):
        if one := find(results, "4 h sparse", storage):
            least(f"4 h sparse, {storage}, --jobs 1: times real time", aim, one["seconds"] / one["contenders"][ONE]["wall"])
    one = find(results, "4 h sparse", "gzip")
    if one and SCIPY in one["contenders"]:
        ours, theirs = one["contenders"][TWO], one["contenders"][SCIPY]
        least("4 h sparse, gzip, 2 cores: speed over SciPy's without its imports", 5, theirs["inside"] / ours["wall"])


def over_lengths(results, most, least):
    """Aims of one recording on two cores, and of one of a day beside one of 4 h."""
    for storage in ("gzip", "contiguous"):
        day, short = find(results, "24 h", storage), find(results, "4 h", storage)
        if short:
            gain = short["contenders"][ONE]["wall"] / short["contenders"][TWO]["wall"]
            least(f"4 h, {storage}: speed of --jobs 2 over --jobs 1", 1.6, gain)
        if day and short:
            ratio = day["contenders"][ONE]["cpu"] / short["contenders"][ONE]["cpu"]
            most(f"24 h, {storage}: processor time relative to 4 h", 6.5, ratio)
        if day:
            memory = max(day["contenders"][name]["memory"] for name in (ONE, TWO))
            most(f"24 h, {storage}: peak memory", 120, memory, " MB")


def decoded(results):
    """How often the datasets of each recording were decoded: the one that was most often, and those that were more than once."""
    rows = []
    for one in results["recordings"]:
        path, times = max(one["decoded"].items(), key=lambda item: item[1])
        again = sum(value > 1.005 for value in one["decoded"].values())
        rows.append((f"{one['name']}, {one['storage']}", f"`{path}`", f"{times:.2f}", f"{again} of {len(one['decoded'])}"))
    return table(["recording", "decoded most often", "times", "datasets decoded more than once"], rows)


def when(results):
    """The time of the first and of the last part, and the largest load at the start of one."""
    dates = sorted(part["date"] for part in results["parts"].values())
    load = max(part["load"] for part in results["parts"].values())
    span = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
    return f"{span}; load of at most {load:.2f} at the start of a part"


def whole_runs(results):
    rows = []
    for one in results["recordings"]:
        base = one["contenders"].get(SCIPY)
        for name, figures in one["contenders"].items():
            ratio = number(base["wall"] / figures["wall"]) if base else ""
            rows.append((
                f"{one['name']}, {one['storage']}, {number(one['bytes'] / 1e6)} MB", name, seconds(figures["wall"]),
                number(one["seconds"] / figures["wall"]), ratio, seconds(figures["cpu"]),
                f"{number(figures['memory'])} MB", seconds(figures["inside"]), figures["runs"],
            ))  # fmt: skip
    return table(
        ["recording", "program", "time", "times real time", "times SciPy's speed", "processor time", "peak memory", "without imports", "runs"],
        rows,
    )


def beyond_floor(results):
    rows = []
    for one in results["recordings"]:
        floor, ours = one["contenders"][FLOOR], one["contenders"][ONE]
        rows.append((f"{one['name']}, {one['storage']}", seconds(floor["cpu"]), seconds(ours["cpu"]), number(ours["cpu"] / floor["cpu"])))
    return table(["recording", "reading and filtering alone", "whole run", "ratio"], rows)


def several(results):
    rows = []
    for one in results["many"]:
        first, second = one["contenders"][ONE], one["contenders"][TWO]
        speed = number(one["seconds"] / second["wall"])
        rows.append((f"{one['count']} x 1 h, {one['storage']}", seconds(first["wall"]), seconds(second["wall"]),
                     number(first["wall"] / second["wall"]), speed, f"{number(second['memory'])} MB", second["runs"]))
    return table(["recordings", "--jobs 1", "--jobs 2", "gain", "times real time", "peak memory", "runs"], rows)


def kernels(results):
    rows = []
    for name, one in results["kernels"].items():
        rate = f"{number(one['size'] / one['seconds'] / 1e6)} million a second"
        if name.startswith("parquet_"):
            rate = f"{number(one['size'] * VALUE_BYTES / one['seconds'] / 1e6)} MB/s of values"
        elif name.startswith(("read_", "unshuffle")):
            rate = f"{number(one['size'] * 12 / one['seconds'] / 1e6)} MB/s"
        elif name == "features":
            rate = f"{number(one['size'] / one['seconds'])} swings a second"
        elif name == "impacts":
            rate = f"{number(one['size'] / one['seconds'])} impacts a second, five seconds of acceleration each"
        rows.append((f"`{name}`", f"{one['size']:,}", seconds(one["seconds"]), rate))
    return table(["kernel", "samples, rows or swings", "time", "rate"], rows)


def markdown(results):
    machine = "\n".join(f"- {name}: {text}" for name, text in results["machine"])
    missing = {one["without_scipy"] for one in results["recordings"] if one["without_scipy"]}
    sections = [
        "# Speed",
        """`make benchmark` builds everything, makes the recordings and a virtual environment, and writes this page. It compares
swingpipe with an optimised script that uses NumPy, SciPy and h5py (`Tests/Benchmarks/Python/swings.py`). First it
checks that both programs find the same swings and measure the same features. Labels must be alike, impacts within one
sample, and numbers within 1e-4 of their size or of their column's median.

- **Time** is the median of whole processes from start to exit. The two programs run in turn, as often as the tables
  say, with the files in the system's memory.
- **Times real time** is the recording's length over the time.
- **Peak memory** is the memory of the largest process.
- **Without imports** is the time that the SciPy program measures after Python has loaded its packages.
- `--jobs 2` lets swingpipe use two processors, for one recording too. The SciPy program uses little more than one
  processor.

The recordings are simulated tennis at 801.92 and 200.48 Hz. They are as dense as real sessions of table tennis: 34
strokes a minute, a third of them misses, and some 57 rejected movements a minute. Their timestamps are ticks of a clock
of 24 MHz. Sparse recordings have 12 strokes a minute and timestamps in whole microseconds.

| storage | layout of the file |
|---|---|
| gzip | chunks of 8,192 rows (4,096 of the device motion), shuffled and compressed |
| gzip_1s | the same with chunks of one second, 800 and 200 rows, as recorders write that add their samples once a second |
| contiguous | not compressed, in one piece |

The two programs do not do the same work. Only swingpipe writes the tables of rejected candidates and of recordings,
estimates how late the device motion is, and keeps a log and a record of the run.""",
        f"{machine}\n- {when(results)}",
    ]
    if rows := targets(results):
        sections += ["## Aims", table(["what", "aim", "measured", "met"], rows)]
    if results["recordings"]:
        sections += ["## One recording", whole_runs(results), *(f"No SciPy where it is missing: {text}." for text in missing)]
        sections += [
            "## What the pipeline adds to reading and filtering",
            "Processor time of `floor` and of the run with `--jobs 1`. `floor` reads every sample and timestamp once and filters z.",
            beyond_floor(results),
            "## How often the file is decoded",
            "Rows decoded over rows in the file, as `--profile` reports them. The larger value of the runs with `--jobs 1` and `--jobs 2`.",
            decoded(results),
        ]
    if results["many"]:
        sections += ["## Many recordings", several(results)]
    if results["kernels"]:
        sections += [
            "## Kernels",
            "The libraries alone, on one core: on an hour of a recording, and for the Parquet writer on a million rows of 40 columns. "
            "Medians of five runs in one process.",
            kernels(results),
        ]
    sections += [
        "## Commands",
        """```
make benchmark                               # all of it: some 40 min, 9 GB of disk, 6 GB of memory for SciPy's 24 h
make benchmark BENCHMARK=--quick             # 20 min and 1 h alone, three runs, to standard output
make benchmark BENCHMARK='--only start'      # one part: 10s, 20min, 1h, 4h, 4hsparse, 24h, many, start or kernels
make benchmark BENCHMARK='--only 24h --add --runs 1'  # one part among those before; all is written once none is missing
make benchmark-micro                         # the kernels with percentiles, by the package benchmark
make test-instructions                       # instructions of the kernels against stored limits
swingpipe run Pipelines/tennis.json RECORDING --output FOLDER --jobs 1 --quiet              # what is timed,
out/benchmark/venv/bin/python Tests/Benchmarks/Python/swings.py RECORDING TABLE.parquet     # and against what
```""",
    ]
    return "\n\n".join(sections) + "\n"


def refresh_readme(path, results):
    """Puts the figures between the two comments of the README."""
    rows = []
    for name, storage in (("4 h", "contiguous"), ("4 h", "gzip"), ("24 h", "gzip")):
        one = find(results, name, storage)
        if not one:
            continue
        ours, theirs = one["contenders"][TWO], one["contenders"].get(SCIPY)
        rows.append((
            f"{name}, {storage}", seconds(ours["wall"]),
            number(one["seconds"] / ours["wall"]), f"{number(ours['memory'])} MB",
            seconds(theirs["wall"]) if theirs else "", f"{number(theirs['memory'])} MB" if theirs else "",
        ))  # fmt: skip
    body = table(["recording", "swingpipe, 2 cores", "times real time", "memory", "SciPy", "its memory"], rows)
    cpu = dict(results["machine"])["Processor"]
    runs = sorted({one["contenders"][TWO]["runs"] for one in results["recordings"] if one["name"] in ("4 h", "24 h")})
    said = " to ".join(map(str, sorted({runs[0], runs[-1]})))
    body += (
        f"\n\nMedians of {said} runs of whole processes on {cpu}, {when(results).split()[0]}. *Times real time* is the length "
        "of the recording divided by the time of the run. The recordings are simulated rallies, 34 strokes and some 57 rejected "
        "movements a minute, with stamps as a watch makes them. Contiguous: not compressed, in one piece."
    )
    text = path.read_text()
    changed, count = re.subn(
        r"(<!-- benchmarks -->\n).*?(<!-- /benchmarks -->)", lambda found: f"{found[1]}{body}\n{found[2]}", text, flags=re.S
    )
    if count != 1:
        raise SystemExit(f"{path}: expected one place between <!-- benchmarks --> and <!-- /benchmarks -->, found {count}")
    path.write_text(changed)
