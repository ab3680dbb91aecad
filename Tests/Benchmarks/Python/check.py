"""Whether swings.py and swingpipe find the same swings and measure the same on them.

usage: check.py EXPECTED.parquet FOUND.parquet [RECORDING]

EXPECTED is swingpipe's table, FOUND that of swings.py. Swings are paired by their order: their number, labels, flags and
other texts must be the same, impacts and onsets within one sample, other times within 10 us, and all other numbers within
1e-4 of their size, or of their column's median size where they are less; accelerations within 3e-6 g at the least, and
within a quarter of a millionth of the recording's largest burst. No column and no row is left out, and no swings at all
are a fault. Before it says so, it looks whether it would find each column wrong that is made so. Exit code 0 if the
two agree, 1 if not; every column that does not is told, with its worst row.
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

TOLERANCE = 1e-4
# The error of filters in float32 goes with the bursts, two roundings of the largest, and a noise of 0.008 g feels it.
SMALLEST_G = 3e-6
SMALLEST_SHARE = 2.5e-7
SMALLEST_S = 1e-5  # times of double precision differ by less after other roundings
SAMPLE_S = 1.01 / 800  # impacts and onsets lie within one sample of the acceleration
ON_SAMPLES = {"impact_time_s", "impact_onset_time_s"}


def faults(expected, found):
    """What differs, a line each."""
    if expected.column_names != found.column_names:
        missing = set(expected.column_names) ^ set(found.column_names)
        return [f"columns differ: {sorted(missing) or 'their order'}"]
    if expected.schema.types != found.schema.types:
        pairs = zip(expected.schema, found.schema)
        return [f"types differ: {[f'{a.name}: {a.type} and {b.type}' for a, b in pairs if a.type != b.type]}"]
    if expected.num_rows == 0:
        return ["no swings: nothing is compared"]
    if expected.num_rows != found.num_rows:
        return [f"expected {expected.num_rows} swings, found {found.num_rows}"]
    result = []
    largest = np.nanmax(np.append(np.abs(numbers(expected["high_passed_peak_g"])), 0))
    smallest_g = max(SMALLEST_G, SMALLEST_SHARE * largest)
    for name in expected.column_names:
        left, right = expected[name].combine_chunks(), found[name].combine_chunks()
        if pa.types.is_floating(left.type):
            result += number_faults(name, left, right, smallest_g)
            continue
        rows = [row for row, (a, b) in enumerate(zip(left.to_pylist(), right.to_pylist())) if a != b]
        if rows:
            result.append(f"{name}: {len(rows)} rows differ, as row {rows[0]}: {left[rows[0]]} and {right[rows[0]]}")
    return result


def numbers(values):
    """A column as doubles, NaN where there is none."""
    return np.asarray(values.cast(pa.float64()).fill_null(np.nan))


def number_faults(name, left, right, smallest_g):
    left, right = numbers(left), numbers(right)
    if (bad := np.isnan(left) != np.isnan(right)).any():
        row = np.flatnonzero(bad)[0]
        return [f"{name}: {bad.sum()} values are missing in one table only, as row {row}: {left[row]} and {right[row]}"]
    error = np.nan_to_num(np.abs(left - right))
    size = np.abs(left[~np.isnan(left)])
    allowed = TOLERANCE * np.fmax(np.abs(np.nan_to_num(left)), np.median(size) if size.size else 0)
    if name.endswith("_g"):
        allowed = np.maximum(allowed, smallest_g)
    # Stamps count from the device's boot: their size says nothing of how exact they must be.
    if name in ON_SAMPLES:
        allowed = np.full(left.size, SAMPLE_S)
    elif name.endswith("time_s") or name == "impact_time_subsample_s":
        allowed = np.full(left.size, SMALLEST_S)
    if not (bad := error > allowed).any():
        return []
    row = np.argmax(error / allowed)
    return [f"{name}: {bad.sum()} of {left.size} values differ, row {row} most: {left[row]:.9g} and {right[row]:.9g}"]


def blind_spots(table):
    """Columns of numbers in which a value that is wrong by two thousandths, or by two samples of time, goes unnoticed."""
    missed = []
    for index, field in enumerate(table.schema):
        if not pa.types.is_floating(field.type):
            continue
        values = numbers(table[field.name].combine_chunks()).copy()
        if np.isnan(values).all() or not np.nan_to_num(values).any():
            continue
        row = np.nanargmax(np.abs(values))
        values[row] += 2 / 800 if "time_s" in field.name or field.name == "impact_time_subsample_s" else values[row] / 500
        wrong = pa.array(values, from_pandas=True).cast(field.type)
        if not faults(table, table.set_column(index, field, wrong)):
            missed.append(field.name)
    return missed


def main(expected, found, recording="the recording"):
    expected, found = pq.read_table(expected), pq.read_table(found)
    problems = faults(expected, found)
    if problems:
        print(f"{recording}: swings.py and swingpipe differ:\n  " + "\n  ".join(problems))
        return 1
    if missed := blind_spots(expected):
        print(f"{recording}: the check itself does not see a change of {missed}")
        return 1
    numbers = sum(pa.types.is_floating(field.type) for field in expected.schema)
    print(f"{recording}: {expected.num_rows} swings and their {numbers} columns of numbers agree")
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        raise SystemExit("usage: check.py EXPECTED.parquet FOUND.parquet [RECORDING]")
    sys.exit(main(*sys.argv[1:]))
