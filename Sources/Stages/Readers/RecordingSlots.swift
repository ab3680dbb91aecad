import Motion
import Pipelines
import Recordings
import Signals

/// The slots that a reader writes for one recording: the facts about it, and its streams.
///
/// For a recording of a session their names begin with its device: `watch/heart_rate`.
struct RecordingSlots: Sendable {
  /// The device of the recording; nil for a reader of single recordings.
  let device: String?
  /// What is done about timestamps of the device motion that are late.
  let motionOffset: MotionOffsetCorrection
  /// What was subtracted from the timestamps of the device motion when the file was opened, in s.
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

  /// The slots: of a single recording, the facts are always written.
  var ports: [Port] {
    [
      device == nil ? .required(recording) : .optional(recording), .optionalPassing(accelerometer),
      .optionalPassing(deviceMotion),
    ] + slots.map(\.port)
  }

  /// States which streams a recording has, and reports datasets that are not as the layout says.
  func plan(_ recording: Recording, _ plan: inout PlanContext) throws {
    let others = Self.streams(of: recording)
    if let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration") {
      if try isChecked(accelerometer, in: plan) { check(["acceleration"], of: stream, &plan) }
      try plan.setFacts(accelerometer, Self.facts(of: stream, unit: "g"))
    } else {
      try plan.setAbsent(accelerometer, because: others)
    }
    if let stream = recording.streams[.deviceMotion], Self.isComplete(stream) {
      if try isChecked(deviceMotion, in: plan) { check(stream.datasetNames, of: stream, &plan) }
      try plan.setFacts(deviceMotion, Self.facts(of: stream, unit: nil))
    } else if let stream = recording.streams[.deviceMotion] {
      let found = stream.datasetNames.joined(separator: ", ")
      try plan.setAbsent(
        deviceMotion, because: "its stream device_motion needs rotation_rate, and gravity or attitude; it has \(found)")
    } else {
      try plan.setAbsent(deviceMotion, because: others)
    }
    for slot in slots {
      guard let stream = recording.streams[slot.stream], !stream.datasetNames.isEmpty else {
        try slot.setAbsent(&plan, others)
        continue
      }
      // Data that is not used need not be valid.
      guard try slot.isWantedInPlan(plan) else { continue }
      check(stream.datasetNames, of: stream, &plan)
      try slot.setFacts(&plan, Self.facts(of: stream, unit: nil))
    }
  }

  /// States that there is no recording.
  ///
  /// - Parameter reason: why, as a clause.
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

  /// Whether a stream of the wrist is checked: of a session, only the devices whose streams are used.
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
  static func isComplete(_ stream: RecordingStream) -> Bool {
    let names = stream.datasetNames
    return names.contains("rotation_rate") && (names.contains("gravity") || names.contains("attitude"))
  }
}
