import SPPipelines
import SPRecordings
import SPSwings

/// Opens an HDF5 recording and passes its samples, for later stages to measure.
package struct HDF5Reader: Stage {
  package static let type: StageType = "readers.hdf5"
  package static let summary = "Opens an HDF5 recording and offers its streams."
  package static let details = """
    Reads recordings in layout version 1, Opal files (APDM v5), and files of any other layout whose streams are \
    described in `streams`. Units are converted to g, rad/s and s. Timestamps are the truth: the rate is measured \
    from them, an interval of over 3.05 times the median is a gap, and duplicate and backward timestamps are found \
    and reported. Nothing is repaired.

    Each stream of the layout has its own slot. A stream that no stage needs is not read.

    Each file is one recording, even if it belongs to a session. `readers.session` reads all files of a session \
    together.

    Every sample is decoded once, in the order of time, and what later stages need is measured while it passes; what \
    `correct_motion_offset` reads in advance is kept until then. Memory does not grow with the recording's length. \
    Missing values (NaN, or the dataset's `_FillValue`) stay missing.

    If a file has an attitude but no gravity, gravity is the attitude's inverse applied to (0, 0, -1). If it has \
    neither, but rotation rate and acceleration, the reader estimates both as `filters.orientation` does, warns, and \
    flags the recording `gravity_estimated`.

    The two streams of a watch can disagree about the time: at 50 and 100 Hz the timestamps of real device motion are \
    5 to 10 ms late. Since an accelerometer measures gravity plus user acceleration, their offset is estimated by \
    correlating the two, over all axes, on a few stretches of vigorous motion, and reported (`motion_offset_s`, with \
    the correlation). It is within 0.1 ms of the truth in simulated recordings and within 0.8 ms in composed ones. \
    `correct_motion_offset` removes the offset if the estimate is good (a correlation of 0.9 or more, and stretches \
    that agree within 3 ms). `motion_offset_s` removes an offset that you give. Only the timestamps of the device \
    motion move; times in the tables stay on the accelerometer's clock.
    """
  package static let effort = StageEffort(fraction: 90)

  private let options: HDF5ReaderOptions
  private let slots: RecordingSlots

  package static func ports(_ options: HDF5ReaderOptions) -> Ports {
    Ports(writes: RecordingSlots().ports)
  }

  package init(_ options: HDF5ReaderOptions) {
    self.options = options
    slots = RecordingSlots(
      motionOffset: options.motionOffsetCorrection, clockS: options.recordingCorrections.motionOffsetS)
  }

  /// Reads the attributes that contain the identifier and the sport.
  package func identify(_ path: String) throws -> RecordingIdentifier? {
    let names = try Recording.identifiers(of: path, links: options.links.policy)
    return RecordingIdentifier(recordingID: names.recordingID, sport: RecordedSport(names.sport)?.name)
  }

  /// Reads the file's headers: its streams, their units, and their rates from the first timestamps.
  package func plan(_ plan: inout PlanContext) throws {
    let recording = try open(plan.inputPath)
    plan.identify(as: recording.attributes.recordingID)
    plan.stateSport(of: recording)
    try slots.plan(recording, &plan)
  }

  /// Opens the file so that the samples can pass.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    let progress = workspace.environment.progress
    let recording = try open(workspace.environment.inputPath) { step in
      progress?.reading(step.dataset, step.rows, step.rowCount, step.bytes)
    }
    let pass = RecordingPass(recording)
    pass.rejectingReader = options.contradictions == .reject ? workspace.stageID : nil
    pass.remedy = .running(reader: workspace.stageID)
    workspace.setPass { try pass.run() }
    return Reading(slots, pass, try slots.provide(pass, &workspace))
  }

  private final class Reading: StageOperator {
    private let slots: RecordingSlots
    private let pass: RecordingPass
    private let wrist: WristFlow?

    init(_ slots: RecordingSlots, _ pass: RecordingPass, _ wrist: WristFlow?) {
      (self.slots, self.pass, self.wrist) = (slots, pass, wrist)
    }

    func finish(_ workspace: inout Workspace) throws {
      let identity = pass.recording.attributes.identity(startTime: try pass.startTime)
      try slots.fill(from: pass, wrist, identity: identity, &workspace)
    }
  }

  /// Opens a file with the layout given by the options.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - observer: called for each block that is read; nil for none.
  /// - Throws: the errors of opening a recording.
  package func open(_ path: String, observer: ReadingObserver? = nil) throws -> Recording {
    try Recording(
      opening: path, layout: options.recordingLayout, links: options.links.policy, filters: options.filters.policy,
      corrections: options.recordingCorrections, observer: observer, known: { KnownMappings.all })
  }
}

extension HDF5Reader: EventExplainingStage {
  /// The facts about the recording, and the streams of a wrist.
  package var explainedSlots: [String] { [Slot.recording.name, Slot.accelerometer.name, Slot.deviceMotion.name] }

  /// Adds the function that opens files. If there are several readers, the first one opens them.
  package func describe(in evidence: inout SwingEvidence) {
    if evidence.open == nil { evidence.open = { path in try open(path) } }
  }

  /// Adds the facts about the recording, the acceleration as recorded, and the rotation.
  /// - Throws: the errors of deriving the rotation along gravity.
  package func add(_ results: StageResults, to evidence: inout SwingEvidence) throws {
    try evidence.add(results, of: slots)
  }
}
