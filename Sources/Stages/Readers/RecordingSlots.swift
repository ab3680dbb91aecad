import SPBasics
import SPPipelines
import SPRecordings
import SPSignals
import SPSwings
import SPTables

/// The slots that a reader writes for one recording: the facts about the recording, and its streams.
///
/// For a recording of a session, the names of the slots begin with the recording's device: `watch/heart_rate`.
struct RecordingSlots: Sendable {
  /// The device of the recording; nil for a reader of single recordings.
  let device: String?
  /// The correction of late timestamps of the device motion.
  let motionOffset: MotionOffsetCorrection
  /// The offset that opening the file subtracted from the timestamps of the device motion, in s.
  let clockS: Double
  let slots: [StreamSlot]

  init(device: String? = nil, motionOffset: MotionOffsetCorrection = .none, clockS: Double = 0) {
    self.device = device
    self.motionOffset = motionOffset
    self.clockS = clockS
    slots = StreamSlot.all(of: device)
  }

  var recording: Slot<RecordingFacts> { .recording.of(device: device) }
  var accelerometer: Slot<Triaxial> { .accelerometer.of(device: device) }
  var deviceMotion: Slot<MotionSignals> { .deviceMotion.of(device: device) }

  /// The slots. For a single recording, the facts are always written.
  var ports: [Port] {
    [
      device == nil ? .required(recording) : .optional(recording), .optionalPassing(accelerometer),
      .optionalPassing(deviceMotion),
    ] + slots.map(\.port)
  }

  /// States the streams of a recording, and reports datasets that differ from the layout.
  func plan(_ recording: Recording, _ plan: inout PlanContext) throws {
    let others = Self.streams(of: recording)
    if let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration") {
      if try isChecked(accelerometer, in: plan) { check(["acceleration"], of: stream, &plan) }
      try plan.setFacts(accelerometer, Self.facts(of: stream, unit: "g"))
    } else {
      try plan.setAbsent(accelerometer, because: others)
    }
    if let stream = recording.streams[.deviceMotion], Self.hasMotion(recording) {
      if try isChecked(deviceMotion, in: plan) { check(stream.datasetNames, of: stream, &plan) }
      try plan.setFacts(deviceMotion, Self.facts(of: stream, unit: nil))
    } else if let stream = recording.streams[.deviceMotion] {
      let found = stream.datasetNames.joined(separator: ", ")
      try plan.setAbsent(
        deviceMotion,
        because: "its stream device_motion needs rotation_rate, and gravity, attitude or a stream accelerometer to "
          + "estimate them from; it has \(found)")
    } else {
      try plan.setAbsent(deviceMotion, because: others)
    }
    for slot in slots {
      guard let stream = recording.streams[slot.stream], !stream.datasetNames.isEmpty else {
        try slot.setAbsent(&plan, others)
        continue
      }
      // Data that no stage uses need not be valid.
      guard try slot.isWantedInPlan(plan) else { continue }
      check(stream.datasetNames, of: stream, &plan)
      try slot.setFacts(&plan, Self.facts(of: stream, unit: nil))
    }
  }

  /// Marks the recording and all of its streams as absent.
  ///
  /// - Parameter reason: the reason, as a clause.
  func planAbsent(because reason: String, _ plan: inout PlanContext) throws {
    try plan.setAbsent(recording, because: reason)
    try plan.setAbsent(accelerometer, because: reason)
    try plan.setAbsent(deviceMotion, because: reason)
    for slot in slots { try slot.setAbsent(&plan, reason) }
  }

  /// Whether a later stage reads any of the slots.
  func isWanted(in plan: PlanContext) throws -> Bool {
    if try plan.isWanted(recording) || plan.isWanted(accelerometer) || plan.isWanted(deviceMotion) { return true }
    return try slots.contains { try $0.isWantedInPlan(plan) }
  }

  /// Whether a stream of the wrist is checked. In a session, only devices whose streams are used are checked.
  private func isChecked<Value>(_ slot: Slot<Value>, in plan: PlanContext) throws -> Bool {
    try device == nil || plan.isWanted(slot)
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

  private static func facts(of stream: RecordingStream, unit: String?) throws -> SlotFacts {
    let probed = try stream.probed()
    return SlotFacts(unit: unit, rateHz: probed?.rateHz, count: stream.count, durationS: probed?.durationS)
  }

  static func hasAcceleration(_ recording: Recording) -> Bool {
    recording.streams[.accelerometer]?.datasetNames.contains("acceleration") ?? false
  }

  /// Whether the rotation along gravity can be computed.
  static func hasMotion(_ recording: Recording) -> Bool {
    let names = recording.streams[.deviceMotion]?.datasetNames ?? []
    return names.contains("rotation_rate")
      && (names.contains("gravity") || names.contains("attitude") || recording.needsGravity)
  }
}

extension RecordingSlots {
  /// Passes the streams of a recording to the stages that read them, and states the contents of its headers.
  ///
  /// - Returns: the streams of a wrist; nil if no stage needs them.
  func provide(_ pass: RecordingPass, _ workspace: inout Workspace) throws -> WristFlow? {
    let recording = pass.recording
    for slot in slots {
      if let stream = recording.streams[slot.stream] { try slot.provide(&workspace, stream, pass) }
    }
    var facts = RecordingFacts(identity: recording.attributes.identity(startTime: nil))
    facts.rangeG = recording.streams[.accelerometer]?.rangeG
    facts.statedRatesHz = recording.streams.compactMapValues(\.nominalRateHz)
    try workspace.set(self.recording, facts)
    let hasAcceleration = Self.hasAcceleration(recording)
    let hasMotion = Self.hasMotion(recording)
    guard hasAcceleration || hasMotion, try isWristWanted(workspace) else { return nil }
    let wrist = try WristFlow(pass, hasAcceleration: hasAcceleration, hasMotion: hasMotion, motionOffset)
    if hasAcceleration { try workspace.provide(accelerometer, PassingVectors(try wrist.acceleration())) }
    if hasMotion {
      try workspace.provide(deviceMotion, try wrist.motion())
      if let times = workspace.environment.explainedTimes {
        let peaks = MomentPeaks(around: times, of: 1)
        try wrist.motion().read { block in
          peaks.take(block) { row in [MotionLayout.rotationAlongGravity(at: row, of: block)] }
        }
        workspace.noteMoment(peaks, deviceMotion.name)
      }
    }
    return wrist
  }

  /// Writes the facts and the streams of a recording that has passed. If a stage reads the value of a stream's slot,
  /// for example to draw it, the samples are decoded again.
  ///
  /// - Parameter identity: the columns that every row of a table repeats.
  func fill(
    from pass: RecordingPass, _ wrist: WristFlow?, identity: RecordingIdentity, _ workspace: inout Workspace
  ) throws {
    let recording = pass.recording
    recording.warnings.forEach { warn($0, &workspace) }
    var facts = RecordingFacts(identity: identity)
    facts.statedRatesHz = recording.streams.compactMapValues(\.nominalRateHz)
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

  /// Whether the wrist's streams are passed and written: if a stage reads one of them, or if a stage reads the facts
  /// about the recording and no stage reads a stream.
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
      if recording.streams[.deviceMotion]?.hasEstimatedGravity ?? false {
        facts.flag(RecordingFacts.gravityEstimated)
      }
      if wrist.estimatesGravity {
        warn(WristFlow.estimateSentence, &workspace)
        facts.flag(RecordingFacts.gravityEstimated)
        let rate = try recording.triaxial("rotation_rate", of: .deviceMotion)
        let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
        try workspace.set(
          deviceMotion,
          MotionSignals(estimatedFrom: offset.correctedS == 0 ? rate : rate.retimed(times), acceleration))
      } else {
        let motion = try Self.motion(of: recording)
        try workspace.set(deviceMotion, offset.correctedS == 0 ? motion : motion.retimed(times))
      }
    }
    let (acceleration, motion) = (facts.times(of: .accelerometer), facts.times(of: .deviceMotion))
    for (name, times) in [("accelerometer", acceleration), ("device_motion", motion)] {
      if let times { report(times, of: name, to: &workspace) }
    }
    for stream in [StreamName.accelerometer, .deviceMotion] {
      guard let restoration = try recording.streams[stream]?.restoration else { continue }
      warn("\(stream): \(restoration.sentence)", &workspace)
    }
    facts.missingSampleCount = wrist.missingSampleCount
  }

  /// The instant of the recording's start; nil if the recording does not state it. An invalid statement is reported as
  /// a warning.
  ///
  /// - Parameters:
  ///   - times: the time base of the acceleration.
  ///   - startTime: the start of the recording on its clock, in s.
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

  /// Warns about faults in the timestamps of a stream, and notes how many there are.
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
    // Most recordings of real watches lack a few samples.
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

extension MotionOffset {
  /// The smallest offset, in s, that is reported. It is a little more than half a sampling interval of device motion at
  /// 200 Hz, which is 2.5 ms.
  private static let noticeableS = 0.003

  /// Notes the estimate and the correction, and warns of a remaining offset.
  ///
  /// - Parameters:
  ///   - correction: the correction that the options request.
  ///   - device: the device of a session; nil for a single recording.
  func report(_ correction: MotionOffsetCorrection, of device: String?, to workspace: inout Workspace) {
    let prefix = device.map { "\($0)/" } ?? ""
    if let estimate {
      workspace.note("\(prefix)motion_offset_s", estimate.seconds)
      workspace.note("\(prefix)motion_offset_correlation", estimate.correlation)
    }
    if correctedS != 0 { workspace.note("\(prefix)motion_offset_corrected_s", correctedS) }
    guard let estimate, estimate.isReliable else {
      if correction == .measured {
        workspace.warn(
          "\(prefix)device_motion: the lag of its timestamps is not known, so nothing is corrected; estimating it takes "
            + "user_acceleration, and motion that both streams have")
      }
      return
    }
    let left = estimate.seconds - correctedS
    guard abs(left) > Self.noticeableS else { return }
    let after = correctedS == 0 ? "" : "after motion_offset_s (\(Self.ms(correctedS))) "
    let advice =
      correctedS == 0
      ? "\"correct_motion_offset\": true removes it"
      : "\"motion_offset_s\": \(String(printf: "%.4f", estimate.seconds)) would remove it"
    workspace.warn(
      "\(prefix)device_motion: \(after)its timestamps are \(Self.ms(abs(left))) \(left > 0 ? "late" : "early") against the "
        + "accelerometer's (correlation \(String(printf: "%.3f", estimate.correlation))), which makes times to contact "
        + "too \(left > 0 ? "short" : "long") by as much; \(advice)")
  }

  private static func ms(_ seconds: Double) -> String { String(printf: "%.1f ms", 1000 * seconds) }
}

extension MotionSignals {
  /// The same samples on another time base.
  func retimed(_ timeBase: TimeBase) -> MotionSignals {
    func retimed(_ signal: any Signal) -> any Signal { RetimedSignal(signal, timeBase: timeBase) }
    return MotionSignals(
      rotationRate: rotationRate.retimed(timeBase), gravity: gravity.retimed(timeBase),
      userAcceleration: userAcceleration?.retimed(timeBase),
      attitude: attitude.map {
        Attitude(w: retimed($0.w), x: retimed($0.x), y: retimed($0.y), z: retimed($0.z))
      })
  }
}
