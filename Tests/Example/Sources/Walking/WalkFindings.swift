/// Steps that follow each other without a long pause.
public struct Walk: Hashable, Sendable {
  /// The steps, by time; two or more.
  public var steps: [Step]

  /// Time of the first step, in s.
  public var startTime: Double { steps[0].time }
  /// Time of the last step, in s.
  public var endTime: Double { steps[steps.count - 1].time }
  /// Time from the first step to the last, in s.
  public var durationS: Double { endTime - startTime }
  /// Steps per minute.
  public var cadencePerMin: Double { 60 * Double(steps.count - 1) / durationS }
  /// Mean peak of the steps, in g.
  public var meanPeakG: Double { steps.reduce(0) { $0 + $1.peakG } / Double(steps.count) }
}

/// What was found in a recording.
public struct WalkFindings: Hashable, Sendable {
  /// How many steps there were, in walks or not.
  public var stepCount: Int
  /// The walks, by time.
  public var walks: [Walk]

  /// Decides which steps are walks.
  public init(_ steps: [Step], by rules: WalkRules) {
    var groups: [[Step]] = []
    for step in steps {
      // Steps after a clock went back are a group of their own.
      if let last = groups.last?.last, (0...rules.maxStepS).contains(step.time - last.time) {
        groups[groups.count - 1].append(step)
      } else {
        groups.append([step])
      }
    }
    stepCount = steps.count
    walks = groups.filter { $0.count >= max(rules.minSteps, 2) }.map(Walk.init)
  }
}
