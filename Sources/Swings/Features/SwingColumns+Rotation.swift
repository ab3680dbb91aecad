import Tables

extension SwingColumns {
  /// Rotation from start to anchor.
  static let rotation: [ColumnDefinition<Row>] = [
    .float(
      "accumulated_rotation_rad", unit: "rad",
      "Rotation along gravity from start to anchor, signed: the integral of the sum over the axes of rotation rate times gravity.",
      formula: """
        integral of w from start_time_s to anchor_time_s by trapezoids over the timestamps, the last sample's w until the \
        anchor; \(ColumnFormula.w)
        """
    ) {
      $0.swing.swing.accumulatedRotation
    },
    .float(
      "peak_rotation_along_gravity_rad_s", unit: "rad/s",
      "Largest rate of rotation along gravity from start to anchor, signed.",
      formula: "s * max(s*w) from start_time_s to anchor_time_s; \(ColumnFormula.w), \(ColumnFormula.s)"
    ) {
      $0.features?.rotation?.peakAlongGravity
    },
    .float(
      "peak_rotation_rate_rad_s", unit: "rad/s", "Largest magnitude of the rotation rate from start to anchor.",
      formula: "max sqrt(x^2 + y^2 + z^2) of the rotation rate from start_time_s to anchor_time_s", range: .atLeast(0)
    ) {
      $0.features?.rotation?.peakRate
    },
    .float(
      "peak_rotation_lead_ms", unit: "ms", "Time from the largest rate along gravity to the anchor.",
      formula: "1000 * (anchor_time_s - timestamp of peak_rotation_along_gravity_rad_s)", range: .atLeast(0)
    ) {
      $0.features?.rotation?.peakLeadMS
    },
    .float(
      "rotation_along_gravity_at_impact_rad_s", unit: "rad/s",
      "Rate of rotation along gravity at the impact, between the samples around it; missing for a miss.",
      formula:
        "w at impact_time_s on the line between the samples around it, missing where one of them is or a gap lies "
        + "between them; \(ColumnFormula.w)"
    ) {
      $0.features?.rotation?.alongGravityAtImpact
    },
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
    ) {
      $0.features?.rotation?.peakAngularAcceleration
    },
  ]

  /// Estimates from the user acceleration.
  static let speed: [ColumnDefinition<Row>] = [
    .float(
      "peak_hand_speed_estimate_m_s", unit: "m/s",
      "Estimate: largest speed from the user acceleration in the world's frame, integrated with zero speed at the start.",
      formula: """
        max |v| from start_time_s to anchor_time_s; v = integral by trapezoids of 9.80665 * u turned by the attitude \
        into the world's frame, v = 0 at the first sample; u = user acceleration in g; missing where a sample is
        """,
      source: "standard gravity, 9.80665 m/s^2: ISO 80000-3", range: .atLeast(0)
    ) {
      $0.features?.rotation?.peakHandSpeedEstimate
    },
    .float(
      "rotational_acceleration_g", unit: "g",
      "Estimate: mean magnitude of the user acceleration over the first third of the swing, the resultant of centripetal and tangential acceleration at the wrist.",
      formula: """
        mean of sqrt(x^2 + y^2 + z^2) of the user acceleration over the first max(1, floor(n / 3)) of the n samples \
        from start_time_s to anchor_time_s; missing where one of them is
        """,
      range: .atLeast(0)
    ) {
      $0.features?.rotation?.rotationalAcceleration
    },
  ]
}
