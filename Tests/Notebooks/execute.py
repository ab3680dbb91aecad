"""Executes notebooks from top to bottom, and fails where a cell does.

usage: execute.py FOLDER

The notebooks of FOLDER are executed in place, so FOLDER is a copy. Those under version control hold no results: a cell that
does is an error.
"""

import pathlib
import sys

import nbclient
import nbformat

# A kernel warns that what goes between it and this program on this machine is not encrypted.
QUIET = ["--log-level=ERROR"]


def results(notebook):
    return [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and (cell.outputs or cell.execution_count)]


def main(folder):
    paths = sorted(pathlib.Path(folder).glob("*.ipynb"))
    failed = not paths
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        nbformat.validate(notebook)
        if stored := results(notebook):
            print(f"{path.name}: cells {stored} hold results; clear all outputs before committing", file=sys.stderr)
            failed = True
        try:
            nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}, extra_arguments=QUIET).execute()
        except (nbclient.exceptions.CellExecutionError, nbclient.exceptions.CellTimeoutError) as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            failed = True
            continue
        count = sum(cell.cell_type == "code" for cell in notebook.cells)
        print(f"{path.name}: {count} cells")
        nbformat.write(notebook, path)
    if not paths:
        print(f"{folder}: holds no notebooks", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
