"""Executes notebooks from top to bottom, and fails if a cell fails or if the stored outputs are out of date.

usage: execute.py FOLDER [SOURCES]

The notebooks are executed in FOLDER, which is a copy. With SOURCES, the folder of the originals, their outputs are
replaced by the new outputs.
"""

import decimal
import difflib
import pathlib
import re
import sys

import nbclient
import nbformat

# Without it, the kernel warns that its connection to this program is not encrypted.
QUIET = ["--log-level=ERROR"]
MOST_PICTURE_BYTES = 60_000
MOST_NOTEBOOK_BYTES = 250_000
DECIMAL = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?")


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def text_of(cell):
    """The text of a cell's outputs. Pictures and HTML count by their kind alone."""
    lines = []
    for output in cell.outputs:
        data = output.get("data", {})
        lines.append(" ".join([output.get("name", output.output_type), *sorted(data)]))
        lines.append(output.text if output.output_type == "stream" else data.get("text/plain", ""))
    # The number of bytes belongs to the picture.
    return re.sub(r"(<swingpipe\.Picture: \w+), \d+ bytes>", r"\1>", "\n".join(lines))


def is_same_text(first, second):
    """Whether texts are the same, but for spaces and for 1 in the last place of numbers with decimals.

    Tables are the same bytes on all x86_64 processors only. On other processors, and with another C library or FFTW, the
    last digits may differ.
    """
    if DECIMAL.sub("#", first).split() != DECIMAL.sub("#", second).split():
        return False
    for pair in zip(DECIMAL.findall(first), DECIMAL.findall(second)):
        one, other = map(decimal.Decimal, pair)
        place = max(one.as_tuple().exponent, other.as_tuple().exponent)
        if abs(one - other) > decimal.Decimal(1).scaleb(place):
            return False
    return True


def messages(notebook):
    """What cells write to standard error, such as warnings and progress."""
    for number, cell in enumerate(code_cells(notebook), 1):
        for output in cell.outputs:
            if output.get("name") == "stderr":
                yield f"cell {number} writes to standard error, expected nothing: {output.text.strip()}"


def excesses(notebook):
    """Outputs that are too large for version control."""
    for number, cell in enumerate(code_cells(notebook), 1):
        for output in cell.outputs:
            size = len(output.get("data", {}).get("image/png", "")) * 3 // 4
            if size > MOST_PICTURE_BYTES:
                yield f"cell {number} has a picture of {size} bytes, expected at most {MOST_PICTURE_BYTES}"
    size = len(nbformat.writes(notebook).encode())
    if size > MOST_NOTEBOOK_BYTES:
        yield f"the notebook has {size} bytes, expected at most {MOST_NOTEBOOK_BYTES}"


def differences(stored, executed):
    """The cells whose stored outputs are not those of the execution."""
    for number, (before, after) in enumerate(zip(code_cells(stored), code_cells(executed)), 1):
        old, new = text_of(before), text_of(after)
        if before.execution_count != number:
            yield f"cell {number}: the stored execution count is {before.execution_count}, expected {number}"
        elif not is_same_text(old, new):
            lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "stored", "executed", n=0, lineterm="")
            yield "\n".join([f"cell {number}: the stored outputs are out of date", *lines])


def store(path, executed):
    """Writes the outputs and the counts. All other changes of the kernel describe this machine."""
    notebook = nbformat.read(path, as_version=4)
    for cell, done in zip(code_cells(notebook), code_cells(executed)):
        cell.outputs, cell.execution_count = done.outputs, done.execution_count
    nbformat.write(notebook, path)


def main(folder, sources=None):
    paths = sorted(pathlib.Path(folder).glob("*.ipynb"))
    failed = not paths
    is_outdated = False
    for path in paths:
        stored = nbformat.read(path, as_version=4)
        nbformat.validate(stored)
        notebook = nbformat.read(path, as_version=4)
        client = nbclient.NotebookClient(
            notebook, timeout=300, resources={"metadata": {"path": folder}}, extra_arguments=QUIET,
            record_timing=False, coalesce_streams=True)
        try:
            client.execute()
        except (nbclient.exceptions.CellExecutionError, nbclient.exceptions.CellTimeoutError) as error:
            print(f"{path.name}: {error}", file=sys.stderr)
            failed = True
            continue
        print(f"{path.name}: {len(code_cells(notebook))} cells")
        faults = [*messages(notebook), *excesses(stored if sources is None else notebook)]
        if sources is None:
            outdated = list(differences(stored, notebook))
            is_outdated = is_outdated or bool(outdated)
            faults += outdated
        elif not faults:
            store(pathlib.Path(sources, path.name), notebook)
        for fault in faults:
            print(f"{path.name}: {fault}", file=sys.stderr)
            failed = True
        nbformat.write(notebook, path)
    if is_outdated:
        print("To store the new outputs, run Tests/Notebooks/test.sh --store SWINGPIPE, and read the changes.", file=sys.stderr)
    if not paths:
        print(f"{folder}: has no notebooks, expected at least one", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
