"""Messages of the tool as exceptions and warnings of Python, one test per form. The tool is not called."""

import pickle
import warnings
from pathlib import Path

import pytest
import swingpipe
from swingpipe._errors import Call, RecordingsError, error_of, error_of_event, in_python, warn

RUN = ["run", "--output=out", "--jobs=0", "--set=hit.axis=x", "--set=hit.threshold_g=-2", "--", "tennis", "in"]
PLOT = ["plot", "--swing=99", "--from=+9", "--width=3", "--output=/tmp/swingpipe-a/picture.svg", "--", "a: b.h5"]
EXPLAIN = ["explain", "--json", "--at=3", "--plot=a.pdf", "--", "in/a.h5"]
WINDOWS = ["export", "--around=/tmp/swingpipe-a/swings.csv", "--time-column=start_s", "--before-s=-1", "--", "in"]
STAGE = 'stage "hit" (detectors.impact): '


def facts(error):
    return {name: value for name in ("file", "stage", "option", "value") if (value := getattr(error, name)) is not None}


FORMS = [
    # An option, a path and the reason of the system.
    (
        RUN,
        "error: --output: out: cannot make the folder: not a directory",
        "output: out: cannot make the folder: not a directory",
        {"option": "output", "value": "out", "file": "out"},
    ),
    (
        ["report", "--output=new/a.html", "--", "out"],
        "error: --output: new: cannot write into: permission denied",
        "page: new: cannot write into: permission denied",
        {"option": "page", "value": "new/a.html", "file": "new"},
    ),
    # The file of a picture is temporary, and not an argument.
    (PLOT, "error: --output: no space left on device", "--output: no space left on device", {}),
    # An option and its value.
    (RUN, "error: --jobs is 0; expected 1 or more", "jobs= is 0; expected 1 or more", {"option": "jobs", "value": "0"}),
    (
        RUN,
        "error: The value 'x' is invalid for '--jobs <jobs>'\nUsage: swingpipe run\n  See 'swingpipe run --help'",
        "The value 'x' is invalid for 'jobs='",
        {"option": "jobs", "value": "0"},
    ),
    (
        ["score", "--", "out"],
        "error: Missing expected argument '--labels <recording> ...'",
        "Missing expected argument 'labels= ...'",
        {"option": "labels"},
    ),
    (
        PLOT,
        "error: The value 'tenis' is invalid for '--sport <sport>'. Please provide one of:\n  - golf\n  - tennis",
        "The value 'tenis' is invalid for 'sport='. Please provide one of:\n  - golf\n  - tennis",
        {"option": "sport"},
    ),
    (
        PLOT,
        "error: --from is +9 and --to +2; expected the earlier moment first",
        "start= is +9 and end= +2; expected the earlier moment first",
        {"option": "start", "value": "+9"},
    ),
    (
        PLOT,
        "error: a: b.h5: --from +9 s lies after the end; expected 0 to 8 s",
        "a: b.h5: start= +9 s lies after the end; expected 0 to 8 s",
        {"option": "start", "value": "+9", "file": "a: b.h5"},
    ),
    (
        WINDOWS,
        "error: --before-s is -1; expected 0 to 60 s",
        "before_s= is -1; expected 0 to 60 s",
        {"option": "before_s", "value": "-1"},
    ),
    (
        WINDOWS,
        'error: --time-column: there is no column "start_s"',
        'at: there is no column "start_s"',
        {"option": "at", "value": "start_s"},
    ),
    # Options that are missing or too many.
    (EXPLAIN[:2], "error: expected one of --at and --swing", "expected one of at= and swing=", {"option": "at"}),
    (
        ["plot", "--", "out"],
        "error: out: the run has 2 recordings; expected --swing, or one recording with --run 'my out'",
        'out: the run has 2 recordings; expected swing=, or one recording with run="my out"',
        {"option": "swing", "file": "out"},
    ),
    (
        EXPLAIN,
        "error: in/a.h5: has no sport; give one with --pipeline (swingpipe pipelines lists them) or --sport",
        "in/a.h5: has no sport; give one with pipeline= (swingpipe pipelines lists them)",
        {"option": "pipeline", "file": "in/a.h5"},
    ),
    (
        ["plot", "--set=hit.threshold_g=3", "--", "a.h5"],
        "error: a.h5: --set sets options of a pipeline; give one with --pipeline or --sport",
        "a.h5: overrides= sets options of a pipeline; give one with pipeline= or sport=",
        {"option": "overrides", "value": '{"hit.threshold_g": 3}', "file": "a.h5"},
    ),
    # An option that only the module knows, or only the tool.
    (
        ["check", "--details"],
        'error: unknown option "--stamps-only"; did you mean "--stamps"?',
        'unknown option "--stamps-only"; did you mean "--stamps"?',
        {"option": "stamps_only"},
    ),
    (
        RUN,
        'error: unknown option "--jobs"; expected another',
        'unknown option "jobs="; expected another',
        {"option": "jobs", "value": "0"},
    ),
    # Arguments that a message does not name.
    (
        PLOT,
        "error: a: b.h5: no swing 99; 8 were found, expected 0 to 7",
        "a: b.h5: no swing 99; 8 were found, expected 0 to 7",
        {"option": "swing", "value": "99", "file": "a: b.h5"},
    ),
    (
        EXPLAIN,
        "error: in/a.h5: 3 s lies outside of it; expected 9 to 12 s",
        "in/a.h5: 3 s lies outside of it; expected 9 to 12 s",
        {"option": "at", "value": "3", "file": "in/a.h5"},
    ),
    (
        PLOT,
        "error: a figure 3 pixels wide has no room for its plots; expected at least 176",
        "a figure 3 pixels wide has no room for its plots; expected at least 176",
        {"option": "width", "value": "3"},
    ),
    (
        WINDOWS,
        'error: the table names recording "b"; expected identifiers of the given recordings, such as a',
        'the table names recording "b"; expected identifiers of the given recordings, such as a',
        {"option": "swings", "value": "b"},
    ),
    (
        ["run", "--", "tennis"],
        "error: no recording is given; expected inputs, or --files-from with a list of them",
        "no recording is given; expected recordings",
        {"option": "recordings"},
    ),
    (
        ["run", "--", "in", "tennis"],
        "error: tennis is a pipeline; expected it before the recordings",
        "tennis is a pipeline; expected it before the recordings",
        {"option": "recordings", "value": "tennis"},
    ),
    # Inputs.
    (
        RUN,
        "error: in/b.h5: cannot open: permission denied",
        "in/b.h5: cannot open: permission denied",
        {"option": "recordings", "value": "in/b.h5", "file": "in/b.h5"},
    ),
    (
        RUN,
        "error: in: holds no recording; expected files that end in .h5",
        "in: holds no recording; expected files that end in .h5",
        {"option": "recordings", "value": "in", "file": "in"},
    ),
    (
        EXPLAIN,
        "error: in/a.h5 is a folder; expected one recording",
        "in/a.h5 is a folder; expected one recording",
        {"option": "source", "value": "in/a.h5", "file": "in/a.h5"},
    ),
    (
        ["diff", "--json", "--", "a", "b"],
        "error: b: holds no tables of swings; expected an output folder of swingpipe run",
        "b: holds no tables of swings; expected an output folder of swingpipe.run",
        {"option": "second", "value": "b", "file": "b"},
    ),
    (
        ["diff", "--json", "--", "a", "a"],
        "error: a: holds no tables\nerror: a: holds no tables",
        "a: holds no tables",
        {"option": "first", "value": "a", "file": "a"},
    ),
    (
        ["score", "--labels=labels", "--", "out"],
        "error: labels: is a URL; expected a local path",
        "labels: is a URL; expected a local path",
        {"option": "labels", "value": "labels", "file": "labels"},
    ),
]


@pytest.mark.parametrize(("words", "text", "message", "known"), FORMS, ids=[form[2][:40] for form in FORMS])
def test_a_wrong_argument(words, text, message, known):
    error = error_of(f"warning: something else\n{text}\n", 64, Call(words))
    assert type(error) is swingpipe.UsageError and error.exit_code == 64
    assert (error.message, facts(error)) == (message, known)


PIPELINE = [
    (
        'mine.json:5:27: error: stage "hp" (filters.high_pas): option "x": expected a number, found 3; did you mean "y"?',
        None,
        {"file": "mine.json", "stage": "hp", "option": "x", "value": "3"},
    ),
    (
        'a: b.json:5:27: error: stage "hp" (filters.high_pas): unknown stage type; did you mean "filters.high_pass"?',
        None,
        {"file": "a: b.json", "stage": "hp", "option": "type", "value": "filters.high_pas"},
    ),
    (f'mine.json: error: {STAGE}unknown option "axs"', None, {"file": "mine.json", "stage": "hit", "option": "axs"}),
    (
        f'mine.json:5:27: error: {STAGE}option "axis": expected one of "x", "any", found "w"',
        None,
        {"file": "mine.json", "stage": "hit", "option": "axis", "value": "w"},
    ),
    ('mine.json:1:1: error: "version" is missing; expected "version": 1', None, {"file": "mine.json"}),
    (
        "mine.json: error: cannot read the file: no such file",
        None,
        {"file": "mine.json", "option": "pipeline", "value": "mine.json"},
    ),
    (
        'tenis: error: no such file; did you mean "tennis"?',
        None,
        {"file": "tenis", "option": "pipeline", "value": "tenis"},
    ),
    (
        f'--set hit.axs=x y: error: {STAGE}unknown option "axs"; did you mean "axis"?',
        f'overrides={{"hit.axs": "x y"}}: error: {STAGE}unknown option "axs"; did you mean "axis"?',
        {"stage": "hit", "option": "axs", "value": "x y"},
    ),
    (
        f'--set in.corrections=["a"]: error: {STAGE}expected another\n--set hit.saturated=true: error: {STAGE}expected 1',
        f'overrides={{"in.corrections": ["a"]}}: error: {STAGE}expected another\n'
        f'overrides={{"hit.saturated": True}}: error: {STAGE}expected 1',
        {"stage": "hit", "option": "corrections", "value": '["a"]'},
    ),
    (
        '--set hitt.axis=x: error: unknown stage "hitt"; did you mean "hit"?',
        'overrides={"hitt.axis": "x"}: error: unknown stage "hitt"; did you mean "hit"?',
        {"option": "overrides", "value": '{"hitt.axis": "x"}'},
    ),
    (
        '--features jerk.py: error: stage "python" (features.python): option "file": /a/jerk.py: no such file',
        'features="jerk.py": error: stage "python" (features.python): option "file": /a/jerk.py: no such file',
        {"option": "features", "value": "jerk.py", "file": "jerk.py"},
    ),
    (
        f'lab.json:9:1: error: {STAGE}recording "in/a.h5": too slow; option "pass_hz": expected less, found 80.0 Hz',
        None,
        {"file": "in/a.h5", "stage": "hit", "option": "pass_hz", "value": "80.0"},
    ),
]


@pytest.mark.parametrize(("text", "message", "known"), PIPELINE, ids=[form[0][:40] for form in PIPELINE])
def test_a_wrong_pipeline(text, message, known):
    error = error_of(text, 78, Call(RUN))
    assert type(error) is swingpipe.PipelineError
    assert (error.message, facts(error)) == (message or text, known)


def test_a_missing_file():
    text = "error: nowhere: cannot read the table: no such file or directory\nerror: gone: there is no such folder"
    error = error_of(text, 64, Call(["diff", "--", "nowhere", "gone"]))
    assert type(error) is swingpipe.MissingFileError
    assert facts(error) == {"file": "nowhere", "option": "first", "value": "nowhere"}
    # An existing folder has another fault.
    assert type(error_of(f"{text}\nerror: a: holds no tables", 64, Call())) is swingpipe.UsageError


def test_data_at_fault():
    text = 'error: in/a.h5: stage "in" (readers.hdf5): contradicts itself; add --set in.contradictions=accept'
    error = error_of(text, 65, Call(EXPLAIN))
    assert type(error) is swingpipe.DataError
    assert facts(error) == {"file": "in/a.h5", "stage": "in"}
    assert error.message.endswith('add overrides={"in.contradictions": "accept"}')
    # For a picture or an explanation, a recording may have nothing of the kind.
    assert type(error_of("error: in/a.h5: has no swings", 1, Call(EXPLAIN))) is swingpipe.DataError


def test_what_a_message_quotes_is_not_about_the_call():
    text = 'error: in/a.h5: stage "own" (features.python): own.py:4: own: ValueError: x: error: stage "hp": option "y"'
    assert facts(error_of(text, 65, Call(EXPLAIN))) == {"file": "in/a.h5", "stage": "own"}
    # Advice is not a fault.
    assert facts(error_of("error: it is broken; swingpipe import --keep-going reads it", 64, Call(EXPLAIN))) == {}


def test_an_event_of_a_run():
    event = {
        "message": 'tennis:8:74: error: stage "hp": option "pass_hz": odd, found 80.0 Hz; add --set hp.pass_hz=20.',
        "path": "in/a.h5",
        "stage": "hp",
        "option": "pass_hz",
    }
    error = error_of_event(event, Call(RUN))
    assert facts(error) == {"file": "in/a.h5", "stage": "hp", "option": "pass_hz", "value": "80.0"}
    assert error.message.endswith('add overrides={"hp.pass_hz": 20}.')
    # The text of an exception in a user's function may contain anything.
    error = error_of_event({"message": 'a.h5: stage "own": option "x": found 3', "path": "a.h5", "stage": "own"})
    assert facts(error) == {"file": "a.h5", "stage": "own"}


ADVICE = [
    (
        'a.h5: stage "air": no evidence of play; if this is practice, run with --practice, or set "practice": true',
        'a.h5: stage "air": no evidence of play; if this is practice, run with overrides={"air.practice": True}, '
        'or set "practice": true',
    ),
    (
        "to correct it, add --set 'in.corrections=[\"a\",\"b\"]' --set in.motion_offset_s=0.5; or leave it",
        'to correct it, add overrides={"in.corrections": ["a", "b"], "in.motion_offset_s": 0.5}; or leave it',
    ),
    ("expected a plan, as with --set steps.plan=FILE", 'expected a plan, as with overrides={"steps.plan": "FILE"}'),
    ("give another --output, or split it with --shard", "give another output=, or split it with shard="),
    ("run it with --overwrite", "run it with overwrite="),
    ("expected: swingpipe run tennis in --output out", 'expected: swingpipe.run("tennis", "in", output="out")'),
    (
        "expected tennis: swingpipe run tennis 'my in' --output /tmp/swingpipe-b",
        'expected tennis: swingpipe.run("tennis", "my in")',
    ),
    ("swingpipe run in --output out_by_sport", 'swingpipe.run(recordings="in", output="out_by_sport")'),
    (
        "swingpipe run a/1.h5 a/2.h5 --set hit.axis=any",
        'swingpipe.run(recordings=["a/1.h5", "a/2.h5"], overrides={"hit.axis": "any"})',
    ),
    (
        "swingpipe run --files-from /tmp/swingpipe-c.list --output /tmp/swingpipe-b_by_sport",
        "swingpipe.run(recordings=[...])",
    ),
    ("swingpipe diff a/1 a/2 --within-ms 50", 'swingpipe.diff("a/1", "a/2", within_ms=50)'),
    ("swingpipe explain out/a --swing 3", 'swingpipe.explain("out/a", swing=3)'),
    ("swingpipe run PIPELINE in --output FOLDER", 'swingpipe.run(PIPELINE, "in", output=FOLDER)'),
    ("swingpipe merge out/a joins those that are done", 'swingpipe.merge("out/a") joins those that are done'),
    ("next: swingpipe report a/b c/d", 'next: swingpipe.report(["a/b", "c/d"])'),
    ("swingpipe run makes them anew", "swingpipe.run makes them anew"),
    ("counts twice; swingpipe diff compares two runs", "counts twice; swingpipe.diff compares two runs"),
    # No function has all of this.
    ("swingpipe status out shows why", "swingpipe status out shows why"),
    ("swingpipe run --dry-run lists their ids", "swingpipe run --dry-run lists their ids"),
    (
        "swingpipe check --details a/b.h5 --mapping-out FILE proposes one for --mapping of import and run",
        "swingpipe check --details a/b.h5 --mapping-out FILE proposes one for the argument mapping of run, and for swingpipe import",
    ),
    ("swingpipe import in/a.h5 --correct a --output corrected", "swingpipe import in/a.h5 --correct a --output corrected"),
    ("swingpipe explain RECORDING --run out", "swingpipe explain RECORDING --run out"),
    ("raise the limit with --stall-timeout-s", "raise the limit with --stall-timeout-s"),
    # Paths of temporary files.
    ("/tmp/swingpipe-b: there is no table", "the run: there is no table"),
]


@pytest.mark.parametrize(("message", "expected"), ADVICE, ids=[message[:40] for message, _ in ADVICE])
def test_advice_is_in_terms_of_python(message, expected):
    names = {"/tmp/swingpipe-b": "the run", "/tmp/swingpipe-c.list": "recordings"}
    assert in_python(message, Call(RUN, names)) == expected


def test_advice_depends_on_the_function():
    text = "expected no --pipeline, --sport or --set; --sport tennis tells why"
    assert in_python(text, Call(PLOT)) == 'expected no pipeline=, sport= or overrides=; sport="tennis" tells why'
    assert in_python("expected no --pipeline, --sport or --set", Call(EXPLAIN)) == "expected no pipeline= or overrides="
    assert in_python("expected --pipeline workout", Call(PLOT)) == 'expected pipeline="workout"'
    assert in_python("expected --allow-python, for code of yours", Call(PLOT)) == "expected pipeline=, for code of yours"


def test_a_traceback_has_lines():
    text = (
        'a.h5: stage "own" (features.python): own.py:9: own: ValueError: no | way (File "/a b/own.py", line 4, in own | '
        'return helper(x | y) | File "/a b/own.py", line 9, in helper | raise ValueError("no | --set a.b=c"))'
    )
    lines = [
        'a.h5: stage "own" (features.python): own.py:9: own: ValueError: no | way',
        '  File "/a b/own.py", line 4, in own',
        "    return helper(x | y)",
        '  File "/a b/own.py", line 9, in helper',
        '    raise ValueError("no | --set a.b=c")',
    ]
    assert in_python(text, Call(RUN)).splitlines() == lines
    errors = [error_of_event({"message": text}, Call(RUN)), swingpipe.DataError("another")]
    assert str(RecordingsError(errors, 1, None)).splitlines() == [*lines, "(and 1 more in .errors)"]
    crash = "own.py: own: Python was ended by the signal 11 (Segmentation fault): Fatal Python error | Current thread"
    assert in_python(crash).splitlines()[1:] == ["  Current thread"]


def test_temporary_files_are_not_named():
    call = Call(["run", "--features=/tmp/swingpipe-a/jerk.kernel.json"], {"/tmp/swingpipe-a/jerk.kernel.json": "jerk"})
    text = "--features /tmp/swingpipe-a/jerk.kernel.json: error: the pipeline has no stage features.swing"
    error = error_of(text, 78, call)
    assert error.message == "features=jerk: error: the pipeline has no stage features.swing"
    assert facts(error) == {"option": "features", "value": "jerk"}


def test_warnings_are_of_the_line_of_the_caller():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warn("something")
    assert [Path(each.filename).name for each in caught] == [Path(__file__).name]
    assert issubclass(caught[0].category, swingpipe.InputWarning)


def test_facts_pickle():
    error = error_of("error: --jobs is 0; expected 1 or more", 64, Call(RUN))
    assert vars(pickle.loads(pickle.dumps(error))) == vars(error)
