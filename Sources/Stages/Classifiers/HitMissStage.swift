import Pipelines
import Swings

/// Options of `classifiers.hit_miss`.
public struct HitMissOptions: StageOptions {
  var classifier = HitMissClassifier()

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
    [
      .number(
        "midpoint_g", \.classifier.midpointG, in: .above(0, through: 1000), unit: "g",
        help: "Burst peak at which a hit and a miss are equally likely."),
      .number(
        "steepness", \.classifier.steepness, in: .above(0, through: 100),
        help: "Exponent of the logistic in the logarithm of the burst's peak."),
      .number(
        "min_probability", \.classifier.minProbability, in: 0...1, help: "Smallest probability that is called a hit."),
      .number(
        "before_s", \.classifier.beforeS, in: 0...1, unit: "s",
        help: "Start of the window around the anchor of a swing without impact."),
      .number(
        "after_s", \.classifier.afterS, in: 0...1, unit: "s",
        help: "End of the window around the anchor of a swing without impact."),
    ]
  }
}

/// Calls swings hits or misses.
public struct HitMissStage: Stage {
  /// `classifiers.hit_miss`.
  public static let type: StageType = "classifiers.hit_miss"
  /// What it does.
  public static let summary = "Calls each swing a hit or a miss, with a probability."
  /// The reference page.
  public static let details = """
    p = 1 / (1 + (midpoint_g / peak)^steepness), where the peak is the largest high-passed magnitude of the swing's \
    impact, or from `before_s` ahead of its anchor to `after_s` after it for a swing without. A swing with an \
    impact and p >= min_probability is a hit, any other a miss, anchored at its highest rate. A \
    swing without impact is refused (`no_acceleration`) where less than 80 % of that window has samples.

    The defaults follow from measured bursts: 99.9 % of ordinary motion stays under 0.16 g (p = 0.002), the default \
    impact threshold of 1.5 g gives p = 0.80, and a contact of 4 g gives p = 0.99.
    """

  private let classifier: HitMissClassifier

  /// What it reads and writes.
  public static func ports(_ options: HitMissOptions) -> Ports {
    Ports(
      reads: [.required(.swings), .required(.acceleration), .optional(.rejected)],
      writes: [.required(.labelledSwings), .required(.rejected)])
  }

  /// Takes the options.
  public init(_ options: HitMissOptions) { classifier = options.classifier }

  /// Labels every swing.
  public func run(_ workspace: inout Workspace) throws {
    let found = try classifier.labelled(workspace.get(.swings), filtered: workspace.get(.acceleration))
    workspace.note("hits", found.swings.count { $0.label == .hit })
    workspace.note("misses", found.swings.count { $0.label == .miss })
    workspace.note("rejected", found.rejected.count)
    let rejected = try workspace.getIfPresent(.rejected) ?? []
    try workspace.set(.labelledSwings, found.swings)
    try workspace.set(.rejected, (rejected + found.rejected).sorted { $0.time < $1.time })
  }
}
