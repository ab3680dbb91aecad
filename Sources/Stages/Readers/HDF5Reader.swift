import Pipelines
import Recordings
import Signals
import Swings

/// Opens an HDF5 recording and offers its streams; samples are read when later stages ask for them.
public struct HDF5Reader: Stage {
  /// `readers.hdf5`.
  public static let type: StageType = "readers.hdf5"
  /// What it does.
  public static let summary = "Opens an HDF5 recording and offers its acceleration and device motion."
  /// The reference page.
  public static let details = """
    Reads recordings in layout version 1, Opal files (APDM v5), and files of any other layout whose streams are \
    described in `streams`. Units are converted to g, rad/s and s. Stamps are the truth: the rate is measured from them, \
    a step over three times the median is a gap, and duplicate and backward stamps are found and reported. Nothing is \
    repaired.

    Samples are read in blocks when later stages ask for them, so memory does not grow with the recording's length. \
    Missing values (NaN, or the dataset's `_FillValue`) stay missing.

    Where a file has an attitude but no gravity, gravity is the attitude's inverse applied to (0, 0, -1).
    """

  private let options: HDF5ReaderOptions

  /// What it writes.
  public static func ports(_ options: HDF5ReaderOptions) -> Ports {
    Ports(writes: [.required(.recording), .optional(.accelerometer), .optional(.deviceMotion)])
  }

  /// Takes the options.
  public init(_ options: HDF5ReaderOptions) { self.options = options }

  /// Reads the file's headers: which streams there are, their units, and their rates by the first stamps.
  public func plan(_ plan: inout PlanContext) throws {
    let recording = try open(plan.inputPath)
    plan.identify(as: recording.attributes.recordingID)
    if let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration") {
      try stream.check("acceleration")
      try plan.setFacts(.accelerometer, Self.facts(of: stream, unit: "g"))
    } else {
      try plan.setAbsent(.accelerometer)
    }
    if let stream = recording.streams[.deviceMotion], Self.isComplete(stream) {
      for dataset in stream.datasetNames { try stream.check(dataset) }
      try plan.setFacts(.deviceMotion, Self.facts(of: stream, unit: nil))
    } else {
      try plan.setAbsent(.deviceMotion)
    }
  }

  /// Opens the file and writes its streams to the slots.
  public func run(_ workspace: inout Workspace) throws {
    let recording = try open(workspace.environment.inputPath)
    let attributes = recording.attributes
    var facts = RecordingFacts(
      identity: RecordingIdentity(
        recordingID: attributes.recordingID, subjectID: attributes.subjectID, sport: attributes.sport,
        wrist: attributes.wrist))
    if let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration") {
      let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
      facts.rangeG = stream.rangeG
      facts.accelerationTimes = acceleration.timeBase
      try workspace.set(.accelerometer, acceleration)
    }
    if let stream = recording.streams[.deviceMotion], Self.isComplete(stream) {
      let motion = try Self.motion(of: recording, stream)
      facts.motionTimes = motion.rotationRate.timeBase
      try workspace.set(.deviceMotion, motion)
    }
    for (name, times) in [("accelerometer", facts.accelerationTimes), ("device_motion", facts.motionTimes)] {
      if let times { Self.report(times, of: name, to: &workspace) }
    }
    try workspace.set(.recording, facts)
  }

  private func open(_ path: String) throws -> Recording {
    try Recording(opening: path, layout: options.recordingLayout, links: options.linkPolicy)
  }

  /// Whether the rotation along gravity can be computed.
  private static func isComplete(_ stream: RecordingStream) -> Bool {
    let names = stream.datasetNames
    return names.contains("rotation_rate") && (names.contains("gravity") || names.contains("attitude"))
  }

  private static func facts(of stream: RecordingStream, unit: String?) throws -> SlotFacts {
    let rate = try stream.probedRateHz()
    return SlotFacts(
      unit: unit, rateHz: rate, count: stream.count, durationS: rate.map { Double(stream.count) / $0 })
  }

  private static func motion(of recording: Recording, _ stream: RecordingStream) throws -> MotionSignals {
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

  /// Tells what is wrong with the stamps of a stream, and notes how much of it there is.
  private static func report(_ times: TimeBase, of stream: String, to workspace: inout Workspace) {
    let regularity = times.regularity
    for (count, what) in [
      (regularity.gaps.count, "gap"), (regularity.duplicates.count, "duplicate stamp"),
      (regularity.backwardSteps.count, "backward step of the clock"),
    ] where count > 0 {
      workspace.warn("\(stream): \(count) \(what)\(count == 1 ? "" : what.hasSuffix("clock") ? "" : "s")")
    }
    workspace.note("\(stream)_samples", times.count)
    workspace.note("\(stream)_s", times.segments.reduce(0) { $0 + $1.endTime - $1.startTime })
  }
}
