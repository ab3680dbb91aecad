import SPHDF5
import SPPipelines
import SPRecordings
import SPSwings

/// Options of `readers.session`.
package struct SessionReaderOptions: StageOptions {
  /// The devices whose streams get separate slots.
  package var devices: [String] = []
  /// Whether the offset that the reader estimates is subtracted from the timestamps of a device's motion.
  package var correctMotionOffset = false
  /// The treatment of soft and external links.
  package var links = HDF5ReaderOptions.Links.refuse
  /// The filters that chunks of datasets may need.
  package var filters = HDF5ReaderOptions.Filters.builtIn

  /// The treatment of a session with a recording whose data contradict its description.
  package var contradictions = HDF5ReaderOptions.Contradictions.reject

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .list(
        "devices", \.devices, of: .string(isEmptyAllowed: false), count: 0...100,
        help: "Devices, by the attribute device, whose streams have slots of their own, such as watch/heart_rate."),
      .boolean(
        "correct_motion_offset", \.correctMotionOffset,
        help: """
          Whether the offset that the reader measures itself is subtracted from the timestamps of the device motion of \
          these devices, where it is known well.
          """),
      .choice(
        "links", \.links, help: "Whether soft and external links inside files are refused as errors or followed."),
      .choice(
        "filters", \.filters,
        help: "Whether chunks may need only the filters of HDF5 itself, or also plugins, which are programs."),
      .choice(
        "contradictions", \.contradictions,
        help: """
          What becomes of a session with a recording whose data contradict its description so that its results would \
          mean nothing: reject fails it, accept runs it with a warning.
          """),
    ]
  }

  /// A device must not be named twice.
  package func faults() -> [OptionFault] {
    let repeated = devices.first { device in devices.count { $0 == device } > 1 }
    return repeated.map { [OptionFault("devices", "expected each device once, found \"\($0)\" twice")] } ?? []
  }
}

/// Opens all recordings of a session, and passes their samples.
package struct SessionReader: Stage {
  package static let type: StageType = "readers.session"
  package static let summary = "Opens the recordings of a session, which may come from several devices."
  package static let details = """
    Recordings whose files have the same attribute `session_id` are one session: the unit of work of the pipeline, \
    which is done, fails and is reported as one. A recording without a `session_id` is a separate session. All \
    recordings of a session have different values of `recording_id`. Tables name the session in `recording_id`.

    If a file is too damaged to show its session, the file fails, and the run does its session without it. If an \
    earlier run into the same folder knew the file, the session fails. Once the file can be read, the session is done \
    again with it.

    Each recording's attribute `device` (`watch`, `phone`, `bike` and the like) says where its streams come from. \
    Each device has its own clock, and this stage shifts no times.

    Some stages take the whole session and choose the devices themselves. For all other stages, `devices` names the \
    devices whose streams have slots. The slots have the names of `readers.hdf5`, with the device before each name: \
    `watch/recording`, `watch/heart_rate`. A stage with `"device": "watch"` takes the streams of the watch that it \
    reads, and what earlier stages made of them. So do the stages after it that read its results, without saying so. \
    `"reads": {"heart_rate": "in.watch/heart_rate"}` takes one stream alone. So one pipeline can find the swings of a \
    watch and the postures of headphones in one session. A session without such a device, or with two recordings of \
    it, fails if a stage needs its streams.
    """
  package static let effort = StageEffort(fraction: 90)
  /// The stage reads a session at a time.
  package static let readsSessions = true

  private let options: SessionReaderOptions
  let devices: [RecordingSlots]

  package static func ports(_ options: SessionReaderOptions) -> Ports {
    // The function is also called with faulty options.
    let devices: [String] = options.devices.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    return Ports(
      writes: [.required(.recording), .passing(.session)] + devices.flatMap { RecordingSlots(device: $0).ports })
  }

  package init(_ options: SessionReaderOptions) {
    self.options = options
    let correction: MotionOffsetCorrection = options.correctMotionOffset ? .measured : .none
    devices = options.devices.map { RecordingSlots(device: $0, motionOffset: correction) }
  }

  /// Reads the attributes that contain the identifier, the session and the sport.
  package func identify(_ path: String) throws -> RecordingIdentifier? {
    let names = try Recording.identifiers(of: path, links: options.links.policy)
    return RecordingIdentifier(
      recordingID: names.recordingID, sessionID: names.sessionID, sport: RecordedSport(names.sport)?.name)
  }

  /// Opens the files to find their streams.
  package func plan(_ plan: inout PlanContext) throws {
    let recordings = try plan.inputPaths.map { try open($0) }
    plan.identify(as: Self.identifier(of: recordings))
    for recording in recordings { plan.stateSport(of: recording) }
    let all = recordings.flatMap { $0.streams.values }
    // A workout may be ended long after its last sample, so states and events do not make a recording longer.
    let measured = all.filter { StreamCatalog.kind(of: $0.name) != .moments }
    let streams = measured.isEmpty ? all : measured
    let durations = try streams.compactMap { try $0.probed()?.durationS }
    try plan.setFacts(.session, SlotFacts(count: recordings.count, durationS: durations.max()))
    for device in devices { try self.plan(device, in: recordings, &plan) }
  }

  /// Plans the slots of a device.
  private func plan(_ slots: RecordingSlots, in recordings: [Recording], _ plan: inout PlanContext) throws {
    let name = slots.device ?? ""
    let found = recordings.filter { $0.attributes.device == name }
    guard let recording = found.first else {
      let others = recordings.map { $0.attributes.device.map { "\"\($0)\"" } ?? "one that is not named" }
      let list = Set(others).sorted().joined(separator: ", ")
      return try slots.planAbsent(because: "it has no recording of the device \"\(name)\", only of \(list)", &plan)
    }
    if found.count > 1, try slots.isWanted(in: plan) {
      let paths = found.map(\.path).joined(separator: " and ")
      plan.fault(
        option: "devices",
        "expected one recording of the device \"\(name)\" in a session, found \(paths)")
    }
    try slots.plan(recording, &plan)
  }

  /// Opens the files so that the samples can pass.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let progress = workspace.environment.progress
    let recordings = try workspace.environment.inputPaths.map { path in
      try open(path) { step in progress?.reading(step.dataset, step.rows, step.rowCount, step.bytes) }
    }
    let session = SessionPass(recordings)
    for recording in session.recordings {
      recording.rejectingReader = options.contradictions == .reject ? workspace.stageID : nil
    }
    workspace.setPass { try session.run() }
    try workspace.provide(.session, session)
    let parts = try session.recordings.map { pass in
      let slots = pass.recording.attributes.device.flatMap { device in devices.first { $0.device == device } }
      return Reading.Part(pass: pass, slots: slots, wrist: try slots?.provide(pass, &workspace))
    }
    return Reading(parts)
  }

  private final class Reading: StageOperator {
    /// The pass over a recording, with the slots of its device, if any.
    struct Part {
      let pass: RecordingPass
      let slots: RecordingSlots?
      let wrist: WristFlow?
    }

    private let parts: [Part]

    init(_ parts: [Part]) { self.parts = parts }

    func finish(_ workspace: inout Workspace) throws {
      let recordings = parts.map(\.pass.recording)
      for part in parts {
        let (pass, recording) = (part.pass, part.pass.recording)
        if let slots = part.slots {
          var identity = recording.attributes.identity(startTime: try pass.startTime)
          identity.recordingID = SessionReader.identifier(of: recordings)
          try slots.fill(from: pass, part.wrist, identity: identity, &workspace)
        } else {
          recording.warnings.forEach { workspace.warn("\(recording.path): \($0)") }
          for contradiction in pass.contradictions { workspace.warn([contradiction].sentence(pass.remedy)) }
          for (_, sentence) in pass.feed.doubts { workspace.warn(sentence) }
        }
      }
      var facts = RecordingFacts(
        identity: RecordingIdentity(
          recordingID: SessionReader.identifier(of: recordings),
          subjectID: recordings.lazy.compactMap(\.attributes.subjectID).first,
          sport: recordings.lazy.compactMap(\.attributes.sport).first))
      facts.streams = recordings.flatMap { recording in
        recording.streams.values.map { StreamFacts(name: $0.name, count: $0.count) }
      }.sorted { $0.name < $1.name }
      facts.flagSports(of: recordings.map(\.attributes.sport), in: &workspace)
      workspace.note("recordings", recordings.count)
      try workspace.set(.recording, facts)
      try workspace.set(.session, Session(recordings: recordings))
    }
  }

  private static func identifier(of recordings: [Recording]) -> String {
    recordings.first.map { $0.attributes.sessionID ?? $0.attributes.recordingID } ?? ""
  }

  func open(_ path: String, observer: ReadingObserver? = nil) throws -> Recording {
    try Recording(
      opening: path, links: options.links.policy,
      filters: options.filters.policy, observer: observer)
  }
}

extension Pipeline {
  /// The pipeline for one recording of a session, with only the stages that read its device or the whole session.
  /// - Throws: the errors of opening the recording, and `RecordingError` if the stages use no stream of its device.
  package func concerning(recordingAt path: String) throws -> Pipeline {
    guard readsSessions else { return self }
    let device = try device(ofRecordingAt: path)
    let concerned = concerning(device: device)
    guard concerned.stages.count > 1 || stages.count == 1 else {
      let named = device.map { "its device \"\($0)\"" } ?? "a recording without the attribute device"
      let read = Set(stages.compactMap(\.device)).sorted().map { "\"\($0)\"" }.joined(separator: " and ")
      throw RecordingError(
        path: path, "the pipeline \(name) reads no stream of \(named); it reads those of \(read)")
    }
    return concerned
  }

  /// Plans a recording. If the pipeline works on sessions, it plans the whole session of the recording.
  /// - Throws: the errors of reading identifiers.
  package func plan(around path: String) throws -> RecordingPlan { plan(try sessionPaths(around: path)) }

  /// The recording of a session whose streams a stage reads. For a stage that reads no device, it is the given
  /// recording.
  /// - Throws: the errors of opening the recordings.
  package func recording(around path: String, for stage: PipelineStage) throws -> String {
    guard let device = stage.device else { return path }
    return try sessionPaths(around: path).first { try self.device(ofRecordingAt: $0) == device } ?? path
  }

  /// Opens a recording as the pipeline's reader does: with its mapping of streams, its links and filters.
  /// - Throws: the errors of opening a recording.
  package func open(_ path: String) throws -> Recording {
    for stage in stages {
      if let reader = stage.stage as? HDF5Reader { return try reader.open(path) }
      if let reader = stage.stage as? SessionReader { return try reader.open(path) }
    }
    return try Recording(opening: path)
  }

  /// The way to correct a recording whose description contradicts its data: by options of the reader. Nil without a
  /// reader of single recordings.
  public var remedy: Contradiction.Remedy? {
    stages.first { $0.stage is HDF5Reader }.map { .running(reader: $0.id) }
  }

  private func device(ofRecordingAt path: String) throws -> String? { try open(path).attributes.device }
}

extension SessionReader: EventExplainingStage {
  /// The facts about the session, and the streams of its wrists.
  package var explainedSlots: [String] {
    [Slot.recording.name]
      + devices.flatMap { [$0.recording.name, $0.accelerometer.name, $0.deviceMotion.name] }
  }

  /// Adds the function that opens files.
  package func describe(in evidence: inout SwingEvidence) {
    if evidence.open == nil { evidence.open = { path in try open(path) } }
  }

  /// Adds the facts about the session, and the streams of the first device whose acceleration a stage reads.
  /// - Throws: the errors of deriving the rotation along gravity.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) throws {
    guard let wrist = devices.first(where: { results[$0.accelerometer] != nil }) else {
      return evidence.add(results[.recording])
    }
    try evidence.add(results, of: wrist)
  }
}
