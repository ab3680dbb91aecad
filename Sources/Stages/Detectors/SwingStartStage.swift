import Pipelines
import Swings

/// Options of `detectors.swing_start`.
public struct SwingStartOptions: StageOptions {
  var finder = SwingStartFinder()
  var minDurationS = 0.04
  var maxDurationS = 1.2
  var minRotationRad = 0.15
  var maxRotationRad = 7.0
  var rejectSaturated = false

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
    [
      .number(
        "min_rate_rad_s", \.finder.minRate, in: .above(0, through: 100), unit: "rad/s",
        help: "Smallest rate of rotation along gravity that counts as swinging."),
      .number(
        "min_rate_share", \.finder.minRateShare, in: 0..<1,
        help: "The same as a share of the swing's largest rate; the larger of the two counts."),
      .number(
        "min_peak_rate_rad_s", \.finder.minPeakRate, in: 0...100, unit: "rad/s",
        help: "Smallest rate of rotation along gravity that a swing reaches before its impact."),
      .integer(
        "quiet_samples", \.finder.quietSamples, in: 1...1000,
        help: "How many samples in a row must stay under that rate for the swing to have started after them."),
      .number(
        "look_back_s", \.finder.lookBackS, in: .above(0, through: 2), unit: "s",
        help: "How far before the impact the largest rate, and with it the swing's direction, is looked for."),
      .number("min_duration_s", \.minDurationS, in: 0...10, unit: "s", help: "Shortest time from start to impact."),
      .number(
        "max_duration_s", \.maxDurationS, in: .above(0, through: 10), unit: "s",
        help: "Longest time from start to impact."),
      .number(
        "min_rotation_rad", \.minRotationRad, in: 0...100, unit: "rad",
        help: "Smallest rotation along gravity from start to impact, without sign."),
      .number(
        "max_rotation_rad", \.maxRotationRad, in: .above(0, through: 100), unit: "rad",
        help: "Largest rotation along gravity from start to impact, without sign."),
      .boolean(
        "reject_saturated", \.rejectSaturated,
        help: "Whether impacts at the sensor's limit are refused; otherwise they are flagged."),
    ]
  }

  /// Lower bounds lie below upper ones.
  public func faults() -> [OptionFault] {
    OptionFault.ordered("min_duration_s", minDurationS, "max_duration_s", maxDurationS, unit: "s")
      + OptionFault.ordered("min_rotation_rad", minRotationRad, "max_rotation_rad", maxRotationRad, unit: "rad")
  }
}

/// Finds where the swings of impacts start.
public struct SwingStartStage: Stage {
  /// `detectors.swing_start`.
  public static let type: StageType = "detectors.swing_start"
  /// What it does.
  public static let summary = "Finds the start of each impact's swing, and refuses impacts without one."
  /// The reference page.
  public static let details = """
    The rotation along gravity is the sum over the axes of rotation rate times gravity, in rad/s. Walking back from the \
    impact, the swing starts at the earliest sample that meets max(min_rate_rad_s, min_rate_share * peak), signed as the \
    peak, before `quiet_samples` in a row fail to; the peak is the largest rate in the `look_back_s` before the impact, and at least `min_peak_rate_rad_s`. \
    Time to contact is the impact's time less the start's.

    The rotation from start to impact and the duration must lie within bounds. Reasons for a refusal: `no_start`, \
    `duration_out_of_bounds`, `rotation_out_of_bounds`, `gap_in_swing`, `no_device_motion`, `saturated`.
    """

  private let detector: SwingStartDetector

  /// What it reads and writes.
  public static func ports(_ options: SwingStartOptions) -> Ports {
    Ports(
      reads: [.required(.impacts), .required(.deviceMotion)], writes: [.required(.swings), .required(.rejected)])
  }

  /// Takes the options.
  public init(_ options: SwingStartOptions) {
    let bounds = SwingBounds(
      duration: options.minDurationS...options.maxDurationS,
      rotation: options.minRotationRad...options.maxRotationRad)
    detector = SwingStartDetector(
      judge: SwingJudge(finder: options.finder, bounds: bounds), rejectsSaturated: options.rejectSaturated)
  }

  /// Judges every impact.
  public func run(_ workspace: inout Workspace) throws {
    let rotation = try workspace.get(.deviceMotion).rotationAlongGravity()
    let found = try detector.swings(from: workspace.get(.impacts), rotation: rotation)
    workspace.note("swings", found.swings.count)
    workspace.note("rejected", found.rejected.count)
    try workspace.set(.swings, found.swings)
    try workspace.set(.rejected, found.rejected)
  }
}

extension OptionFault {
  /// A fault where a lower bound lies above its upper one.
  static func ordered(_ low: String, _ lowest: Double, _ high: String, _ highest: Double, unit: String) -> [OptionFault]
  {
    guard lowest > highest else { return [] }
    return [OptionFault(high, "expected at least \(low) (\(lowest) \(unit)), found \(highest) \(unit)")]
  }
}
