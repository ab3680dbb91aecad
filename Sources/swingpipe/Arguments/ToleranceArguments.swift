import ArgumentParser
import SPEvaluation
import SPSwings

/// The tolerances between detections and labels.
struct ToleranceArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Largest distance of two moments of --kind, in ms (default: 500).", valueName: "ms"))
  var toleranceMs: Double?

  @Option(
    help: ArgumentHelp(
      "Smallest overlap of two intervals of --kind, from 0 to 1 (default: 0.5).", valueName: "fraction"))
  var minOverlap: Double?

  @Option(
    help: ArgumentHelp("Largest distance of a detected and a labelled hit, in ms (default: 50).", valueName: "ms"))
  var hitToleranceMs: Double?

  @Option(
    help: ArgumentHelp("Largest distance of all other pairs of swings, in ms (default: 150).", valueName: "ms"))
  var missToleranceMs: Double?

  @Option(
    help: ArgumentHelp(
      "Distance from an ignored moment, in ms, within which unlabelled detections are not counted", valueName: "ms"))
  var ignoreWithinMs = 200.0

  func validate() throws {
    for (name, value) in [
      ("--hit-tolerance-ms", hitToleranceMs ?? 0), ("--miss-tolerance-ms", missToleranceMs ?? 0),
      ("--ignore-within-ms", ignoreWithinMs), ("--tolerance-ms", toleranceMs ?? 0),
    ] where !(value >= 0 && value.isFinite) {
      throw ValidationError("\(name) is \(value); expected 0 or more")
    }
    if let minOverlap, !(0...1).contains(minOverlap) {
      throw ValidationError("--min-overlap is \(minOverlap); expected 0 to 1")
    }
  }

  /// Checks that every given option applies to the scored kind.
  /// - Throws: `ValidationError` with the first option that does not apply.
  func check(for kind: ScoredKind) throws {
    let ofSwings = [("--hit-tolerance-ms", hitToleranceMs), ("--miss-tolerance-ms", missToleranceMs)]
    let ofEvents = [("--tolerance-ms", toleranceMs), ("--min-overlap", minOverlap)]
    let (fitting, others) = kind == .swings ? (ofSwings, ofEvents) : (ofEvents, ofSwings)
    guard let option = others.first(where: { $0.1 != nil })?.0 else { return }
    throw ValidationError("\(option) is not for \(kind.name); expected \(fitting[0].0) or \(fitting[1].0)")
  }

  /// The rules that pair swings and labels.
  var swingRules: ScoringRules {
    var rules = ScoringRules()
    if let hitToleranceMs { rules.hitToleranceS = hitToleranceMs / 1000 }
    if let missToleranceMs { rules.missToleranceS = missToleranceMs / 1000 }
    rules.ignoreWithinS = ignoreWithinMs / 1000
    return rules
  }

  /// The rules that pair other events and labels.
  var eventRules: EventRules {
    var rules = EventRules()
    if let toleranceMs { rules.toleranceS = toleranceMs / 1000 }
    if let minOverlap { rules.minOverlap = minOverlap }
    rules.ignoreWithinS = ignoreWithinMs / 1000
    return rules
  }
}
