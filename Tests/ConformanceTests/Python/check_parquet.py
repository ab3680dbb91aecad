"""Reads Parquet files with every reader that people use, and compares what it gets with what was written.

usage: check_parquet.py FOLDER

FOLDER holds, for each case, NAME.parquet and NAME.json: the columns' descriptions and values as the writer was given them.
Prints one line a difference, and ends with 1 if there are any.
"""

import sys
import warnings

import duckdb
import fastparquet
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from cases import compare, differ, main

ARROW = {
    "boolean": pa.bool_(), "int32": pa.int32(), "int64": pa.int64(), "float32": pa.float32(),
    "float64": pa.float64(), "string": pa.string(), "timestamp": pa.timestamp("us", tz="UTC"),
}
POLARS = {
    "boolean": pl.Boolean, "int32": pl.Int32, "int64": pl.Int64, "float32": pl.Float32, "float64": pl.Float64,
    "string": pl.String, "timestamp": pl.Datetime("us", "UTC"),
}
DUCKDB = {
    "boolean": "BOOLEAN", "int32": "INTEGER", "int64": "BIGINT", "float32": "FLOAT", "float64": "DOUBLE",
    "string": "VARCHAR", "timestamp": "TIMESTAMP WITH TIME ZONE",
}
# pandas is to give fastparquet up: it is still a reader that people have.
warnings.filterwarnings("ignore", message=".*fastparquet.*")


def microseconds(array):
    """The integers behind an Arrow column of instants."""
    return array.cast(pa.int64()).to_pylist()


def check_pyarrow(case, path, columns):
    table = pq.read_table(path, page_checksum_verification=True)
    if table.column_names != [c["name"] for c in columns]:
        return differ(case, "pyarrow", f"columns {table.column_names}")
    for column in columns:
        found = table.column(column["name"])
        if found.type != ARROW[column["type"]]:
            differ(case, "pyarrow", f"{column['name']}: type {found.type}")
        compare(case, "pyarrow", column, microseconds(found) if column["type"] == "timestamp" else found.to_pylist())
    check_statistics(case, path, columns)


def check_statistics(case, path, columns):
    """Least and largest values and the number of missing ones, of every row group, where the file states them."""
    metadata = pq.ParquetFile(path).metadata
    first = 0
    stated = 0
    for group in range(metadata.num_row_groups):
        rows = metadata.row_group(group).num_rows
        for index, column in enumerate(columns):
            statistics = metadata.row_group(group).column(index).statistics
            values = column["expected"][first:first + rows]
            present = [v for v in values if v is not None]
            if statistics is None or statistics.null_count != len(values) - len(present):
                differ(case, "statistics", f"{column['name']}: {statistics and statistics.null_count} nulls")
                continue
            if not statistics.has_min_max:
                if present and column["type"] != "string":
                    differ(case, "statistics", f"{column['name']}: no least and largest value")
                continue
            stated += 1
            low, high = min(present), max(present)
            if column["type"] == "string":
                # Python orders text by code points, which is the order of its UTF-8 bytes.
                found = (statistics.min, statistics.max)
            elif column["type"] == "timestamp":
                found = (statistics.min_raw, statistics.max_raw)
            else:
                found = (statistics.min, statistics.max)
            if found != (low, high):
                differ(case, "statistics", f"{column['name']}: {found}, expected {(low, high)}")
        first += rows
    if first != len(columns[0]["expected"]):
        differ(case, "statistics", f"{first} rows in the row groups")
    if any(v is not None for c in columns for v in c["expected"]) and not stated:
        differ(case, "statistics", "none")


def check_pandas(case, path, document, columns):
    for engine in ("pyarrow", "fastparquet"):
        frame = pd.read_parquet(path, engine=engine)
        reader = f"pandas with {engine}"
        if list(frame.columns) != [c["name"] for c in columns]:
            differ(case, reader, f"columns {list(frame.columns)}")
            continue
        for column in columns:
            compare(case, reader, column, from_pandas(frame[column["name"]], column))
    attributes = pd.read_parquet(path).attrs
    if attributes.get("table") != document["table"]:
        differ(case, "df.attrs", f"table {attributes.get('table')!r}")
    for column in columns:
        unit = attributes["units"].get(column["name"])
        if unit != column.get("unit"):
            differ(case, "df.attrs", f"{column['name']}: unit {unit!r}, expected {column.get('unit')!r}")
        description = attributes["columns"][column["name"]]
        for key in ("description", "formula", "source", "range"):
            if description.get(key) != column.get(key):
                differ(case, "df.attrs", f"{column['name']}: {key} {description.get(key)!r}")


def from_pandas(series, column):
    """pandas has no missing integers and truths by default: they become floats and objects."""
    missing = series.isna().to_numpy()
    kind = column["type"]
    if kind == "timestamp":
        numbers = pd.to_datetime(series, utc=True).astype("datetime64[us, UTC]").astype("int64").to_numpy()
        return [None if gone else int(v) for v, gone in zip(numbers, missing)]
    if kind in ("int32", "int64"):
        # 64-bit integers beside missing ones went through a double: compare what that leaves of them.
        if str(series.dtype).startswith("float"):
            wanted = column["expected"]
            return [
                None if gone else (w if w is not None and float(w) == float(v) else int(v))
                for v, gone, w in zip(series, missing, wanted)
            ]
        return [None if gone else int(v) for v, gone in zip(series, missing)]
    if kind == "boolean":
        return [None if gone else bool(v) for v, gone in zip(series, missing)]
    if kind in ("float32", "float64"):
        return [None if gone else float(v) for v, gone in zip(series, missing)]
    return [None if gone else v for v, gone in zip(series, missing)]


def check_fastparquet(case, path, columns):
    """The metadata of each column, which the first row group has for all."""
    file = fastparquet.ParquetFile(path)
    for group in file.row_groups[:1]:
        for chunk, column in zip(group.columns, columns):
            pairs = {text(p.key): text(p.value) for p in chunk.meta_data.key_value_metadata or []}
            if pairs.get("description") != column["description"] or pairs.get("unit") != column.get("unit"):
                differ(case, "column metadata", f"{column['name']}: {pairs}")


def text(value):
    return value.decode() if isinstance(value, bytes) else value


def check_polars(case, path, columns):
    frame = pl.read_parquet(path)
    for column in columns:
        found = frame[column["name"]]
        if found.dtype != POLARS[column["type"]]:
            differ(case, "polars", f"{column['name']}: type {found.dtype}")
        compare(
            case, "polars", column,
            (found.cast(pl.Int64) if column["type"] == "timestamp" else found).to_list())


def check_duckdb(case, path, columns):
    connection = duckdb.connect()
    types = dict(connection.sql(f"select column_name, column_type from (describe from '{path}')").fetchall())
    for column in columns:
        if types.get(column["name"]) != DUCKDB[column["type"]]:
            differ(case, "duckdb", f"{column['name']}: type {types.get(column['name'])}")
        name = f'"{column["name"]}"'
        wanted = f"epoch_us({name})" if column["type"] == "timestamp" else name
        compare(case, "duckdb", column, [row[0] for row in connection.sql(f"select {wanted} from '{path}'").fetchall()])
        # Readers pass over row groups by their statistics: a filter must not lose a row.
        present = [v for v in column["expected"] if v is not None]
        if present and column["type"] in ("int32", "int64", "float32", "float64", "string"):
            parameter = max(present)
            cast = {"float32": "float", "float64": "double", "int32": "integer", "int64": "bigint"}.get(
                column["type"], "varchar")
            count = connection.execute(
                f"select count(*) from '{path}' where {name} = ?::{cast}", [parameter]).fetchall()[0][0]
            if count != present.count(parameter):
                differ(case, "duckdb", f"{column['name']} = {parameter!r}: {count} rows, expected {present.count(parameter)}")


def check(path, document, columns):
    parquet = str(path.with_suffix(".parquet"))
    check_pyarrow(path.stem, parquet, columns)
    check_pandas(path.stem, parquet, document, columns)
    check_fastparquet(path.stem, parquet, columns)
    check_polars(path.stem, parquet, columns)
    check_duckdb(path.stem, parquet, columns)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], check))
