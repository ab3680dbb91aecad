import Tables

/// The columns of the impact table, and those that the swing table shares with it.
public enum ImpactColumns {
  /// An impact with the facts of its recording.
  public struct Row: Sendable {
    /// The recording's facts.
    public var identity: RecordingIdentity
    /// Position among the recording's impacts, from 0.
    public var index: Int
    /// The impact.
    public var measured: MeasuredImpact

    /// Makes a row.
    public init(identity: RecordingIdentity, index: Int, measured: MeasuredImpact) {
      self.identity = identity
      self.index = index
      self.measured = measured
    }
  }

  /// All columns of the impact table, in order.
  public static let all: [ColumnDefinition<Row>] =
    lead + measured.map { column in column.map { (row: Row) in row.measured } }

  private static let lead: [ColumnDefinition<Row>] = [
    .string("recording_id", "Identifier of the recording, unique in a data set.") { $0.identity.recordingID },
    .integer("impact_index", "Position of the impact in its recording, by time, from 0.") { $0.index },
    .double("impact_time_s", unit: "s", "Original stamp of the sample at which the high-passed acceleration peaks.") {
      $0.measured.impact.time
    },
    .double("impact_onset_time_s", unit: "s", "Stamp of the last raw sample before the shock's first step.") {
      $0.measured.impact.onsetTime
    },
    .double("impact_time_subsample_s", unit: "s", "Vertex of the parabola through the peak sample and its neighbours.")
    {
      $0.measured.impact.subsampleTime
    },
    .string("subject_id", "Identifier of the wearer, where the recording gives one.") { $0.identity.subjectID },
    .string("sport", "Sport, where the recording gives one.") { $0.identity.sport },
    .string("wrist", "Wrist that wore the sensor, left or right, where the recording says so.") { $0.identity.wrist },
  ]

  /// What is measured on an impact; missing throughout for a swing without one.
  static let measured: [ColumnDefinition<MeasuredImpact?>] = strength + shape + spectrum + context

  private static let strength: [ColumnDefinition<MeasuredImpact?>] = [
    .float(
      "peak_z_g", unit: "g",
      "Raw z acceleration where its size is largest, signed, from 10 ms before to 20 ms after the impact."
    ) {
      $0?.burst.peakZ
    },
    .float(
      "peak_acceleration_g", unit: "g",
      "Largest magnitude of the raw acceleration over the three axes in the same window."
    ) {
      $0?.burst.peakAcceleration
    },
    .float("high_passed_peak_g", unit: "g", "High-passed acceleration on the detection axis at the impact, signed.") {
      $0?.impact.peak
    },
    .float("threshold_g", unit: "g", "Threshold that the high-passed magnitude had to reach.") { $0?.impact.threshold },
    .float(
      "peak_jerk_g_s", unit: "g/s",
      "Largest step of the raw acceleration over its time, from 30 ms before to 20 ms after the impact."
    ) {
      $0?.burst.peakJerk
    },
    .boolean("saturated", "Whether the raw acceleration sits at the sensor's limit within 20 ms of the impact.") {
      $0?.impact.isSaturated
    },
  ]

  private static let shape: [ColumnDefinition<MeasuredImpact?>] = [
    .float("half_peak_width_ms", unit: "ms", "Width of the high-passed peak at half its height.") {
      $0?.burst.halfPeakWidthMS
    },
    .float("rise_time_ms", unit: "ms", "Time from the onset to the impact's peak.") { $0?.burst.riseTimeMS },
    .float(
      "decay_time_ms", unit: "ms",
      "Time from the peak until the high-passed magnitude stays under 1/e of it, at most 150 ms."
    ) {
      $0?.burst.decayTimeMS
    },
    .float(
      "time_to_10_percent_ms", unit: "ms",
      "Time from the peak until the high-passed magnitude stays under a tenth of it, at most 150 ms."
    ) {
      $0?.burst.timeToTenPercentMS
    },
    .float(
      "crest_factor", unit: "1",
      "Peak over RMS of the high-passed acceleration from 10 ms before to 90 ms after the peak."
    ) {
      $0?.burst.crestFactor
    },
    .float("kurtosis", unit: "1", "Kurtosis of the same samples; a normal distribution's is 3.") { $0?.burst.kurtosis },
    .float("energy_width_ms", unit: "ms", "Time in which the energy of the same samples grows from 5 to 95 %.") {
      $0?.burst.energyWidthMS
    },
  ]

  private static let spectrum: [ColumnDefinition<MeasuredImpact?>] =
    [
      .float(
        "dominant_frequency_hz", unit: "Hz",
        "Frequency of the largest power of the high-passed acceleration from 10 ms before to 90 ms after the peak (Hann window), 40 to 400 Hz."
      ) {
        $0?.spectrum?.dominantHz
      },
      .float("spectral_centroid_hz", unit: "Hz", "Mean frequency of the same spectrum, weighted by power.") {
        $0?.spectrum?.centroidHz
      },
      .float(
        "spectral_bandwidth_hz", unit: "Hz",
        "Standard deviation of the frequency of the same spectrum, weighted by power."
      ) {
        $0?.spectrum?.bandwidthHz
      },
    ] + bandShares + axisShares

  private static let bandShares: [ColumnDefinition<MeasuredImpact?>] =
    SpectrumFeatures.bandsHz.enumerated().map { index, band in
      let (low, high) = (Int(band.lowerBound), Int(band.upperBound))
      return .float(
        "energy_share_\(low)_\(high)_hz", unit: "1",
        "Share of the same spectrum's energy from \(low) to \(high) Hz; missing where the rate is too low for it."
      ) { $0?.spectrum?.bandShares[index] }
    }

  private static let axisShares: [ColumnDefinition<MeasuredImpact?>] =
    ["x", "y", "z"].enumerated().map { index, axis in
      .float(
        "energy_share_\(axis)", unit: "1",
        "Share of the \(axis) axis in the high-passed energy from 10 ms before to 90 ms after the peak."
      ) { $0?.spectrum?.axisShares[index] }
    }

  private static let context: [ColumnDefinition<MeasuredImpact?>] = [
    .float("rms_before_g", unit: "g", "RMS of the high-passed acceleration from 300 to 50 ms before the impact.") {
      $0?.context.rmsBefore
    },
    .float("peak_to_rms_before", unit: "1", "High-passed peak over that RMS.") { $0?.context.peakToRMS },
    .float(
      "noise_sigma_g", unit: "g", "Standard deviation of the high-passed noise around the impact, 1.4826 times its MAD."
    ) {
      $0?.impact.noiseSigma
    },
  ]
}
