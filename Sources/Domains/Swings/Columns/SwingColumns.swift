import SPRecordings
import SPTables

/// The columns of the swing table: the single list from which tables, data dictionaries and documentation are made.
package enum SwingColumns {
  /// A swing with the attributes of its recording; a class, since every row is passed to each of many
  /// columns.
  package final class Row: Sendable {
    /// The recording's attributes.
    package let identity: RecordingIdentity
    /// Position among the recording's swings, from 0.
    package let index: Int
    /// The swing.
    package let swing: LabelledSwing
    /// Its features; nil if they were not measured.
    let features: SwingFeatures?

    package init(identity: RecordingIdentity, index: Int, swing: LabelledSwing) {
      (self.identity, self.index, self.swing) = (identity, index, swing)
      features = swing.features
    }

    /// Reasons to trust the row less: values of ``LabelledSwing/Flag``, joined by `;`.
    var flags: String { swing.flags(features).map(\.rawValue).joined(separator: ";") }
  }

  /// The rows of a recording's swings, in the order of time.
  package static func rows(of swings: [LabelledSwing], _ identity: RecordingIdentity) -> [Row] {
    swings.sorted { $0.swing.anchorTime < $1.swing.anchorTime }.enumerated().map { index, swing in
      Row(identity: identity, index: index, swing: swing)
    }
  }

  /// All columns, in order.
  package static let all: [ColumnDefinition<Row>] =
    [IdentityColumns.recordingID.map { $0.identity }]
    + lead.withTimeFromStart(after: SwingRowDescriptions.swings.timeColumn) { $0.identity.startTime }
    + IdentityColumns.subject.map { column in
      column.map { (row: Row) in row.identity }
    } + quality + timing + rotation + speed
    + ImpactColumns.measured.map { column in
      column.map { (row: Row) in row.features?.burst }
    } + decision

  private static let quality: [ColumnDefinition<Row>] = [
    .string(
      "flags",
      "What limits trust in the row, joined by ';': "
        + LabelledSwing.Flag.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ")
        + ". Missing where nothing does.",
      formula:
        "saturated where the impact is; no_reversal where tempo_ratio is missing and rotation_basis is along_gravity; low_motion_rate where the "
        + "device motion's rate is 80 Hz or less; no_like_hits for a swing without a clear impact if no hit turns in its direction; uncertain_label if "
        + "hit_probability is from 0.1 to 0.9"
    ) { $0.flags.isEmpty ? nil : $0.flags }
  ]

  private static let decision: [ColumnDefinition<Row>] = [
    .float(
      "decision_margin", unit: "1",
      "How clear it is that there was a swing, hit or miss: 0 at the bound of the check that it passed most narrowly, 0.5 at "
        + "twice a smallest or half a largest bound. Sort by it to see the doubtful ones first; how clear it is that it was a "
        + "hit or a miss is for hit_probability to say.",
      formula:
        "smallest 1 - min(v, b) / max(v, b) over the checks v against bound b that swingpipe explain lists: duration, "
        + "accumulated rotation, peak rate, and its fraction of the median swing's where that is asked for; of a swing that its "
        + "impact gave away also |h| at impact_time_s against its threshold, of any other the difference from "
        + "what it was compared with against max_difference, or 1.6 times that where it is due in a rally, or where it repeats strokes "
        + "its similarity, its rate and its swing_probability against min_swing_probability",
      range: .between(0, 1)
    ) { $0.swing.decisionMargin },
    .float(
      "swing_probability", unit: "1",
      "Probability that the movement is a stroke at all, hit or miss, from how the wrist turns and how similar that is to the "
        + "recording's strokes. Sort by it to see the doubtful ones first. Missing where the pipeline looks for no evidence of play.",
      formula: SwingModel.formula,
      source:
        "logistic regression: D. R. Cox, \"The regression analysis of binary sequences\", J. R. Stat. Soc. B 20 (1958)",
      range: .between(0, 1)
    ) { $0.swing.swing.probability },
    .string(
      "compared_with",
      "What a swing without a clear impact was compared with, to be taken for one: "
        + SwingReference.Origin.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", ")
        + ". Missing for a swing that its impact gave away.",
      formula:
        "repeated_strokes where it counts because it repeats them; else, of the way that the swing turns: hits where at least a fifth of the recording's hits turn it, and two of three "
        + "or more; or else weak_impacts where they touch at least two fast bursts, a fifth of the swings; or else, with "
        + "fewer than 14 hits, learned_reference or other_way; in a recording of fewer than min_hits hits "
        + "learned_reference"
    ) { $0.swing.swing.comparedWith?.rawValue },
    .string(
      "rotation_basis",
      "Which rotation the start and the bounds of the swing are judged by: along_gravity, or total for a movement that "
        + "hardly turns along gravity, such as a serve.",
      formula:
        "total where the movement fails by its rotation along gravity, or has no burst of it, and passes by the length of the "
        + "rotation rate; else along_gravity",
      range: .oneOf(["along_gravity", "total"])
    ) { $0.swing.swing.turnsAside ? "total" : "along_gravity" },
    .string(
      "model_version", "Name and version of the model that gave the probability.",
      formula: "name in the file of the option model of classifiers.hit_miss, or that of the built-in model"
    ) { $0.swing.model },
  ]
}

extension SwingColumns {
  /// The most important columns: which swing, when, and its label.
  private static let lead: [ColumnDefinition<Row>] = order + moments + label

  private static let order: [ColumnDefinition<Row>] = [
    .count(
      "swing_index", "Position of the swing in its recording, by time, from 0.",
      formula: "number of the recording's swings with an earlier anchor_time_s"
    ) { $0.index }
  ]

  private static let moments: [ColumnDefinition<Row>] = [
    .double(
      "start_time_s", unit: "s",
      "Start of the swing on the recording's clock: the moment, between samples, from which the rotation along gravity meets its threshold up to the anchor.",
      formula: """
        t[k] - (t[k] - t[k-1]) * (s*w[k] - c) / (s*w[k] - s*w[k-1]); \(ColumnFormula.w), p = w of the largest size in \
        the 0.1 s before the anchor, s = sign of p, c = max(min_rate_rad_s, min_rate_share * |p|), k = the earliest \
        sample with s*w >= c, walking back from that of p until quiet_samples in a row are under c
        """
    ) { $0.swing.swing.startTime },
    .double(
      "impact_time_s", unit: "s",
      "Original timestamp of the sample at which the high-passed acceleration peaks; missing for a miss.",
      formula: ImpactColumns.impactTimeFormula, source: ColumnSource.kaiser
    ) { $0.swing.swing.impact?.time },
    .double(
      "impact_onset_time_s", unit: "s",
      "Timestamp of the last raw sample before the shock's first step; missing for a miss.",
      formula: ImpactColumns.onsetFormula
    ) { $0.swing.swing.impact?.onsetTime },
    .double(
      "time_to_contact_s", unit: "s", "Impact time minus start time; missing for a miss.",
      formula: "impact_time_s - start_time_s", range: .atLeast(0)
    ) { row in
      row.swing.swing.impact.map { $0.time - row.swing.swing.startTime }
    },
    .double(
      "anchor_time_s", unit: "s", "The impact of a hit, or the moment of the highest rate of a miss.",
      formula:
        "impact_time_s of a hit, timestamp of the sample with the largest |w| of a miss, from its start until s*w "
        + "falls under c of start_time_s; \(ColumnFormula.w), \(ColumnFormula.s)"
    ) { $0.swing.swing.anchorTime },
  ]

  private static let label: [ColumnDefinition<Row>] = [
    .string(
      "label", "Whether the swing met the ball: hit or miss.",
      formula: "hit where there is an impact and hit_probability >= min_probability, or else miss",
      range: .oneOf(SwingLabel.allCases.map(\.rawValue))
    ) { $0.swing.label.rawValue },
    .float(
      "hit_probability", unit: "1", "Probability of a contact, 0 to 1, by the model named in model_version.",
      formula: """
        1 / (1 + exp(-(intercept + sum over features of weight * (value - mean) / scale))), but without an impact, or for a vibration \
        of the swing, at most the smaller of \(HitMissClassifier.mostWithoutImpact) and half of min_probability; features are \
        \(ContactEvidence.Feature.allCases.map { "\($0.rawValue) (\($0.meaning))" }.joined(separator: ", "))
        """,
      source:
        "logistic regression: D. R. Cox, \"The regression analysis of binary sequences\", J. R. Stat. Soc. B 20 (1958)",
      range: .between(0, 1)
    ) { $0.swing.hitProbability },
  ]
}

extension SwingColumns {
  private static let timing: [ColumnDefinition<Row>] = [
    .double(
      "impact_time_subsample_s", unit: "s",
      "Vertex of the parabola through the peak sample and its neighbours; missing for a miss.",
      formula: ImpactColumns.subsampleFormula, source: ColumnSource.parabola
    ) { $0.swing.swing.impact?.subsampleTime },
    .float(
      "follow_through_s", unit: "s",
      "Time from the anchor until the rate along gravity falls under the start's threshold, at most 1.5 s.",
      formula: """
        t[k] - anchor_time_s, k = the first sample from the anchor on with s*w < c; \(ColumnFormula.w), or the length of \
        the rotation rate if rotation_basis is total, \(ColumnFormula.s), c = the threshold of start_time_s; missing where there is none within 1.5 s and before a gap \
        or two missing samples in a row
        """,
      range: .between(0, TimingFeatures.followThroughLimitS)
    ) { $0.features?.timing?.followThroughS },
    .float(
      "tempo_ratio", unit: "1",
      "Duration of the backswing over the time from start to anchor; missing without a reversal of the rotation, if the backswing is cut off, and if rotation_basis is total.",
      formula: """
        (start_time_s - b) / (anchor_time_s - start_time_s); b = first timestamp of the run of samples with -s*w >= 1 rad/s \
        that ends at most 0.2 s before start_time_s, looked for in the 5 s before it; missing where that run reaches back to \
        these, to the first sample after a gap or to two missing ones; \(ColumnFormula.w), \(ColumnFormula.s)
        """,
      source: "backswing over downswing as tempo: J. Novosel and J. Garrity, \"Tour Tempo\", 2004", range: .atLeast(0)
    ) { $0.features?.timing?.tempoRatio },
    .float(
      "stillness_before_s", unit: "s",
      "Time before the swing's motion in which the wrist was nearly still, at most 5 s.",
      formula: """
        m - first timestamp of the run of samples with |rotation rate| < 1 rad/s that ends with the last sample before m, or \
        else 0; m = b of tempo_ratio where there is a backswing, start_time_s where there is none; no further back than \
        5 s before start_time_s, or a gap; missing where b is cut off, or two missing samples in a row come first
        """,
      range: .between(0, TimingFeatures.stillnessLimitS)
    ) { $0.features?.timing?.stillnessBeforeS },
  ]
}

extension SwingColumns {
  /// Rotation from start to anchor.
  private static let rotation: [ColumnDefinition<Row>] = [
    .float(
      "accumulated_rotation_rad", unit: "rad",
      "Rotation along gravity from start to anchor, signed: the integral of the sum over the axes of rotation rate times gravity.",
      formula: """
        integral of w from start_time_s to anchor_time_s by trapezoids over the timestamps, the last sample's w until the \
        anchor; \(ColumnFormula.w)
        """
    ) { $0.swing.swing.accumulatedRotation },
    .float(
      "peak_rotation_along_gravity_rad_s", unit: "rad/s",
      "Largest rate of rotation along gravity from start to anchor, signed.",
      formula: "s * max(s*w) from start_time_s to anchor_time_s; \(ColumnFormula.w), \(ColumnFormula.s)"
    ) { $0.features?.rotation?.peakAlongGravity },
    .float(
      "peak_rotation_rate_rad_s", unit: "rad/s", "Largest magnitude of the rotation rate from start to anchor.",
      formula: "max sqrt(x^2 + y^2 + z^2) of the rotation rate from start_time_s to anchor_time_s", range: .atLeast(0)
    ) { $0.features?.rotation?.peakRate },
    .float(
      "peak_rotation_lead_ms", unit: "ms", "Time from the largest rate along gravity to the anchor.",
      formula: "1000 * (anchor_time_s - timestamp of peak_rotation_along_gravity_rad_s)", range: .atLeast(0)
    ) { $0.features?.rotation?.peakLeadMS },
    .float(
      "rotation_along_gravity_at_impact_rad_s", unit: "rad/s",
      "Rate of rotation along gravity at the impact, between the samples around it; missing for a miss.",
      formula:
        "w at impact_time_s on the line between the samples around it, missing where one of them is or a gap lies "
        + "between them; \(ColumnFormula.w)"
    ) { $0.features?.rotation?.alongGravityAtImpact },
    .float(
      "peak_angular_acceleration_rad_s2", unit: "rad/s^2",
      "Largest change of the rotation rate over time from start to anchor, after a 30 Hz low-pass.",
      formula: """
        max |r[i] - r[j]| / (t[i] - t[j]) from start_time_s to anchor_time_s, j = the last sample with t[j] < t[i] of \
        these, or 1 / rate for t[i] - t[i-1] where several samples mostly share a timestamp; r = rotation rate after a \
        linear-phase low-pass (Kaiser window, pass band up to 20 Hz, stop band from 40 Hz on, 40 dB); missing where a \
        sample is, and for a rate of 80 Hz or less
        """,
      source: ColumnSource.kaiser, range: .atLeast(0)
    ) { $0.features?.rotation?.peakAngularAcceleration },
  ]

  /// Estimates from the user acceleration.
  private static let speed: [ColumnDefinition<Row>] = [
    .float(
      "peak_hand_speed_estimate_m_s", unit: "m/s",
      "Estimate: largest speed from the user acceleration in the world's frame, integrated with zero speed at the start.",
      formula: """
        max |v| from start_time_s to anchor_time_s; v = integral by trapezoids of 9.80665 * u turned by the attitude \
        into the world's frame, v = 0 at the first sample; u = user acceleration in g; missing where a sample is
        """,
      source: "standard gravity, 9.80665 m/s^2: ISO 80000-3", range: .atLeast(0)
    ) { $0.features?.rotation?.peakHandSpeedEstimate },
    .float(
      "rotational_acceleration_g", unit: "g",
      "Estimate: mean magnitude of the user acceleration over the first third of the swing, the resultant of centripetal and tangential acceleration at the wrist.",
      formula: """
        mean of sqrt(x^2 + y^2 + z^2) of the user acceleration over the first max(1, floor(n / 3)) of the n samples \
        from start_time_s to anchor_time_s; missing where one of them is
        """,
      range: .atLeast(0)
    ) { $0.features?.rotation?.rotationalAcceleration },
  ]
}
