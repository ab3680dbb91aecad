import ArgumentParser
import SPWorkoutPlans

/// A pace of a runner on the command line: `10km=4:30` in min/km, or `mile=6:10/mi` in min/mi.
struct RunnerPaceArgument: Hashable {
  let pace: RunnerPace
  let value: Measure<SpeedUnit>

  /// - Throws: `ValidationError` that names the part at fault.
  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let pace = RunnerPace(rawValue: parts[0]), parts.count == 2 else {
      let names = RunnerPace.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\"\(text)\" names no pace; expected NAME=MIN:S with one of \(names), such as 10km=4:30")
    }
    let isPerMile = parts[1].hasSuffix("/mi")
    let unit: SpeedUnit = isPerMile ? .minutesPerMile : .minutesPerKilometre
    let clock = parts[1].replacing(isPerMile ? "/mi" : "/km", with: "").split(
      separator: ":", omittingEmptySubsequences: false
    ).map(String.init)
    let plausible = [SpeedUnit.plausible.upperBound, SpeedUnit.plausible.lowerBound].map { unit.value(ofBase: $0) }
    guard clock.count == 2, clock.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }), clock[1].count == 2,
      let minutes = Double(clock[0]), let seconds = Double(clock[1]), seconds < 60,
      (plausible[0]...plausible[1]).contains(minutes + seconds / 60)
    else {
      throw ValidationError("\"\(parts[1])\" is not a pace; expected minutes and seconds, such as 4:30 or 7:15/mi")
    }
    self.pace = pace
    value = Measure(minutes + seconds / 60, unit)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
