"""What the tool says of faults, as exceptions."""

from __future__ import annotations

import json
import os
import re
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


class SwingpipeError(Exception):
    """A fault, with the facts that the message contains. Unknown facts are None.

    file: the recording, pipeline or folder at fault. stage: the id of the stage. option: the option of that stage, or
    else the argument of the function that was called. value: the value of the option, as text. exit_code: of the tool.
    """

    def __init__(
        self,
        message: str,
        *,
        exit_code: int | None = None,
        file: str | None = None,
        stage: str | None = None,
        option: str | None = None,
        value: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code
        self.file = file
        self.stage = stage
        self.option = option
        self.value = value


class UsageError(SwingpipeError):
    """The arguments or an input are at fault (exit code 64)."""


class MissingFileError(UsageError, FileNotFoundError):
    """A file or folder does not exist. The error is a FileNotFoundError, too (exit code 64)."""


class DataError(SwingpipeError):
    """The data are at fault: trying again does not mend that (exit code 65)."""


class TemporaryError(SwingpipeError):
    """Worth another try: no space, an I/O error, or input that changed (exit code 75)."""


class PipelineError(SwingpipeError):
    """The pipeline is at fault (exit code 78)."""


class RecordingsError(SwingpipeError):
    """Some or all recordings of a run failed. The others are done.

    file, stage, option and value are those of the first error. errors has all errors. If anything else failed, that
    error comes last. table has the rows of the recordings that are done. It is None if no recording is done or the
    tables could not be joined. exit_code: 1, 65 if all recordings failed, or 75 if a retry may help.
    """

    def __init__(self, errors: Sequence[SwingpipeError], exit_code: int, table: pd.DataFrame | None) -> None:
        first = errors[0]
        # A message of several lines ends with a traceback.
        gap = "\n" if "\n" in first.message else " "
        more = f"{gap}(and {len(errors) - 1} more in .errors)" if len(errors) > 1 else ""
        super().__init__(
            first.message + more,
            exit_code=exit_code,
            file=first.file,
            stage=first.stage,
            option=first.option,
            value=first.value,
        )
        self.errors = list(errors)
        self.table = table

    def __reduce__(self) -> tuple[Any, ...]:
        # By default an exception is made anew from its message alone.
        return type(self), (self.errors, self.exit_code, self.table), self.__dict__


class InputWarning(UserWarning):
    """Something about an input that a result should not be read without."""


def warn(message: str) -> None:
    """Issues an InputWarning for the line that called this module."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, InputWarning, stacklevel=level)


# Calls of the tool.


@dataclass(frozen=True)
class _Function:
    """A function of this module that calls a command of the tool.

    inputs: the arguments that the command takes without an option. options: the arguments for options of the command.
    """

    name: str
    inputs: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)


def _options(same: str = "", **others: str) -> dict[str, str]:
    """The arguments for options. same: arguments that have the name of their option."""
    arguments = {name: name for name in same.split()} | others
    return {f"--{option.replace('_', '-')}": name for option, name in arguments.items()}


_FUNCTIONS = {
    "check": _Function("recordings", ("folder",)),
    "describe": _Function("run", (), _options("pipeline", set="overrides")),
    "diff": _Function("diff", ("first", "second"), _options("tolerance within_ms")),
    "explain": _Function(
        "explain", ("source",), _options("at pipeline plot swing", set="overrides", allow_python="pipeline")
    ),
    "export": _Function(
        "windows", ("recordings",), _options("after_s before_s streams", around="swings", time_column="at")
    ),
    "head": _Function("read", ("output",), _options("columns")),
    "import": _Function("write_recording"),
    "merge": _Function("merge", ("output",)),
    "plot": _Function(
        "plot",
        ("source",),
        _options(
            "height overview panels pipeline run scale sport streams swing theme title width",
            set="overrides",
            to="end",
            **{"from": "start", "allow_python": "pipeline"},
        ),
    ),
    "report": _Function("report", ("output",), _options("max_swings split_by units", output="page")),
    "run": _Function(
        "run", ("pipeline", "recordings"), _options("features jobs mapping output overwrite shard", set="overrides")
    ),
    "score": _Function("score", ("output",), _options("labels")),
    "status": _Function("explain", ("source",)),
}
"""The function that calls each command of the tool."""

_FLAGS = ("--overwrite", "--overview")


@dataclass(frozen=True)
class Call:
    """A call of the tool, which its messages are about.

    words: the command and its arguments, with each option and its value in one word. names: what to write in place of
    the paths of temporary files.
    """

    words: Sequence[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def function(self) -> _Function:
        return _FUNCTIONS.get(self.words[0] if self.words else "", _Function(""))

    @property
    def _end(self) -> int:
        """The number of words before the inputs."""
        return list(self.words).index("--") if "--" in self.words else len(self.words)

    @property
    def inputs(self) -> Sequence[str]:
        """The arguments without an option."""
        return self.words[self._end + 1 :]

    def values(self, argument: str) -> list[str]:
        """The values of an argument that is an option of the tool."""
        pairs = [word.partition("=") for word in self.words[: self._end]]
        return [value for name, equals, value in pairs if equals and self.function.options.get(name) == argument]

    def value(self, argument: str) -> str | None:
        """The value of such an argument as text; None if it is not given."""
        values = self.values(argument)
        if not values:
            return None
        return _dictionary(values) if argument == "overrides" else values[-1]

    def argument_of(self, path: str) -> str | None:
        """The argument that contains a path."""
        for argument in dict.fromkeys(self.function.options.values()):
            if path in self.values(argument):
                return argument
        names, inputs = self.function.inputs, [word.rstrip("/") for word in self.inputs]
        if path.rstrip("/") in inputs and len(inputs) == len(names):
            return names[inputs.index(path.rstrip("/"))]
        # A call may have no pipeline, and a list of recordings is in a file.
        return names[-1] if names and self.function.name != "diff" else None

    def contains(self, path: str) -> bool:
        """Whether a path is an argument, or is in a folder that is an argument."""
        values = [*self.inputs, *(word.partition("=")[2] for word in self.words[: self._end])]
        return any(path == value or path.startswith(value.rstrip("/") + "/") for value in values if value)

    def is_temporary(self, path: str) -> bool:
        return any(path.startswith(name) for name in self.names)

    def renamed(self, text: str) -> str:
        """A text without the paths of temporary files."""
        for path, name in self.names.items():
            text = text.replace(path, name)
        return text


def _dictionary(settings: Iterable[str]) -> str:
    """Values of --set, such as "hit.axis=x", as a dictionary in Python."""
    pairs = [setting.partition("=") for setting in settings]
    return "{" + ", ".join(f"{_literal(key)}: {_setting(value)}" for key, _, value in pairs) + "}"


def _setting(text: str) -> str:
    """A value of --set, which is JSON or text, in Python."""
    try:
        return _literal(json.loads(text))
    except ValueError:
        return _literal(text)


def _literal(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_literal(key)}: {_literal(each)}" for key, each in value.items()) + "}"
    return repr(value)


# Messages in Python's terms.

_OPTION = re.compile(r"(--[a-z][a-z-]*)(?: <[a-z.,=]+>)?")
_QUOTED = r"'(?:[^']|'\\'')*'"
_WORD = rf"(?:{_QUOTED}|[^\s;()\"]+)"
_COMMAND = re.compile(rf"swingpipe ([a-z][a-z-]*)((?: {_WORD})*)")
_SETTING = rf"--set (?:{_QUOTED}|[^\s;()\"=]+=[^\s;()\"]+)"
_SETTINGS = re.compile(rf"{_SETTING}(?: {_SETTING})*")
# The places of faults that are not in a pipeline file.
_SETTING_PLACE = re.compile(r"^--set ([^=\n]+=.*?)(?=: (?:error|warning): )", re.MULTILINE)
_FILE_PLACE = re.compile(r"^--(features|mapping) (.*?)(?=: (?:error|warning): )", re.MULTILINE)
_TRACEBACK = re.compile(r' \((File "[^"\n]+", line \d+, in .*)\)$', re.MULTILINE)
_LAST_WORDS = re.compile(r"(?<=: )Python (?:ended with|was ended by) .*")
_PHRASES = {
    "expected inputs, or --files-from with a list of them": "expected recordings",
    "{a,b}, in quotes, with": "{a,b}, with",
    "proposes one for --mapping of import and run": "proposes one for the argument mapping of run, and for swingpipe import",
}
"""Phrases about the command line, and the phrases for Python."""


def in_python(message: str, call: Call = Call()) -> str:
    """Writes a message of the tool with arguments of the calling function in place of options: `at=`, not `--at`.

    A command becomes a call if a function has all its options. Other commands stay as they are.
    """
    head, *frames = re.split(r'(?=\n  File ")', _unfolded(message), maxsplit=1)
    head = _SETTING_PLACE.sub(lambda found: f"overrides={_dictionary([found[1]])}", head)
    head = _FILE_PLACE.sub(lambda found: f"{found[1]}={call.names.get(found[2]) or _literal(found[2])}", head)
    text, end = "", 0
    for found in _COMMAND.finditer(head):
        shown, length = _command(found, call)
        text += _arguments(head[end : found.start()], head, call) + shown
        end = found.start() + length
    text += _arguments(head[end:], head, call)
    return call.renamed("".join([text, *frames]))


def _unfolded(message: str) -> str:
    """Puts each line of a traceback on a separate line. The tool writes a traceback in one line."""

    def lines(found: re.Match[str]) -> str:
        frames = re.sub(r' \| (?=File ")', "\n  ", found[1])
        return "\n  " + re.sub(r'(File "[^"\n]+", line \d+, in [^|\n]+) \| ', r"\1\n    ", frames)

    return _LAST_WORDS.sub(lambda found: found[0].replace(" | ", "\n  "), _TRACEBACK.sub(lines, message))


def _arguments(text: str, message: str, call: Call) -> str:
    """Writes a part of a message, which contains no command, with arguments in place of options."""
    names = call.function.options
    if "--set" in names:
        text = _SETTINGS.sub(_overrides, text)
        if stage := re.search(r'\bstage "([^"]+)"', message):
            # No function has an argument for this option.
            text = text.replace("--practice", f'overrides={_dictionary([f"{stage[1]}.practice=true"])}')
    if "--sport" not in names:
        text = text.replace(", --sport or", " or").replace(" or --sport", "")
    for phrase, other in _PHRASES.items():
        text = text.replace(phrase, other)
    text = re.sub(r"^(--[a-z-]+): ", lambda found: f"{names[found[1]]}: " if found[1] in names else found[0], text)

    def with_value(found: re.Match[str]) -> str:
        if found[1] not in names or found[2] in ("and", "is", "or", "with", "without"):
            return found[0]
        return f"{names[found[1]]}={_literal(_unquoted(found[2]))}"

    # Messages name the values of these options.
    text = re.sub(rf"(--(?:run|pipeline|sport)) ({_QUOTED}|[\w./~-]*\w)", with_value, text)
    return _OPTION.sub(lambda found: f"{names[found[1]]}=" if found[1] in names else found[0], text)


def _overrides(found: re.Match[str]) -> str:
    settings = re.findall(rf"--set ({_QUOTED}|\S+)", found[0])
    last = settings[-1].rstrip(",.:")
    rest = settings[-1][len(last) :]
    return f"overrides={_dictionary(map(_unquoted, [*settings[:-1], last]))}{rest}"


def _unquoted(word: str) -> str:
    """A word of a shell without its quotes."""
    return word[1:-1].replace("'\\''", "'") if len(word) > 1 and word[0] == word[-1] == "'" else word


def _command(found: re.Match[str], call: Call) -> tuple[str, int]:
    """A command as a call, or unchanged if no function has all its options. Also returns the length of the command."""
    words = re.findall(f" ({_WORD})", found[2])
    inputs: list[str] = []
    options: list[tuple[str, str]] = []
    place = 0
    while place < len(words):
        name, equals, value = words[place].partition("=")
        if name.startswith("--"):
            if not equals and name not in _FLAGS and place + 1 < len(words):
                place += 1
                value = words[place]
            options.append((name, _unquoted(value)))
        elif _is_input(words[place:], call, is_first=not inputs and found[1] == "run"):
            inputs.append(_unquoted(words[place]))
        else:
            # A word of the sentence.
            break
        place += 1
    length = len(f"swingpipe {found[1]}") + sum(len(word) + 1 for word in words[:place])
    function = _FUNCTIONS.get(found[1])
    if function is None or function.name != found[1] or not {name for name, _ in options} <= {*function.options, _LIST}:
        return found[0][:length], length
    shown = f"({', '.join(_shown(function, inputs, options, call))})" if inputs or options else ""
    return f"swingpipe.{function.name}{shown}", length


_LIST = "--files-from"


def _is_input(words: Sequence[str], call: Call, *, is_first: bool) -> bool:
    """Whether the first of some words after a command is an input of it."""
    word = words[0]
    if word.startswith("'") or "/" in word or word.isupper() or word == "..." or word in call.inputs:
        return True
    # The name of a pipeline, which comes before recordings.
    return is_first and len(words) > 1 and (words[1].startswith("--") or _is_input(words[1:], call, is_first=False))


def _shown(function: _Function, inputs: Sequence[str], options: Sequence[tuple[str, str]], call: Call) -> list[str]:
    """The arguments of a function for the inputs and the options of a command."""
    paths = [path for path in inputs if not call.is_temporary(path)]
    shown: list[str] = []
    is_run = function.name == "run"
    if is_run and paths and re.fullmatch(r"\w+|.*\.json", paths[0]) and paths[0] not in call.inputs[-1:]:
        shown.append(_input(paths.pop(0)))
    if any(name == _LIST for name, _ in options):
        paths.append("...")
    if paths and (is_run or (function.name == "report" and len(paths) > 1)):
        given = f"[{', '.join(map(_input, paths))}]" if len(paths) > 1 or paths == ["..."] else _input(paths[0])
        shown.append(f"recordings={given}" if is_run and not shown else given)
    else:
        shown += map(_input, paths)
    settings = [value for name, value in options if name == "--set"]
    for name, value in options:
        if name in ("--set", _LIST) or call.is_temporary(value):
            continue
        is_number = re.fullmatch(r"-?\d+(?:\.\d+)?", value)
        shown.append(f"{function.options[name]}={True if name in _FLAGS else value if is_number else _input(value)}")
    return [*shown, *([f"overrides={_dictionary(settings)}"] if settings else [])]


def _input(word: str) -> str:
    """A path in Python. Placeholders stay as they are."""
    return word if word == "..." or (word.isupper() and word.isalpha()) else _literal(word)


# Facts.

_PLACE = re.compile(r"(.+?): (?:error|warning): (.*)", re.DOTALL)
_STAGE = re.compile(r'(?:recording ".+?": )?stage "([^"]+)"(?: \(([^)]*)\))?: ')
_RECORDING = re.compile(r'recording "(.+?)": ')
_OPTION_OF_STAGE = re.compile(r'(?:^(?:recording ".+?": )?|; )(?:unknown )?option "([^"]+)"')
_FOUND = re.compile(r', found ("[^"]*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[ ;:,]|$)')
_SENTENCES = (
    (re.compile(r"\bno swing (-?\d+)"), "swing"),
    (re.compile(r"(\S+) s lies outside of it"), "at"),
    (re.compile(r"a figure (\S+) pixels wide"), "width"),
    (re.compile(r"a figure (\S+) pixels high"), "height"),
    (re.compile(r'the table names recording "(.+?)"'), "swings"),
    (re.compile(r"(.+) is a pipeline; expected it before"), "recordings"),
    (re.compile(r"no recording is given()"), "recordings"),
)
"""Messages that do not name the argument that they are about."""


def _facts(message: str, call: Call, exit_code: int) -> dict[str, str]:
    """The file, the stage, the option and the value that a message names."""
    placed = _PLACE.fullmatch(message)
    # A user's exception may quote another message.
    if placed and (placed[1].startswith("--") or '"' not in placed[1]):
        return _facts_of_place(placed[1], placed[2])
    facts: dict[str, str] = {}
    leading = re.match(r"(--[a-z-]+): ", message)
    rest = message[leading.end() :] if leading else message
    if (file := _file(rest, call)) is not None:
        facts["file"] = file
        rest = rest.removeprefix(f"{file}: ")
    if stage := _STAGE.match(rest):
        facts |= {"stage": stage[1]} | _option_of_stage(rest[stage.end() :])
    elif exit_code in (64, 78) and (option := _argument(message, rest, call)):
        facts["option"] = option
        said = [found[1] for sentence, name in _SENTENCES if name == option and (found := sentence.search(rest))]
        if (value := next(iter(said), None) or call.value(option)) is not None:
            facts["value"] = value
    elif exit_code == 64 and file is not None and (argument := call.argument_of(file)):
        facts |= {"option": argument, "value": call.value(argument) or file}
    return facts


def _facts_of_place(place: str, text: str) -> dict[str, str]:
    """The facts in a message about a pipeline. place: the part before the level."""
    facts: dict[str, str] = {}
    stage = _STAGE.match(text)
    about = _option_of_stage(text[stage.end() :]) if stage else {}
    if stage:
        facts["stage"] = stage[1]
        if text[stage.end() :].startswith("unknown stage type"):
            about = {"option": "type", "value": stage[2]}
    option, _, value = place.partition(" ")
    if option == "--set":
        key, _, setting = value.partition("=")
        if not stage:
            return {"option": "overrides", "value": _dictionary([value])}
        return facts | {"option": about.get("option", key.partition(".")[2]), "value": setting}
    if option in ("--features", "--mapping"):
        return {"option": option[2:], "value": value, "file": value}
    facts |= {"file": re.sub(r":\d+:\d+$", "", place)} | about
    if recording := _RECORDING.search(text):
        facts["file"] = recording[1]
    elif not stage and re.match(r"no such file\b|cannot read the file\b", text):
        facts |= {"option": "pipeline", "value": facts["file"]}
    return facts


def _option_of_stage(text: str) -> dict[str, str]:
    """The option of a stage that a message names, and the value."""
    option = _OPTION_OF_STAGE.search(text)
    return {} if option is None else {"option": option[1]} | _found(text)


def _found(text: str) -> dict[str, str]:
    found = _FOUND.search(text)
    return {} if found is None else {"value": found[1].strip('"')}


def _file(message: str, call: Call) -> str | None:
    """The path at the beginning of a message."""
    if named := re.match(r"(.+?) (?:is a folder|matches \d+ recordings); expected one recording", message):
        return named[1]
    parts = message.split(": ")
    for count in range(1, len(parts)):
        path, follows = ": ".join(parts[:count]), parts[count]
        is_path = follows.startswith(("cannot ", "there is no such folder", 'stage "')) or call.contains(path)
        if is_path or os.path.lexists(path):
            return path
    return None


def _argument(message: str, rest: str, call: Call) -> str | None:
    """The argument that a message is about. rest: the message without the path at its beginning."""
    names = call.function.options
    fault = _COMMAND.sub("", message.partition("; ")[0])
    if unknown := re.search(r'unknown option "(--[a-z-]+)"', fault):
        return names.get(unknown[1], unknown[1].strip("-").replace("-", "_"))
    if option := _OPTION.search(fault):
        return names.get(option[1])
    for sentence, argument in _SENTENCES:
        if sentence.search(rest) and argument in (*names.values(), *call.function.inputs):
            return argument
    # An argument that is missing.
    advised = re.search(r"; (?:expected|give one with) (--[a-z-]+)", message)
    return names.get(advised[1]) if advised else None


_MISSING = re.compile(r".+: (?:cannot .+: no such file or directory|there is no such folder\b.*)")
_KINDS: dict[int, type[SwingpipeError]] = {64: UsageError, 65: DataError, 75: TemporaryError, 78: PipelineError}


def error_of(text: str, exit_code: int, call: Call = Call()) -> SwingpipeError:
    """The exception for the tool's messages on standard error. Its message contains only errors."""
    lines = [line for line in text.splitlines() if not line.startswith(("warning: ", "Usage: ", "  See "))]
    # Faults of a pipeline begin with their place: "mine.json:3:5: error: ...". Lines after a colon are its list.
    faults: list[str] = []
    for line in lines:
        if line.startswith("error: ") or ": error: " in line:
            faults.append(line.removeprefix("error: "))
        elif faults and faults[-1].endswith(":") or (line.startswith("  - ") and faults):
            faults.append(line)
    # Two arguments may have the same value, and the same fault.
    told = list(dict.fromkeys(faults or lines))
    facts = _facts(told[0], call, exit_code) if told else {}
    message = in_python("\n".join(told).strip(), call) or f"swingpipe ended with {exit_code}"
    kind = _KINDS.get(exit_code, SwingpipeError)
    if exit_code == 64 and told and "file" in facts and all(map(_MISSING.fullmatch, told)):
        kind = MissingFileError
    elif exit_code == 1 and call.function.name in ("explain", "plot"):
        # The recording does not have the requested data.
        kind = DataError
    return _made(kind, message, exit_code, facts, call)


def error_of_event(event: Mapping[str, Any], call: Call = Call()) -> SwingpipeError:
    """The exception for an error in the tool's log, which has the facts as separate members."""
    message = str(event.get("message", ""))
    facts = {name: event[key] for name, key in _EVENT_FACTS.items() if isinstance(event.get(key), str)}
    if "option" in facts:
        facts |= _found(message)
    return _made(SwingpipeError, in_python(message, call), None, facts, call)


_EVENT_FACTS = {"file": "path", "stage": "stage", "option": "option"}


def _made(
    kind: type[SwingpipeError], message: str, exit_code: int | None, facts: Mapping[str, str], call: Call
) -> SwingpipeError:
    """An exception that does not name temporary files."""
    known = {
        name: call.names.get(fact, fact)
        for name, fact in facts.items()
        if name != "file" or not call.is_temporary(fact)
    }
    return kind(message, exit_code=exit_code, **known)
