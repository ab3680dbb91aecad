import Motion
import Pipelines
import Recordings
import Signals
import Swings
import Tables

extension RecordingSlots {
  /// Passes on the streams of a recording to the stages that read them, and states what its headers say.
  ///
  /// - Returns: the streams of a wrist; nil if no stage needs anything of them.
  func provide(_ pass: RecordingPass, _ workspace: inout Workspace) throws -> WristFlow? {
    let recording = pass.recording
    for slot in slots {
      if let stream = recording.streams[slot.stream] { try slot.provide(&workspace, stream, pass) }
    }
    var facts = RecordingFacts(identity: recording.attributes.identity(startTime: nil))
    facts.rangeG = recording.streams[.accelerometer]?.rangeG
    try workspace.set(self.recording, facts)
    let hasAcceleration = Self.hasAcceleration(recording)
    let hasMotion = recording.streams[.deviceMotion].map(Self.isComplete) ?? false
    guard hasAcceleration || hasMotion, try isWristWanted(workspace) else { return nil }
    let wrist = try WristFlow(pass, hasAcceleration: hasAcceleration, hasMotion: hasMotion, motionOffset)
    if hasAcceleration { try workspace.provide(accelerometer, PassingVectors(try wrist.acceleration())) }
    if hasMotion { try workspace.provide(deviceMotion, try wrist.motion()) }
    return wrist
  }

  /// Writes the facts and the streams of a recording that has passed. The samples of a stream are decoded anew if the value
  /// of its slot is read, as pictures do.
  ///
  /// - Parameter identity: what rows of tables say about the recording.
  func fill(
    from pass: RecordingPass, _ wrist: WristFlow?, identity: RecordingIdentity, _ workspace: inout Workspace
  ) throws {
    let recording = pass.recording
    recording.warnings.forEach { warn($0, &workspace) }
    var facts = RecordingFacts(identity: identity)
    facts.streams = StreamCatalog.streams.compactMap { entry in
      recording.streams[entry.name].map { StreamFacts(name: entry.name, count: $0.count) }
    }
    for slot in slots where try slot.isWanted(workspace) {
      guard let stream = recording.streams[slot.stream] else { continue }
      try slot.fill(&workspace, stream, recording)
    }
    if let wrist { try fillWrist(from: recording, wrist, &facts, &workspace) }
    for contradiction in pass.contradictions {
      warn([contradiction].sentence(pass.remedy), &workspace)
      facts.flag(contradiction.flag)
    }
    for (flag, sentence) in pass.feed.doubts {
      warn(sentence, &workspace)
      if let flag { facts.flag(flag) }
    }
    facts.flagSports(of: [recording.attributes.sport], in: &workspace)
    try workspace.set(self.recording, facts)
  }

  /// Whether the wrist's streams are passed and written: if a stage reads one of them, or the facts about the recording
  /// and no stream at all.
  private func isWristWanted(_ workspace: Workspace) throws -> Bool {
    if try workspace.isWanted(accelerometer) { return true }
    if try workspace.isWanted(deviceMotion) { return true }
    guard try device == nil || workspace.isWanted(recording) else { return false }
    return try !slots.contains { try $0.isWanted(workspace) }
  }

  /// Writes the wrist's streams, with the facts about their timestamps.
  private func fillWrist(
    from recording: Recording, _ wrist: WristFlow, _ facts: inout RecordingFacts, _ workspace: inout Workspace
  ) throws {
    if let times = try wrist.times(of: .accelerometer) {
      facts.rangeG = recording.streams[.accelerometer]?.rangeG
      facts.set(times, of: .accelerometer)
      facts.recordedAt = try start(of: recording, times, startTime: facts.identity.startTime, warningIn: &workspace)
      try workspace.set(accelerometer, recording.triaxial("acceleration", of: .accelerometer))
    }
    if let recorded = try wrist.times(of: .deviceMotion), let offset = try wrist.motionOffset() {
      offset.added(clockS).report(motionOffset, of: device, to: &workspace)
      let times = recorded.shifted(bySeconds: -offset.correctedS)
      facts.motionOffset = offset.added(clockS)
      facts.set(times, of: .deviceMotion)
      let motion = try Self.motion(of: recording)
      try workspace.set(deviceMotion, offset.correctedS == 0 ? motion : motion.retimed(times))
    }
    let (acceleration, motion) = (facts.times(of: .accelerometer), facts.times(of: .deviceMotion))
    for (name, times) in [("accelerometer", acceleration), ("device_motion", motion)] {
      if let times { report(times, of: name, to: &workspace) }
    }
    facts.missingSampleCount = wrist.missingSampleCount
  }

  /// The instant of the recording's start; nil if the recording does not state it. An invalid statement is reported as
  /// a warning.
  ///
  /// - Parameters:
  ///   - times: the time base of the acceleration.
  ///   - startTime: when the recording starts on its clock, in s.
  private func start(
    of recording: Recording, _ times: TimeBase, startTime: Double?, warningIn workspace: inout Workspace
  ) throws -> Timestamp? {
    guard times.count > 0 else { return nil }
    let first = times.segments[0].startTime
    do throws(RecordingStartFault) {
      let seconds = try recording.attributes.start(firstTimestampS: first)
      return seconds.flatMap { Timestamp(secondsSince1970: $0 + ((startTime ?? first) - first)) }
    } catch {
      warn("\(error); recorded_at is missing", &workspace)
      return nil
    }
  }

  /// Warns of faults in the timestamps of a stream, and notes their numbers.
  private func report(_ times: TimeBase, of stream: String, to workspace: inout Workspace) {
    let stream = device.map { "\($0)/\(stream)" } ?? stream
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
    workspace.note("\(stream)_s", times.coveredS)
  }

  /// Adds a warning that names the device, if there is one.
  private func warn(_ message: String, _ workspace: inout Workspace) {
    workspace.warn(device.map { "\($0): \(message)" } ?? message)
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
}
