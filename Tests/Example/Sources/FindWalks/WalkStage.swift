import Swingpipe
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
    Ports(reads: [.passing(.accelerometer)], writes: [.required(.walks)])
  }

  init(_ options: WalkOptions) { self.options = options }

  /// Measures the acceleration as it passes, and decides in the end.
  func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    var meter = StepMeter(options.rules)
    try workspace.source(of: .accelerometer).read { meter.consume($0) }
    return AtEnd { workspace in
      let findings = meter.finish()
      workspace.note("steps", findings.stepCount)
      workspace.note("walks", findings.walks.count)
      try workspace.set(.walks, findings)
    }
  }
}
