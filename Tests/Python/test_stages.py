"""Tests of stages in Python: declarations, and the programs that read and call functions. They need no tool."""

import contextlib
import json
import os
import socket
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest
import swingpipe
from swingpipe import Column, _features, _host, _run, stages

HOST = Path(_host.__file__).read_text(encoding="utf-8")
STAGES = Path(stages.__file__).read_text(encoding="utf-8")
CHANNELS = {
    "accelerometer": ["x", "y", "z"],
    "device_motion": [
        *(f"{name}_{axis}" for name in ("rotation_rate", "gravity", "user_acceleration") for axis in "xyz"),
        *(f"attitude_{axis}" for axis in "wxyz"),
    ],
}


# Decorators.


def column(**changes):
    return Column(**{"name": "x", "description": "An x"} | changes)


def test_a_decorator_returns_the_function_with_its_declaration():
    def jerk(swings):
        return None

    columns = [Column("a", float, "g", "An a"), Column("b", bool, description="A b")]
    assert swingpipe.features(columns=columns, before_s=1)(jerk) is jerk
    assert jerk.__swingpipe__ == {
        "name": "jerk",
        "kind": "features",
        "columns": [
            {"name": "a", "type": "float", "unit": "g", "description": "An a"},
            {"name": "b", "type": "bool", "unit": None, "description": "A b"},
        ],
        "before_s": 1.0,
        "after_s": 0.3,
        "streams": ["accelerometer", "device_motion"],
    }
    assert swingpipe.detector(history_s=0)(jerk) is jerk
    expected = {"name": "jerk", "kind": "detector", "stream": "accelerometer", "history_s": 0.0}
    assert jerk.__swingpipe__ == expected
    assert Column("a", int, description="a") == Column("a", "int", description="a")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: column(name="X"), "lower case"),
        (lambda: column(name="x\n"), "lower case"),
        (lambda: column(name=3), "name of a column is 3"),
        (lambda: column(type="double"), 'the type is "double"; expected "float"'),
        (lambda: column(type=complex), "the type is <class 'complex'>"),
        (lambda: column(unit=""), "the unit is empty"),
        (lambda: column(unit=1), "the unit is 1"),
        (lambda: Column("x"), "the description is empty"),
        (lambda: column(description="a\nb"), "in one line"),
        (lambda: column(description="\ud800"), "in one line"),
        (lambda: swingpipe.features(columns=[]), "columns is empty"),
        (lambda: swingpipe.features(columns=column()), "expected a list"),
        (lambda: swingpipe.features(columns=["x"]), 'columns has "x"'),
        (lambda: swingpipe.features(columns=[column(), column()]), '"x" twice'),
        (lambda: swingpipe.features(columns=[column()], before_s=-1), "before_s is -1; expected 0 to 10 s"),
        (lambda: swingpipe.features(columns=[column()], after_s=10.1), "after_s is 10.1"),
        (lambda: swingpipe.features(columns=[column()], after_s=float("nan")), "after_s is nan"),
        (lambda: swingpipe.features(columns=[column()], after_s=10**400), "expected 0 to 10 s"),
        (lambda: swingpipe.features(columns=[column()], after_s=True), "after_s is True"),
        (lambda: swingpipe.features(columns=[column()], before_s=0, after_s=0), "expected at least one above 0"),
        (lambda: swingpipe.features(columns=[column()], streams="accelerometer"), "expected a tuple"),
        (lambda: swingpipe.features(columns=[column()], streams=()), "streams is empty"),
        (lambda: swingpipe.features(columns=[column()], streams=("gyro",)), 'streams has "gyro"'),
        (lambda: swingpipe.features(columns=[column()], streams=["acceleration"] * 2), "twice"),
        (lambda: swingpipe.features(columns=[column()])(3), "expected a function"),
        (lambda: swingpipe.features(columns=[column()])(lambda swings: None), "expected a function with a name"),
        (lambda: swingpipe.detector(history_s=61), "history_s is 61; expected 0 to 60 s"),
        (lambda: swingpipe.detector(history_s=1, stream="device_motion"), '"accelerometer" or "acceleration"'),
        (lambda: swingpipe.detector(history_s="1"), 'history_s is "1"'),
        (lambda: swingpipe.detector(), "history_s"),
    ],
)
def test_a_wrong_declaration(wrong, message):
    with pytest.raises((TypeError, ValueError)) as caught:
        wrong()
    assert message in str(caught.value)


def window(stream="accelerometer", count=4, length=5, rate_hz=100.0):
    channels = CHANNELS[stream]
    values = np.arange(count * length * len(channels), dtype="<f4").reshape(count, length, len(channels))
    times = np.broadcast_to(np.arange(length) / rate_hz, (count, length))
    return stages.Window(values, times, rate_hz, tuple(channels), ("g",) * len(channels))


def test_a_window():
    motion, acceleration = window("device_motion"), window()
    assert np.array_equal(motion["gravity_z"], motion.values[:, :, 5])
    assert np.array_equal(motion["gravity"], motion.values[:, :, 3:6])
    assert np.array_equal(motion["attitude"], motion.values[:, :, 9:13])
    assert np.array_equal(acceleration["y"], acceleration.values[:, :, 1])
    assert np.array_equal(acceleration["xyz"], acceleration.values)
    with pytest.raises(KeyError, match="rotation_rate_x.*gravity"):
        motion["speed"]


def test_swings():
    swings = stages.Swings({"accelerometer": window(count=3)}, {"a": np.zeros(3)}, {"sport": "tennis"})
    assert (len(swings), swings.rows["a"].shape, swings.recording["sport"]) == (3, (3,), "tennis")
    assert swings.accelerometer.values.shape == (3, 5, 3)
    with pytest.raises(AttributeError, match=r'streams=\("accelerometer", "device_motion"\)'):
        swings.device_motion
    with pytest.raises(ValueError, match="expected the same number"):
        stages.Swings({"accelerometer": window(count=3), "device_motion": window("device_motion")})


def test_the_definitions_need_no_numpy():
    code = "import sys; exec(sys.argv[1], {'__name__': '__main__'}); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, STAGES], capture_output=True, text=True, check=True)
    assert "dataclasses" in done.stdout and "numpy" not in done.stdout and "pandas" not in done.stdout


# Declarations without execution.


FILE = '''
"""A file with stages."""
from __future__ import annotations

import os
import numpy as np
import swingpipe as sp
from swingpipe import Column, detector

BEFORE_S: float = 0.25
AFTER_S = 0.5
UNIT = "g/s"
COLUMNS = (Column("a", int, description="An a, in " "two parts"), sp.Column(name="b", unit=UNIT, description="A b"))
STREAMS = ["accelerometer"]


@sp.features(columns=COLUMNS, before_s=BEFORE_S, after_s=AFTER_S, streams=STREAMS)
def jerk(swings: sp.Swings) -> object:
    """Changes."""
    return {"a": np.arange(len(swings)) * 0, "b": [None] * len(swings)}


@detector(history_s=2, stream="acceleration")
def footsteps(block):
    return []


def helper():
    COLUMNS = 3
    return COLUMNS


@sp.features(columns=[Column("c", "str", None, "A c")])
def simple(swings):
    return ["text"] * len(swings)
'''


def declare(content):
    """What the program says of a file."""
    content = content if isinstance(content, bytes) else content.encode()
    command = [sys.executable, "-I", "-S", "-c", HOST, STAGES, "declare", "x.py"]
    done = subprocess.run(command, input=content, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


def test_declarations_are_those_of_the_executed_file():
    found = declare(FILE)["functions"]
    assert [(each["name"], each["kind"], each["line"]) for each in found] == [
        ("jerk", "features", 18),
        ("footsteps", "detector", 24),
        ("simple", "features", 34),
    ]
    executed = {}
    exec(FILE, executed)
    for each in found:
        line = each.pop("line")
        assert each == executed[each["name"]].__swingpipe__
        assert f"def {each['name']}(" in FILE.splitlines()[line - 1]


def test_nothing_is_executed(tmp_path):
    mark = tmp_path / "mark"
    assert declare(f"open({str(mark)!r}, 'w')\n") == {"functions": []}
    text = f"import swingpipe\n@swingpipe.detector(history_s=open({str(mark)!r}, 'w'))\ndef f(block): ...\n"
    assert "found open(" in declare(text)["error"]["message"]
    assert not mark.exists()


HEAD = "import swingpipe\nfrom swingpipe import Column, features, detector\n"
GOOD = 'Column("x", description="An x")'


@pytest.mark.parametrize(
    ("text", "line", "start", "message"),
    [
        ("def f(:", 3, ":", "syntax error: "),
        ("x = 1\n  y = 2", 4, None, "syntax error: unexpected indent"),
        ("@features\ndef f(s): ...", 3, "features", "@features has no arguments; expected @features(columns=[...])"),
        ("@detector(history_s=1 + 1)\ndef f(b): ...", 3, "1 + 1", "found 1 + 1; expected a literal"),
        ("H = len('a')\n@detector(history_s=H)\ndef f(b): ...", 3, "len", "found len('a'); expected a literal"),
        ("H = 1\nH = 2\n@detector(history_s=H)\ndef f(b): ...", 5, "H)", 'constant "H" is assigned 2 times'),
        ("H = 1\nH += 2\n@detector(history_s=H)\ndef f(b): ...", 5, "H)", "is assigned 2 times"),
        ("H = 1\ndef g():\n    global H\n@detector(history_s=H)\ndef f(b): ...", 6, "H)", "is assigned 2 times"),
        ("H = H\n@detector(history_s=H)\ndef f(b): ...", 3, "H\n", "found H; expected a literal"),
        ("@detector(history_s=missing)\ndef f(b): ...", 3, "missing", "found missing; expected a literal"),
        ("@detector(**{'history_s': 1})\ndef f(b): ...", 3, "{", "expected a literal"),
        ("@detector(history_s=b'')\ndef f(b): ...", 3, "b''", "found b''; expected a literal"),
        ("@detector(history_s=99)\ndef f(b): ...", 3, "detector", "history_s is 99; expected 0 to 60 s"),
        ("@detector(1)\ndef f(b): ...", 3, "detector", "detector() takes 0 positional arguments"),
        ("@detector()\ndef f(b): ...", 3, "detector", "history_s"),
        ("@features(columns=['µ', Column('X')])\ndef f(s): ...", 3, "Column", 'the name of a column is "X"'),
        ("@features(columns=[Column()])\ndef f(s): ...", 3, "Column", "Column() missing 1 required"),
        (f"@features(columns=[{GOOD}, {GOOD}])\ndef f(s): ...", 3, "features", 'columns has "x" twice'),
        (f"@detector(history_s=1)\n@features(columns=[{GOOD}])\ndef f(s): ...", 4, "features", "two declarations"),
        ("@detector(history_s=1)\nasync def f(b): ...", 4, "async", "is async; expected a plain function"),
        ("@detector(history_s=1)\ndef f(b): ...\nf = 3", 4, "def", '"f" is assigned more than once'),
    ],
)
def test_a_fault_of_a_declaration_has_its_place(text, line, start, message):
    error = _host.declared((HEAD + text).encode(), stages)["error"]
    assert message in error["message"]
    assert error["line"] == line
    if start is not None:
        assert (HEAD + text).splitlines(keepends=True)[line - 1][error["column"] - 1 :].startswith(start)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"x = '\xff'\n", "the byte 0xff is not UTF-8"),
        (b"x = 1\n\0", "null character"),
        (b"x = " + b"(" * 100_000, "nested"),
        (b"x = " + b"-" * 100_000 + b"1", ""),
        (b"x = " + b"9" * 100_000, ""),
        (b"@detector(history_s=0x" + b"9" * 100_000 + b")\ndef f(b): ...", "history_s is"),
        (b"x = 1" + b" + 1" * 100_000 + b"\n@detector(history_s=x)\ndef f(b): ...", ""),
        (b"A0 = 1\n" + b"".join(b"A%d = [A%d, A%d]\n" % (i + 1, i, i) for i in range(60))
         + b"@detector(history_s=A60)\ndef f(b): ...", "more than 20000 literals"),
    ],
)  # fmt: skip
def test_a_malicious_file_is_an_error(content, message):
    start = time.monotonic()
    found = declare(content)
    assert message in found["error"]["message"]
    assert len(found["error"]["message"]) < 3000 and time.monotonic() - start < 5


def test_a_file_may_begin_with_a_mark_of_its_encoding():
    content = "\ufeffimport swingpipe\r\n@swingpipe.detector(history_s=1)\r\ndef f(block): ...\r\n".encode()
    assert declare(content)["functions"][0]["line"] == 3


# The host, as the tool starts it.


class Host:
    """The program that calls functions, with a pipe for requests and one that says that the tool is alive."""

    def __init__(self, folder, *options, env=()):
        self.file = folder / "functions.py"
        life, self.life = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, *options, "-c", HOST, STAGES, "serve", str(life)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=[life],
            cwd=folder,
            # As without the wheel.
            env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | dict(env),
        )
        os.close(life)
        self.source = ""

    def send(self, header, arrays=None):
        _host.write_message(self.process.stdin, header, arrays)

    def ask(self, header, arrays=None):
        self.send(header, arrays)
        message = _host.read_message(self.process.stdout)
        assert message is not None
        return message

    def load(self, source, function="f", id=1, declaration=None):
        """The reply. declaration: by default that of the text."""
        self.source = source
        if declaration is None:
            found = _host.declared(source.encode(), stages)["functions"]
            declaration = next(each for each in found if each["name"] == function)
        request = {"op": "load", "id": id, "file": str(self.file), "source": source, "function": function}
        return self.ask(request | {"declaration": declaration})[0]

    def features(self, count=4, id=1, streams=("accelerometer",), rows=(), **arrays):
        """The reply, and the columns."""
        windows = []
        for stream in streams:
            made = window(stream, count)
            arrays |= {f"{stream}.values": made.values, f"{stream}.times": made.times}
            facts = {"channels": made.channels, "units": made.units, "rate_hz": made.rate_hz}
            windows.append({"stream": stream} | facts)
        request = {"op": "features", "id": id, "count": count, "windows": windows, "rows": list(rows)}
        return self.ask(request | {"recording": {"sport": "tennis", "wrist": None}}, arrays)

    def detect(self, count=10):
        request = {"op": "detect", "id": 1, "rate_hz": 10.0, "channels": ["x", "y", "z"], "units": ["g"] * 3}
        arrays = {"times": 1e9 + np.arange(count) / 10, "values": np.zeros((count, 3), "<f4")}
        return self.ask(request | {"recording": {"sport": "tennis"}}, arrays)

    def ended(self, timeout=5):
        """The exit code and the text on standard error."""
        code = self.process.wait(timeout)
        return code, self.process.stderr.read().decode()

    def close(self):
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        self.process.kill()
        self.process.wait()
        os.close(self.life)
        self.process.stdout.close()
        self.process.stderr.close()


@pytest.fixture
def start(tmp_path):
    """Starts hosts, and ends them."""
    hosts = []

    def start(*options, **environment):
        hosts.append(Host(tmp_path, *options, env=environment))
        return hosts[-1]

    yield start
    for host in hosts:
        host.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A host for functions that do no harm."""
    host = Host(tmp_path_factory.mktemp("host"))
    yield host
    host.close()


def file_with(body, columns='[swingpipe.Column("x", description="An x")]', decorator=None, top=""):
    """A file with a function f. body: its statements."""
    decorator = decorator or f'@swingpipe.features(columns={columns}, streams=("accelerometer",))'
    head = f"import os, sys\nimport numpy as np\nimport swingpipe\n{textwrap.dedent(top)}\n"
    return f"{head}{decorator}\ndef f(swings):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n"


ALL = """[
    swingpipe.Column("a", float, "g", "A number"), swingpipe.Column("i", int, None, "A whole number"),
    swingpipe.Column("b", bool, None, "Whether"), swingpipe.Column("s", str, None, "A text"),
    swingpipe.Column("j", int, None, "A whole number, always there")]"""


@pytest.mark.parametrize(
    "returned",
    [
        '{"a": [1, None, 2.5, np.nan], "i": [2**62 + 1, None, -1, 3], "b": [True, None, False, True], '
        '"s": ["a", None, "é", "nan"], "j": np.arange(4, dtype="u1")}',
        '{"a": np.ma.array([1, 9, 2.5, 9], mask=[0, 1, 0, 1]), "j": [0, 1.0, 2, np.float32(3)], '
        '"i": np.ma.array([2**62 + 1, 9, -1, 3], mask=[0, 1, 0, 0]), "b": np.array([1.0, np.nan, 0, 1]), '
        '"s": ["a", np.nan, np.str_("é"), "nan"]}',
    ],
)
def test_columns_of_all_types(shared, returned):
    # The rows of one swing alone are the first rows.
    body = f"return {{key: value[: len(swings)] for key, value in {returned}.items()}}"
    assert shared.load(file_with(body, ALL)) == {"ok": True, "printed": ""}
    header, arrays = shared.features()
    assert header["ok"] and header["texts"] == {"s": ["a", None, "é", "nan"]}
    assert [(each["name"], each["dtype"]) for each in header["arrays"]] == [
        ("a", "<f8"), ("i", "<i8"), ("i?", "|u1"), ("b", "|u1"), ("j", "<i8"),
    ]  # fmt: skip
    assert np.array_equal(arrays["a"], [1, np.nan, 2.5, np.nan], equal_nan=True)
    assert arrays["i"][[0, 2, 3]].tolist() == [2**62 + 1, -1, 3] and arrays["i?"].tolist() == [0, 1, 0, 0]
    assert arrays["b"].tolist() == [1, 2, 0, 1] and arrays["j"].tolist() == [0, 1, 2, 3]


def test_a_frame_of_pandas_and_a_single_column(shared):
    body = """
    frame = pd.DataFrame({"a": [1, 2.5, None], "s": ["a", None, "b"]})
    frame["i"], frame["b"] = pd.array([1, None, 2], "Int64"), pd.array([True, None, False])
    return frame.assign(j=[1, 2, 3])[: len(swings)]
    """
    shared.load(file_with(body, ALL, top="import pandas as pd"))
    header, arrays = shared.features(3)
    assert header["texts"] == {"s": ["a", None, "b"]}
    assert np.array_equal(arrays["a"], [1, 2.5, np.nan], equal_nan=True)
    assert (arrays["i?"].tolist(), arrays["b"].tolist(), arrays["j"].tolist()) == ([0, 1, 0], [1, 2, 0], [1, 2, 3])
    for body in (
        "return np.ones(len(swings), 'f2')",
        "return (1,) * len(swings)",
        "return pd.Series([1] * len(swings), index=range(7, 7 + len(swings)))",
    ):
        shared.load(file_with(body, top="import pandas as pd"))
        assert shared.features(3)[1]["x"].tolist() == [1, 1, 1]
    header, arrays = shared.features(0)
    assert header["ok"] and arrays["x"].shape == (0,)


def test_a_function_sees_the_swings(shared):
    body = """
    assert swings.rows["n"].dtype == float and swings.rows["t"].tolist() == ["a", None][: len(swings)]
    assert swings.rows["b"].tolist() == [True, None][: len(swings)]
    assert dict(swings.recording) == {"sport": "tennis", "wrist": None}
    assert swings.accelerometer.units == ("g",) * 3 and swings.device_motion.values.shape == (len(swings), 5, 13)
    assert isinstance(swings, swingpipe.Swings)
    for array in [*swings.rows.values(), swings.accelerometer.values, swings.accelerometer.times]:
        assert not array.flags.writeable
    return swings.rows["n"] + swings.accelerometer["y"][:, 2]
    """
    decorator = '@swingpipe.features(columns=[swingpipe.Column("x", description="An x")])'
    assert shared.load(file_with(body, decorator=decorator))["ok"]
    rows = [{"name": "n", "kind": "float"}, {"name": "b", "kind": "bool"}]
    rows.append({"name": "t", "kind": "str", "texts": ["a", None]})
    values = {"rows.n": np.array([1.5, np.nan]), "rows.b": np.array([1, 2], "u1")}
    header, arrays = shared.features(2, streams=("accelerometer", "device_motion"), rows=rows, **values)
    assert header.get("ok"), header
    assert np.array_equal(arrays["x"], [1.5 + 7, np.nan], equal_nan=True)


WRONG = [
    ("return None", "returned None; expected a dictionary with x, y"),
    ("return np.zeros(4)", "returned a value of the type ndarray; expected a dictionary with x, y"),
    ("return {'y': 0}", 'returned no column "x"; expected x, y'),
    ("return {'x': o, 'y': o, 'z': o}", 'returned the unknown column "z"; expected x, y'),
    ("return {'x': o[:3], 'y': o}", 'column "x" has the shape (3,); expected (4,), one value per swing'),
    ("return {'x': 1.0, 'y': o}", 'column "x" has the shape (); expected (4,)'),
    ("return {'x': o[:, None], 'y': o}", 'column "x" has the shape (4, 1)'),
    ("return {'x': [[1], [1, 2], 0, 0], 'y': o}", 'column "x" is not an array: ValueError'),
    ("return {'x': o * 1j, 'y': o}", 'column "x" has the type complex128; expected a number'),
    ("return {'x': ['1'] * 4, 'y': o}", 'column "x" has the type <U1; expected a number'),
    ("return {'x': [1, '1', 2, 3], 'y': o}", 'column "x" has the type <U'),
    ("return {'x': [1, '1', 2, None], 'y': o}", 'column "x" is of the type str for swing 2 of 4'),
    ("return {'x': o > 1, 'y': o}", 'column "x" has the type bool; expected a number'),
    ("return {'x': [1, 2, 10**400, None], 'y': o}", 'column "x" has a number that is too large'),
    ("return {'x': o.astype('M8[s]'), 'y': o}", 'column "x" has the type datetime64[s]'),
    (
        "return {'x': [0, np.nan, np.inf, 1], 'y': o}",
        'column "x" is infinite for swing 3 of 4; expected a number, or NaN',
    ),
    ("return {'x': o, 'y': [1, 2.5, 3, 4]}", 'column "y" is 2.5 for swing 2 of 4; expected a whole number'),
    ("return {'x': o, 'y': o - np.inf}", 'column "y" is infinite for swing 1 of 4; expected a whole number'),
    ("return {'x': o, 'y': o + 1e19}", 'column "y" is 1e+19 for swing 1 of 4; expected a whole number of 64 bits'),
    ("return {'x': o, 'y': np.array([0, 2**63, 0, 0], 'u8')}", 'column "y" is 9223372036854775808 for swing 2'),
    ("return {'x': o, 'y': [1, None, 2**70, 0]}", 'column "y" has a number that is too large'),
]


@pytest.mark.parametrize(("body", "message"), WRONG)
def test_a_wrong_result(shared, body, message):
    columns = '[swingpipe.Column("x", description="An x"), swingpipe.Column("y", int, description="A y")]'
    body = "print('before')\no = np.zeros(4)\n" + body.replace("\\n", "\n")
    shared.load(file_with(body, columns))
    error = shared.features()[0]["error"]
    assert message in error["message"]
    assert (error["kind"], error["file"], error["printed"]) == ("result", str(shared.file), "before\n")
    assert shared.source.splitlines()[error["line"] - 1] == "def f(swings):"


@pytest.mark.parametrize(
    ("type", "values", "message"),
    [
        ("bool", "[0, 1, 2, 1]", 'column "x" is 2 for swing 3 of 4; expected True or False'),
        ("bool", "['True'] * 4", 'column "x" has the type <U4; expected True or False'),
        ("bool", "[None, 'no', None, None]", "is of the type str for swing 2 of 4"),
        ("str", "[1, 2, 3, 4]", 'column "x" is of the type int for swing 1 of 4; expected text'),
        ("str", "['a', b'b', 'c', 'd']", 'column "x" is of the type bytes for swing 2 of 4'),
        ("str", "['a', 'b', '\\ud800', 'd']", 'column "x" has half a character for swing 3 of 4'),
    ],
)
def test_wrong_booleans_and_texts(shared, type, values, message):
    shared.load(file_with(f"return {values}", f'[swingpipe.Column("x", {type}, description="An x")]'))
    error = shared.features()[0]["error"]
    assert error["kind"] == "result" and message in error["message"]


def test_values_must_not_depend_on_other_swings(shared):
    message = 'column "x" of a swing depends on the other swings of its batch (1.0 alone, 4.0 among 4); expected values'
    shared.load(file_with("return np.full(len(swings), len(swings))"))
    for _ in range(2):
        error = shared.features()[0]["error"]
        assert error["kind"] == "result" and message in error["message"]
    # A single swing says nothing, and tiny differences are those of sums.
    assert shared.features(1)[1]["x"].tolist() == [1]
    shared.load(file_with("print('once')\nreturn 1000 + 1e-3 * np.full(len(swings), len(swings))"))
    header, arrays = shared.features()
    assert arrays["x"].tolist() == [1000.004] * 4 and header["printed"] == "once\n"
    shared.load(file_with("return [None if len(swings) == 1 else 1.0] * len(swings)"))
    assert "(missing alone, 1.0 among 4)" in shared.features()[0]["error"]["message"]
    shared.load(file_with("return 1 / (np.zeros(len(swings)) + [0] * (len(swings) - 1))"))
    assert shared.features()[0]["error"]["kind"] == "exception"
    shared.load(file_with("if len(swings) == 1: raise ValueError('one')\nreturn np.zeros(len(swings))"))
    assert "ValueError: one (in a call with the first swing alone" in shared.features()[0]["error"]["message"]
    # Only the first call is checked.
    shared.load(file_with("calls.append(0)\nreturn np.full(len(swings), max(0, len(calls) - 2))", top="calls = []"))
    assert [shared.features()[1]["x"][0] for _ in range(3)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("body", "message", "text"),
    [
        (
            "print('out'); print('err', file=sys.stderr)\nreturn 1 / 0",
            "ZeroDivisionError: division by zero",
            "return 1 / 0",
        ),
        ("return helper([])", "IndexError: list index out of range", "    return given[3]"),
        ("sys.exit(3)", "SystemExit: 3", "sys.exit(3)"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt", "raise KeyboardInterrupt"),
        ("raise Silent", "Silent: its text cannot be read", "raise Silent"),
        ("return f(swings)", "RecursionError: maximum recursion", "return f(swings)"),
        ("return np.linalg.inv(np.zeros((2, 3)))", "LinAlgError: ", "return np.linalg.inv("),
        ("swings.accelerometer.values[0] = 1", "ValueError: assignment destination is read-only", "swings.acc"),
        ("return swings.device_motion", "AttributeError: there is no stream", "return swings.device_motion"),
        ("raise ValueError('x' * 10**6 + '\\ud800')", "ValueError: xxx", "raise ValueError"),
    ],
)
def test_an_exception_has_its_line(shared, body, message, text):
    top = """
    class Silent(Exception):
        def __str__(self): return 1 / 0
    def helper(given):
        return given[3]
    """
    shared.load(file_with(body, top=top))
    error = shared.features()[0]["error"]
    assert error["kind"] == "exception" and error["message"].startswith(message) and len(error["message"]) < 3000
    assert error["file"] == str(shared.file)
    assert shared.source.splitlines()[error["line"] - 1].strip().startswith(text.strip())
    assert 1 <= len(error["traceback"]) <= 6 and "_called" not in "".join(error["traceback"])
    if "out" in body:
        assert error["printed"] == "out\nerr\n"
        assert error["traceback"][:3] == [
            "Traceback (most recent call last):",
            f'  File "{shared.file}", line {error["line"]}, in f',
            "    print('out'); print('err', file=sys.stderr)" if "return" not in text else "    return 1 / 0",
        ]
    # The host goes on.
    assert shared.load(file_with("return np.zeros(len(swings))"))["ok"]


def test_a_function_with_wrong_arguments(shared):
    shared.load(file_with("return 1").replace("def f(swings)", "def f()"))
    error = shared.features()[0]["error"]
    assert error["message"].startswith("TypeError: f() takes 0 positional") and error["kind"] == "exception"
    assert shared.source.splitlines()[error["line"] - 1] == "def f():"


@pytest.mark.parametrize(
    ("change", "message", "line"),
    [
        (
            ("import numpy", "import nothing_such\nimport numpy"),
            "ModuleNotFoundError: No module named",
            "import nothing_such",
        ),
        (("import numpy", "raise SystemExit(2)\nimport numpy"), "SystemExit: 2", "raise SystemExit(2)"),
        (("return 1", "return ("), "SyntaxError: '(' was never closed", "    return ("),
        (("def f(", "def g("), 'the file defines no function "f"', None),
        (("@swingpipe", "# @swingpipe"), "has no declaration; expected @swingpipe.features(...)", "def f(swings):"),
        (('"An x"', '"Another x"'), "declares columns = ", "def f(swings):"),
        (("return 1", "return 1\nf.__swingpipe__['after_s'] = 9.0"), "declares after_s = 9.0 when", "def f(swings):"),
    ],
)
def test_a_file_that_cannot_be_loaded(shared, change, message, line):
    good = file_with("return 1")
    declaration = _host.declared(good.encode(), stages)["functions"][0]
    error = shared.load(good.replace(*change), declaration=declaration)["error"]
    assert error["kind"] == "load" and message in error["message"]
    assert error["file"] == str(shared.file)
    # A fault of the declaration has the line that the text had for the function.
    text = good if line == "def f(swings):" else shared.source
    assert (error["line"] and text.splitlines()[error["line"] - 1]) == line


def test_several_functions_and_helpers_beside_the_file(shared):
    (shared.file.parent / "beside.py").write_text("factor = 3.0\n")
    source = file_with("return factor * np.ones(len(swings))", top="from beside import factor")
    source += "@swingpipe.detector(history_s=0)\ndef g(block):\n    return block.times[:1]\n"
    assert shared.load(source)["ok"] and shared.load(source, "g", 2)["ok"]
    assert shared.features(2)[1]["x"].tolist() == [3, 3]
    assert "no function has the number 9" in shared.features(2, id=9)[0]["error"]["message"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return []", {"time": []}),
        ("return swings.times[[5, 2]]", {"time": [1e9 + 0.2, 1e9 + 0.5]}),
        ("return {'time': [3, 1, 2], 'strength': [30, 10, 20]}", {"time": [1, 2, 3], "strength": [10, 20, 30]}),
        ("return {'time': (1,), 'strength': None}", {"time": [1]}),
        ("return [[1, 2]]", '"time" has the shape (1, 2); expected (n,), one value per event'),
        ("return 1.0", '"time" has the shape ()'),
        ("return None", "returned None; expected an array of times in s"),
        ("return [1, float('nan')]", '"time" is missing for event 2 of 2'),
        ("return [1, float('inf')]", '"time" is infinite for event 2 of 2'),
        ("return {'strength': [1]}", 'returned no "time"'),
        ("return {'time': [1], 'power': [1]}", 'returned "power"; expected "time"'),
        ("return {'time': [1, 2], 'strength': [1]}", '"strength" has the shape (1,); expected (2,)'),
    ],
)
def test_a_detector(shared, body, expected):
    shared.load(file_with(body, decorator="@swingpipe.detector(history_s=1)"))
    header, arrays = shared.detect()
    if isinstance(expected, str):
        assert header["error"]["kind"] == "result" and expected in header["error"]["message"]
    else:
        assert header["ok"] and {name: values.tolist() for name, values in arrays.items()} == expected


def test_prints_do_not_reach_the_replies(start):
    body = """
    print("x" * 5000)
    print("more", file=sys.stderr)
    print("plain", file=sys.__stdout__, flush=True)
    os.write(1, b"from C")
    subprocess.run(["sh", "-c", "echo from a shell; cat"], check=True)
    assert sys.stdin.read() == ""
    child = os.fork()
    if child == 0:
        os.closerange(3, 20)
        os.system("true")
        os._exit(0)
    os.waitpid(child, 0)
    return np.ones(len(swings))
    """
    host = start()
    reply = host.load(file_with(body, top="import subprocess\nprint('loading')"))
    assert reply == {"ok": True, "printed": "loading\n"}
    header, arrays = host.features(1)
    assert arrays["x"].tolist() == [1] and header["printed"] == "x" * 2000
    host.process.stdin.close()
    code, text = host.ended()
    assert code == 0 and "plain\nfrom Cfrom a shell\n" in text


def test_a_function_that_ends_the_process(start):
    host = start()
    host.load(file_with("os._exit(3)"))
    with pytest.raises(AssertionError):
        host.features()
    assert host.ended() == (3, "")
    host = start()
    host.load(file_with("ctypes.string_at(0)", top="import ctypes"))
    with pytest.raises(AssertionError):
        host.features()
    code, text = host.ended()
    assert code < 0 and "Segmentation fault" in text and "in f" in text


@pytest.mark.parametrize(
    "body",
    [
        "time.sleep(60)",
        "re.match('(a*)*b', 'a' * 40)",
        "np.sort(np.random.default_rng(0).random((2, 2**23)))\nreturn sum(range(2**40))",
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\nwith open(os.devnull) as lock:\n    while True: pass",
    ],
)
def test_a_host_ends_with_the_tool(start, body):
    host = start()
    host.load(file_with("os.write(2, b'!')\n" + body, top="import re, signal, time"))
    made = window(count=1)
    facts = {"stream": "accelerometer", "channels": made.channels, "units": made.units, "rate_hz": 1.0}
    arrays = {"accelerometer.values": made.values, "accelerometer.times": made.times}
    header = {"op": "features", "id": 1, "count": 1, "windows": [facts], "rows": [], "recording": {}}
    host.send(header, arrays)
    assert host.process.stderr.read(1) == b"!"
    # An interrupt of the terminal reaches the host, too.
    host.process.send_signal(2)
    os.close(host.life)
    start_s = time.monotonic()
    assert host.ended()[0] < 0 and time.monotonic() - start_s < 2
    host.life = os.open(os.devnull, os.O_RDONLY)


def test_a_host_of_a_tool_that_has_ended(tmp_path):
    life, other = os.pipe()
    os.close(other)
    command = [sys.executable, "-c", HOST, STAGES, "serve", str(life)]
    done = subprocess.run(command, stdin=subprocess.PIPE, capture_output=True, pass_fds=[life], timeout=5)
    os.close(life)
    assert done.returncode != 0 and done.stdout == b""


def test_a_python_without_numpy(start):
    error = start("-S").load(file_with("return 1"))["error"]
    assert error["kind"] == "numpy" and "install it with" in error["message"] and sys.executable in error["message"]


def test_a_damaged_message_ends_the_host(start):
    host = start()
    host.process.stdin.write(b"\x10\0\0\0{}")
    host.process.stdin.close()
    code, text = host.ended()
    assert code == 70 and "EOFError: a message ends after 2 of 16 bytes" in text


def test_files_in_the_current_folder_are_not_imported(start, tmp_path):
    for name in ("numpy", "json", "__future__", "swingpipe"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')")
    (tmp_path / "elsewhere").mkdir()
    host = start()
    host.file = tmp_path / "elsewhere" / "functions.py"
    assert host.load(file_with("return np.zeros(len(swings))"))["ok"]
    assert host.features()[1]["x"].tolist() == [0] * 4


def test_with_the_package_installed(start):
    host = start(PYTHONPATH=str(Path(stages.__file__).parents[1]))
    body = "import swingpipe.stages\nassert isinstance(swings, swingpipe.Swings)\nreturn np.zeros(len(swings))"
    assert host.load(file_with(body, top="assert issubclass(swingpipe.UsageError, Exception)"))["ok"]
    assert host.features()[0].get("ok")


# A function of this process.


@swingpipe.features(columns=[Column("x", description="An x")], streams=("accelerometer",))
def first(swings):
    if swings.recording.get("fails"):
        return 1 / len([])
    return swings.accelerometer["x"][:, 0]


@swingpipe.detector(history_s=1)
def steps(block):
    return []


def test_a_function_is_called_through_a_socket():
    with _features.offered(first) as path:
        assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700
        assert os.path.basename(path) == "first.kernel.json"
        facts = json.loads(Path(path).read_text())
        assert facts["declaration"] == first.__swingpipe__ and len(facts["token"]) >= 32

        def connect(token):
            connection = socket.socket(socket.AF_UNIX)
            connection.settimeout(5)
            connection.connect(facts["socket"])
            stream = connection.makefile("rwb")
            connection.close()
            _host.write_message(stream, {"op": "hello", "token": token})
            return stream

        for token in ("0" * 32, None, "é"):
            with connect(token) as stream:
                assert stream.read() == b""
        # Several at the same time.
        with connect(facts["token"]) as other, connect(facts["token"]) as stream:
            for each in (other, stream):
                assert _host.read_message(each)[0] == {"ok": True}
                load = {"op": "load", "id": 7, "function": "first", "declaration": facts["declaration"]}
                _host.write_message(each, load)
                assert _host.read_message(each)[0] == {"ok": True, "printed": ""}
            made = window()
            header = {"op": "features", "id": 7, "count": 4, "rows": [], "recording": {}}
            about = {"stream": "accelerometer", "rate_hz": 1, "channels": made.channels, "units": made.units}
            arrays = {"accelerometer.values": made.values, "accelerometer.times": made.times}
            _host.write_message(stream, header | {"windows": [about]}, arrays)
            assert np.array_equal(_host.read_message(stream)[1]["x"], made.values[:, 0, 0])
            _host.write_message(other, header | {"windows": [about], "recording": {"fails": True}}, arrays)
            error = _host.read_message(other)[0]["error"]
            assert error["message"] == "ZeroDivisionError: division by zero" and error["file"] == __file__
            assert "return 1 / len([])" in Path(__file__).read_text().splitlines()[error["line"] - 1]
    assert not os.path.exists(os.path.dirname(path))


def test_a_folder_with_a_long_name(monkeypatch, tmp_path):
    (tmp_path / ("x" * 100)).mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / ("x" * 100)))
    with _features.offered(first) as path:
        assert os.path.exists(json.loads(Path(path).read_text())["socket"])


@pytest.fixture
def called(monkeypatch, tmp_path):
    """The arguments of a tool that fails."""
    tool = tmp_path / "tool"
    tool.write_text(
        f'#!/bin/sh\nfor each in "$@"; do echo "$each"; done >{tmp_path}/called\necho "error: no" >&2\nexit 64\n'
    )
    tool.chmod(0o755)
    monkeypatch.setattr(_run, "TOOL", str(tool))

    def called(**options):
        with pytest.raises(swingpipe.UsageError, match="no"):
            swingpipe.run("tennis", "recordings", progress=False, **options)
        return (tmp_path / "called").read_text().splitlines()

    return called


def test_the_arguments_of_the_tool(called):
    arguments = called()
    assert {"--allow-python", f"--python={sys.executable}"} < set(arguments)
    assert "--features=jerk.py:jerk" in called(features="jerk.py:jerk")
    assert "--features=jerk.py" in called(features=Path("jerk.py"))
    (given,) = [each for each in called(features=first) if each.startswith("--features=")]
    assert given.endswith("/first.kernel.json") and not os.path.exists(given.partition("=")[2])


def test_an_interrupt_ends_the_tool_and_the_server(monkeypatch, tmp_path):
    tool = tmp_path / "tool"
    tool.write_text(f'#!/bin/sh\necho "$@" >{tmp_path}/called\necho begun >&2\nexec sleep 60\n')
    tool.chmod(0o755)
    monkeypatch.setattr(_run, "TOOL", str(tool))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def interrupt(progress):
        assert list(tmp_path.glob("*/first.kernel.json"))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        swingpipe.run("tennis", "recordings", features=first, progress=interrupt)
    assert not list(tmp_path.glob("swingpipe-*"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"features": len},
            r'"len", which does not declare its columns; decorate the function(.|\n)*@swingpipe.features',
        ),
        ({"features": 3}, "features is 3; expected a function"),
        ({"features": steps}, 'features is the detector "steps"'),
        ({"features": first, "shard": (1, 2), "output": "out"}, "features and shard are given"),
        ({"features": first, "client": object(), "output": "out"}, "features and client are given"),
        ({"features": "jerk.py", "client": object(), "output": "out"}, "features and client are given"),
    ],
)
def test_wrong_features(options, message):
    with pytest.raises(swingpipe.UsageError, match=message) as caught:
        swingpipe.run("tennis", "recordings", **options)
    assert caught.value.option == "features"


def test_the_columns_of_a_file(tmp_path):
    path = tmp_path / "functions.py"
    path.write_text(FILE)
    assert _features.columns_of(path) == ["a", "b", "c"]
    assert _features.columns_of(f"{path}:simple") == ["c"]
    assert _features.columns_of(first) == ["x"]
    path.write_text("def f(:")
    with pytest.raises(swingpipe.UsageError, match=r"functions.py:1:7: syntax error"):
        _features.columns_of(path)
    with pytest.raises(swingpipe.UsageError, match="cannot be read: No such file"):
        _features.columns_of(tmp_path / "missing.py")
