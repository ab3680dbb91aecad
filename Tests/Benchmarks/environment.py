"""Where the benchmark works, the programs that it runs, and the machine that it runs on."""

import hashlib
import os
import platform
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / "out" / "benchmark"
RECORDINGS = WORK / "recordings"
PYTHON = WORK / "venv" / "bin" / "python"
PIPELINE = ROOT / "Pipelines" / "tennis.json"
# What recordings hold: swings and rejected movements as dense as in real sessions of table tennis, with stamps as a watch
# makes them; or single strokes with a rest between them, with stamps in whole microseconds.
DENSE = ["--pace", "rally", "--swings-per-minute", "34", "--distractors-per-minute", "1", "--stamps", "ticks"]
SPARSE = []
# Settings that some environments have for their own machines, and that slow NumPy down on others.
SLOWING = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "PYTHONPATH", "PYTHONHOME")
CLEAN = {name: value for name, value in os.environ.items() if name not in SLOWING}


@dataclass
class Recipe:
    """A recording of simulated tennis."""

    seed: int
    seconds: int
    storages: tuple = ("gzip", "contiguous")
    options: tuple = tuple(DENSE)


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(*command):
    """What a program prints; nothing where it is not there or fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=CLEAN)
        return done.stdout.strip() if done.returncode == 0 else ""
    except OSError:
        return ""


def make_venv():
    """The virtual environment, made anew when its list of packages has changed."""
    wanted = (HERE / "Python" / "requirements.txt").read_text()
    installed = WORK / "venv" / "installed.txt"
    if installed.exists() and installed.read_text() == wanted:
        return
    say("Making a virtual environment with NumPy, SciPy, h5py and pyarrow")
    subprocess.run([sys.executable, "-m", "venv", "--clear", WORK / "venv"], check=True)
    requirements = HERE / "Python" / "requirements.txt"
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement", requirements]
    subprocess.run(pip, check=True, env=CLEAN)
    installed.write_text(wanted)


def simulate(tool, recipe, storage, count=1):
    """Simulated tennis, kept between runs: paths of `count` recordings from a seed on, in the storage asked for."""
    options = " ".join(recipe.options)
    folder = RECORDINGS / f"{simulation(options)}-{recipe.seconds}-s-{storage}"
    paths = [folder / f"tennis-{number:06}.h5" for number in range(recipe.seed, recipe.seed + count)]
    if all(path.exists() for path in paths):
        return paths
    say(f"Simulating {count} x {recipe.seconds} s of tennis, {storage}")
    folder.mkdir(parents=True, exist_ok=True)
    command = [tool, "simulate", "swings", "--sport", "tennis", "--seed", recipe.seed, "--count", count, "--duration-s", recipe.seconds]
    run_quietly(*command, *recipe.options, "--storage", storage, "--output", folder)
    return paths


def simulation(options):
    """What recordings are simulated by, in a few digits: those of an older simulation are not taken for its own."""
    others = ("swingpipe/Commands/SimulateCommand.swift", "Recordings/Writing/RecordingStorage.swift")
    files = sorted((ROOT / "Sources" / "Simulation").rglob("*.swift")) + [ROOT / "Sources" / other for other in others]
    content = b"".join(file.read_bytes() for file in files) + options.encode()
    return hashlib.sha256(content).hexdigest()[:8]


def run_quietly(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=CLEAN)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def memory_gb(field="MemTotal"):
    """From /proc/meminfo; 0 where there is none."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) / 2**20 for line in lines if line.startswith(field + ":")), 0)


def machine(tool):
    """What the figures depend on, as pairs of a name and a text."""
    cpu = [line.split(":", 1)[1].strip() for line in output("lscpu").splitlines() if line.startswith("Model name:")]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = "import h5py, numpy, scipy, platform; print(platform.python_version(), numpy.__version__, scipy.__version__, h5py.__version__, h5py.version.hdf5_version)"
    python, numpy, scipy, h5py, hdf5 = (output(PYTHON, "-c", versions).split() + [""] * 5)[:5]
    libraries = {name: output("pkg-config", "--modversion", module) for name, module in
                 (("HDF5", "hdf5-serial"), ("FFTW", "fftw3f"), ("libdeflate", "libdeflate"), ("zlib", "zlib"))}
    if not libraries["HDF5"]:
        libraries["HDF5"] = output("dpkg-query", "-W", "-f", "${Version}", "libhdf5-dev")
    return [
        ("Processor", f"{cpu[0] if cpu else platform.processor() or platform.machine()}, {cores} cores"),
        ("Memory", f"{memory_gb():.0f} GB"),
        ("System", f"{platform.system()} {(re.match(r'[0-9.]*[0-9]', platform.release()) or [''])[0]}"),
        ("swingpipe", f"{output(tool, '--version')}, {(output('swift', '--version').splitlines() or ['Swift ?'])[0]}"),
        ("Its libraries", ", ".join(f"{name} {version}" for name, version in libraries.items() if version)),
        ("SciPy's side", f"Python {python}, NumPy {numpy}, SciPy {scipy}, h5py {h5py} with HDF5 {hdf5}"),
    ]  # fmt: skip
