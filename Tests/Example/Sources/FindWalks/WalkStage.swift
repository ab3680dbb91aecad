import Pipelines
import Recordings
import Signals
import Stages
import Walking

extension Slot where Value == WalkFindings {
  /// Steps and walks.
  static let walks = Slot("walks", summary: "steps and walks, by time")
}

/// Finds walks in the acceleration of a wrist.
struct WalkStage: Stage {
  static let type: StageType = "detectors.walk"
  static let summary = "Finds walks: steps that follow each other."
  static let details = """
    A step is a peak of the smoothed magnitude of the acceleration that is `threshold_g` above 1 g. Steps at most \
    `max_step_s` apart are a walk, if there are `min_steps` of them.
    """

  private let options: WalkOptions

  static func ports(_ options: WalkOptions) -> Ports {
    Ports(reads: [.required(.accelerometer)], writes: [.required(.walks)])
  }

  init(_ options: WalkOptions) { self.options = options }

  /// Asks for the samples of the acceleration as they pass.
  func prepare(_ workspace: inout Workspace) throws {
    guard let pass = try workspace.pass(of: .accelerometer) else { return }
    let measurement = WalkMeasurement(options.rules)
    try pass.add(measurement)
    try workspace.prepare(.walks, as: measurement)
  }

  /// Writes what was found, once the samples have passed.
  func run(_ workspace: inout Workspace) throws {
    let measurement = try workspace.ownPreparation(of: .walks, as: WalkMeasurement.self)
    let findings = try measurement?.findings ?? measured(workspace.get(.accelerometer))
    workspace.note("steps", findings.stepCount)
    workspace.note("walks", findings.walks.count)
    try workspace.set(.walks, findings)
  }

  /// Measures acceleration that does not pass, such as that of a stage in between: by ranges, never all at once.
  private func measured(_ acceleration: Triaxial) throws -> WalkFindings {
    var meter = StepMeter(options.rules)
    for start in stride(from: 0, to: acceleration.count, by: 8192) {
      let range = start..<min(start + 8192, acceleration.count)
      let channels = try acceleration.axes.map { SampleBlock.Channel(try $0.samples(range)) }
      meter.consume(SampleBlock(times: try acceleration.timeBase.times(range)[...], channels: channels))
    }
    return meter.finish()
  }
}
