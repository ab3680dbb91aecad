#!/usr/bin/env python3
"""usage: mutants.py SWINGPIPE COUNT [--commands all|run|NAME,NAME...] [--seed N] [--keep FOLDER]
                  [--seeds FOLDER]

Damages COUNT recordings at random and hands each to the tool: whatever the damage, the tool ends by itself, in bounded time
and memory, with an exit code that says what is at fault. Files that break this are kept, and the program ends with 1. First
each command has to do well on recordings without damage.

With --seeds, the files of that folder are damaged: HDF5 and MATLAB files of other layouts, which are imported by the mapping that is proposed for the
sound file, activities and dives, packed or not, and workout plans. If the name of one that needs a mapping begins with "checksummed", the import must fail, tell of a fault or have the values of the sound file. Metadata
of old files have no checksums, so a chunk that is lost there must at least be told as values that stand still.
"""

import argparse
import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

STALL_S = 2
# A stalled child is ended after the stall time, each command starts again without the file, and machines are shared.
LONGEST_S = 30
MOST_MB = 300
ROOT = pathlib.Path(__file__).resolve().parents[2]
PIPELINE = str(ROOT / "Pipelines/tennis.json")
# What ends a command without blame: all well, some failed, the command line, the data, worth a retry, the pipeline.
CODES = {0, 1, 64, 65, 75, 78}

SINGLE = {
    "info": ["check", "--details", "{file}"],
    "check": ["check", "{file}"],
    "plot": ["plot", "{file}", "--from", "+0", "--to", "+2", "-o", "{out}/x.svg"],
    "overview": ["plot", "{file}", "--overview", "-o", "{out}/x.svg"],
    "explain": ["explain", "{file}", "--pipeline", PIPELINE, "--at", "+1"],
    "export": ["export", "{file}", "-o", "{out}/csv"],
    "label": ["label", "list", "{file}"],
    "degrade": ["degrade", "{file}", "--output", "{out}/degraded"],
    "validate": ["pipelines", "validate", PIPELINE, "{file}"],
    "plan": ["run", "--dry-run", PIPELINE, "{file}", "--output", "{out}/out"],
    "score": ["score", "{run}", "--labels", "{file}"],
    # Beside two sound recordings: a model needs two at least.
    "train": ["pipelines", "train", PIPELINE, "{file}", "{sound}", "--output", "{out}/model.json"],
    "import": ["import", "{file}", "--output", "{out}/imported"],
}

# For files of other layouts.
FOREIGN = {
    "info": ["check", "--details", "{file}"],
    "propose": ["check", "--details", "{file}", "--mapping-out", "{out}/mapping.json"],
    "import": ["import", "{file}", "--mapping", "{mapping}", "--output", "{out}/imported"],
}
# For activities and dives, and for plans.
ACTIVITY = {"take": ["import", "{file}", "--output", "{out}/imported"]}
PLAN = {"convert": ["workout-plan", "convert", "{file}", "--output", "{out}/plan.json"]}


def commands_for(path):
    """What is done to a file of another layout, by its ending."""
    ending = path.suffix.lower()
    if ending in (".erg", ".mrc", ".zwo"):
        return PLAN
    return ACTIVITY if ending in (".fit", ".tcx", ".gpx", ".xml", ".gz", ".zip", ".uddf", ".ssrf") else FOREIGN


def mutate(data, random):
    """One to a few faults of one kind."""
    data = bytearray(data)
    kind = random.choice(["metadata", "metadata", "anywhere", "sizes", "truncated", "zeroed", "doubled"])
    if kind == "metadata":
        # Most structures lie at the front or between the chunks, as texts and headers do: near names and signatures.
        marks = [i for mark in (b"TREE", b"SNOD", b"HEAP", b"GCOL", b"OHDR", b"deflate", b"accelerometer", b"time")
                 for i in places(data, mark)] or [0]
        for _ in range(random.randint(1, 4)):
            at = min(len(data) - 1, max(0, random.choice(marks) + random.randint(-64, 256)))
            data[at] = random.choice([0, 1, 0x7F, 0x80, 0xFF, random.randrange(256), data[at] ^ (1 << random.randrange(8))])
    elif kind == "anywhere":
        for _ in range(random.randint(1, 30)):
            data[random.randrange(len(data))] = random.randrange(256)
    elif kind == "sizes":
        at = random.randrange(0, max(1, min(len(data), 20000) - 8))
        size = random.choice([0x7FFFFFFF, 0xFFFFFFFF, 1 << 40, 1 << 60, (1 << 64) - 1, 0, 1])
        width = random.choice([2, 4, 8])
        data[at : at + width] = (size & ((1 << 8 * width) - 1)).to_bytes(width, "little")
    elif kind == "truncated":
        del data[random.randrange(len(data)) :]
    elif kind == "zeroed":
        at = random.randrange(len(data)) // 512 * 512
        length = 512 * random.randint(1, 8)
        data[at : at + length] = bytes(len(data[at : at + length]))
    else:
        at, to = random.randrange(len(data)), random.randrange(len(data))
        part = data[at : at + random.randint(1, 4096)]
        data[to : to + len(part)] = part
    return kind, bytes(data)


def places(data, mark):
    at = data.find(mark)
    while at >= 0:
        yield at
        at = data.find(mark, at + 1)


def run(command):
    """How a command ends: its exit code, seconds, and the largest of its processes in MB."""
    start = time.monotonic()
    # In a session of its own, as what is started here only starts the tool.
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               start_new_session=True)
    deadline = start + 4 * LONGEST_S
    output = b""
    try:
        output, _ = process.communicate(timeout=deadline - start)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return "none", time.monotonic() - start, output
    return process.returncode, time.monotonic() - start, output


def arguments_of(name, path, folder, commands=SINGLE, mapping=""):
    """What makes the tool do something with a file, or with a folder for "run"."""
    out = folder / "out"
    # What an earlier file left there would be refused to be replaced.
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    words = commands.get(name, ["run", PIPELINE, "{file}", "--output", "{out}/run", "--quiet"])
    return [*(word.format(file=path, out=out, run=folder / "run", sound=folder / "sound", mapping=mapping)
              for word in words),
            # Plans are converted in the process itself.
            *([] if commands is PLAN else ["--stall-timeout-s", str(STALL_S)])]


def check_undamaged(swingpipe, names, folder):
    """Ends the program where a command fails on sound files, as its damaged ones would tell nothing."""
    for name in names:
        # The first of each storage.
        for path in [folder / "seeds"] if name == "run" else sorted((folder / "seeds").iterdir())[::16]:
            code, _, output = run([swingpipe, *arguments_of(name, path, folder)])
            if code != 0:
                sys.exit(f"{name} ended with {code} on {path.name}, which is not damaged: {output.decode(errors='replace')}")


def told(output, path):
    """What an import says of a file, whatever the file's name."""
    return {line.replace(path.stem, "") for line in output.decode(errors="replace").splitlines()[1:]}


def imported(swingpipe, out):
    """What an import made, as text."""
    done = subprocess.run([swingpipe, "export", *map(str, (out / "imported").glob("*.h5")), "-o", str(out / "text")],
                          capture_output=True)
    return done.returncode, [path.read_bytes() for path in sorted((out / "text").rglob("*.csv"))]


def damage_foreign(arguments):
    """Damages files of other layouts."""
    source = random.Random(arguments.seed)
    tally = collections.defaultdict(collections.Counter)
    slowest, largest, faults, compared = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        mappings = folder / "mappings"
        mappings.mkdir()

        def call(name, path, seed):
            code, seconds, output = run(["/usr/bin/time", "-f", "%M", "-q", "-o", str(folder / "memory"), arguments.swingpipe,
                                         *arguments_of(name, path, folder, commands_for(seed), mappings / f"{seed.name}.json")])
            memory = 0 if code == "none" else int((folder / "memory").read_text().split()[-1] or 0) / 1024
            return code, seconds, memory, output

        seeds, sound = sorted(pathlib.Path(arguments.seeds).iterdir()), {}
        for seed in seeds:
            for name in [name for name in commands_for(seed) if name != "info"]:
                code, _, _, output = call(name, seed, seed)
                if code != 0:
                    sys.exit(f"{name} ended with {code} on {seed.name}, which is not damaged: {output.decode(errors='replace')}")
                if name == "propose":
                    shutil.copy(folder / "out" / "mapping.json", mappings / f"{seed.name}.json")
            if seed.name.startswith("checksummed") and commands_for(seed) is FOREIGN:
                sound[seed] = imported(arguments.swingpipe, folder / "out"), told(output, seed)
                if sound[seed][0][0] != 0 or not sound[seed][0][1]:
                    sys.exit(f"{seed.name}, which is not damaged, was imported, but cannot be exported")
        for number in range(arguments.count):
            seed = seeds[number % len(seeds)]
            kind, data = mutate(seed.read_bytes(), source)
            path = folder / f"{number:06d}-{kind}-{seed.name}"
            path.write_bytes(data)
            for name in commands_for(seed):
                code, seconds, memory, output = call(name, path, seed)
                tally[name][code] += 1
                slowest, largest = max(slowest, seconds), max(largest, memory)
                fault = "" if code in CODES and seconds <= LONGEST_S and memory <= MOST_MB else f"{name} ended with {code}"
                if name == "import" and code == 0 and seed in sound:
                    compared += 1
                    values, sentences = sound[seed]
                    if told(output, path) <= sentences and imported(arguments.swingpipe, folder / "out") != values:
                        fault = "the import has other values, and nothing tells of it"
                if fault:
                    faults += 1
                    kept = pathlib.Path(arguments.keep)
                    kept.mkdir(parents=True, exist_ok=True)
                    shutil.copy(path, kept)
                    print(f"{kept / path.name}: {fault} after {seconds:.1f} s and {memory:.0f} MB: "
                          f"{output[-200:].decode(errors='replace')}", flush=True)
            path.unlink()
    for name in tally:
        print(f"{name:10} {', '.join(f'{code}: {count}' for code, count in sorted(tally[name].items(), key=str))}")
    print(f"{arguments.count} mutants, {compared} imports compared, {faults} faults; slowest {slowest:.1f} s, largest {largest:.0f} MB")
    sys.exit(1 if faults else 0)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("swingpipe")
    parser.add_argument("count", type=int)
    parser.add_argument("--commands", default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="mutants")
    parser.add_argument("--seeds")
    arguments = parser.parse_args()
    if arguments.seeds:
        damage_foreign(arguments)
    names = ["run", *SINGLE] if arguments.commands == "all" else arguments.commands.split(",")
    source = random.Random(arguments.seed)
    tally = {name: collections.Counter() for name in names}
    slowest, faults = collections.defaultdict(float), 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for storage in ["gzip", "contiguous", "gzip_1s"]:
            subprocess.run(
                [arguments.swingpipe, "simulate", "swings", "--sport", "tennis", "--count", "16", "--duration-s", "5",
                 "--swings-per-minute", "15", "--storage", storage, "--seed", str(1 + 100 * len(storage)),
                 "--output", str(folder / "seeds")],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seeds = [path.read_bytes() for path in sorted((folder / "seeds").iterdir())]
        subprocess.run(
            [arguments.swingpipe, "simulate", "swings", "--sport", "tennis", "--count", "2", "--duration-s", "40", "--output", str(folder / "sound")],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # What labels are held against.
        subprocess.run(
            [arguments.swingpipe, "run", PIPELINE, str(folder / "seeds"), "--output", str(folder / "run"), "--quiet"],
            check=True)
        check_undamaged(arguments.swingpipe, names, folder)
        made = 0
        while made < arguments.count:
            batch = folder / "batch"
            shutil.rmtree(batch, ignore_errors=True)
            batch.mkdir()
            files = []
            for place, seed in enumerate(seeds[: arguments.count - made]):
                kind, data = mutate(seed, source)
                path = batch / f"{made + place:06d}-{kind}.h5"
                path.write_bytes(data)
                files.append(path)
            made += len(files)
            for name in names:
                for path in [batch] if name == "run" else files:
                    code, seconds, output = run(["/usr/bin/time", "-f", "%M", "-q", "-o", str(folder / "memory"),
                                                 arguments.swingpipe, *arguments_of(name, path, folder)])
                    # Whoever was killed left no measure.
                    memory = 0 if code == "none" else int((folder / "memory").read_text().split()[-1] or 0) / 1024
                    tally[name][code] += 1
                    # Of a whole batch, each stalled file may take its time.
                    longest = LONGEST_S + (len(files) * STALL_S if name == "run" else 0)
                    slowest[name] = max(slowest[name], seconds)
                    slowest[name + " MB"] = max(slowest[name + " MB"], memory)
                    if code in CODES and seconds <= longest and memory <= MOST_MB:
                        continue
                    faults += 1
                    kept = pathlib.Path(arguments.keep)
                    kept.mkdir(parents=True, exist_ok=True)
                    target = kept / f"{faults:03d}-{name}-{path.name}"
                    (shutil.copytree if path.is_dir() else shutil.copy)(path, target)
                    print(f"{target}: {name} ended with {code} after {seconds:.1f} s and {memory:.0f} MB: "
                          f"{output[-200:].decode(errors='replace')}", flush=True)
    for name in names:
        codes = ", ".join(f"{code}: {count}" for code, count in sorted(tally[name].items(), key=str))
        print(f"{name:10} {codes}; slowest {slowest[name]:.1f} s, largest {slowest[name + ' MB']:.0f} MB")
    print(f"{arguments.count} mutants, {faults} faults")
    sys.exit(1 if faults else 0)


main()
