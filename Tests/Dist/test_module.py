"""Tests of the Python module against the real tool, wherever it is installed.

Recordings come from the folder RECORDINGS, which has tennis-000001.h5 and tennis-000002.h5 of the project's Data.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings

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

    def test_run_gives_the_labelled_swings_with_units_and_keeps_nothing(self) -> None:
        with unittest.mock.patch.object(tempfile, "tempdir", str(self.scratch)):
            swings = swingpipe.run("tennis", str(FOLDER))
        self.assertEqual(list(self.scratch.iterdir()), [])
        # What Data's simulator put into each recording: 5 hits and 3 misses.
        counts = swings.groupby(["recording_id", "label"], observed=True).size()
        self.assertEqual(list(counts), [5, 3, 5, 3])
        self.assertEqual(swings.attrs["units"]["peak_rotation_rate_rad_s"], "rad/s")
        self.assertIn("Start of the swing", swings.attrs["columns"]["start_time_s"]["description"])

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

    def test_options_and_columns(self) -> None:
        swings = swingpipe.run(
            "tennis", FOLDER, set={"hit.threshold_g": 900, "hit.weak_threshold_g": 800}, columns=["label"]
        )
        self.assertEqual(list(swings.columns), ["label"])
        self.assertEqual(list(swings.attrs["units"]), [])
        self.assertNotIn("hit", set(swings["label"]))

    def test_tables_of_any_format_read_alike(self) -> None:
        tables = [
            swingpipe.run("tennis", FOLDER, self.scratch / kind, set={"out.format": kind})
            for kind in ["parquet", "csv", "hdf5"]
        ]
        for other in tables[1:]:
            self.assertEqual(other.attrs["units"], tables[0].attrs["units"])
            columns = ["start_time_s", "swing_index", "label", "peak_acceleration_g"]
            pd.testing.assert_frame_equal(tables[0][columns], other[columns], check_dtype=False)

    def test_a_recording_that_fails_is_an_error_that_says_which_and_where(self) -> None:
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", self.spoiled())
        error = caught.exception
        self.assertEqual(pathlib.Path(error.file or "").name, "broken.h5")
        self.assertEqual((error.stage, error.exit_code, len(error.errors)), ("in", 1, 1))
        self.assertIn("truncated", error.message)
        assert error.table is not None
        self.assertEqual(set(error.table["recording_id"]), {"tennis-000001"})

    def test_a_recording_that_does_not_suit_is_an_error_with_option_and_value(self) -> None:
        slow = self.scratch / "slow"
        command = ["degrade", str(FOLDER / "tennis-000001.h5"), "--acceleration-rate-hz", "50", "--output", str(slow)]
        subprocess.run([swingpipe.TOOL, *command], check=True, capture_output=True)
        with self.assertRaises(swingpipe.RecordingsError) as caught:
            swingpipe.run("tennis", slow)
        error = caught.exception
        self.assertEqual((error.stage, error.option, error.value, error.exit_code), ("hp", "pass_hz", "80.0 Hz", 65))
        self.assertEqual(error.file, str(slow / "tennis-000001.h5"))
        self.assertIsNone(error.table)

    def test_or_a_warning(self) -> None:
        with self.assertWarnsRegex(swingpipe.InputWarning, "broken.h5.*truncated"):
            swings = swingpipe.run("tennis", self.spoiled(), errors="warn")
        self.assertEqual(len(swings), 8)

    def test_an_option_at_fault_is_named_with_its_value(self) -> None:
        with self.assertRaises(swingpipe.PipelineError) as caught:
            swingpipe.run("tennis", FOLDER, set={"hit.threshold_g": -2})
        error = caught.exception
        self.assertEqual((error.file, error.stage, error.option, error.value), ("tennis", "hit", "threshold_g", "-2"))
        with self.assertRaises(swingpipe.PipelineError) as caught:
            swingpipe.run("tennis", FOLDER, set={"hit.treshold_g": 2})
        self.assertEqual(caught.exception.option, "treshold_g")
        self.assertIn('did you mean "threshold_g"', caught.exception.message)

    def test_what_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(swingpipe.PipelineError, 'did you mean "tennis"'):
            swingpipe.run("tenis", FOLDER)
        with self.assertRaises(swingpipe.UsageError) as caught:
            swingpipe.run("tennis", self.scratch / "nowhere")
        self.assertEqual(caught.exception.file, str(self.scratch / "nowhere"))
        self.assertEqual(caught.exception.exit_code, 64)
        with self.assertRaises(swingpipe.UsageError) as caught:
            swingpipe.run("tennis", FOLDER, jobs=0)
        self.assertEqual((caught.exception.option, caught.exception.value), ("jobs", "0"))

    def test_read_explain_and_score_tell_of_a_run(self) -> None:
        out = self.scratch / "out"
        swings = swingpipe.run("tennis", FOLDER, out)
        pd.testing.assert_frame_equal(swingpipe.read(out), swings)
        self.assertIn("reason", swingpipe.read(out, table="rejected").columns)
        with self.assertRaisesRegex(swingpipe.UsageError, "expected one of recordings, rejected, swings"):
            swingpipe.read(out, table="swing")
        with self.assertRaisesRegex(swingpipe.UsageError, 'no column "lable"'):
            swingpipe.read(out, columns=["lable"])

        first = swings.iloc[0]
        named = swingpipe.explain(out, recording=first["recording_id"], at=float(first["anchor_time_s"]))
        self.assertEqual(named["decision"]["label"], first["label"])
        file = FOLDER / f"{first['recording_id']}.h5"
        picture = self.scratch / "swing.png"
        self.assertEqual(swingpipe.explain(file, swing=0, pipeline="tennis", plot=picture)["decision"], named["decision"])
        self.assertEqual(picture.read_bytes()[1:4], b"PNG")
        with self.assertRaisesRegex(swingpipe.UsageError, "tennis-000001, tennis-000002"):
            swingpipe.explain(out, swing=0)

        scored = swingpipe.score(out, FOLDER)
        self.assertEqual(scored["counts"]["hits"], {"true_positives": 10, "false_positives": 0, "false_negatives": 0})

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
