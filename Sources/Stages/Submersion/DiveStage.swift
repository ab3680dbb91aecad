import Pipelines
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
      reads: [
        .optionalPassing(.submersionMeasurement), .optionalPassing(.submersionEvent), .optionalPassing(.waterTemperature),
      ],
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

  /// Finds the dives as the samples pass.
  public func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let measurement = try SubmersionMeasurement(
      rules,
      [
        .measurement: try workspace.sourceIfPresent(of: .submersionMeasurement),
        .event: try workspace.sourceIfPresent(of: .submersionEvent),
        .temperature: try workspace.sourceIfPresent(of: .waterTemperature),
      ].compactMapValues { $0 })
    return AtEnd { workspace in
      let findings = measurement.findings
      workspace.note("dives", findings.dives.count)
      if findings.ignoredRows > 0 {
        workspace.note("ignored_rows", findings.ignoredRows)
        workspace.warn(
          "\(findings.ignoredRows) rows were left out: their timestamps are not numbers, or not after those before them")
      }
      try workspace.set(.submersion, findings)
    }
  }
}
