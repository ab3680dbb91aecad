"""Tests of the Python module against the real tool, wherever it is installed.

Recordings come from the folder RECORDINGS, which has tennis-000001.h5 and tennis-000002.h5 of the project's Data.
"""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import pickle
import shlex
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
import unittest.mock
import warnings
from collections.abc import Callable

import numpy as np
import pandas as pd

import swingpipe

FOLDER = pathlib.Path(os.environ["RECORDINGS"])


class ModuleTests(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def spoiled(self) -> pathlib.Path:
        """A folder with a recording that is cut off, beside a good one."""
        folder = self.scratch / "spoiled"
        folder.mkdir()
        shutil.copy(FOLDER / "tennis-000001.h5", folder)
        (folder / "broken.h5").write_bytes((FOLDER / "tennis-000002.h5").read_bytes()[:5000])
        return folder

    def imported(self, name: str, **attributes: str) -> pathlib.Path:
        """A recording without labels that was imported from CSV files, with a single row of motion."""
        source, folder = self.scratch / f"{name}-csv", self.scratch / "imported"
        command = [swingpipe.TOOL, "export", str(FOLDER / "tennis-000001.h5"), "--output", str(source)]
        subprocess.run(command, check=True, capture_output=True)
        for labels in ["swings.csv", "ignore.csv", "distractors.csv"]:
            (source / labels).unlink()
        facts = source / "recording.json"
        facts.write_text(json.dumps(json.loads(facts.read_text()) | attributes))
        motion = source / "device_motion.csv"
        motion.write_text("".join(motion.read_text().splitlines(keepends=True)[:2]))
        command = [swingpipe.TOOL, "import", str(source), "--join", name, "--output", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
        return folder / f"{name}.h5"

    def runs_with(self, script: str) -> None:
        """Has runs call a shell script in place of the tool; tables are read with the tool."""
        file = self.scratch / "tool"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        self.set("TOOL", str(file))

    def set(self, name: str, value: object) -> None:
        patch = unittest.mock.patch(f"swingpipe._run.{name}", value)
        patch.start()
        self.addCleanup(patch.stop)

    def test_run_gives_the_labelled_swings_with_units_and_keeps_nothing(self) -> None:
        with unittest.mock.patch.object(tempfile, "tempdir", str(self.scratch)):
            swings = swingpipe.run("tennis", str(FOLDER))
        self.assertEqual(list(self.scratch.iterdir()), [])
        # What Data's simulator put into each recording: 5 hits and 3 misses.
        counts = swings.groupby(["recording_id", "label"], observed=True).size()
        self.assertEqual(list(counts), [5, 3, 5, 3])
        self.assertEqual(swings.attrs["units"]["peak_rotation_rate_rad_s"], "rad/s")
        self.assertIn("Start of the swing", swings.attrs["columns"]["start_time_s"]["description"])

    def test_a_bundled_recording_of_each_sport(self) -> None:
        self.assertEqual(swingpipe.recordings(swingpipe.load_example()).iloc[0]["recording_id"], "tennis-000001")
        self.assertTrue(pathlib.Path(swingpipe.load_example("golf")).is_file())
        with self.assertRaisesRegex(swingpipe.UsageError, "expected badminton, .* or tennis"):
            swingpipe.load_example("polo")

    def test_a_second_run_does_what_is_left_unless_all_is_to_be_done(self) -> None:
        seen: list[swingpipe.Progress] = []
        paths = [FOLDER / "tennis-000001.h5", FOLDER / "tennis-000002.h5"]
        for overwrite, total in [(False, 2), (False, 0), (True, 2)]:
            seen.clear()
            swingpipe.run("tennis", paths, self.scratch / "out", overwrite=overwrite, jobs=1, progress=seen.append)
            self.assertEqual((seen[-1].done, seen[-1].total, seen[-1].failed), (total, total, 0))

    def test_whoever_watches_may_end_a_run(self) -> None:
        def stop(_: swingpipe.Progress) -> None:
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            swingpipe.run("tennis", FOLDER, self.scratch / "out", progress=stop)
        self.assertEqual(len(swingpipe.run("tennis", FOLDER, self.scratch / "out")), 16)

    def test_a_run_that_is_ended_waits_for_the_tool(self) -> None:
        def stop(_: swingpipe.Progress) -> None:
            raise KeyboardInterrupt

        # It ends late, and has more to say than a pipe holds.
        ended = self.scratch / "ended"
        last = f"sleep 1; head -c 200000 /dev/zero >&2; touch {shlex.quote(str(ended))}; exit 130"
        self.runs_with(f"trap {shlex.quote(last)} TERM; echo ready >&2; while :; do sleep 0.05; done")
        with self.assertRaises(KeyboardInterrupt):
            swingpipe.run("tennis", FOLDER, progress=stop)
        self.assertTrue(ended.exists())

    def test_a_tool_that_does_not_end_is_killed(self) -> None:
        told: list[str] = []

        def stop(state: swingpipe.Progress) -> None:
            told.append(state.message)
            raise KeyboardInterrupt

        self.runs_with("trap '' TERM; echo $$ >&2; exec sleep 600")
        self.set("_GRACE_S", 0.2)
        with self.assertRaises(KeyboardInterrupt):
            swingpipe.run("tennis", FOLDER, progress=stop)
        with self.assertRaises(ProcessLookupError):
            os.kill(int(told[0]), 0)

    def test_progress_is_a_line_where_there_is_no_tqdm(self) -> None:
        without = {"tqdm": None, "tqdm.auto": None}
        notebook = {"ipykernel": types.ModuleType("ipykernel")}
        cases = [({}, True, True), (notebook, None, True), (notebook, False, False), ({}, None, False)]
        for modules, progress, shown in cases:
            said = io.StringIO()
            with unittest.mock.patch.dict(sys.modules, without | modules), contextlib.redirect_stderr(said):
                swingpipe.run("tennis", FOLDER, progress=progress)
            self.assertEqual(said.getvalue().endswith("\r2 of 2 recordings\n"), shown)
            self.assertEqual(said.getvalue() != "", shown)

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "there is no tqdm")
    def test_progress_is_a_bar_where_there_is_tqdm(self) -> None:
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            swingpipe.run("tennis", FOLDER, progress=True)
        self.assertIn("2/2", said.getvalue())

    def test_options_and_columns(self) -> None:
        options = {"hit.threshold_g": np.int64(900), "hit.weak_threshold_g": np.float32(800)}
        swings = swingpipe.run("tennis", FOLDER, overrides=options, columns=["label"])
        self.assertEqual(list(swings.columns), ["label"])
        self.assertEqual(list(swings.attrs["units"]), [])
        self.assertNotIn("hit", set(swings["label"]))
        with self.assertRaisesRegex(TypeError, "expected text, a number"):
            swingpipe.run("tennis", FOLDER, overrides={"hit.threshold_g": object()})

    def test_names_may_begin_with_a_dash(self) -> None:
        self.addCleanup(os.chdir, os.getcwd())
        recordings = FOLDER.resolve()
        os.chdir(self.scratch)
        swings = swingpipe.run("tennis", recordings, "-out")
        pd.testing.assert_frame_equal(swingpipe.read("-out"), swings)
        swingpipe.explain(recordings / "tennis-000001.h5", swing=0, pipeline="tennis", plot="-swing.svg")
        self.assertTrue(pathlib.Path("-swing.svg").exists())

    def test_tables_of_any_format_read_alike(self) -> None:
        # Names that pandas takes for missing values, and a recording that tells when it began.
        names = {"NA": {"start_time": "2026-05-04T10:00:00.123456Z"}, "null": {}}
        paths = [FOLDER / "tennis-000001.h5", *(self.imported(name, **facts) for name, facts in names.items())]
        writers = ["out", "refused_out", "overview_out"]
        for kind in ["parquet", "csv", "hdf5"]:
            swingpipe.run("tennis", paths, self.scratch / kind, overrides={f"{writer}.format": kind for writer in writers})
        for table in ["recordings", "rejected", "swings"]:
            expected = swingpipe.read(self.scratch / "parquet", table)
            for kind in ["csv", "hdf5"]:
                found = swingpipe.read(self.scratch / kind, table)
                pd.testing.assert_frame_equal(found, expected, check_exact=True)
                for fact in ["units", "columns"]:
                    self.assertEqual(found.attrs[fact], expected.attrs[fact])
            # Tables of single recordings are read together.
            found = swingpipe.read(self.scratch / "parquet" / table)
            pd.testing.assert_frame_equal(found, expected, check_exact=True)
        overview = swingpipe.read(self.scratch / "csv", "recordings")
        self.assertEqual(list(overview["recording_id"]), ["NA", "null", "tennis-000001"])
        self.assertEqual(overview["recorded_at"][0], pd.Timestamp("2026-05-04T10:00:00.123456Z"))
        self.assertEqual(list(overview["recorded_at"].isna()), [False, True, True])
        chosen = swingpipe.read(self.scratch / "csv", "recordings", columns=["impacts", "recording_id"])
        self.assertEqual(list(chosen.columns), ["impacts", "recording_id"])

    def test_a_recording_that_fails_is_an_error_that_says_which_and_where(self) -> None:
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", self.spoiled())
        error = caught.exception
        self.assertEqual(pathlib.Path(error.file or "").name, "broken.h5")
        self.assertEqual((error.stage, error.exit_code, len(error.errors)), ("in", 1, 1))
        self.assertIn("truncated", error.message)
        assert error.table is not None
        self.assertEqual(set(error.table["recording_id"]), {"tennis-000001"})

        # As from a process of a pool.
        copy = pickle.loads(pickle.dumps(error))
        self.assertIsInstance(copy, swingpipe.RecordingsError)
        self.assertEqual((copy.message, copy.file, copy.stage, copy.exit_code), (error.message, error.file, "in", 1))
        self.assertEqual(copy.errors[0].message, error.errors[0].message)
        pd.testing.assert_frame_equal(copy.table, error.table)

    def test_a_failure_that_is_worth_a_retry_leaves_the_others_as_they_are(self) -> None:
        folder, out = self.spoiled(), self.scratch / "out"
        # What makes the tool end so, as a full disk, cannot be had everywhere: the code alone is made up.
        self.runs_with(f'{shlex.quote(swingpipe.TOOL)} "$@" || exit 75')
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", folder, out)
        error = caught.exception
        self.assertEqual((error.exit_code, len(error.errors)), (75, 1))
        assert error.table is not None
        self.assertEqual(set(error.table["recording_id"]), {"tennis-000001"})
        with self.assertWarnsRegex(swingpipe.InputWarning, "broken.h5.*truncated"):
            swings = swingpipe.run("tennis", folder, out, errors="warn")
        self.assertEqual(len(swings), 8)
        # Tables of the run before are no tables of one in which all fail.
        shutil.copy(folder / "broken.h5", folder / "tennis-000001.h5")
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", folder, out, errors="warn")
        self.assertEqual((caught.exception.exit_code, len(caught.exception.errors)), (75, 2))
        self.assertIsNone(caught.exception.table)

    def test_tables_that_cannot_be_joined_are_an_error_beside_those_of_recordings(self) -> None:
        out = self.scratch / "out"
        (out / "merged" / "swings.parquet" / "folder").mkdir(parents=True)
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", self.spoiled(), out, errors="warn")
        self.assertRegex(caught.exception.errors[0].message, "truncated")
        self.assertRegex(caught.exception.errors[1].message, "swings.parquet")
        self.assertIsNone(caught.exception.table)

    def test_a_recording_that_does_not_suit_is_an_error_with_file_stage_and_option(self) -> None:
        slow = self.scratch / "slow: 50 Hz"
        command = ["degrade", str(FOLDER / "tennis-000001.h5"), "--acceleration-rate-hz", "50", "--output", str(slow)]
        subprocess.run([swingpipe.TOOL, *command], check=True, capture_output=True)
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", slow)
        error = caught.exception
        self.assertEqual((error.stage, error.option, error.exit_code), ("hp", "pass_hz", 65))
        self.assertEqual(error.file, str(slow / "tennis-000001.h5"))
        self.assertIn('option "pass_hz"', error.message)
        self.assertIsNone(error.table)

    def test_what_makes_no_sense_is_refused_with_the_argument(self) -> None:
        for option, wrong in [("errors", "wran"), ("columns", "label"), ("overrides", ["a.b=1"])]:
            with self.assertRaises(swingpipe.UsageError) as caught:
                swingpipe.run("tennis", FOLDER, **{option: wrong})
            self.assertEqual(caught.exception.option, option)

    def test_or_a_warning(self) -> None:
        with self.assertWarnsRegex(swingpipe.InputWarning, "broken.h5.*truncated"):
            swings = swingpipe.run("tennis", self.spoiled(), errors="warn")
        self.assertEqual(len(swings), 8)

    def test_an_option_at_fault_is_named(self) -> None:
        with self.assertRaises(swingpipe.PipelineError) as caught:
            swingpipe.run("tennis", FOLDER, overrides={"hit.threshold_g": -2})
        error = caught.exception
        self.assertEqual((error.file, error.stage, error.option), ("tennis", "hit", "threshold_g"))
        self.assertRegex(caught.exception.message, 'stage "hit".*option "threshold_g".*found -2')
        with self.assertRaisesRegex(swingpipe.PipelineError, 'did you mean "threshold_g"'):
            swingpipe.run("tennis", FOLDER, overrides={"hit.treshold_g": 2})

    def test_what_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(swingpipe.PipelineError, 'did you mean "tennis"'):
            swingpipe.run("tenis", FOLDER)
        with self.assertRaises(swingpipe.UsageError) as caught:
            swingpipe.run("tennis", self.scratch / "nowhere")
        self.assertIn(str(self.scratch / "nowhere"), caught.exception.message)
        self.assertEqual(caught.exception.exit_code, 64)
        for ask in [swingpipe.recordings, swingpipe.read, swingpipe.report, swingpipe.plot, swingpipe.merge]:
            with self.assertRaises(FileNotFoundError) as missing:
                ask(self.scratch / "nowhere")
            self.assertIsInstance(missing.exception, swingpipe.MissingFileError)
            self.assertEqual(missing.exception.file, str(self.scratch / "nowhere"))
            self.assertEqual(pickle.loads(pickle.dumps(missing.exception)).file, missing.exception.file)
        with self.assertRaisesRegex(swingpipe.UsageError, "^expected one of at= and swing=$"):
            swingpipe.explain(FOLDER / "tennis-000001.h5")
        with self.assertRaisesRegex(swingpipe.UsageError, "jobs= is 0"):
            swingpipe.run("tennis", FOLDER, jobs=0)
        with self.assertRaises(swingpipe.UsageError) as caught:
            swingpipe.explain(FOLDER / "tennis-000001.h5", swing=10000)
        # The choice of a pipeline, which the tool tells before, is no part of the fault.
        self.assertRegex(caught.exception.message, r"\A\S*tennis-000001\.h5: .*10000.*\Z")
        self.assertEqual(caught.exception.file, str(FOLDER / "tennis-000001.h5"))
        self.assertEqual((caught.exception.stage, caught.exception.option, caught.exception.value), (None, "swing", "10000"))

    def test_a_wrong_argument_is_named_with_its_value(self) -> None:
        file, out, other = FOLDER / "tennis-000001.h5", self.scratch / "out", self.scratch / "a file"
        none = self.scratch / "no.h5"
        swings = swingpipe.run("tennis", FOLDER, out)
        other.write_text("")
        run, plot, explain, windows = swingpipe.run, swingpipe.plot, swingpipe.explain, swingpipe.windows
        cases: list[tuple[Callable[[], object], str, str | None, str | None]] = [
            (lambda: run("tennis", FOLDER, other), "output", str(other), str(other)),
            (lambda: run("tennis", FOLDER, jobs=0), "jobs", "0", None),
            (lambda: run("tennis", none), "recordings", str(none), str(none)),
            (lambda: run(None, "tennis"), "recordings", None, None),
            (lambda: explain(file), "at", None, None),
            (lambda: explain(file, at="abc"), "at", "abc", None),
            (lambda: explain(file, at=3), "at", "3", str(file)),
            (lambda: explain(out, swing=99), "swing", "99", str(out)),
            (lambda: explain(file, at="+5", plot="a.pdf"), "plot", "a.pdf", "a.pdf"),
            (lambda: plot(file, start="+9", end="+2"), "start", "+9", None),
            (lambda: plot(file, width=3), "width", "3", None),
            (lambda: plot(file, sport="tenis"), "sport", "tenis", None),
            (lambda: plot(file, overrides={"hit.axis": "x"}), "overrides", '{"hit.axis": "x"}', str(file)),
            (lambda: plot(out), "swing", None, str(out)),
            (lambda: swingpipe.report(out, split_by="lable"), "split_by", "lable", None),
            (lambda: swingpipe.report(out, other / "a.html"), "page", str(other / "a.html"), str(other)),
            (lambda: swingpipe.diff(out, other), "second", str(other), str(other)),
            (lambda: swingpipe.diff(out, out, within_ms=-1), "within_ms", "-1", None),
            (lambda: swingpipe.score(out, none), "labels", str(none), str(none)),
            (lambda: swingpipe.score(out, []), "labels", None, None),
        ]
        if importlib.util.find_spec("xarray"):
            cases += [
                (lambda: windows(swings, FOLDER, before_s=-1), "before_s", "-1", None),
                (lambda: windows(swings, file), "swings", "tennis-000002", None),
            ]
        for call, option, value, path in cases:
            with self.subTest(option=option, value=value), self.assertRaises(swingpipe.UsageError) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.option, error.value, error.file, error.stage), (option, value, path, None))
            # Options of the tool are not in the message.
            self.assertNotIn("--", error.message)
            self.assertNotIn(str(pathlib.Path(tempfile.gettempdir()) / "swingpipe-"), error.message)

    def test_a_fault_of_a_pipeline_is_named_with_stage_option_and_value(self) -> None:
        template = [{"id": "in", "type": "readers.hdf5"}]
        stages = {
            "type": {"id": "hp", "type": "filters.high_pas"},
            "stop_hz": {"id": "hp", "type": "filters.high_pass", "stop_hz": -4, "pass_hz": 80},
            "cutof_hz": {"id": "hp", "type": "filters.high_pass", "cutof_hz": 4},
        }
        values = {"type": "filters.high_pas", "stop_hz": "-4", "cutof_hz": None}
        for option, stage in stages.items():
            file = self.scratch / f"{option}.json"
            file.write_text(json.dumps({"version": 1, "name": "mine", "stages": [*template, stage]}))
            for call in (
                lambda: swingpipe.run(file, FOLDER),
                lambda: swingpipe.run(file, FOLDER, columns=["label"]),
                lambda: swingpipe.explain(FOLDER / "tennis-000001.h5", at="+5", pipeline=file),
            ):
                with self.assertRaises(swingpipe.PipelineError) as caught:
                    call()
                error = caught.exception
                self.assertEqual((error.file, error.stage), (str(file), "hp"))
                self.assertEqual((error.option, error.value), (option, values[option]))
        for overrides, facts in {
            ("hit.axs", "x y"): ("hit", "axs", "x y"),
            ("hit.threshold_g", -2): ("hit", "threshold_g", "-2"),
            ("hitt.axis", "x"): (None, "overrides", '{"hitt.axis": "x"}'),
        }.items():
            for call in (
                lambda: swingpipe.run("tennis", FOLDER, overrides=dict([overrides])),
                lambda: swingpipe.plot(FOLDER / "tennis-000001.h5", pipeline="tennis", overrides=dict([overrides])),
            ):
                with self.assertRaises(swingpipe.PipelineError) as caught:
                    call()
                error = caught.exception
                self.assertEqual((error.file, error.stage, error.option, error.value), ("tennis", *facts))
                self.assertIn(f'overrides={{"{overrides[0]}": {json.dumps(overrides[1])}}}', error.message)
        for name in ("tenis", str(self.scratch / "no.json")):
            with self.assertRaises(swingpipe.PipelineError) as caught:
                swingpipe.run(name, FOLDER)
            error = caught.exception
            self.assertEqual((error.file, error.option, error.value), (name, "pipeline", name))

    def test_advice_of_a_run_is_in_terms_of_python(self) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            swingpipe.run("golf", FOLDER, self.scratch / "golf")
            swingpipe.run("golf", FOLDER)
            swingpipe.run("golf", [FOLDER])
            swingpipe.run("tennis", FOLDER / "tennis-000002.h5", overrides={"hit.threshold_g": 900})
        said = [str(warning.message) for warning in caught]
        self.assertIn(f'swingpipe.run("tennis", "{FOLDER}", output="{self.scratch}/golf")', said[0])
        self.assertTrue(said[1].endswith(f'swingpipe.run("tennis", "{FOLDER}")'), said[1])
        self.assertTrue(said[2].endswith("swingpipe.run(\"tennis\", [...])"), said[2])
        self.assertIn('run with overrides={"air.practice": True}', said[3])
        with warnings.catch_warnings():
            warnings.simplefilter("error", swingpipe.InputWarning)
            swingpipe.run("tennis", FOLDER / "tennis-000002.h5", overrides={"hit.threshold_g": 900, "air.practice": True})

    def test_a_fault_of_a_function_has_a_traceback_with_lines(self) -> None:
        @swingpipe.features(columns=[swingpipe.Column("a", unit="g", description="A")])
        def own(swings: swingpipe.Swings) -> object:
            raise ValueError("odd")

        file = self.scratch / "own.py"
        column = "swingpipe.Column('a', unit='g', description='A')"
        file.write_text(
            f"import swingpipe\n@swingpipe.features(columns=[{column}])\ndef own(swings):\n    raise ValueError('odd')\n"
        )
        for features, path in ((own, __file__), (file, file)):
            with self.assertRaises(swingpipe.RecordingsError) as caught:
                swingpipe.run("tennis", FOLDER, features=features)
            lines = caught.exception.message.splitlines()
            self.assertTrue(lines[0].endswith("own: ValueError: odd"), lines)
            self.assertRegex(lines[1], rf'^  File ".*{pathlib.Path(path).name}", line \d+, in own$')
            self.assertRegex(lines[2], r"^    raise ValueError\(.odd.\)$")
            self.assertEqual(lines[3], "(and 1 more in .errors)")
            self.assertEqual(caught.exception.stage, "python")
            self.assertIsNone(caught.exception.__cause__)
        with self.assertRaises(swingpipe.PipelineError) as failed:
            swingpipe.run("impacts", FOLDER, features=own)
        self.assertEqual((failed.exception.option, failed.exception.value), ("features", "own"))
        self.assertTrue(failed.exception.message.startswith("features=own: "), failed.exception.message)
        with self.assertRaises(swingpipe.UsageError) as unread:
            swingpipe.run("tennis", FOLDER, features=self.scratch / "no.py", columns=["a"])
        self.assertTrue(unread.exception.__suppress_context__)

    def test_a_run_without_tables_names_the_first_cause(self) -> None:
        folder, bad, out = self.spoiled(), self.scratch / "bad", self.scratch / "out"
        swingpipe.run("tennis", FOLDER, out)
        (folder / "tennis-000001.h5").unlink()
        reasons = {"broken": "its recording failed: ", "broken b2": "each of its 2 recordings failed; the first: "}
        for names, reason in reasons.items():
            for name in names.split():
                (folder / f"{name}.h5").write_bytes((FOLDER / "tennis-000002.h5").read_bytes()[:5000])
            with self.assertRaises(swingpipe.RecordingsError):
                swingpipe.run("tennis", folder, bad)
            for ask in (
                lambda: swingpipe.read(bad),
                lambda: swingpipe.read(bad, "swings"),
                lambda: swingpipe.diff(bad, out),
                lambda: swingpipe.diff(out, bad),
                lambda: swingpipe.diff(bad, bad),
                lambda: swingpipe.diff(f"{bad}/", out),
                lambda: swingpipe.explain(bad, swing=1),
                lambda: swingpipe.explain(bad, at="+5"),
                lambda: swingpipe.explain(bad, recording="broken", swing=0),
                lambda: swingpipe.score(bad, FOLDER),
                lambda: swingpipe.plot(bad),
                lambda: swingpipe.plot(bad, swing=1),
            ):
                with self.assertRaises(swingpipe.UsageError) as caught:
                    ask()
                error = caught.exception
                first = f"{bad}: its run made no table, because {reason}{folder}/"
                self.assertTrue(error.message.replace(f"{bad}/:", f"{bad}:").startswith(first), error.message)
                self.assertIn("truncated", error.message)
                self.assertNotIn("\n", error.message)
                self.assertEqual(((error.file or "").rstrip("/"), error.stage), (str(bad), "in"))
            # Why nothing was joined is the same.
            with self.assertRaises(swingpipe.RecordingsError) as merged:
                swingpipe.merge(bad)
            self.assertEqual([error.stage for error in merged.exception.errors], ["in"])
            self.assertRegex(merged.exception.message, "truncated")
        # Another argument is at fault.
        with self.assertRaisesRegex(swingpipe.UsageError, "within_ms= is -1"):
            swingpipe.diff(bad, out, within_ms=-1)
        with self.assertRaises(swingpipe.MissingFileError):
            swingpipe.score(bad, self.scratch / "nowhere")
        with self.assertRaisesRegex(swingpipe.UsageError, "nowhere: cannot read the output folder"):
            swingpipe.diff(self.scratch / "nowhere", bad)
        # Once the recording is whole, it can be explained.
        shutil.copy(FOLDER / "tennis-000001.h5", folder / "broken.h5")
        self.assertIsNotNone(swingpipe.explain(bad, recording="broken", swing=0)["decision"])

    def test_a_run_tells_which_of_its_tables_it_returns(self) -> None:
        self.assertEqual(swingpipe.run("tennis", FOLDER).attrs["table"], "swings")
        self.assertEqual(swingpipe.run("tennis", FOLDER, table="rejected").attrs["table"], "rejected")
        file, out = self.scratch / "two.json", self.scratch / "out"
        stages: list[dict[str, object]] = [
            {"id": "in", "type": "readers.hdf5"},
            {"id": "hp", "type": "filters.high_pass", "stop_hz": 40, "pass_hz": 80},
        ]
        for name, threshold_g in (("strong", 4), ("all", 1.5)):
            stages += [
                {"id": name, "type": "detectors.impact", "axis": "any", "threshold_g": threshold_g},
                {"id": f"{name}_table", "type": "features.impact", "reads": {"impacts": f"{name}.impacts"}},
                {"id": f"{name}_out", "type": "writers.table", "folder": name},
            ]
        file.write_text(json.dumps({"version": 1, "name": "two", "stages": stages}))
        named = {}
        with warnings.catch_warnings():
            warnings.simplefilter("error", swingpipe.InputWarning)
            for name, threshold_g in (("strong", 4), ("all", 1.5)):
                table = named[name] = swingpipe.run(file, FOLDER, out, table=name)
                self.assertEqual(table.attrs["table"], name)
                self.assertEqual(set(table["threshold_g"]), {threshold_g})
                self.assertEqual(swingpipe.read(out / name).attrs["table"], name)
        # Each impact is in a row, and not in columns of two tables.
        self.assertEqual(list(named["strong"].columns), list(named["all"].columns))
        self.assertLess(len(named["strong"]), len(named["all"]))
        parts = self.scratch / "parts"
        for ask in (
            lambda: swingpipe.run(file, FOLDER),
            lambda: swingpipe.run(file, FOLDER, columns=list(named["strong"].columns)),
            lambda: swingpipe.run(file, FOLDER, parts, shard=(1, 1)),
            lambda: swingpipe.read(out),
            lambda: swingpipe.merge(parts),
        ):
            message = '^the run has 2 main tables, "strong" and "all"; this is "strong"; table= chooses another$'
            with self.assertWarnsRegex(swingpipe.InputWarning, message):
                table = ask()
            self.assertEqual(table.attrs["table"], "strong")
            pd.testing.assert_frame_equal(table, named["strong"], check_dtype=False, check_categorical=False)

    def test_a_run_without_a_main_table_says_so(self) -> None:
        file = self.scratch / "only.json"
        stages: list[dict[str, object]] = [
            {"id": "in", "type": "readers.hdf5"},
            {"id": "hp", "type": "filters.high_pass", "stop_hz": 40, "pass_hz": 80},
            {"id": "hit", "type": "detectors.impact", "axis": "any"},
            {"id": "start", "type": "detectors.swing_start", "sport": "tennis"},
            {"id": "air", "type": "detectors.air_swing", "sport": "tennis"},
            {"id": "table", "type": "features.rejected"},
            {"id": "out", "type": "writers.table", "folder": "no"},
        ]
        file.write_text(json.dumps({"version": 1, "name": "only", "stages": stages}))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", swingpipe.InputWarning)
            self.assertGreater(len(swingpipe.run(file, FOLDER, table="no")), 0)
            for request in ({}, {"columns": ["reason"]}):
                with self.assertRaisesRegex(swingpipe.UsageError, "no main table; expected table=, one of no$") as caught:
                    swingpipe.run(file, FOLDER, **request)
                self.assertEqual(caught.exception.option, "table")
                self.assertNotIn("swingpipe-", caught.exception.message)

    def test_a_request_without_a_pipeline_names_no_temporary_folder(self) -> None:
        for request, message in (({"table": "swing"}, "there is no table"), ({"columns": ["lable"]}, "there is no column")):
            with self.assertRaisesRegex(swingpipe.UsageError, f"^the run: {message}") as caught:
                swingpipe.run(recordings=FOLDER, **request)
            self.assertEqual((caught.exception.option, caught.exception.file), (next(iter(request)), None))

    def test_explain_finds_a_recording_in_a_run_by_sport(self) -> None:
        out = self.scratch / "out"
        swingpipe.run(recordings=[FOLDER, swingpipe.load_example("golf")], output=out)
        self.assertEqual(swingpipe.explain(out, recording="tennis-000001", swing=0)["pipeline"], "tennis")
        self.assertEqual(swingpipe.explain(out, recording="golf-000001", swing=0)["pipeline"], "golf")
        with self.assertRaisesRegex(swingpipe.UsageError, "recording is 'x'; expected one of golf-000001, tennis-000001"):
            swingpipe.explain(out, recording="x", swing=0)
        with self.assertRaisesRegex(swingpipe.UsageError, "recording is missing; expected one of golf-000001"):
            swingpipe.explain(out, at="+5")

    def test_read_explain_and_score_tell_of_a_run(self) -> None:
        out = self.scratch / "out"
        swings = swingpipe.run("tennis", FOLDER, out)
        pd.testing.assert_frame_equal(swingpipe.read(out), swings)
        self.assertIn("reason", swingpipe.read(out, table="rejected").columns)
        with self.assertRaisesRegex(swingpipe.UsageError, "expected one of possible, recordings, rejected, swings"):
            swingpipe.read(out, table="swing")
        with self.assertRaisesRegex(swingpipe.UsageError, 'no column "lable"') as caught:
            swingpipe.read(out, columns=["lable"])
        self.assertEqual((caught.exception.option, caught.exception.value), ("columns", "lable"))

        # Before the run, and without the name of a folder that is gone afterwards.
        for request in [{"columns": ["lable"]}, {"table": "swing"}]:
            with self.assertRaises(swingpipe.UsageError) as caught:
                swingpipe.run("tennis", "there is no such folder", **request)
            self.assertEqual(caught.exception.option, next(iter(request)))
            self.assertNotIn(tempfile.gettempdir(), caught.exception.message)

        first = swings.iloc[0]
        named = swingpipe.explain(out, recording=first["recording_id"], at=float(first["anchor_time_s"]))
        self.assertEqual(named["decision"]["label"], first["label"])
        file = FOLDER / f"{first['recording_id']}.h5"
        picture = self.scratch / "swing.png"
        self.assertEqual(swingpipe.explain(file, swing=0, pipeline="tennis", plot=picture)["decision"], named["decision"])
        self.assertEqual(picture.read_bytes()[1:4], b"PNG")
        # The recording tells its sport, which has a pipeline.
        self.assertEqual(swingpipe.explain(file, swing=0)["decision"], named["decision"])
        # A swing of the run is known by its row in the table; a moment needs a recording.
        self.assertEqual(swingpipe.explain(out, swing=swings.index[0])["decision"], named["decision"])
        with self.assertRaisesRegex(swingpipe.UsageError, f"expected 0 to {len(swings) - 1}"):
            swingpipe.explain(out, swing=len(swings))
        with self.assertRaisesRegex(swingpipe.UsageError, "tennis-000001, tennis-000002"):
            swingpipe.explain(out, at=float(first["anchor_time_s"]))

        scored = swingpipe.score(out, FOLDER)
        self.assertEqual(scored["counts"]["hits"], {"true_positives": 10, "false_positives": 0, "false_negatives": 0})

    def test_samples_in_memory_give_the_swings_of_the_file(self) -> None:
        folder = self.scratch / "csv"
        command = [swingpipe.TOOL, "export", str(FOLDER / "tennis-000001.h5"), "--output", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
        acceleration = pd.read_csv(folder / "accelerometer.csv")
        motion = pd.read_csv(folder / "device_motion.csv")
        expected = swingpipe.run("tennis", FOLDER / "tennis-000001.h5")
        attributes = ["recording_id", "sport", "subject_id", "wrist"]
        found = swingpipe.find_swings(acceleration, motion, pipeline="tennis")
        pd.testing.assert_frame_equal(found.drop(columns=attributes), expected.drop(columns=attributes))
        self.assertEqual(found.attrs["units"]["start_time_s"], "s")

        # In other units, as arrays, and with the attitude in place of gravity.
        arrays = {"time_s": acceleration["time_s"], "acceleration_m_s2": acceleration.iloc[:, 1:].to_numpy() * 9.80665}
        rotation = np.rad2deg(motion[[f"rotation_rate_{axis}_rad_s" for axis in "xyz"]].to_numpy())
        attitude = motion[[f"attitude_{axis}" for axis in "wxyz"]].to_numpy()
        turned = {"time_s": motion["time_s"], "rotation_rate_deg_s": rotation, "attitude": attitude}
        path = self.scratch / "monday.h5"
        swingpipe.write_recording(path, accelerometer=arrays, device_motion=turned, sport="tennis", wrist="right")
        listed = swingpipe.recordings(path).iloc[0]
        self.assertEqual((listed["recording_id"], listed["sport"], listed["wrist"]), ("monday", "tennis", "right"))
        again = swingpipe.run(recordings=path)
        self.assertEqual(list(again["label"]), list(expected["label"]))
        np.testing.assert_allclose(again["start_time_s"], expected["start_time_s"], atol=1e-3)
        turned = acceleration.assign(**{name: -acceleration[name] for name in acceleration.columns[1:]})
        advice = r'overrides=\{"in.corrections": \["acceleration_opposite"\]\}'
        with self.assertWarnsRegex(swingpipe.InputWarning, f"the accelerometer reads .* upwards at rest.*{advice}"):
            swingpipe.write_recording(self.scratch / "turned.h5", accelerometer=turned, device_motion=motion)
        with self.assertRaisesRegex(swingpipe.UsageError, "exists already"):
            swingpipe.write_recording(path, accelerometer=arrays)

    def test_samples_that_make_no_recording_are_refused(self) -> None:
        good = {"time_s": np.arange(800) / 800, "acceleration_g": np.zeros((800, 3), np.float32) - 1}
        path = self.scratch / "x.h5"
        cases = [
            ({"acceleration_g": good["acceleration_g"]}, "time_s is missing"),
            (good | {"time_s": good["time_s"] * np.nan}, "time_s is nan in row 0"),
            (good | {"acceleration_g": np.zeros((800, 2))}, r"expected \(800, 3\)"),
            (good | {"aceleration_x_g": np.zeros(800)}, "did you mean acceleration_x_g"),
            (good | {"acceleration_m_s2": np.zeros((800, 3))}, "given in two units"),
            (good | {"acceleration_x_g": np.zeros(800)}, "acceleration_x_g is given twice"),
            ({"time_s": good["time_s"], "acceleration_x_g": np.zeros(800)}, "acceleration_y_g is missing"),
            (good | {"acceleration_g": np.full((800, 3), "1")}, "expected numbers"),
        ]
        for samples, message in cases:
            with self.assertRaisesRegex(swingpipe.UsageError, message):
                swingpipe.write_recording(path, accelerometer=samples)
        others = [(good["acceleration_g"], "is a ndarray"), ("x.csv", "is a str"), ({"time_s": []}, "no rows")]
        for samples, message in others:
            with self.assertRaisesRegex(swingpipe.UsageError, message):
                swingpipe.write_recording(path, accelerometer=samples)
        with self.assertRaisesRegex(swingpipe.UsageError, "start_time is 'yesterday'; expected an instant"):
            swingpipe.write_recording(path, accelerometer=good, start_time="yesterday")
        with self.assertRaisesRegex(swingpipe.UsageError, "wrist is 'middle'"):
            swingpipe.write_recording(path, accelerometer=good, wrist="middle")
        with self.assertRaisesRegex(swingpipe.UsageError, "^subject_id is 3; expected text$"):
            swingpipe.write_recording(path, accelerometer=good, subject_id=3)
        self.assertFalse(path.exists())
        late = good | {"time_s": np.where(np.arange(800) == 9, 0, good["time_s"])}
        with self.assertWarnsRegex(swingpipe.InputWarning, "x.h5: accelerometer: 1 backward timestamp"):
            swingpipe.write_recording(path, accelerometer=late)
        self.assertEqual([file.name for file in self.scratch.iterdir()], ["x.h5"])
        lost = good | {"acceleration_g": np.where(np.arange(800)[:, None] == 9, np.nan, good["acceleration_g"])}
        still = {"time_s": np.arange(200) / 200, "attitude": np.tile([1.0, 0.0, 0.0, 0.0], (200, 1))}
        with self.assertWarnsRegex(swingpipe.InputWarning, "the recording: accelerometer: 3 missing values"):
            with self.assertRaisesRegex(swingpipe.DataError, "the recording.*needs rotation_rate") as caught:
                swingpipe.find_swings(lost, still, pipeline="tennis")
        self.assertEqual((caught.exception.stage, caught.exception.exit_code), ("start", 65))

    def test_warnings_about_samples_in_memory_name_no_file_and_say_all_once(self) -> None:
        folder = self.scratch / "csv"
        command = [swingpipe.TOOL, "export", str(FOLDER / "tennis-000002.h5"), "--output", str(folder)]
        subprocess.run(command, check=True, capture_output=True)
        acceleration = pd.read_csv(folder / "accelerometer.csv")
        motion = pd.read_csv(folder / "device_motion.csv")
        gap = acceleration.drop(index=range(8000, 8800))
        opposite = acceleration.assign(**{name: -acceleration[name] for name in acceleration.columns[1:]})
        late = motion.assign(time_s=motion["time_s"] + 1000)
        practice = {"hit.threshold_g": 900}
        cases = [
            (gap, motion, {}, "accelerometer: 1 gap", False),
            (opposite, motion, {}, 'overrides={"in.corrections": ["acceleration_opposite"]}', False),
            (acceleration, motion, practice, 'overrides={"air.practice": True}', False),
            (acceleration, late, {}, "shares no time with accelerometer", True),
        ]
        for first, second, overrides, finding, fails in cases:
            said: list[str] = []
            with self.subTest(finding=finding), warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    swingpipe.find_swings(first, second, pipeline="tennis", overrides=overrides)
                except swingpipe.DataError as error:
                    said.append(error.message)
                    self.assertEqual((error.file, error.stage, error.__context__), (None, "in", None))
                self.assertEqual(len(said), fails)
                said += [str(warning.message) for warning in caught]
                self.assertEqual([finding in message for message in said].count(True), 1, said)
                for message in said:
                    self.assertTrue(message.startswith("the recording: "), message)
                    self.assertNotIn(tempfile.gettempdir(), message)
                    self.assertNotIn("--", message)
                # Of the line that calls the function, so that each such line warns.
                self.assertEqual({warning.filename for warning in caught}, {__file__} if caught else set())
        # Warnings about the samples do not matter before the pipeline is right.
        with warnings.catch_warnings():
            warnings.simplefilter("error", swingpipe.InputWarning)
            with self.assertRaises(swingpipe.PipelineError) as wrong:
                swingpipe.find_swings(gap, motion, pipeline="tenis")
        self.assertEqual((wrong.exception.file, wrong.exception.option), ("tenis", "pipeline"))

    def test_pictures_are_shown_and_saved(self) -> None:
        file = FOLDER / "tennis-000001.h5"
        drawn = swingpipe.plot(file, swing=0, title="A & B", overrides={"hit.threshold_g": 2.5}, pipeline="tennis")
        self.assertIn("</svg>", drawn._repr_svg_() or "")
        self.assertIsNone(drawn._repr_png_())
        drawn.save(self.scratch / "swing.svg")
        self.assertEqual((self.scratch / "swing.svg").read_bytes(), drawn.data)
        with self.assertRaisesRegex(swingpipe.UsageError, '".svg"'):
            drawn.save(self.scratch / "swing.png")
        part = swingpipe.plot(file, start="+5", end="+7", kind="png", width=400, height=600, panels=["raw"])
        self.assertEqual((part._repr_png_() or b"")[1:4], b"PNG")
        with self.assertRaisesRegex(swingpipe.UsageError, "'tenis' is invalid for 'sport='.*\n  - baseball"):
            swingpipe.plot(file, swing=0, sport="tenis")
        with self.assertRaisesRegex(swingpipe.UsageError, r'expected a list, such as \["raw"\]'):
            swingpipe.plot(file, swing=0, panels="raw")

    def test_two_runs_are_compared_and_reported(self) -> None:
        first, second = self.scratch / "first", self.scratch / "second"
        swings = swingpipe.run("tennis", FOLDER, first)
        swingpipe.run("tennis", FOLDER, second, overrides={"hit.threshold_g": 4})
        self.assertFalse(swingpipe.diff(first, first)["differs"])
        found = swingpipe.diff(first, second)
        self.assertTrue(found["differs"])
        self.assertEqual(found["swings"]["first"], len(swings))
        self.assertEqual(swingpipe.report(first), first / "report.html")
        page = swingpipe.report([first, second], self.scratch / "both.html", units=["deg/s"], max_swings=2)
        self.assertIn("</html>", page.read_text(encoding="utf-8"))
        with self.assertRaisesRegex(swingpipe.UsageError, 'page is "p.pdf"; expected a name that ends in ".html"'):
            swingpipe.report(first, "p.pdf")
        with self.assertRaisesRegex(swingpipe.UsageError, "recordings is an empty list"):
            swingpipe.run("tennis", [], first)
        with self.assertRaisesRegex(swingpipe.UsageError, "^page is missing for 2 folders"):
            swingpipe.report([first, second])

    def test_recordings_are_listed_and_what_cannot_be_read_is_warned_of(self) -> None:
        with self.assertWarnsRegex(swingpipe.InputWarning, "broken.h5"):
            found = swingpipe.recordings(self.spoiled())
        self.assertEqual(list(found["recording_id"]), ["tennis-000001"])
        row = found.iloc[0]
        # Data/README.md: 40 s at nominally 800 and 200 Hz.
        self.assertAlmostEqual(row["duration_s"], 40, delta=0.01)
        self.assertAlmostEqual(row["accelerometer_rate_hz"], 800, delta=4)
        self.assertEqual((row["sport"], row["labelled_hits"], row["labelled_misses"]), ("tennis", 5, 3))
        self.assertEqual(found.attrs["units"]["accelerometer_rate_hz"], "Hz")

    def test_recordings_without_labels_or_rates_are_listed(self) -> None:
        found = swingpipe.recordings([FOLDER / "tennis-000001.h5", self.imported("monday")])
        self.assertEqual(list(found["recording_id"]), ["tennis-000001", "monday"])
        self.assertEqual(list(found["labelled_hits"].isna()), [False, True])
        # A single row has no rate.
        self.assertEqual(list(found["device_motion_rate_hz"].isna()), [False, True])
        self.assertNotIn("labelled_hits", swingpipe.recordings(self.imported("tuesday")).columns)

    def test_faults_of_recordings_are_told_in_words(self) -> None:
        lossy = self.scratch / "lossy"
        command = ["degrade", str(FOLDER / "tennis-000001.h5"), "--drop-share", "0.01", "--output", str(lossy)]
        subprocess.run([swingpipe.TOOL, *command], check=True, capture_output=True)
        self.assertRegex(swingpipe.recordings(lossy)["faults"][0], r"^accelerometer: \d+ lost samples")

    def test_importing_loads_no_pandas_and_the_command_is_the_tool(self) -> None:
        done = subprocess.run(
            [sys.executable, "-c", "import sys, swingpipe; print('pandas' in sys.modules)"], capture_output=True, text=True
        )
        self.assertEqual(done.stdout, "False\n")
        done = subprocess.run([sys.executable, "-m", "swingpipe", "--version"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_good_recordings_warn_of_nothing(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error", swingpipe.InputWarning)
            swingpipe.recordings(FOLDER)
            swingpipe.run("tennis", FOLDER / "tennis-000001.h5")


if __name__ == "__main__":
    unittest.main()
