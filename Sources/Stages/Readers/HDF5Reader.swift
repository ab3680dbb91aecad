import Motion
import Pipelines
import Recordings
import Signals
import Swings
import Tables

/// Opens an HDF5 recording and passes its samples, for later stages to measure.
public struct HDF5Reader: Stage {
  /// `readers.hdf5`.
  public static let type: StageType = "readers.hdf5"
  /// A one-line summary.
  public static let summary = "Opens an HDF5 recording and offers its streams."
  /// The text of the reference page.
  public static let details = """
    Reads recordings in layout version 1, Opal files (APDM v5), and files of any other layout whose streams are \
    described in `streams`. Units are converted to g, rad/s and s. Timestamps are the truth: the rate is measured \
    from them, an interval of over 3.05 times the median is a gap, and duplicate and backward timestamps are found \
    and reported. Nothing is repaired.

    Each stream of the layout has a slot of its own; a stream that no stage needs is not read.

    Every sample is decoded once, in the order of time, and what later stages need is measured while it passes; what \
    `correct_motion_offset` reads in advance is kept until then. Memory does not grow with the recording's length. \
    Missing values (NaN, or the dataset's `_FillValue`) stay missing.

    Where a file has an attitude but no gravity, gravity is the attitude's inverse applied to (0, 0, -1).

    The two streams of a watch can disagree about the time: at 50 and 100 Hz the timestamps of real device motion are \
    5 to 10 ms late. Since an accelerometer measures gravity plus user acceleration, their offset is estimated by \
    correlating the two, over all axes, on a few stretches of vigorous motion, and reported (`motion_offset_s`, with \
    the correlation). It is within 0.1 ms of the truth in simulated recordings and within 0.8 ms in composed ones. \
    `correct_motion_offset` removes it where it is known well (a correlation of 0.9 or more, and stretches that agree \
    within 3 ms), `motion_offset_s` removes a given one. Only the timestamps of the device motion move; times in the \
    tables stay on the accelerometer's clock.
    """
  /// Its time, relative to that of other stages.
  public static let effort = StageEffort(fraction: 90)

  private let options: HDF5ReaderOptions

  /// The slots that it writes.
  public static func ports(_ options: HDF5ReaderOptions) -> Ports {
    let motion: [Port] = [.optional(.accelerometer), .optional(.deviceMotion)]
    return Ports(writes: [.required(.recording)] + motion + StreamSlot.all.map(\.port))
  }

  /// Makes the stage from its options.
  public init(_ options: HDF5ReaderOptions) { self.options = options }

  /// Reads the one attribute that holds the identifier.
  public func identify(_ path: String) throws -> RecordingIdentifier? {
    RecordingIdentifier(recordingID: try Recording.identifier(of: path, links: options.links.policy))
  }

  /// Reads the file's headers: which streams there are, their units, and their rates by the first timestamps.
  public func plan(_ plan: inout PlanContext) throws {
    let recording = try open(plan.inputPath)
    plan.identify(as: recording.attributes.recordingID)
    if let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration") {
      check(["acceleration"], of: stream, &plan)
      try plan.setFacts(.accelerometer, Self.facts(of: stream, unit: "g"))
    } else {
      try plan.setAbsent(.accelerometer, because: Self.streams(of: recording))
    }
    if let stream = recording.streams[.deviceMotion], Self.isComplete(stream) {
      check(stream.datasetNames, of: stream, &plan)
      try plan.setFacts(.deviceMotion, Self.facts(of: stream, unit: nil))
    } else if let stream = recording.streams[.deviceMotion] {
      let found = stream.datasetNames.joined(separator: ", ")
      try plan.setAbsent(
        .deviceMotion, because: "its stream device_motion needs rotation_rate, and gravity or attitude; it has \(found)"
      )
    } else {
      try plan.setAbsent(.deviceMotion, because: Self.streams(of: recording))
    }
    for slot in StreamSlot.all {
      guard let stream = recording.streams[slot.stream], !stream.datasetNames.isEmpty else {
        try slot.setAbsent(&plan, Self.streams(of: recording))
        continue
      }
      // Data that is not used need not be valid.
      guard try slot.isWantedInPlan(plan) else { continue }
      check(stream.datasetNames, of: stream, &plan)
      try slot.setFacts(&plan, Self.facts(of: stream, unit: nil))
    }
  }

  /// Reports every dataset whose shape, unit or type differs from the layout.
  private func check(_ datasets: [String], of stream: RecordingStream, _ plan: inout PlanContext) {
    for dataset in datasets {
      do {
        try stream.check(dataset)
      } catch {
        plan.fault(error)
      }
    }
  }

  private static func streams(of recording: Recording) -> String {
    let names = recording.streams.keys.sorted().map(\.rawValue).joined(separator: ", ")
    return names.isEmpty ? "the file has no stream" : "the file has only \(names)"
  }

  /// Opens the file so that the samples can pass.
  public func prepare(_ workspace: inout Workspace) throws {
    let progress = workspace.environment.progress
    let recording = try open(workspace.environment.inputPath) { step in
      progress?.reading(step.dataset, step.rows, step.rowCount, step.bytes)
    }
    let pass = RecordingPass(recording)
    try workspace.prepare(.recording, as: pass)
    for slot in StreamSlot.all where recording.streams[slot.stream] != nil { try slot.prepare(&workspace, pass) }
    if Self.hasAcceleration(recording), try Self.isWristWanted(workspace) {
      let hasMotion = recording.streams[.deviceMotion].map(Self.isComplete) ?? false
      let swings = try SwingPass(pass, hasMotion: hasMotion, options.motionOffsetCorrection)
      pass.add(swings, at: swings.places)
      try workspace.prepare(.accelerometer, as: swings)
      if hasMotion { try workspace.prepare(.deviceMotion, as: swings) }
    }
    workspace.setPass { try pass.run() }
  }

  /// Whether the wrist's streams are passed and written: if a stage reads one of them, or if none reads any stream.
  private static func isWristWanted(_ workspace: Workspace) throws -> Bool {
    if try workspace.isWanted(.accelerometer) { return true }
    if try workspace.isWanted(.deviceMotion) { return true }
    return try !StreamSlot.all.contains { try $0.isWanted(workspace) }
  }

  /// Writes the streams to the slots; their samples are decoded when they are read.
  public func run(_ workspace: inout Workspace) throws {
    guard let pass = try workspace.ownPreparation(of: .recording, as: RecordingPass.self) else { return }
    let recording = pass.recording
    recording.warnings.forEach { workspace.warn($0) }
    var facts = RecordingFacts(identity: recording.attributes.identity(startTime: try pass.startTime))
    facts.streams = StreamCatalog.streams.compactMap { entry in
      recording.streams[entry.name].map { StreamFacts(name: entry.name, count: $0.count) }
    }
    for slot in StreamSlot.all where try slot.isWanted(workspace) {
      guard let stream = recording.streams[slot.stream] else { continue }
      try slot.fill(&workspace, stream, recording)
    }
    if try Self.isWristWanted(workspace) { try offerWrist(of: recording, &facts, &workspace) }
    for (flag, sentence) in pass.feed.doubts {
      workspace.warn(sentence)
      if let flag { facts.flags.append(flag) }
    }
    try workspace.set(.recording, facts)
  }

  /// Writes the wrist's streams, with the facts about their timestamps.
  private func offerWrist(
    of recording: Recording, _ facts: inout RecordingFacts, _ workspace: inout Workspace
  ) throws {
    let pass = try workspace.ownPreparation(of: .accelerometer, as: SwingPass.self)
    // Streams that have passed need not be scanned again.
    _ = try pass?.accelerationTimes()
    _ = try pass?.motionTimes()
    if Self.hasAcceleration(recording) {
      let signal = try recording.triaxial("acceleration", of: .accelerometer)
      facts.rangeG = recording.streams[.accelerometer]?.rangeG
      facts.set(signal.timeBase, of: .accelerometer)
      facts.recordedAt = try Self.start(
        of: recording, signal.timeBase, startTime: facts.identity.startTime, warningIn: &workspace)
      try workspace.set(.accelerometer, signal)
    }
    if let stream = recording.streams[.deviceMotion], Self.isComplete(stream) {
      let motion = try Self.motion(of: recording)
      let offset = try pass?.motionOffset() ?? MotionOffset(estimate: nil, correctedS: options.motionOffsetS)
      offset.report(options, to: &workspace)
      let times = motion.rotationRate.timeBase.shifted(bySeconds: -offset.correctedS)
      facts.motionOffset = offset
      facts.set(times, of: .deviceMotion)
      try workspace.set(.deviceMotion, offset.correctedS == 0 ? motion : motion.retimed(times))
    }
    let (acceleration, motion) = (facts.times(of: .accelerometer), facts.times(of: .deviceMotion))
    for (name, times) in [("accelerometer", acceleration), ("device_motion", motion)] {
      if let times { Self.report(times, of: name, to: &workspace) }
    }
    if let acceleration = acceleration?.span, let motion = motion?.span, !acceleration.overlaps(motion) {
      workspace.warn("accelerometer and device_motion share no time: their timestamps are from different clocks")
    }
  }

  private static func hasAcceleration(_ recording: Recording) -> Bool {
    recording.streams[.accelerometer]?.datasetNames.contains("acceleration") ?? false
  }

  /// The instant of the recording's start; nil if the recording does not state it. An invalid statement is reported as
  /// a warning.
  ///
  /// - Parameters:
  ///   - times: the time base of the acceleration.
  ///   - startTime: when the recording starts on its clock, in s.
  private static func start(
    of recording: Recording, _ times: TimeBase, startTime: Double?, warningIn workspace: inout Workspace
  ) throws -> Timestamp? {
    guard times.count > 0 else { return nil }
    let first = times.segments[0].startTime
    do throws(RecordingStartFault) {
      let seconds = try recording.attributes.start(firstTimestampS: first)
      return seconds.flatMap { Timestamp(secondsSince1970: $0 + ((startTime ?? first) - first)) }
    } catch {
      workspace.warn("\(error); recorded_at is missing")
      return nil
    }
  }

  /// Opens a file with the layout given by the options.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - observer: called for each block read; nil for none.
  /// - Throws: the errors of opening a recording.
  package func open(_ path: String, observer: ReadingObserver? = nil) throws -> Recording {
    try Recording(
      opening: path, layout: options.recordingLayout, links: options.links.policy, filters: options.filters.policy,
      observer: observer)
  }

  /// Whether the rotation along gravity can be computed.
  private static func isComplete(_ stream: RecordingStream) -> Bool {
    let names = stream.datasetNames
    return names.contains("rotation_rate") && (names.contains("gravity") || names.contains("attitude"))
  }

  private static func facts(of stream: RecordingStream, unit: String?) throws -> SlotFacts {
    let probed = try stream.probed()
    return SlotFacts(
      unit: unit, rateHz: probed?.rateHz, count: stream.count, durationS: probed?.durationS)
  }

  private static func motion(of recording: Recording) throws -> MotionSignals {
    let stream = try recording.stream(.deviceMotion)
    let names = stream.datasetNames
    var attitude: Attitude?
    if names.contains("attitude") {
      let parts = try stream.signals("attitude")
      attitude = Attitude(w: parts[0], x: parts[1], y: parts[2], z: parts[3])
    }
    return MotionSignals(
      rotationRate: try recording.triaxial("rotation_rate", of: .deviceMotion),
      gravity: try recording.gravity(),
      userAcceleration: names.contains("user_acceleration")
        ? try recording.triaxial("user_acceleration", of: .deviceMotion) : nil,
      attitude: attitude)
  }

  /// Warns of faults in the timestamps of a stream, and notes their numbers.
  private static func report(_ times: TimeBase, of stream: String, to workspace: inout Workspace) {
    let regularity = times.regularity
    for (count, one, many) in [
      (regularity.gaps.count, "gap", "gaps"),
      (regularity.duplicates.count, "duplicate timestamp", "duplicate timestamps"),
      (regularity.backwardSteps.count, "backward step of the clock", "backward steps of the clock"),
    ] where count > 0 {
      workspace.warn("\(stream): \(count) \(count == 1 ? one : many)")
    }
    // Most recordings of real watches have lost a few samples.
    let lost = regularity.lostSamples
    if lost > 0 { workspace.note("\(stream)_lost_samples", lost) }
    if Double(lost) > 0.005 * Double(times.count) {
      let percent = (1000 * Double(lost) / Double(times.count + lost)).rounded() / 10
      workspace.warn("\(stream): \(lost) samples are lost, one or two at a time (\(percent) %)")
    }
    workspace.note("\(stream)_samples", times.count)
    workspace.note("\(stream)_s", times.segments.reduce(0) { $0 + $1.endTime - $1.startTime })
  }
}
