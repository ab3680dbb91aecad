import SPBasics
import SPPipelines
import SPSwings

/// Options of `classifiers.hit_miss`.
package struct HitMissOptions: StageOptions {
  var model: String?
  var minProbability = 0.5

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "model", \.model, .file(of: "a model"),
        help:
          "Model to use, as swingpipe pipelines train writes it, relative to the pipeline's file; null for the one built in."
      ),
      .number(
        "min_probability", \.minProbability, in: 0...1, help: "Smallest probability that is called a hit."),
    ]
  }
}

/// Labels swings as hits or misses.
package struct HitMissStage: Stage {
  package static let type: StageType = "classifiers.hit_miss"
  package static let summary = "Calls each swing a hit or a miss, with a probability."
  package static let details = """
    The probability is logistic in weighted features of the burst around the swing's contact: p = 1 / (1 + exp(-(b + \
    sum of w * (x - mean) / scale))). The burst is the swing's impact. A swing without an impact has the largest \
    high-passed magnitude from 100 ms before its peak rate to 150 ms after it as its burst. The axis is the axis of \
    the impacts. The features are:

    \(featureList)

    A swing with an impact and p >= min_probability is a hit, any other a miss, anchored at its highest rate. A swing \
    without impact is rejected (`no_acceleration`) where less than 80 % of that window has samples.

    \(standardModel) `swingpipe pipelines train` fits a model to your own labels, and `swingpipe explain` shows what \
    each feature added to a decision.
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

  /// The content of the model's file, if the options name one.
  package let fileHashes: [String: ContentHash]

  private let classifier: HitMissClassifier

  package static func ports(_ options: HitMissOptions) -> Ports {
    Ports(
      reads: [
        .passing(.swings), .passing(.acceleration), .required(.impactAxis), .passing(.deviceMotion),
        .optional(.rejected),
      ],
      writes: [.passing(.labelledSwings), .required(.rejected)])
  }

  /// Stores the options and reads the model.
  /// - Throws: `OptionFault` for a model that cannot be read or used.
  package init(_ options: HitMissOptions) throws {
    let named = try options.model.map(Self.model)
    fileHashes = named.map { ["model": $0.hash] } ?? [:]
    classifier = HitMissClassifier(model: named?.model ?? .standard, minProbability: options.minProbability)
  }

  private static func model(at path: String) throws -> (model: HitMissModel, hash: ContentHash) {
    let data = try OptionFile.data(at: path, option: "model", expected: "a model that swingpipe pipelines train wrote")
    do {
      return (try HitMissModel(json: data), ContentHash(data))
    } catch {
      throw OptionFault("model", "\(path): \(error)")
    }
  }

  /// Measures the evidence of a contact as the samples pass, and labels every swing at the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let labelling = try ContactLabelling(
      classifier, workspace.source(of: .swings), filtered: workspace.source(of: .acceleration),
      axis: workspace.get(.impactAxis), workspace.source(of: .deviceMotion))
    try workspace.provide(.labelledSwings, labelling.labelled)
    return AtEnd { workspace in
      let earlier = DecidedSwings(
        swings: try workspace.get(.swings), rejected: try workspace.getIfPresent(.rejected) ?? [])
      let found = try labelling.finish(after: earlier)
      workspace.note("hits", found.labelled.count(of: .hit))
      workspace.note("misses", found.labelled.count(of: .miss))
      workspace.note("rejected", found.rejected.count - earlier.rejected.count)
      try workspace.set(.labelledSwings, found.labelled)
      try workspace.set(.rejected, found.rejected)
    }
  }
}

extension HitMissStage: EventExplainingStage {
  /// `labelled_swings` and `rejected`.
  package var explainedSlots: [String] { [Slot.labelledSwings.name, Slot.rejected.name] }

  /// Adds the swings with their labels, and the rejected candidates.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) {
    let found = evidence.findings
    evidence.findings = .init(
      impacts: found.impacts, weak: found.weak, swings: found.swings, labelled: results[.labelledSwings],
      rejected: results[.rejected] ?? found.rejected)
  }
}
