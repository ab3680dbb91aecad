/// When progress lines are due without a terminal: often at first, then less and less.
public struct ReportSchedule: Sendable {
  private var nextS = 2.0

  /// Makes the schedule of a run that begins now: the first line is due after 2 s.
  public init() {}

  /// Whether a line is due at a time since the beginning, in s; if so, the next one is due later.
  public mutating func isDue(atS elapsedS: Double) -> Bool {
    guard elapsedS >= nextS else { return false }
    nextS = elapsedS + Self.intervalS(after: elapsedS)
    return true
  }

  /// Every 10 s in the first minute, 30 s in the first ten, a minute in the first hour, then 5 minutes.
  private static func intervalS(after elapsedS: Double) -> Double {
    switch elapsedS {
    case ..<60: 10
    case ..<600: 30
    case ..<3600: 60
    default: 300
    }
  }
}
