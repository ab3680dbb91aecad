"""Samples in memory."""

import warnings
from pathlib import Path
from typing import Any

import h5py
import pytest

import swingpipe

TENNIS = Path(__file__).parents[2] / "Data" / "tennis-000001.h5"
Samples = dict[str, Any]


def samples() -> tuple[Samples, Samples]:
    with h5py.File(TENNIS) as file:
        acceleration, motion = file["accelerometer"], file["device_motion"]
        return (
            {"time_s": acceleration["time"][:], "acceleration_g": acceleration["acceleration"][:]},
            {
                "time_s": motion["time"][:],
                "rotation_rate_rad_s": motion["rotation_rate"][:],
                "gravity_g": motion["gravity"][:],
            },
        )


def found(motion: Samples, **overrides: object) -> tuple[int, list[str]]:
    """The number of swings, and the warnings about samples that contradict their description."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        acceleration, _ = samples()
        table = swingpipe.find_swings(
            acceleration, motion, pipeline="tennis", overrides={f"in.{name}": value for name, value in overrides.items()}
        )
    return len(table), [text for text in (str(each.message) for each in caught) if "device_motion" in text]


def test_swings_of_samples_are_those_of_the_recording() -> None:
    count, warned = found(samples()[1])
    assert count == len(swingpipe.run("tennis", TENNIS)) == 8
    assert warned == []


def test_samples_that_a_run_corrects_cause_no_warning() -> None:
    _, motion = samples()
    motion["gravity_g"] = -motion["gravity_g"]
    _, warned = found(motion)
    assert len(warned) == 1 and 'overrides={"in.corrections": ["gravity_opposite"]}' in warned[0]
    count, warned = found(motion, corrections=["gravity_opposite"])
    assert count == 8
    assert warned == []


def test_timestamps_in_another_unit_are_rejected_with_what_is_expected() -> None:
    acceleration, motion = samples()
    acceleration["time_s"] = 1000 * acceleration["time_s"]
    with pytest.raises(swingpipe.SwingpipeError, match="^the recording: accelerometer: .*expected time_s in seconds"):
        swingpipe.find_swings(acceleration, motion, pipeline="tennis")
