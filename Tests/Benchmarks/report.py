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

    def add(what, aim, value, unit, is_met):
        rows.append((what, aim, f"{number(value)}{unit}", "yes" if is_met else "no"))

    packed, plain, short = (find(results, *key) for key in (("4 h", "gzip"), ("4 h", "contiguous"), ("10 s", "gzip")))
    if packed and SCIPY in packed["contenders"]:
        ours, theirs = packed["contenders"][TWO], packed["contenders"][SCIPY]
        add("4 h, gzip, 2 cores: times SciPy's speed, whole process", "10", theirs["wall"] / ours["wall"], "",
            theirs["wall"] >= 10 * ours["wall"])
        add("the same against SciPy's time without its imports", "5", theirs["inside"] / ours["wall"], "",
            theirs["inside"] >= 5 * ours["wall"])
        add("the same: SciPy's peak memory over swingpipe's", "8", theirs["memory"] / ours["memory"], "",
            theirs["memory"] >= 8 * ours["memory"])
    for one, aim in ((plain, 40_000), (packed, 15_000)):
        if one:
            speed = one["seconds"] / one["contenders"][ONE]["wall"]
            add(f"4 h, {one['storage']}, --jobs 1: times real time", f"{aim:,}", speed, "", speed >= aim)
    for one in results["many"]:
        gain = one["contenders"][ONE]["wall"] / one["contenders"][TWO]["wall"]
        add(f"{one['count']} x 1 h, {one['storage']}: speed of --jobs 2 over --jobs 1", "1.8", gain, "", gain >= 1.8)
    if short:
        wall = short["contenders"][ONE]["wall"]
        add("10 s, gzip, from end to end", "50 ms", 1000 * wall, " ms", wall < 0.05)
    if results["start"]:
        wall = results["start"]["wall"]
        add("swingpipe --help, the start alone", "15 ms", 1000 * wall, " ms", wall < 0.015)
    return rows


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
        rows.append((f"`{name}`", f"{one['size']:,}", seconds(one["seconds"]), rate))
    return table(["kernel", "samples, rows or swings", "time", "rate"], rows)


def markdown(results):
    machine = "\n".join(f"- {name}: {text}" for name, text in results["machine"])
    missing = {one["without_scipy"] for one in results["recordings"] if one["without_scipy"]}
    sections = [
        "# Speed",
        f"""Written by `make benchmark`, which builds everything, makes the recordings and a virtual environment of its own, and checks
first that a program of NumPy, SciPy and h5py (`Tests/Benchmarks/Python/swings.py`) finds the same swings on them and
measures the same features: labels alike, impacts within one sample, numbers within 1e-4 of their size or of their
column's median. Figures are medians of as many runs as the tables say, of whole processes from start to exit, taken in turn,
with the files in the system's memory. Times real time is the recording's length over the time. Peak memory is that of the
largest process. Without imports is what SciPy's program tells of its own seconds once Python and its packages are there.
`--jobs 2` lets swingpipe use two processors, for one recording too; SciPy's program uses little more than one. Contiguous
recordings are not compressed and lie in the file in one piece.

Not the same work: swingpipe also writes the tables of rejected candidates and of recordings, estimates how late the
device motion is, and keeps a log and a record of the run; the SciPy program does none of it.""",
        f"{machine}\n- {when(results)}",
    ]
    if rows := targets(results):
        sections += ["## Aims", table(["what", "aim", "measured", "met"], rows)]
    if results["recordings"]:
        sections += ["## One recording", whole_runs(results), *(f"No SciPy where it is missing: {text}." for text in missing)]
        sections += [
            "## What the pipeline adds to reading and filtering",
            "Processor time of `floor`, which reads every sample and stamp once and filters z, and of the run with `--jobs 1`.",
            beyond_floor(results),
        ]
    if results["many"]:
        sections += ["## Many recordings", several(results)]
    if results["kernels"]:
        sections += [
            "## Kernels",
            "The libraries alone, on one core, on an hour of a recording; the Parquet writer on a million rows of 40 columns. "
            "Medians of five runs in one process.",
            kernels(results),
        ]
    sections += [
        "## Commands",
        """```
make benchmark                               # all of it: some 25 min, 8 GB of disk, 6 GB of memory for SciPy's 24 h
make benchmark BENCHMARK=--quick             # 20 min and 1 h alone, three runs, to standard output
make benchmark BENCHMARK='--only start'      # one part: 10s, 20min, 1h, 4h, 24h, many, start or kernels
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
        f"\n\nMedians of {said} runs of whole processes on {cpu}, {when(results).split()[0]}. Times real time: the recording's "
        "length over the time. Contiguous: not compressed, in one piece."
    )
    text = path.read_text()
    changed, count = re.subn(
        r"(<!-- benchmarks -->\n).*?(<!-- /benchmarks -->)", lambda found: f"{found[1]}{body}\n{found[2]}", text, flags=re.S
    )
    if count != 1:
        raise SystemExit(f"{path}: expected one place between <!-- benchmarks --> and <!-- /benchmarks -->, found {count}")
    path.write_text(changed)
