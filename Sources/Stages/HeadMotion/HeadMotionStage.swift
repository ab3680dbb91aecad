import SPBasics
import SPHeadMotion
import SPPipelines
import SPRecordings
import SPSignals

extension Slot where Value == HeadFindings {
  /// All results of head motion, including the reference, the connections and a summary of the recording.
  package static let headMotion = Slot(
    "head_motion", summary: "what was found in headphone motion: reference, connections, and the recording as a whole")
}

extension Slot where Value == PoseRecords {
  /// Poses of the head, by time.
  package static let poses = Slot("poses", summary: "poses of the head relative to a reference, by time")
}

extension Slot where Value == [PostureInterval] {
  /// Intervals of one posture, by time.
  package static let postures = Slot("postures", summary: "intervals of one posture, by time")
}

extension Slot where Value == [Repetition] {
  /// Repetitions, by time.
  package static let repetitions = Slot("repetitions", summary: "repetitions such as push-ups, by time")
}

extension Slot where Value == [RepetitionSet] {
  /// Sets of repetitions, by time.
  package static let repetitionSets = Slot("repetition_sets", summary: "sets of repetitions, by time")
}

/// Finds poses, connections, postures and repetitions in the motion of headphones.
package struct HeadMotionStage: Stage {
  package static let type: StageType = "detectors.head_motion"
  package static let summary = "Finds poses, connections, postures and repetitions in the motion of headphones."
  package static let details = """
    Poses are relative to a reference, conj(q_start) * q: the first sample, the sample at `reference_time_s`, or the \
    mean of the first second in which the head is still. If the attitude turns after the reference without a rotation \
    rate, a warning says so. Motion comes from one bud at a time. When the buds change over, the stage turns the frame \
    of the new bud so that the head does not jump. A gap longer than `gap_s` has no poses. If the head turned by at \
    most `max_gap_turn_deg` during the gap, the reference stays valid; the first pose after the gap says so. Nothing \
    corrects a drift of yaw. The drift is estimated from the times when the head is still.

    Postures are intervals of the smoothed pitch. Repetitions are dips of the head, found in the acceleration along \
    gravity: their depth and length lie within bounds, the head comes back, and the face looks down to within \
    `max_face_angle_deg`. Repetitions with rests of at most `max_rest_s` between them are a set. The defaults are for \
    push-ups.

    The stream headphone_motion needs rotation_rate, user_acceleration and attitude; if gravity is missing, it \
    follows from the attitude. The stream headphone_connection, if there is one, distinguishes a gap from headphones \
    that disconnected.
    """

  private let rules: HeadRules

  package static func ports(_ options: HeadMotionOptions) -> Ports {
    Ports(
      reads: [.passing(.headphoneMotion), .optionalPassing(.headphoneConnection)],
      writes: [.required(.headMotion)] + (options.poseRateHz == nil ? [] : [.required(.poses)])
        + (options.postures == nil ? [] : [.required(.postures)])
        + (options.repetitions == nil ? [] : [.required(.repetitions), .required(.repetitionSets)]))
  }

  package init(_ options: HeadMotionOptions) { rules = options.rules }

  /// Measures the motion as it passes, and decides at the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let measurement = try HeadMeasurement(
      rules, of: workspace.source(of: .headphoneMotion), scratch: workspace.environment.outputFolder)
    try workspace.sourceIfPresent(of: .headphoneConnection)?.read(["state"], measurement.takeConnections)
    return AtEnd { try write(measurement.findings, &$0) }
  }

  private func write(_ findings: HeadFindings, _ workspace: inout Workspace) throws {
    workspace.note("head_samples", findings.summary.sampleCount)
    workspace.note("head_gaps", findings.summary.gapCount)
    if findings.summary.leftOutCount > 0 {
      workspace.note("head_samples_left_out", findings.summary.leftOutCount)
    }
    for warning in warnings(of: findings) { workspace.warn(warning) }
    if rules.poseRateHz != nil { try workspace.set(.poses, findings.poses) }
    if rules.postures != nil { try workspace.set(.postures, findings.postures) }
    if rules.repetitions != nil {
      workspace.note("repetitions", findings.repetitions.count)
      try workspace.set(.repetitions, findings.repetitions)
      try workspace.set(.repetitionSets, findings.sets)
    }
    try workspace.set(.headMotion, findings)
  }

  /// The largest turn in half a second that rotation rates need not explain, in rad: 20 degrees.
  private static let mostUnexplainedTurn = 20 * Double.pi / 180

  /// Reasons why the findings are less reliable than they seem.
  private func warnings(of findings: HeadFindings) -> [String] {
    var warnings: [String] = []
    let steps = findings.connections.filter { $0.startedBy == .clockStep }
    if let first = steps.first {
      let times = steps.count == 1 ? "once" : "\(steps.count) times"
      warnings.append(
        "the clock of the headphone motion goes back by more than gap_s \(times), first to "
          + "\(ExplainedNumber.clock(first.startTime)): poses, postures and repetitions begin anew there")
    }
    if let reference = findings.reference, let turn = reference.unexplainedTurn, turn > Self.mostUnexplainedTurn {
      warnings.append(
        "the reference pose, at \(ExplainedNumber.clock(reference.time)), does not fit the samples after it: their attitude "
          + "turns by \(ExplainedNumber.text((turn * 180 / .pi).rounded())) deg without rotation, so all angles may be wrong by this "
          + "turn; expected a later reference: set reference to time and reference_time_s to 1, or reference to "
          + "first_still_second")
    }
    if findings.reference == nil, let start = findings.summary.startTime, let end = findings.summary.endTime {
      let lack =
        switch rules.reference {
        case .firstSample: "no sample has a pose"
        case .time(let afterStartS):
          "reference_time_s is \(ExplainedNumber.text(afterStartS)) s, and the motion lasts "
            + "\(ExplainedNumber.text(end - start)) s"
        case .firstStillSecond: "the head is never still for a second"
        }
      warnings.append("no pose is the reference: \(lack); there are no angles and no postures")
    }
    return warnings
  }
}

extension HeadMotionStage: ExplainingStage {
  /// `head_motion`.
  package var explainedSlot: String { Slot.headMotion.name }

  /// The repetition and the posture at a time, as far as the options include them.
  package func explanation(at time: Double, reachS: Double, of value: any Sendable) -> StageExplanation? {
    guard let findings = value as? HeadFindings else { return nil }
    var parts: [StageExplanation] = []
    if let rules = rules.repetitions {
      parts.append(repetition(RepetitionExplanation(at: time, reachS: reachS, in: findings, rules: rules)))
    }
    if let rules = rules.postures {
      parts.append(posture(PostureExplanation(at: time, in: findings, rules: rules)))
    }
    guard !parts.isEmpty else {
      return StageExplanation(verdict: "the pipeline looks for neither repetitions nor postures", reasons: [])
    }
    return StageExplanation(
      verdict: parts.map(\.verdict).joined(separator: "; "), reasons: parts.flatMap(\.reasons))
  }

  private func repetition(_ told: RepetitionExplanation) -> StageExplanation {
    guard let chosen = told.chosen.map({ told.candidates[$0] }) else {
      return StageExplanation(verdict: "no repetition", reasons: ["the head did not go down and up near it"])
    }
    let verdict =
      chosen.rejection.map { "no repetition (\($0.rawValue))" } ?? "a repetition of set \(chosen.set ?? 0)"
    var lines = [
      "dip from \(ExplainedNumber.clock(chosen.measured.startTime)) over \(ExplainedNumber.clock(chosen.measured.bottomTime)) to "
        + ExplainedNumber.clock(chosen.measured.endTime)
    ]
    if let rejection = chosen.rejection { lines.append("why: \(rejection.meaning)") }
    lines += chosen.checks.map(line)
    let others = told.candidates.count - 1
    if others > 0 { lines.append("\(counted(others, "further dip")) around it") }
    return StageExplanation(verdict: verdict, reasons: lines)
  }

  private func posture(_ told: PostureExplanation) -> StageExplanation {
    guard let interval = told.interval else {
      return StageExplanation(verdict: "no posture", reasons: ["the moment lies in a gap, or before the reference"])
    }
    let rejected = told.rejected.map { rejected in
      let interval = rejected.change.interval
      return "\(interval.posture.rawValue) from \(ExplainedNumber.clock(interval.startTime)) did not count: "
        + line(rejected.check)
    }
    return StageExplanation(
      verdict: "posture \(interval.posture.rawValue)",
      reasons: [
        "from \(ExplainedNumber.clock(interval.startTime)) to \(ExplainedNumber.clock(interval.endTime))"
      ] + told.checks.map(line) + rejected)
  }

  private func line(_ check: HeadCheck) -> String {
    let unit = check.unit.map { $0 == "1" ? "" : " \($0)" } ?? ""
    let found = check.value.map { " \(ExplainedNumber.text($0))\(unit)" } ?? ""
    let expected =
      switch (check.lowest, check.highest) {
      case (let low?, let high?): ", expected \(ExplainedNumber.text(low)) to \(ExplainedNumber.text(high))\(unit)"
      case (let low?, nil): ", expected at least \(ExplainedNumber.text(low))\(unit)"
      case (nil, let high?): ", expected at most \(ExplainedNumber.text(high))\(unit)"
      case (nil, nil): ""
      }
    return "\(check.passed ? "ok" : "NO")  \(check.name)\(found)\(expected)"
  }
}

/// The measurement of headphone motion as its samples pass.
final class HeadMeasurement {
  private var engine: HeadEngine
  private var events: [ConnectionEvent] = []

  /// Measures a stream by some rules.
  /// - Parameter folder: a folder for poses that do not fit into memory; nil to keep all poses in memory.
  /// - Throws: `RecordingError` for a missing dataset.
  init(_ rules: HeadRules, of motion: PassingStream, scratch folder: String? = nil) throws {
    let names = motion.stream.datasetNames
    let derivesGravity = !names.contains("gravity")
    let hasLocation = names.contains("sensor_location")
    engine = HeadEngine(
      rules, layout: HeadMotionLayout(hasLocation: hasLocation), poses: folder.map(PoseFile.init))
    // The datasets are in the order of the engine's channels. Required datasets are requested even if they are missing,
    // so that the pass reports them.
    let datasets =
      ["rotation_rate"] + (derivesGravity ? [] : ["gravity"]) + ["user_acceleration", "attitude"]
      + (hasLocation ? ["sensor_location"] : [])
    try motion.read(datasets) { [unowned self] block in
      // Gravity comes after the rotation rate. Without gravity, the attitude comes there, before the user acceleration.
      try engine.consume(derivesGravity ? block.insertingGravity(fromAttitudeAt: 6) : block)
    }
  }

  /// Reads connections and disconnections of the headphones.
  func takeConnections(_ block: SampleBlock) {
    events += zip(block.times, block.values(of: 0)).map { ConnectionEvent(time: $0, isConnected: $1 == 1) }
  }

  /// The results, once all samples have passed.
  var findings: HeadFindings {
    let measured = engine
    return measured.finish(events: events)
  }
}

/// Poses in an unnamed file, which is created when the first poses are moved out of memory.
///
/// It is `@unchecked Sendable` because it is written during the pass and read only after it.
private final class PoseFile: PoseStore, @unchecked Sendable {
  private let folder: String
  private var file: UnnamedFile?

  init(_ folder: String) { self.folder = folder }

  func append(_ poses: [StoredPose]) throws {
    let file = try self.file ?? UnnamedFile(in: folder)
    self.file = file
    try file.append(poses)
  }

  func read(_ range: Range<Int>) throws -> [StoredPose] { try file?.read(range) ?? [] }
}
