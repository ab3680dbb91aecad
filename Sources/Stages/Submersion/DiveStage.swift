import Pipelines
import Recordings
import Submersion

/// Finds the dives of a recording.
public struct DiveStage: Stage {
  /// `detectors.dive`.
  public static let type: StageType = "detectors.dive"
  /// A one-line summary.
  public static let summary = "Finds dives, states by depth and surface intervals of a watch or dive computer."
  /// The text of the reference page.
  public static let details = """
    A dive begins and ends with the recording's events, or else with its states, or else with its depths. A surfacing \
    shorter than `debounce_s` is part of it. Where only depths say what is under water, depths up to `surface_depth_m` for \
    longer than `surface_time_s` end it, at the first of them.

    Depth is what was measured, or else (pressure - surface pressure) / (density * 9.80665 m/s2); where both are there, \
    they are compared. The state of a depth d is `past_max_depth` for d > `max_depth_m`, `approaching_max_depth` within \
    `approach_margin_m` of it, `submerged_deep` beyond `shallow_depth_m`, and else `submerged_shallow`. Without a depth \
    under water it is `sensor_depth_error`. States that the recording carries are kept beside these, and each interval \
    says whether both agree.

    A watch warms or cools to the water, so its temperature converges. T_end + (T_0 - T_end) exp(-t / tau) is fitted to \
    the first `fit_duration_s` of each dive; the settled temperature is the first of `settled_samples` in a row with an \
    uncertainty of at most `max_uncertainty_deg_c`. `best` takes the fit where it is that certain, and else the settled one.
    """

  private let rules: SubmersionRules

  /// The slots that it reads and writes.
  public static func ports(_ options: DiveOptions) -> Ports {
    Ports(
      reads: [.optional(.submersionMeasurement), .optional(.submersionEvent), .optional(.waterTemperature)],
      writes: [.required(.submersion)])
  }

  /// Makes the stage from its options.
  public init(_ options: DiveOptions) { rules = options.rules }

  /// Rejects a recording without a stream that shows what is under water.
  public func plan(_ plan: inout PlanContext) throws {
    let hasMeasurements = try plan.factsIfPresent(.submersionMeasurement) != nil
    let hasEvents = try plan.factsIfPresent(.submersionEvent) != nil
    if !hasMeasurements && !hasEvents {
      plan.fault(
        """
        the recording has neither the stream submersion_measurement (with depth, pressure or depth_state) nor the stream \
        submersion_event; expected one of them
        """)
    }
  }

  /// Prepares to find the dives as the samples pass.
  public func prepare(_ workspace: inout Workspace) throws {
    let passes: [StreamName: RecordingPass?] = [
      .submersionMeasurement: try workspace.pass(of: .submersionMeasurement),
      .submersionEvent: try workspace.pass(of: .submersionEvent),
      .waterTemperature: try workspace.pass(of: .waterTemperature),
    ]
    let present = passes.compactMapValues { $0 }
    // A stage in between may have made its own streams, which do not pass with the recording.
    guard let pass = present[.submersionMeasurement] ?? present[.submersionEvent],
      present.values.allSatisfy({ $0 === pass })
    else { return }
    let measurement = try SubmersionMeasurement(rules, of: pass.recording, streams: Set(present.keys))
    try pass.add(measurement)
    try workspace.prepare(.submersion, as: measurement)
  }

  /// Writes the results to the slots.
  public func run(_ workspace: inout Workspace) throws {
    let findings =
      try workspace.ownPreparation(of: .submersion, as: SubmersionMeasurement.self)?.findings
      ?? measured(in: workspace)
    workspace.note("dives", findings.dives.count)
    if findings.ignoredRows > 0 {
      workspace.note("ignored_rows", findings.ignoredRows)
      workspace.warn(
        "\(findings.ignoredRows) rows were left out: their timestamps are not numbers, or not after those before them")
    }
    try workspace.set(.submersion, findings)
  }

  private func measured(in workspace: Workspace) throws -> SubmersionFindings {
    let streams: [(any RecordedStream)?] = [
      try workspace.getIfPresent(.submersionMeasurement), try workspace.getIfPresent(.submersionEvent),
      try workspace.getIfPresent(.waterTemperature),
    ]
    let present = streams.compactMap(\.self)
    guard let recording = (streams[0] ?? streams[1])?.recording else {
      return try SubmersionEngine(rules, streams: []).finish()
    }
    let measurement = try SubmersionMeasurement(rules, of: recording, streams: Set(present.map(\.name)))
    let pass = RecordingPass(recording)
    try pass.add(measurement)
    try pass.run()
    return try measurement.findings ?? SubmersionEngine(rules, streams: []).finish()
  }
}
