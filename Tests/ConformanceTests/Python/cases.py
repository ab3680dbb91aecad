"""The cases of a conformance test, and the comparison of what a reader gets with what was written.

A folder holds a NAME.json for each case: the columns' descriptions and values as the writer was given them.
"""

import json
import math
import pathlib
import sys

import numpy as np

failures = []


def differ(case, reader, what):
    failures.append(f"{case}: {reader}: {what}")


def expected_values(column):
    """The values as Python objects; None where one is missing."""
    kind = column["type"]
    if kind == "float32":
        return [None if v is None else float(np.float32(v)) for v in column["values"]]
    if kind == "float64":
        return [None if v is None else float(v) for v in column["values"]]
    if kind in ("int32", "int64", "timestamp"):
        return [None if v is None else int(v) for v in column["values"]]
    return column["values"]


def same(a, b):
    """Equal to the last bit: the sign of zero counts."""
    if isinstance(a, float) and isinstance(b, float):
        return a == b and math.copysign(1, a) == math.copysign(1, b)
    return type(a) is type(b) and a == b


def compare(case, reader, column, found):
    wanted = column["expected"]
    if len(found) != len(wanted):
        return differ(case, reader, f"{column['name']}: {len(found)} values, expected {len(wanted)}")
    for row, (a, b) in enumerate(zip(found, wanted)):
        if not same(a, b):
            return differ(case, reader, f"{column['name']}, row {row}: {a!r}, expected {b!r}")


def main(folder, check):
    """Checks every case; prints one line a case and one a difference, and returns 1 if there are any."""
    paths = sorted(pathlib.Path(folder).glob("*.json"))
    if not paths:
        differ(folder, "folder", "no cases")
    for path in paths:
        document = json.loads(path.read_text())
        columns = document["columns"]
        for column in columns:
            column["expected"] = expected_values(column)
        check(path, document, columns)
        print(f"{path.stem}: {len(columns)} columns of {len(columns[0]['expected'])} rows")
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0
