/// A reason why a session cannot be simulated.
package enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting is out of its range: its name, its value, and the expected range.
  case settingOutOfRange(setting: String, value: String, expected: String)
  /// The requested swings and distractors take more time than the session has, both in s.
  case eventsDoNotFit(requiredS: Double, durationS: Double)

  /// The error as one sentence that names the setting, its value and the expectation.
  package var description: String {
    switch self {
    case .settingOutOfRange(let setting, let value, let expected):
      "setting \"\(setting)\" is \(value); expected \(expected)"
    case .eventsDoNotFit(let requiredS, let durationS):
      "the swings and distractors need \(requiredS.rounded(.up)) s but \"durationS\" is \(durationS); "
        + "expected a longer session, or fewer events per minute"
    }
  }
}

extension SimulationError {
  /// Checks a setting against its range.
  ///
  /// - Parameter context: the case for which the range is valid, as the end of the message.
  /// - Throws: ``settingOutOfRange(setting:value:expected:)``; also for a NaN, which is in no range.
  static func check(
    _ value: Double, _ setting: String, _ range: ClosedRange<Double>, in context: String = ""
  ) throws(SimulationError) {
    guard !range.contains(value) else { return }
    throw .settingOutOfRange(
      setting: setting, value: "\(value)", expected: "\(range.lowerBound) to \(range.upperBound)\(context)")
  }

  /// Checks both ends of a setting that is a range.
  static func check(
    _ value: ClosedRange<Double>, _ setting: String, _ range: ClosedRange<Double>
  ) throws(SimulationError) {
    guard !range.contains(value.lowerBound) || !range.contains(value.upperBound) else { return }
    throw .settingOutOfRange(
      setting: setting, value: "\(value.lowerBound)...\(value.upperBound)",
      expected: "a range within \(range.lowerBound) to \(range.upperBound)")
  }
}
