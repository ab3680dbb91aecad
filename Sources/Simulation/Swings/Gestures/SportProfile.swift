import SPRecordings

/// The ranges from which a sport's swings are drawn.
///
/// Peak rates and widths of the rotation along gravity follow real strokes: a backswing of 3-5 rad/s in one direction,
/// then a bell of 10-27 rad/s in the opposite direction. The bell is about 0.3 s wide at its foot.
struct SportProfile: Sendable {
  /// Time from the swing's start to the contact, s.
  var timeToContactS: ClosedRange<Double>
  /// Largest rate of rotation along gravity, rad/s.
  var peakRadS: ClosedRange<Double>
  /// Fall of the bell after its peak, s, from the peak to zero.
  var fallS: ClosedRange<Double>
  /// Time for which the backswing keeps its rate, s.
  var backswingHoldS: ClosedRange<Double>
  /// Distance from the sensor to the instantaneous axis of rotation, m.
  var leverArmM: ClosedRange<Double>

  init(_ sport: Sport) {
    switch sport {
    case .baseball:
      // Published batting data: about 0.15 s from the launch of the hands to the contact.
      self.init(0.12...0.20, peak: 12...27, fall: 0.15...0.24, hold: 0.15...0.35, lever: 0.50...0.70)
    case .softball:
      // The same movement as in baseball, but slightly longer, as the bat is slower by about a tenth.
      self.init(0.13...0.22, peak: 11...25, fall: 0.15...0.25, hold: 0.15...0.35, lever: 0.48...0.66)
    case .golf:
      // Downswings of 0.23-0.30 s; motion capture of the lead wrist peaks at 10-15 rad/s, after about 0.7 s of
      // backswing.
      self.init(0.23...0.30, peak: 10...18, fall: 0.18...0.28, hold: 0.40...0.70, lever: 0.50...0.70)
    case .tennis:
      // Ground strokes: 0.15-0.30 s of forward swing.
      self.init(0.15...0.30, peak: 10...25, fall: 0.15...0.26, hold: 0.15...0.40, lever: 0.45...0.65)
    case .tableTennis:
      // Forearm strokes: 0.08-0.2 s; gentle blocks peak at 5 rad/s, topspins at 26.
      self.init(0.08...0.20, peak: 5...26, fall: 0.12...0.20, hold: 0.10...0.25, lever: 0.40...0.50)
    case .badminton:
      // Overhead strokes driven by forearm and wrist with a light racket: between table tennis and tennis.
      self.init(0.10...0.20, peak: 12...27, fall: 0.12...0.22, hold: 0.12...0.30, lever: 0.40...0.55)
    case .cricket:
      // A heavier bat with a shorter arc than a golf club: between baseball and golf.
      self.init(0.15...0.28, peak: 10...24, fall: 0.15...0.26, hold: 0.20...0.45, lever: 0.48...0.66)
    }
  }

  private init(
    _ timeToContactS: ClosedRange<Double>, peak: ClosedRange<Double>, fall: ClosedRange<Double>,
    hold: ClosedRange<Double>, lever: ClosedRange<Double>
  ) {
    self.timeToContactS = timeToContactS
    peakRadS = peak
    fallS = fall
    backswingHoldS = hold
    leverArmM = lever
  }
}

extension Sport {
  /// Whether players of the sport mix forehands and backhands, which rotate in opposite directions.
  package var hasBackhand: Bool {
    switch self {
    case .tennis, .tableTennis, .badminton: true
    case .baseball, .softball, .golf, .cricket: false
    }
  }
}
