"""The dictionaries that functions of this module return. Times are in s, and values without a unit are fractions."""

from __future__ import annotations

from typing import TypedDict


class Check(TypedDict):
    """A limit that a candidate was compared with."""

    name: str
    value: float | None
    unit: str
    lowest: float | None
    highest: float | None
    passed: bool
    margin: float | None
    """How far the value is from the limit, in units of the limit; negative if the check failed."""
    remark: str | None


class Candidate(TypedDict):
    """An impact or a rotation of the wrist that could have been a swing."""

    kind: str
    time_s: float
    outcome: str
    swing_index: int | None
    explanation: str
    impact_time_s: float | None
    impact_onset_time_s: float | None
    high_passed_peak_g: float | None
    threshold_g: float | None
    is_weak: bool | None
    checks: list[Check]


class Contribution(TypedDict):
    """The part of one feature in the log-odds of a hit."""

    feature: str
    value: float
    contribution: float


class Decision(TypedDict):
    """What was decided of a swing."""

    label: str
    hit_probability: float | None
    min_probability: float | None
    swing_probability: float | None
    model_expected_calibration_error: float | None
    decision_margin: float | None
    nearest_check: str | None
    model_version: str | None
    start_time_s: float | None
    anchor_time_s: float
    log_odds: float | None
    intercept: float | None
    contributions: list[Contribution]


class Explanation(TypedDict):
    """What `explain` returns."""

    recording_id: str
    pipeline: str
    time_s: float
    axis: str
    chosen: int | None
    """The index of the candidate that the decision is about."""
    decision: Decision | None
    candidates: list[Candidate]


class Metric(TypedDict):
    """A metric with its 95 % interval over recordings."""

    value: float | None
    low: float | None
    high: float | None
    unit: str


class ScoredError(TypedDict):
    """A swing that the run and the labels do not agree on."""

    kind: str
    time_s: float
    called: str | None
    labelled: str | None
    hit_probability: float | None
    offset_s: float | None


class ScoredRecording(TypedDict):
    """The score of one recording."""

    recording_id: str
    counts: dict[str, object]
    confusion: dict[str, int]
    metrics: dict[str, Metric]
    errors: list[ScoredError]


class Score(TypedDict):
    """What `score` returns."""

    rules: dict[str, float]
    bootstrap: dict[str, float]
    recording_count: int
    counts: dict[str, object]
    confusion: dict[str, int]
    metrics: dict[str, Metric]
    worst: str | None
    """The recording with the lowest F1."""
    recordings: list[ScoredRecording]
    comparison: dict[str, object] | None
    failed: list[object]


class ChangedColumn(TypedDict):
    """A column whose values differ between two runs."""

    name: str
    unit: str | None
    swings: int
    one_sided: int
    largest_difference: float | None
    largest_relative: float | None


class Change(TypedDict):
    """A swing that two runs do not agree on."""

    kind: str
    time_s: float
    first_label: str | None
    second_label: str | None
    start_ms: float | None
    onset_ms: float | None
    anchor_ms: float | None


class Shift(TypedDict):
    """How far a time moved between two runs."""

    swings: int
    median_ms: float | None
    largest_ms: float | None


class RecordingDifference(TypedDict):
    """The difference between two runs over one recording."""

    recording_id: str
    swings: dict[str, int]
    moved: dict[str, Shift]
    columns: list[ChangedColumn]
    columns_only_in_first: list[str]
    columns_only_in_second: list[str]
    changes: list[Change]


class Difference(TypedDict):
    """What `diff` returns."""

    rules: dict[str, float]
    first: str
    second: str
    differs: bool
    recordings_in_both: int
    recordings_that_differ: int
    recordings_only_in_first: list[str]
    recordings_only_in_second: list[str]
    swings: dict[str, int]
    moved: dict[str, Shift]
    columns: list[ChangedColumn]
    columns_only_in_first: list[str]
    columns_only_in_second: list[str]
    recordings: list[RecordingDifference]
