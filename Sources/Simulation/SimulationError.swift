/// A reason why a session cannot be simulated.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting is out of its range: its name, its value, and what was expected.
  case settingOutOfRange(setting: String, value: String, expected: String)
  /// The requested swings and distractors take more time than the session has, both in s.
  case eventsDoNotFit(requiredS: Double, durationS: Double)

  /// The error as one sentence that names the setting, its value and the expectation.
  public var description: String {
    switch self {
    case .settingOutOfRange(let setting, let value, let expected):
      "setting \"\(setting)\" is \(value); expected \(expected)"
    case .eventsDoNotFit(let requiredS, let durationS):
      "the swings and distractors need \(requiredS.rounded(.up)) s but \"durationS\" is \(durationS); "
        + "expected a longer session, or fewer events per minute"
    }
  }
}
