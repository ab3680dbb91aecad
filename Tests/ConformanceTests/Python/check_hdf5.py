"""Reads HDF5 tables with h5py, pandas and PyTables, and compares what it gets with what was written.

usage: check_hdf5.py FOLDER

FOLDER holds, for each case, NAME.h5 and NAME.json: the columns' descriptions and values as the writer was given them.
"""

import json
import sys

import h5py
import numpy as np
import pandas as pd
import tables

from cases import compare, differ, main

STORED = {"boolean": "i1", "int32": "<i4", "int64": "<i8", "float32": "<f4", "float64": "<f8", "timestamp": "<i8"}
INSTANT_UNIT = "microseconds since 1970-01-01T00:00:00Z"


def value(raw, kind, missing):
    """A stored value as a Python object; None where it is the one that stands for a missing value."""
    if kind in ("float32", "float64"):
        return None if np.isnan(raw) else float(raw)
    if kind == "string":
        text = bytes(raw).decode("utf-8")
        return None if text == missing else text
    if int(raw) == int(missing):
        return None
    return bool(raw) if kind == "boolean" else int(raw)


def text(value):
    """A text of an attribute, which h5py gives as bytes where its length is fixed."""
    return bytes(value).decode("utf-8") if isinstance(value, bytes) else value


def texts(values):
    """Those of an attribute with several."""
    return [text(value) for value in values]


def check_h5py(case, path, document, columns):
    """What there is to read, by the attributes alone; gives the rows as pandas takes them from h5py."""
    with h5py.File(path) as file:
        dataset = file[document["table"]]
        rows = dataset[:]
        described = json.loads(text(dataset.attrs["columns"]))
        lists = {key: texts(dataset.attrs["column_" + key]) for key in ("names", "types", "units", "missing_values")}
        words = {key: texts(dataset.attrs[f"column_{key}s"]) for key in ("description", "formula", "source")}
        if text(file.attrs["format"]) != "swingpipe-table":
            differ(case, "h5py", f"format {file.attrs['format']!r}")
    if list(rows.dtype.names) != [c["name"] for c in columns] or lists["names"] != list(rows.dtype.names):
        differ(case, "h5py", f"columns {rows.dtype.names}")
        return None
    for index, column in enumerate(columns):
        kind, stored = column["type"], rows.dtype[index]
        if lists["types"][index] != kind or (stored.kind != "S" if kind == "string" else stored != np.dtype(STORED[kind])):
            differ(case, "h5py", f"{column['name']}: type {stored} for {lists['types'][index]}")
        unit = INSTANT_UNIT if kind == "timestamp" else column.get("unit", "")
        if lists["units"][index] != unit:
            differ(case, "h5py", f"{column['name']}: unit {lists['units'][index]!r}, expected {unit!r}")
        for key in words:
            if words[key][index] != column.get(key, ""):
                differ(case, "h5py", f"{column['name']}: {key} {words[key][index]!r}")
        for key in ("name", "type", "unit", "description", "formula", "source", "range"):
            if described[index].get(key) != column.get(key):
                differ(case, "h5py", f"{column['name']}: {key} {described[index].get(key)!r} in \"columns\"")
        missing = lists["missing_values"][index]
        compare(case, "h5py", column, [value(v, kind, missing) for v in rows[column["name"]]])
        if kind == "timestamp" and missing == str(np.iinfo("i8").min):
            instants = rows[column["name"]].astype("datetime64[us]")
            gone = [v is None for v in column["expected"]]
            if list(np.isnat(instants)) != gone:
                differ(case, "h5py", f"{column['name']}: not NaT where a value is missing")
    return pd.DataFrame(rows)


def check_read_hdf(case, path, document, columns, frame):
    """pandas' own reader: the same as from h5py, but for texts, which are decoded, and NaN where they are missing."""
    found = pd.read_hdf(path, document["table"])
    if list(found.columns) != list(frame.columns) or len(found) != len(frame):
        return differ(case, "read_hdf", f"{list(found.columns)}, {len(found)} rows")
    for column in columns:
        a, b = found[column["name"]], frame[column["name"]]
        if column["type"] == "string":
            # A text "nan" is not told from a missing one by pandas.
            wanted = [None if v in (None, "nan") else v for v in column["expected"]]
            values = [None if pd.isna(v) or set(v[3:]) == {"~"} and v.startswith("nan") else v for v in a]
            compare(case, "read_hdf", {**column, "expected": wanted}, values)
        elif a.dtype != b.dtype or a.to_numpy().tobytes() != b.to_numpy().tobytes():
            differ(case, "read_hdf", f"{column['name']}: {a.dtype}, not what h5py reads as {b.dtype}")
    return None


def check_pytables(case, path, document, columns):
    with tables.open_file(path) as file:
        node = file.get_node("/" + document["table"])
        if not isinstance(node, tables.Table) or node.colnames != [c["name"] for c in columns]:
            return differ(case, "PyTables", f"{node}")
        # A query, which PyTables answers without reading the whole table.
        zeros = sum(v == 0 for v in columns[1]["expected"] if v is not None)
        if len(node.read_where("count == 0")) != zeros:
            differ(case, "PyTables", "another number of rows where count is 0")
    return None


def check(path, document, columns):
    table = str(path.with_suffix(".h5"))
    frame = check_h5py(path.stem, table, document, columns)
    if frame is not None:
        check_read_hdf(path.stem, table, document, columns, frame)
        check_pytables(path.stem, table, document, columns)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], check))
