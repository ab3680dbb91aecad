"""Reads and calls the functions of stages in Python. swingpipe runs this file's text as a program:

    python3 -I -S -c HOST STAGES declare NAME    # prints the declarations in a file's text, without executing it
    python3 -c HOST STAGES serve LIFE_FD         # calls functions, as messages request on standard input

HOST and STAGES are the texts of this file and of stages.py. A message in either direction has 4 bytes, little-endian,
with the length of the header; the header in JSON; and the bytes of each array that the header lists.
"""

import sys

if __name__ == "__main__":
    # Python puts the current folder first, which may have any numpy.py. __future__ is not imported for the same reason.
    sys.path[:] = [entry for entry in sys.path if entry not in ("", ".")]

import ast
import contextlib
import faulthandler
import fcntl
import importlib
import io
import json
import linecache
import os
import select
import signal
import threading
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Array = npt.NDArray[Any]

_MOST_HEADER_BYTES = 1 << 30
_MOST_PRINTED = 2000
_MOST_MESSAGE = 2000
_TRACEBACK_LINES = 6
_MOST_LITERALS = 20_000
"""Constants may name constants, so that a short text can stand for a huge value."""


# Declarations.


class _Fault(Exception):
    """A fault in a file's text, at a line and a column from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


def declared(content: bytes, stages: Any) -> dict[str, Any]:
    """The declarations in a file, which is parsed and never executed; or the first error. stages: the module."""
    try:
        return {"functions": _Declarations(_text_of(content), stages).functions()}
    except _Fault as fault:
        found = (fault.message, fault.line, fault.column)
    except SyntaxError as error:
        found = (f"syntax error: {error.msg}", error.lineno or 1, error.offset or 1)
    except (RecursionError, MemoryError):
        found = ("the file is nested too deeply; expected a file that Python can parse", 1, 1)
    except Exception as error:
        found = (f"the file cannot be parsed: {_summary(error)}", 1, 1)
    return {"error": {"line": found[1], "column": max(1, found[2]), "message": found[0][:_MOST_MESSAGE]}}


def _text_of(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise _Fault(f"the byte 0x{content[error.start]:02x} is not UTF-8; expected a file in UTF-8", line, column)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise _Fault("there is a null character; expected a Python file", line, 1)
    return text


class _Declarations:
    """Reads the decorators of a file's functions."""

    def __init__(self, text: str, stages: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.body = ast.parse(text).body
        self.text = text
        self.stages = stages
        self.literals = 0
        self.resolving: list[str] = []
        self.assigned: dict[str, list[ast.expr | None]] = {}
        for name, value in _assignments(self.body):
            self.assigned.setdefault(name, []).append(value)

    def functions(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for node in self.body:
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                continue
            decorators = [(name, each) for each in node.decorator_list if (name := _name_of(each)) in _KINDS]
            if not decorators:
                continue
            name, decorator = decorators[0]
            if len(decorators) > 1:
                raise self.fault(f'the function "{node.name}" has two declarations; expected one', decorators[1][1])
            if isinstance(node, ast.AsyncFunctionDef):
                raise self.fault(f'the function "{node.name}" is async; expected a plain function', node)
            if len(self.assigned[node.name]) > 1:
                raise self.fault(f'the name "{node.name}" is assigned more than once; expected one definition', node)
            if not isinstance(decorator, ast.Call):
                example = "columns=[...]" if name == "features" else "history_s=1"
                raise self.fault(f"@{name} has no arguments; expected @{name}({example})", decorator)
            arguments, options = self.arguments(decorator)
            function = types.FunctionType(_nothing.__code__, {}, node.name)
            with self.fault_at(decorator):
                getattr(self.stages, name)(*arguments, **options)(function)
            declaration: dict[str, Any] = function.__dict__["__swingpipe__"]
            found.append({"name": node.name, "line": node.lineno} | declaration)
        return found

    def arguments(self, call: ast.Call) -> tuple[list[Any], dict[str, Any]]:
        options = {}
        for keyword in call.keywords:
            if keyword.arg is None:
                raise self.not_literal(keyword.value)
            options[keyword.arg] = self.value(keyword.value)
        return [self.value(argument) for argument in call.args], options

    def value(self, node: ast.expr) -> Any:
        """The value of a literal, of Column(...), of the name of a type, or of a constant."""
        self.literals += 1
        if self.literals > _MOST_LITERALS:
            raise self.fault(f"there are more than {_MOST_LITERALS} literals; expected a shorter declaration", node)
        match node:
            case ast.Constant(value=bool() | int() | float() | str() | None as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return -value
            case ast.List(elts=elements):
                return [self.value(element) for element in elements]
            case ast.Tuple(elts=elements):
                return tuple(self.value(element) for element in elements)
            case ast.Call() if _name_of(node) == "Column":
                arguments, options = self.arguments(node)
                with self.fault_at(node):
                    return self.stages.Column(*arguments, **options)
            case ast.Name(id=name) if name in self.assigned and name not in self.resolving:
                values = self.assigned[name]
                if len(values) > 1:
                    message = f'the constant "{name}" is assigned {len(values)} times; expected one assignment'
                    raise self.fault(f"{message} of a literal, as the file is not executed to read it", node)
                if values[0] is not None:
                    self.resolving.append(name)
                    value = self.value(values[0])
                    self.resolving.pop()
                    return value
            case ast.Name(id="float" | "int" | "bool" | "str" as name) if name not in self.assigned:
                return {"float": float, "int": int, "bool": bool, "str": str}[name]
        raise self.not_literal(node)

    def not_literal(self, node: ast.expr) -> _Fault:
        lines = (ast.get_source_segment(self.text, node) or type(node).__name__).splitlines()
        found = lines[0] if len(lines) == 1 and len(lines[0]) <= 60 else lines[0][:57] + "..."
        expected = "expected a literal, a Column, a type, or a constant that is assigned a literal once"
        return self.fault(f"found {found}; {expected}, as the file is not executed to read it", node)

    def fault(self, message: str, node: ast.AST) -> _Fault:
        line: int = getattr(node, "lineno", 1)
        # Bytes in UTF-8, of which a character may have several.
        offset: int = getattr(node, "col_offset", 0)
        before = self.text.split("\n")[line - 1].encode()[:offset] if line <= self.text.count("\n") + 1 else b""
        return _Fault(message, line, len(before.decode(errors="replace")) + 1)

    @contextlib.contextmanager
    def fault_at(self, node: ast.AST) -> Iterator[None]:
        """Gives an invalid declaration its place."""
        try:
            yield
        except (TypeError, ValueError) as error:
            raise self.fault(str(error).replace(".__init__()", "()"), node) from None


_KINDS = ("features", "detector")


def _nothing(_: Any) -> None: ...


def _name_of(node: ast.expr) -> str | None:
    """The last part of the name of a function, which may be called: "features" of swingpipe.features(...)."""
    function = node.func if isinstance(node, ast.Call) else node
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None


def _assignments(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr | None]]:
    """All that gives a module-level name a value, and the value if it is a plain assignment."""
    pending: list[ast.AST] = list(body)
    top = set(pending)
    while pending:
        node = pending.pop()
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if node in top:
                yield name, value
                pending.append(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=value):
                if value is not None:
                    yield name, value if node in top else None
                    pending.append(value)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, None
                yield from ((each, None) for inner in ast.walk(node) for each in _globals(inner))
            case ast.Lambda():
                pass
            case ast.alias():
                yield (node.asname or node.name).partition(".")[0], None
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                yield name, None
            case _:
                pending.extend(ast.iter_child_nodes(node))


def _globals(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, ast.Global) else []


# Messages.


def read_message(
    reader: BinaryIO, most_bytes: int = _MOST_HEADER_BYTES
) -> tuple[dict[str, Any], "dict[str, Array]"] | None:
    """The header and the arrays of the next message; None at the end of the stream. The arrays are read-only."""
    length = reader.read(4)
    if not length:
        return None
    size = int.from_bytes(_whole(length, 4), "little")
    if size > most_bytes:
        raise ValueError(f"a header has {size} bytes; expected at most {most_bytes}")
    header: dict[str, Any] = json.loads(_whole(reader.read(size), size))
    arrays: dict[str, Array] = {}
    if header.get("arrays"):
        import numpy as np

        for each in header["arrays"]:
            dtype, shape = np.dtype(each["dtype"]), tuple(each["shape"])
            size = dtype.itemsize
            for count in shape:
                size *= count
            content = _whole(reader.read(size), size)
            arrays[each["name"]] = np.frombuffer(content, dtype).reshape(shape)
    return header, arrays


def _whole(content: bytes, size: int) -> bytes:
    if len(content) != size:
        raise EOFError(f"a message ends after {len(content)} of {size} bytes")
    return content


def write_message(writer: BinaryIO, header: dict[str, Any], arrays: "Mapping[str, Array] | None" = None) -> None:
    if arrays:
        listed = [{"name": name, "dtype": each.dtype.str, "shape": each.shape} for name, each in arrays.items()]
        header = header | {"arrays": listed}
    content = _json(header)
    writer.write(len(content).to_bytes(4, "little") + content)
    for array in (arrays or {}).values():
        writer.write(array.tobytes())
    writer.flush()


def _json(value: Any) -> bytes:
    """JSON in UTF-8. Characters that have no UTF-8 become "?"."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")


# Calls.


class Failure(Exception):
    """A fault of a user's file or function. kind: "load", "exception", "result" or "numpy"."""

    def __init__(self, kind: str, message: str, line: int | None = None, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.kind, self.message, self.line, self.lines = kind, message[:_MOST_MESSAGE], line, list(lines)


@dataclass
class _Loaded:
    """A user's function. line: of its definition. checked: the last recording whose rows are known to depend on one swing
    each."""

    function: Callable[[Any], Any]
    declaration: dict[str, Any]
    file: str
    line: int | None
    checked: Any = field(default=None)


class Printed(io.TextIOBase):
    """Keeps the first characters that a user's code prints."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self.text += text[: _MOST_PRINTED - len(self.text)]
        return len(text)

    def fileno(self) -> int:
        # For processes that user code starts, and for faulthandler.
        return 2


class Session:
    """Answers requests. Its functions get one call at a time.

    stages: the module stages. load: finds the function that a request names, and the file of its frames, or raises
    Failure. printed: where user code prints.
    """

    def __init__(
        self,
        stages: Any,
        load: Callable[[dict[str, Any]], tuple[Callable[[Any], Any], str]],
        printed: Printed | None = None,
    ) -> None:
        self.stages = stages
        self.load = load
        self.printed = printed or Printed()
        self.loaded: dict[int, _Loaded] = {}

    def answer(self, header: dict[str, Any], arrays: "dict[str, Array]") -> tuple[dict[str, Any], "dict[str, Array]"]:
        """The header and the arrays of the reply."""
        loaded = self.loaded.get(header["id"]) if header["op"] != "load" else None
        file = loaded.file if loaded else header.get("file")
        texts: dict[str, list[str | None]] = {}
        replies: dict[str, Array] = {}
        self.printed.text = ""
        try:
            if header["op"] == "load":
                self._load(header)
            elif loaded is None:
                raise Failure("load", f"no function has the number {header['id']}; expected a request to load it first")
            elif header["op"] == "features":
                texts, replies = self._features(loaded, header, arrays)
            elif header["op"] == "detect":
                replies = self._detect(loaded, header, arrays)
            else:
                raise Failure("load", f'the request "{header["op"]}" is unknown; expected load, features or detect')
        except Failure as failure:
            line = failure.line or (loaded.line if loaded else None)
            error = {"kind": failure.kind, "message": failure.message, "file": file, "line": line}
            return {"error": error | {"traceback": failure.lines, "printed": self.printed.text}}, {}
        reply = {"ok": True, "printed": self.printed.text}
        return reply | ({"texts": texts} if header["op"] == "features" else {}), replies

    def _load(self, header: dict[str, Any]) -> None:
        try:
            import numpy  # noqa: F401
        except ImportError as error:
            python = sys.executable or "python3"
            advice = f"install it with {python} -m pip install numpy, or choose another Python with --python"
            raise Failure("numpy", f"{python} cannot import numpy: {error}; {advice}") from None
        function, file = self.load(header)
        declaration = dict(header["declaration"])
        line = declaration.pop("line", None)
        found = getattr(function, "__swingpipe__", None)
        name = declaration["name"]
        if not isinstance(found, dict):
            decorator = f"@swingpipe.{declaration['kind']}(...)"
            raise Failure("load", f'the function "{name}" has no declaration; expected {decorator}', line)
        for key in declaration | found:
            if found.get(key) != declaration.get(key):
                values = f"{key} = {found.get(key)!r} when the file is executed; expected {declaration.get(key)!r}"
                raise Failure("load", f'the function "{name}" declares {values}, as in the text of the file', line)
        self.loaded[header["id"]] = _Loaded(function, declaration, file, line)

    def _features(
        self, loaded: _Loaded, header: dict[str, Any], arrays: "dict[str, Array]"
    ) -> tuple[dict[str, list[str | None]], "dict[str, Array]"]:
        columns, count = loaded.declaration["columns"], header["count"]
        returned = _called(loaded, self._swings(header, arrays, count))
        values = _columns(returned, columns, count)
        recording = header["recording"].get("recording_id") or header["recording"]
        if count > 1 and loaded.checked != recording:
            printed = self.printed.text
            try:
                alone = _columns(_called(loaded, self._swings(header, arrays, 1)), columns, 1)
            except Failure as failure:
                failure.message += " (in a call with the first swing alone, which checks that swings are independent)"
                raise
            self.printed.text = printed
            _check_independence(values, alone, count)
            loaded.checked = recording
        return _encoded(values)

    def _swings(self, header: dict[str, Any], arrays: "dict[str, Array]", count: int) -> Any:
        """The first swings of a request."""
        windows = {
            each["stream"]: self.stages.Window(
                arrays[f"{each['stream']}.values"][:count],
                arrays[f"{each['stream']}.times"][:count],
                each["rate_hz"],
                tuple(each["channels"]),
                tuple(each["units"]),
            )
            for each in header["windows"]
        }
        rows = {row["name"]: _row(row, arrays)[:count] for row in header["rows"]}
        return self.stages.Swings(windows, rows, header["recording"])

    def _detect(self, loaded: _Loaded, header: dict[str, Any], arrays: "dict[str, Array]") -> "dict[str, Array]":
        import numpy as np

        channels, units = tuple(header["channels"]), tuple(header["units"])
        block = self.stages.Block(
            arrays["values"], arrays["times"], header["rate_hz"], channels, units, header["recording"]
        )
        events = _events(_called(loaded, block))
        order = np.argsort(events["time"], kind="stable")
        return {name: values[order].astype("<f8") for name, values in events.items()}


def serve(
    reader: BinaryIO,
    writer: BinaryIO,
    answer: "Callable[[dict[str, Any], dict[str, Array]], tuple[dict[str, Any], dict[str, Array]]]",
) -> None:
    """Answers requests until the stream ends."""
    while (message := read_message(reader)) is not None:
        write_message(writer, *answer(*message))


def _called(loaded: _Loaded, argument: Any) -> Any:
    try:
        # By default a process tells each warning once, of whatever recording comes first.
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            return loaded.function(argument)
    except BaseException as error:
        raise _failure("exception", error, loaded.file, loaded.line) from None


def _failure(kind: str, error: BaseException, file: str, line: int | None = None) -> Failure:
    """An exception of a user's code. line: if the exception did not pass the file."""
    entry = error.__traceback__
    while entry is not None and entry.tb_frame.f_code.co_filename != file:
        entry = entry.tb_next
    try:
        # If no entry is left, there are only the lines of the exception.
        text = "".join(traceback.format_exception(type(error), error, entry))
    except Exception:
        text = _summary(error)
    if isinstance(error, SyntaxError) and error.filename == file and entry is None:
        line = error.lineno
    while entry is not None:
        line = entry.tb_lineno if entry.tb_frame.f_code.co_filename == file else line
        entry = entry.tb_next
    return Failure(kind, _summary(error), line, text.splitlines()[-_TRACEBACK_LINES:])


def _summary(error: BaseException) -> str:
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:
        text = "its text cannot be read"
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


# Values.


def _row(row: dict[str, Any], arrays: "dict[str, Array]") -> "Array":
    """A column of the table so far."""
    import numpy as np

    if row["kind"] == "float":
        return arrays[f"rows.{row['name']}"]
    if row["kind"] == "bool":
        values = np.array([False, True, None], dtype=object)[arrays[f"rows.{row['name']}"]]
    else:
        values = np.empty(len(row["texts"]), dtype=object)
        values[:] = row["texts"]
    values.flags.writeable = False
    return values


@dataclass
class _Values:
    """The values of a column, and which of them are missing. A missing value has any number in its place."""

    values: "Array"
    missing: "npt.NDArray[np.bool_]"

    def at(self, index: int) -> Any:
        value = self.values[index : index + 1].tolist()[0]
        return None if self.missing[index] else value


def _columns(returned: Any, columns: Sequence[dict[str, Any]], count: int) -> dict[str, _Values]:
    """What a feature function returned, by column. The columns are in the order of the declaration."""
    names = [column["name"] for column in columns]
    expected = ", ".join(names)
    table = _table(returned)
    if table is None:
        if len(names) > 1 or returned is None:
            found = "None" if returned is None else f"a value of the type {type(returned).__name__}"
            raise Failure("result", f"returned {found}; expected a dictionary with {expected}")
        table = {names[0]: returned}
    for name in names:
        if name not in table:
            raise Failure("result", f'returned no column "{name}"; expected {expected}')
    for name in table:
        if name not in names:
            raise Failure("result", f'returned the unknown column "{name}"; expected {expected}')
    return {
        name: _converted(f'column "{name}"', column["type"], table[name], count, "swing")
        for name, column in zip(names, columns)
    }


def _events(returned: Any) -> "dict[str, Array]":
    """What a detector returned: "time", and "strength" if there is any."""
    table = _table(returned)
    if returned is None:
        raise Failure("result", "returned None; expected an array of times in s, which may be empty")
    if table is None:
        table = {"time": returned}
    if "time" not in table:
        raise Failure("result", 'returned no "time"; expected "time" and optionally "strength"')
    count: int | None = None
    events: dict[str, Array] = {}
    for name, value in table.items():
        if name not in ("time", "strength"):
            raise Failure("result", f'returned "{name}"; expected "time" and optionally "strength"')
    for name in ("time", "strength"):
        if table.get(name) is not None:
            found = _converted(f'"{name}"', "float", table[name], count, "event")
            if (index := _first(found.missing)) is not None:
                raise Failure("result", f'"{name}" is missing for {_place(index, found.missing, "event")}')
            count = len(found.values)
            events[name] = found.values
    return events


def _table(returned: Any) -> dict[Any, Any] | None:
    """A dictionary or a DataFrame as a dictionary; None for anything else."""
    is_frame = hasattr(returned, "keys") and getattr(returned, "ndim", None) == 2
    if not isinstance(returned, Mapping) and not is_frame:
        return None
    try:
        return {key: returned[key] for key in returned.keys()}  # noqa: SIM118
    except Exception as error:
        raise Failure("result", f"returned a {type(returned).__name__} that cannot be read: {_summary(error)}")


def _converted(name: str, kind: str, value: Any, count: int | None, row: str) -> _Values:
    """A column as an array of its type. count: None for any length. row: what the column has a value of."""
    import numpy as np

    if isinstance(value, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(value)
        value = np.array(value.data, dtype=object)
        value[mask] = None
    try:
        # NumPy makes text of other values in a list with text.
        array: Array = np.asarray(value, dtype=object if kind == "str" else None)
    except Exception as error:
        raise Failure("result", f"{name} is not an array: {_summary(error)}") from None
    if array.ndim != 1 or (count is not None and len(array) != count):
        length = f"({'n' if count is None else count},)"
        raise Failure("result", f"{name} has the shape {array.shape}; expected {length}, one value per {row}")
    if array.dtype.kind == "T":
        array = array.astype(object)
    if len(array) == 0:
        return _Values(np.zeros(0, _DTYPES[kind]), np.zeros(0, bool))
    missing = np.zeros(len(array), bool)
    if array.dtype == object:
        missing[:] = [_is_missing(each) for each in array]
        for number, each in enumerate(array):
            if not missing[number] and not _fits(each, kind):
                place = _place(number, missing, row)
                found = f"of the type {type(each).__name__}"
                raise Failure("result", f"{name} is {found} for {place}; expected {_EXPECTED[kind]}")
        if kind == "str":
            return _Values(_texts(name, array, missing, row), missing)
        try:
            present: Array = np.asarray(array[~missing].tolist(), dtype="<f8" if kind == "float" else None)
        except OverflowError:
            present = array
        if present.dtype == object:
            raise Failure("result", f"{name} has a number that is too large; expected {_EXPECTED[kind]}")
        array = np.zeros(len(missing), present.dtype)
        array[~missing] = present
    if array.dtype.kind not in _ACCEPTED[kind]:
        raise Failure("result", f"{name} has the type {array.dtype}; expected {_EXPECTED[kind]}")
    if array.dtype.kind == "f":
        array = array.astype(np.promote_types(array.dtype, "<f8"))
        missing |= np.isnan(array)
        array = np.where(missing, 0, array)
    wrong = _wrong(array, kind)
    if (index := _first(wrong & ~missing)) is not None:
        number = array[index].item()
        found = "infinite" if abs(number) == np.inf else f"{number!r}"
        raise Failure("result", f"{name} is {found} for {_place(index, missing, row)}; expected {_EXPECTED[kind]}")
    values = array.astype(_DTYPES[kind])
    if kind == "float":
        values[missing] = np.nan
    return _Values(values, missing)


_DTYPES = {"float": "<f8", "int": "<i8", "bool": "|b1", "str": "|O"}
_ACCEPTED = {"float": "fiu", "int": "fiu", "bool": "bfiu", "str": "O"}
_EXPECTED = {
    "float": "a number, or NaN for a missing one",
    "int": "a whole number of 64 bits, or NaN for a missing one",
    "bool": "True or False, or None for a missing one",
    "str": "text, or None for a missing one",
}


def _fits(value: Any, kind: str) -> bool:
    """Whether an object that is not missing may be a value of a column."""
    import numpy as np

    if kind == "str":
        return isinstance(value, str)
    is_boolean = isinstance(value, (bool, np.bool_))
    return is_boolean if kind == "bool" else isinstance(value, (int, float, np.integer, np.floating)) and not is_boolean


def _wrong(array: "Array", kind: str) -> "npt.NDArray[np.bool_]":
    """Which numbers are outside of the values of a type."""
    import numpy as np

    wrong = np.zeros(len(array), bool)
    if kind == "bool" and array.dtype.kind != "b":
        wrong |= (array != 0) & (array != 1)
    elif array.dtype.kind == "f":
        with np.errstate(over="ignore"):
            wrong |= np.isinf(array.astype("<f8"))
        if kind == "int":
            wrong |= (array != np.trunc(array)) | (np.abs(array) >= 2.0**63)
    elif kind == "int" and array.dtype.kind == "u":
        wrong |= array > np.iinfo(np.int64).max
    return wrong


def _texts(name: str, array: "Array", missing: "npt.NDArray[np.bool_]", row: str) -> "Array":
    """Text of any class as plain text."""
    import numpy as np

    values = np.empty(len(array), object)
    for index, text in enumerate(array):
        values[index] = None if missing[index] else str.__str__(text)
        try:
            (values[index] or "").encode()
        except UnicodeEncodeError:
            place = _place(index, missing, row)
            raise Failure("result", f"{name} has half a character for {place}; expected valid Unicode") from None
    return values


def _is_missing(value: Any) -> bool:
    import numpy as np

    is_nan = isinstance(value, (float, np.floating)) and bool(value != value)
    # pandas, which may not be installed, has NA and NaT.
    return value is None or is_nan or type(value).__name__ in ("NAType", "NaTType")


def _first(mask: "npt.NDArray[np.bool_]") -> int | None:
    return int(mask.argmax()) if mask.any() else None


def _place(index: int, all: "Array", row: str) -> str:
    return f"{row} {index + 1} of {len(all)}"


def _check_independence(together: dict[str, _Values], alone: dict[str, _Values], count: int) -> None:
    """Compares the first swing's values of two calls."""
    for name, values in together.items():
        first, second = alone[name].at(0), values.at(0)
        is_same = first == second
        if isinstance(first, float) and isinstance(second, float):
            is_same = abs(first - second) <= max(1e-9, 1e-5 * max(abs(first), abs(second)))
        if not is_same:
            shown = f"{_brief(first)} alone, {_brief(second)} among {count}"
            message = f'column "{name}" of a swing depends on the other swings of its batch ({shown})'
            raise Failure("result", f"{message}; expected values that depend on the swing alone")


def _brief(value: Any) -> str:
    if value is None:
        return "missing"
    return repr(float(f"{value:.9g}")) if isinstance(value, float) else repr(value)[:80]


def _encoded(columns: dict[str, _Values]) -> tuple[dict[str, list[str | None]], "dict[str, Array]"]:
    """The texts and the arrays of a reply."""
    texts: dict[str, list[str | None]] = {}
    arrays: dict[str, Array] = {}
    for name, column in columns.items():
        missing = column.missing.astype("|u1")
        if column.values.dtype == object:
            texts[name] = column.values.tolist()
        elif column.values.dtype == bool:
            arrays[name] = column.values.astype("|u1")
            arrays[name][column.missing] = 2
        else:
            arrays[name] = column.values
            if column.values.dtype.kind == "i" and missing.any():
                arrays[f"{name}?"] = missing
    return texts, arrays


# The program.


def _main() -> None:
    stages, mode = sys.argv[1:3]
    if mode == "declare":
        content = _json(declared(sys.stdin.buffer.read(), _module_of(stages)))
        sys.stdout.buffer.write(content + b"\n")
        return
    _end_with(int(sys.argv[3]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    faulthandler.enable(2)
    with contextlib.suppress(OSError):
        here = os.getcwd()
        sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != here]
    with contextlib.suppress(Exception):
        # While the tool reads samples. If this fails, the first request says why.
        importlib.import_module("numpy")
    reader, writer = _private_streams()
    printed = Printed()
    sys.stdout = sys.stderr = printed
    sys.argv[1:] = []
    try:
        serve(reader, writer, Session(_module_of(stages), _loaded_from_file, printed).answer)
    except BaseException:
        # sys.stderr does not reach swingpipe.
        traceback.print_exc(file=sys.__stderr__)
        sys.exit(70)


def _module_of(text: str) -> types.ModuleType:
    """The module stages, from its text."""
    module = types.ModuleType("swingpipe.stages")
    sys.modules[module.__name__] = module
    exec(compile(text, "<swingpipe/stages.py>", "exec", dont_inherit=True), module.__dict__)
    return module


def _end_with(life: int) -> None:
    """Ends this process when swingpipe ends, which closes a pipe, even if C code does not return."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            # Another process may share the descriptor, but not this one.
            own = os.open(f"/proc/self/fd/{life}", os.O_RDONLY | os.O_NONBLOCK)
            os.close(life)
            life = own
        signal.signal(signal.SIGIO, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGIO])
        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
        if _is_closed(life, 0):
            os._exit(1)
    else:
        # Elsewhere a process ignores SIGIO by default.
        threading.Thread(target=_exit_when_closed, args=(life,), daemon=True).start()
    os.set_inheritable(life, False)


def _exit_when_closed(pipe: int) -> None:
    if _is_closed(pipe, None):
        os._exit(1)


def _is_closed(pipe: int, timeout_ms: int | None) -> bool:
    poll = select.poll()
    poll.register(pipe, select.POLLIN | select.POLLHUP)
    return bool(poll.poll(timeout_ms))


def _private_streams() -> tuple[BinaryIO, BinaryIO]:
    """The streams of requests and replies, which user code cannot reach: its standard input is empty, and its standard
    output is standard error. Processes that it starts do not have them, either."""
    nothing = os.open(os.devnull, os.O_RDWR)
    private = os.dup(0), os.dup(1)
    os.dup2(nothing, 0)
    os.dup2(2, 1)

    def close() -> None:
        for each in private:
            os.dup2(nothing, each, inheritable=False)

    os.register_at_fork(after_in_child=close)
    return os.fdopen(private[0], "rb"), os.fdopen(private[1], "wb")


def _loaded_from_file(header: dict[str, Any]) -> tuple[Callable[[Any], Any], str]:
    """Executes a user's file, and finds a function in it."""
    file, source, name = header["file"], header["source"].removeprefix("\ufeff"), header["function"]
    _provide_package()
    folder = os.path.dirname(file)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    # For tracebacks. Without a time of modification, the text of the file on disk does not replace this one.
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module = types.ModuleType(f"_swingpipe_stage_{header['id']}")
    module.__file__ = file
    sys.modules[module.__name__] = module
    try:
        exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        raise _failure("load", error, file) from None
    function = module.__dict__.get(name)
    if not callable(function):
        raise Failure("load", f'the file defines no function "{name}" when it is executed')
    return function, file


def _provide_package() -> None:
    """Makes `import swingpipe` work: the module stages takes the place of a package that is missing or too old."""
    stages = sys.modules["swingpipe.stages"]
    with contextlib.suppress(Exception):
        # It imports stages, too, and gets the module that is there.
        importlib.import_module("swingpipe")
    if not hasattr(sys.modules.get("swingpipe"), "features"):
        sys.modules["swingpipe"] = stages
    setattr(sys.modules["swingpipe"], "stages", stages)


if __name__ == "__main__":
    _main()
