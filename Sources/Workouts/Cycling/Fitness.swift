import Glibc

/// Fitness, fatigue and form over days, from the training stress score of each (Banister's impulse and response, with
/// Coggan's constants).
public struct Fitness: Hashable, Sendable {
  /// Time constant of the chronic training load (fitness), days.
  public static let chronicDays = 42.0
  /// Time constant of the acute training load (fatigue), days.
  public static let acuteDays = 7.0

  /// One day.
  public struct Day: Hashable, Sendable {
    /// Training stress score of the day.
    public var stressScore: Double
    /// Chronic training load at its end: CTL.
    public var chronicLoad: Double
    /// Acute training load at its end: ATL.
    public var acuteLoad: Double
    /// Training stress balance at its start: CTL - ATL of the day before, TSB.
    public var balance: Double
  }

  /// Follows the loads: load += (TSS - load) (1 - exp(-1 / days)).
  ///
  /// - Parameters:
  ///   - stressScores: the training stress score of each day, 0 for a day without training.
  ///   - chronicLoad: CTL before the first day.
  ///   - acuteLoad: ATL before the first day.
  public static func days(_ stressScores: [Double], chronicLoad: Double = 0, acuteLoad: Double = 0) -> [Day] {
    var chronic = chronicLoad
    var acute = acuteLoad
    return stressScores.map { score in
      let balance = chronic - acute
      chronic += (score - chronic) * (1 - exp(-1 / chronicDays))
      acute += (score - acute) * (1 - exp(-1 / acuteDays))
      return Day(stressScore: score, chronicLoad: chronic, acuteLoad: acute, balance: balance)
    }
  }
}
