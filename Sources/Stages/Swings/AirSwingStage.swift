import FoundationEssentials
import SPBasics
import SPPipelines
import SPRecordings
import SPSwings

/// Options of `detectors.air_swing`.
package struct AirSwingOptions: SwingRuleOptions {
  var sport: Sport?
  var reference: String?
  var swingModel: String?
  var detector = AirSwingDetector()
  var rules = StartRules(minDurationS: 0.02, minRotationRad: 0.1)

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      sportField,
      .number(
        "min_peak_rate_rad_s", \.detector.minRate, in: .above(0, through: 100), unit: "rad/s",
        help: "Smallest peak of the rotation along gravity that can be a swing."),
      .number(
        "max_difference", \.detector.maxDifference, in: .above(0, through: 100),
        help: "Largest difference from the recording's swings in rate and length; see below."),
      .integer(
        "min_hits", \.detector.minHits, in: 1...10_000,
        help: "The least number of hits to compare with; with fewer, only strokes that repeat count."),
      .boolean(
        "either_way", \.detector.turnsInEitherDirection,
        help: """
          Whether a player's swings turn in either direction; then fewer than 14 hits in one direction do not rule out \
          misses in the other.
          """),
      .optional(
        "reference", \.reference, .file(of: "a reference"),
        help: """
          Typical swings of the subject or the sport, as swingpipe pipelines train --reference writes them, relative to the \
          pipeline's file: for recordings with too few hits to compare with; null for none.
          """),
      .optional(
        "swing_model", \.swingModel, .file(of: "a swing model"),
        help: """
          Model of the probability of a stroke, as swingpipe pipelines train --swing-model writes it, relative to the pipeline's file; \
          null for the one built in.
          """),
      .number(
        "min_swing_probability", \.detector.minProbability, in: 0...1,
        help: "Smallest swing_probability of a movement that becomes a swing because it repeats strokes."),
      .boolean(
        "practice", \.detector.isPractice,
        help: """
          Whether the recording is known to be practice: then it needs no other evidence of play, and shadow strokes and \
          single swings count too. run --practice sets it.
          """),
      .number(
        "clear_before_s", \.detector.clearanceBeforeS, in: 0...2, unit: "s",
        help: "Time before the peak rate in which no impact may lie."),
      .number(
        "clear_after_s", \.detector.clearanceAfterS, in: 0...2, unit: "s",
        help: "Time after the peak rate in which no impact may lie."),
      .number(
        "refractory_s", \.detector.refractoryS, in: 0...60, unit: "s",
        help: "Time around a hit, and around a higher peak rate, in which a peak does not count."),
    ] + ruleFields(upTo: "peak rate")
  }

  mutating func adopt(_ preset: SportPreset) {
    rules.adopt(preset, upTo: \.toPeak)
    detector.minRate = preset.peakRate.smallest
    detector.turnsInEitherDirection = preset.ways.either
  }

  /// Lower bounds must be below upper bounds.
  package func faults() -> [OptionFault] { rules.faults() }
}

/// Finds swings without an impact.
package struct AirSwingStage: Stage {
  package static let type: StageType = "detectors.air_swing"
  package static let summary =
    "Looks for evidence of play, and finds swings without a clear impact that repeat the recording's strokes."
  package static let details = """
    First the recording must show play. A single shock proves nothing: a knock during exercises looks like a contact. \
    A movement is fast from 7 rad/s on. It is quick if it also stays above half of its rate for at most 0.4 s, and its mean \
    rate within 0.6 s is at most half of its largest. Movements are compared by the cosine of their rotation rates on three \
    axes, from 0.3 s before to 0.1 s after. Evidence is one of these:
    - Contacts: at least 3 quick movements with an impact, and 60 % of them, have a cosine of 0.85 or more with two others, \
    in either direction. Gentle movements, from 5 rad/s on, need 12, 70 % and 0.9.
    - Strokes: at least 8 quick movements, 70 % of the quick and 30 % of the fast ones, have a cosine of 0.9 or more with \
    three others. The time from one to the next is 0.9 s or more.
    - The option `practice`.

    Without evidence nothing is a swing, and the candidates go to `possible_strokes`.

    A miss has much the same motion as a hit but no shock, so it is anchored at the peak of the rotation. \
    Backswings, recoveries and checked swings rotate too. A burst is a swing if it repeats the recording's strokes. \
    Its mean cosine to the three most similar strokes is then at least 0.65, or at least 0.87 if it is slower than \
    0.65 times their rate. It reaches half of their rate, and is not the backswing or recovery of a faster movement. \
    A burst is also a swing if it resembles the recording's hits, and there are at least `min_hits`. Its difference \
    from the medians of the hits is the norm of (ln rate ratio / 0.2, ln length ratio / 0.4). The length is the time \
    above half of the peak, or the part of this time before the peak, whichever is more similar. A burst that is \
    faster than the hits has no difference in its rate. If 1.8 times the difference from the nearest hit is less, \
    this value counts. It is at most `max_difference`. A burst with an impact from `clear_before_s` before its peak \
    to `clear_after_s` after it is part of this impact: the stage does not list the burst. If a burst repeats \
    strokes, its `swing_probability` must also be at least `min_swing_probability`.

    A direction counts where at least a fifth of the hits have it, or where as many fast bursts lie near weak \
    impacts. The presets of racket sports set `either_way`. With this option and fewer than 14 hits, a direction \
    without hits counts, too: the stage compares its bursts with the hits in the opposite direction. Such a burst is \
    the backswing or recovery of a faster burst, and not a swing, if the faster burst is within 0.8 s and in the \
    opposite direction. The same is true for bursts that differ by over half of `max_difference`. Where \
    swings follow one another regularly, a burst one period from the swings before and after it may differ 1.6 times \
    as much. The column `compared_with` says what a swing was compared with.

    A `reference` has typical swings of other recordings of the sport: swings of the recording's subject \
    (`subject_id`), or else of all subjects. With fewer than 14 hits, a direction without hits counts only if the \
    reference has swings in this direction, whatever `either_way` says. With fewer than `min_hits` hits, the \
    reference replaces the hits. It was learned in advance, so that results never depend on which recordings are run \
    together.

    A weak impact near the peak becomes the impact of the swing; whether it was a contact is for the classifier to say.

    The start is found as for impacts. The duration and the rotation from the start to the peak must be within \
    bounds. The swings found are added to those read. The reasons for a rejection are `unlike_others`, \
    `no_evidence_of_play`, and all reasons of detectors.swing_start.

    With a `sport`, options that are not given take their defaults from its preset; `swingpipe describe presets` says where its \
    figures come from.
    """
  /// The contents of the files of the reference and of the model, if the options name them.
  package let fileHashes: [String: ContentHash]

  package var sports: [String] { [sport].compactMap { $0?.rawValue } }

  private let detector: AirSwingDetector
  private let learned: LearnedSwings?
  private let sport: Sport?

  package static func ports(_ options: AirSwingOptions) -> Ports {
    Ports(
      reads: [
        .passing(.deviceMotion), .passing(.impacts), .optionalPassing(.weakImpacts), .passing(.swings),
        .optional(.rejected),
      ] + (options.reference == nil ? [] : [.required(.recording)]),
      writes: [.passing(.swings), .required(.rejected), .required(.possibleStrokes), .required(.playEvidence)])
  }

  /// Stores the options and reads the reference.
  /// - Throws: `OptionFault` for a reference that cannot be read or used.
  package init(_ options: AirSwingOptions) throws {
    var detector = options.detector
    detector.judge = options.rules.judge
    var hashes: [String: ContentHash] = [:]
    /// Reads the file of an option, if the option names a file.
    func read<Content>(
      _ option: String, _ path: String?, expected: String, _ content: (Data) throws -> Content
    ) throws -> Content? {
      guard let path else { return nil }
      let data = try OptionFile.data(at: path, option: option, expected: expected)
      hashes[option] = ContentHash(data)
      do {
        return try content(data)
      } catch {
        throw OptionFault(option, "\(path): \(error)")
      }
    }
    learned = try read(
      "reference", options.reference, expected: "a reference that swingpipe pipelines train --reference wrote",
      LearnedSwings.init(json:))
    detector.model =
      try read(
        "swing_model", options.swingModel, expected: "a model that swingpipe pipelines train --swing-model wrote",
        SwingModel.init(json:)) ?? .standard
    (self.detector, sport, fileHashes) = (detector, options.sport, hashes)
  }

  /// Measures each burst separately as the device motion passes, and at the end compares the bursts with the hits.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let detection = try AirSwingDetection(
      detector, workspace.source(of: .deviceMotion), impacts: workspace.source(of: .impacts),
      weak: workspace.sourceIfPresent(of: .weakImpacts), hits: workspace.source(of: .swings))
    try workspace.provide(.swings, detection.swings)
    return AtEnd { workspace in
      var detector = detector
      detector.learned = try known(in: workspace)
      let earlier = DecidedSwings(
        swings: try workspace.get(.swings), rejected: try workspace.getIfPresent(.rejected) ?? [])
      let found = detection.finish(detector, after: earlier)
      workspace.note("air_swings", max(0, found.swings.count - earlier.swings.count))
      workspace.note("rejected", found.rejected.count - earlier.rejected.count)
      report(found, &workspace)
      try workspace.set(.swings, found.swings)
      try workspace.set(.rejected, found.rejected)
      try workspace.set(.possibleStrokes, found.possible)
      try workspace.set(.playEvidence, found.evidence ?? PlayEvidence())
    }
  }

  /// Notes that a recording lacks evidence of play, and how to list its strokes if it is practice.
  private func report(_ found: DecidedSwings, _ workspace: inout Workspace) {
    guard let evidence = found.evidence, evidence.ground == nil else { return }
    workspace.note("possible_strokes", found.possible.count)
    if let lack = Self.lack(evidence, found.possible) { workspace.warn(lack) }
  }

  /// The reason why nothing is called a swing without evidence of play, and what to do; nil with evidence.
  package static func lack(_ evidence: PlayEvidence, _ possible: [PossibleStroke]) -> String? {
    guard evidence.ground == nil else { return nil }
    let remedy = "if this is practice, run with --practice, or set \"practice\": true of detectors.air_swing"
    if possible.isEmpty, evidence.quickMovements > 0 {
      return "no evidence of play: no quick movement passes the rules of a swing, see the table rejected; \(remedy)"
    }
    guard !possible.isEmpty else {
      return "no evidence of play: no movement is quick and short as a stroke is; \(remedy)"
    }
    return
      "no evidence of play: the movements do not repeat as strokes do, so none of \(possible.count) possible strokes is "
      + "called a swing; \(remedy)"
  }

  /// The reference for the recording's subject or sport.
  private func known(in workspace: Workspace) throws -> SwingReference? {
    guard let learned else { return nil }
    let identity = try workspace.get(.recording).identity
    return learned.reference(subjectID: identity.subjectID, sport: identity.sport ?? sport?.rawValue)
  }
}

extension AirSwingStage: EventExplainingStage {
  package var explainedSlots: [String] { SwingEvidence.slotsOfSwings }

  /// Adds all swings, and the rejected candidates.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) { evidence.addSwings(results) }
}
