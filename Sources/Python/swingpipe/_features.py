"""The argument features of run(): a function of this process, which the tool calls through a socket, or a file."""

from __future__ import annotations

import contextlib
import hmac
import inspect
import json
import os
import secrets
import socketserver
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

from . import stages
from ._errors import UsageError
from ._host import Session, declared, read_message, serve, write_message
from ._tool import StrPath

Features = Callable[[stages.Swings], object] | StrPath
"""A function with the decorator features; or a file, as "jerk.py", or "jerk.py:jerk" if the file has several."""

_MOST_SOCKET_BYTES = 100
"""Longer paths cannot be sockets: 108 bytes on Linux, 104 on macOS."""
_MOST_HELLO_BYTES = 10_000
_POLL_S = 0.1


def check_features(features: Features) -> None:
    """Raises UsageError unless the argument is a file or a function with a declaration."""
    if isinstance(features, (str, os.PathLike)):
        return
    declaration = getattr(features, "__swingpipe__", None)
    if not callable(features):
        message = f'features is {features!r}; expected a function, or a file such as "jerk.py"'
        raise UsageError(message, option="features")
    if not isinstance(declaration, dict):
        name = getattr(features, "__name__", repr(features))
        example = 'swingpipe.Column("jerk_g_s", unit="g/s", description="Largest change of the acceleration")'
        message = (
            f'features is the function "{name}", which does not declare its columns; decorate the function, as in\n'
            f"@swingpipe.features(columns=[{example}])\ndef {name}(swings): ..."
        )
        raise UsageError(message, option="features")
    if declaration["kind"] != "features":
        message = f'features is the detector "{declaration["name"]}"; expected a function with @swingpipe.features(...)'
        raise UsageError(message, option="features")


def columns_of(features: Features) -> list[str]:
    """The columns that the functions add. A file is parsed and not executed. Raises UsageError."""
    if not isinstance(features, (str, os.PathLike)):
        return [column["name"] for column in getattr(features, "__swingpipe__")["columns"]]
    path, name = os.fspath(features), None
    if not os.path.exists(path) and ":" in path:
        path, _, name = path.rpartition(":")
    try:
        found = declared(Path(path).read_bytes(), stages)
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror}; expected a Python file"
        raise UsageError(message, file=path, option="features", value=os.fspath(features)) from None
    if "error" in found:
        fault = found["error"]
        message = f"{path}:{fault['line']}:{fault['column']}: {fault['message']}"
        raise UsageError(message, file=path, option="features", value=os.fspath(features))
    functions = [each for each in found["functions"] if each["kind"] == "features" and name in (None, each["name"])]
    return [column["name"] for function in functions for column in function["columns"]]


@contextlib.contextmanager
def offered(features: Features) -> Iterator[str]:
    """The path that the tool gets: of the file, or of a description of the socket where it can call the function."""
    if isinstance(features, (str, os.PathLike)):
        yield os.fspath(features)
        return
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="swingpipe-"))
        if len(os.fsencode(folder)) + len("/socket") > _MOST_SOCKET_BYTES:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="swingpipe-", dir="/tmp"))
        declaration = getattr(features, "__swingpipe__")
        facts = {"socket": f"{folder}/socket", "token": secrets.token_hex(16), "declaration": declaration}
        path = Path(folder, f"{declaration['name']}.kernel.json")
        path.write_text(json.dumps(facts), encoding="utf-8")
        server = stack.enter_context(_Server(facts["socket"], facts["token"], features))
        threading.Thread(target=server.serve_forever, args=(_POLL_S,), daemon=True).start()
        stack.callback(server.shutdown)
        yield str(path)


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """Has a thread for each connection. Only one thread calls the function at a time."""

    daemon_threads = True

    def __init__(self, address: str, token: str, function: Callable[[stages.Swings], object]) -> None:
        super().__init__(address, _Connection)
        self.token = token
        self.function = function
        code = getattr(inspect.unwrap(function), "__code__", None)
        self.file: str = code.co_filename if code else ""
        self.lock = threading.Lock()


class _Connection(socketserver.StreamRequestHandler):
    wbufsize = -1

    def handle(self) -> None:
        server = cast(_Server, self.server)
        reader, writer = cast(BinaryIO, self.rfile), cast(BinaryIO, self.wfile)
        session = Session(stages, lambda _: (server.function, server.file))

        def answer(header: dict[str, Any], arrays: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
            with server.lock:
                return session.answer(header, arrays)

        # The tool may end at any time.
        with contextlib.suppress(OSError, EOFError):
            if _is_known(reader, server.token):
                write_message(writer, {"ok": True})
                serve(reader, writer, answer)


def _is_known(reader: BinaryIO, token: str) -> bool:
    """Whether the first message has the token."""
    try:
        message = read_message(reader, _MOST_HELLO_BYTES)
    except ValueError:
        return False
    given = message[0] if message else None
    if not isinstance(given, dict) or given.get("op") != "hello":
        return False
    return hmac.compare_digest(str(given.get("token")).encode(errors="replace"), token.encode())
