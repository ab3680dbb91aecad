import Files
import Pipelines
import Swings

/// Options of `classifiers.hit_miss`.
public struct HitMissOptions: StageOptions {
  var model: String?
  var minProbability = 0.5

  /// The options with all defaults.
  public init() {}

  /// The table.
  public static var fields: [OptionField<Self>] {
    [
      .optional(
        "model", \.model, .file(of: "a model"),
        help: "Model to use, as swingpipe train writes it, relative to the pipeline's file; null for the one built in."),
      .number(
        "min_probability", \.minProbability, in: 0...1, help: "Smallest probability that is called a hit."),
    ]
  }
}

/// Labels swings as hits or misses.
public struct HitMissStage: Stage {
  /// `classifiers.hit_miss`.
  public static let type: StageType = "classifiers.hit_miss"
  /// A one-line summary.
  public static let summary = "Calls each swing a hit or a miss, with a probability."
  /// The text of the reference page.
  public static let details = """
    The probability is logistic in weighted features of the burst around the swing's contact: p = 1 / (1 + exp(-(b + sum \
    of w * (x - mean) / scale))). The burst is the swing's impact, or the largest high-passed magnitude, on the axis that \
    impacts are detected on, from 100 ms ahead of its peak rate to 150 ms after it. The features are:

    \(featureList)

    A swing with an impact and p >= min_probability is a hit, any other a miss, anchored at its highest rate. A swing \
    without impact is rejected (`no_acceleration`) where less than 80 % of that window has samples.

    \(standardModel) `swingpipe train` fits one to labels of your own, and `swingpipe explain` shows what each feature \
    added to a decision.
    """
  private static var featureList: String {
    ContactEvidence.Feature.allCases.map { "- `\($0.rawValue)`: \($0.meaning)" }.joined(separator: "\n")
  }

  private static var standardModel: String {
    let model = HitMissModel.standard
    let training = model.training
    return "The built-in model, `\(model.name)`, was trained on \(training.hits) hits and \(training.misses) misses of "
      + "\(training.recordings.count) recordings."
  }

  /// The model's content, if one is named.
  public let fileHashes: [String: ContentHash]

  private let classifier: HitMissClassifier

  /// The slots that it reads and writes.
  public static func ports(_ options: HitMissOptions) -> Ports {
    Ports(
      reads: [
        .required(.swings), .required(.acceleration), .required(.impactAxis), .required(.deviceMotion),
        .optional(.rejected),
      ],
      writes: [.required(.labelledSwings), .required(.rejected)])
  }

  /// Takes the options and reads the model.
  /// - Throws: `OptionFault` for a model that cannot be read or used.
  public init(_ options: HitMissOptions) throws {
    let named = try options.model.map(Self.model)
    fileHashes = named.map { ["model": $0.hash] } ?? [:]
    classifier = HitMissClassifier(model: named?.model ?? .standard, minProbability: options.minProbability)
  }

  private static func model(at path: String) throws -> (model: HitMissModel, hash: ContentHash) {
    let data = try OptionFile.data(at: path, option: "model", expected: "a model that swingpipe train wrote")
    do {
      return (try HitMissModel(json: data), ContentHash(data))
    } catch {
      throw OptionFault("model", "\(path): \(error)")
    }
  }

  /// Prepares to measure the evidence of a contact as the samples pass.
  public func prepare(_ workspace: inout Workspace) throws {
    guard let measurement = try workspace.preparation(of: .swings, as: SwingMeasurement.self),
      try workspace.preparation(of: .deviceMotion, as: SwingPass.self) === measurement.pass,
      try workspace.preparation(of: .acceleration, as: FilterPreparation.self)?.design == measurement.rules.filter,
      try workspace.preparation(of: .impactAxis, as: SwingMeasurement.self)?.rules.impacts == measurement.rules.impacts
    else { return }
    try workspace.prepare(.labelledSwings, as: measurement.adding(\.classifier, classifier))
  }

  /// Labels every swing.
  public func run(_ workspace: inout Workspace) throws {
    // Measurements made on the signal of another filter cannot be used here.
    let isMeasured = try workspace.ownPreparation(of: .labelledSwings, as: SwingMeasurement.self) != nil
    var swings = try workspace.get(.swings)
    if !isMeasured { swings = swings.map(\.unmeasured) }
    let found = try classifier.labelled(
      swings, filtered: workspace.get(.acceleration), axis: workspace.get(.impactAxis),
      rotation: workspace.get(.deviceMotion).rotationAlongGravity())
    workspace.note("hits", found.swings.count { $0.label == .hit })
    workspace.note("misses", found.swings.count { $0.label == .miss })
    workspace.note("rejected", found.rejected.count)
    var rejected = try workspace.getIfPresent(.rejected) ?? []
    // Mostly there are none, and a day has tens of thousands before them.
    if !found.rejected.isEmpty { rejected = (rejected + found.rejected).sorted { $0.time < $1.time } }
    try workspace.set(.labelledSwings, found.swings)
    try workspace.set(.rejected, rejected)
  }
}
