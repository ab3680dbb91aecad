import SPPipelines
import SPPlots
import SPRecordings
import SPSignals
import SPStages
import SPSwings

/// The parts of a recording that can be drawn: its signals, its labels, and a pipeline's findings.
struct PlotSource {
  var recordingID: String
  /// The recording's start, in s on its clock; nil if unknown. Pictures then count from the first sample that can be
  /// drawn.
  var startTime: Double?
  /// Acceleration as recorded, in g.
  var accelerometer: Triaxial?
  /// Acceleration after the high-pass, in g.
  var filtered: Triaxial?
  /// Rotation along gravity, in rad/s.
  var rotation: (any Signal)?
  /// Rotation rate, in rad/s.
  var rotationRate: Triaxial?
  /// The accelerometer's range that the file states, in g.
  var rangeG: Double?
  /// The axis of impacts.
  var axis = Axis.z
  /// The threshold of the filtered acceleration, in g.
  var thresholdG: Double?
  var labels: Annotations?
  /// The findings of a pipeline; nil without a pipeline.
  var findings: MomentExplanation.Findings?

  /// Takes the signals as they were recorded.
  /// - Throws: the errors of opening the streams; a missing stream is left out.
  init(_ recording: Recording) throws {
    recordingID = recording.attributes.recordingID
    startTime = try recording.startTime()
    labels = try recording.annotations()
    if let stream = recording.streams[.accelerometer], stream.datasetNames.contains("acceleration") {
      accelerometer = try recording.triaxial("acceleration", of: .accelerometer)
      rangeG = stream.rangeG
    }
    let names = recording.streams[.deviceMotion]?.datasetNames ?? []
    if names.contains("rotation_rate") {
      let rate = try recording.triaxial("rotation_rate", of: .deviceMotion)
      rotationRate = rate
      if names.contains("gravity") || names.contains("attitude") {
        rotation = try DotSignal.rotationAlongGravity(rotationRate: rate, gravity: recording.gravity())
      }
    }
  }

  /// Takes the signals and findings of a pipeline, and the labels of the recording at a path.
  /// - Throws: the errors of reading the labels.
  init(_ found: SwingEvidence, at path: String) throws {
    let labels = try Recording(opening: path, layout: .anyLabelled).annotations()
    self.init(found, labels: labels)
  }

  /// Takes the signals and findings of a pipeline.
  init(_ found: SwingEvidence, labels: Annotations?) {
    recordingID = found.recordingID
    startTime = found.startTime
    accelerometer = found.accelerometer
    filtered = found.filtered
    rotation = found.rotation
    rotationRate = found.rotationRate
    rangeG = found.rangeG
    axis = found.impactAxis
    thresholdG = found.impactThresholdG
    self.labels = labels
    findings = found.findings
  }

  /// The time from the first timestamp to the last one of all signals that can be drawn; nil without any.
  var span: ClosedRange<Double>? {
    let spans = [accelerometer?.timeBase.span, rotationRate?.timeBase.span].compactMap(\.self)
    guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max() else { return nil }
    return start...end
  }

  /// The shortest median sampling interval of the signals, in s; 0 without any.
  var medianIntervalS: Double {
    [accelerometer?.timeBase, rotationRate?.timeBase].compactMap { $0?.medianInterval }.filter { $0 > 0 }.min() ?? 0
  }

  /// Filters the acceleration as `filters.high_pass` does by default, if it is not filtered yet.
  /// - Throws: `FilterDesignError` if the rate is too low for the filter.
  mutating func filterByDefault() throws {
    guard filtered == nil, let raw = accelerometer, raw.count > 0 else { return }
    let options = HighPassOptions()
    let kernel = try KaiserHighPass(
      stopHz: options.stopHz, passHz: options.passHz, attenuationDB: options.attenuationDB
    ).kernel(rate: raw.timeBase.rate)
    filtered = try Triaxial(
      x: FilteredSignal(raw.x, kernel: kernel), y: FilteredSignal(raw.y, kernel: kernel),
      z: FilteredSignal(raw.z, kernel: kernel))
  }

  /// Why a panel cannot be drawn; nil if it can.
  func absence(of panel: MotionFigure.PanelKind) -> String? {
    switch panel {
    case .acceleration, .raw: accelerometer == nil ? "the recording has no acceleration" : nil
    case .highPassed:
      filtered != nil
        ? nil : accelerometer == nil ? "the recording has no acceleration" : "the pipeline does not filter it"
    case .rotation: rotationRate == nil && rotation == nil ? "the recording has no device motion" : nil
    }
  }
}
