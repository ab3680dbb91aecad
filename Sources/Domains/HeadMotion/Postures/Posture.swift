/// How far the head is lowered, by its pitch.
public enum Posture: String, CaseIterable, Comparable, Hashable, Sendable {
  /// Above the limit of a warning.
  case good
  /// Below the limit of a warning.
  case warning
  /// Below the limit of a poor posture.
  case poor

  /// Milder postures are smaller.
  public static func < (left: Self, right: Self) -> Bool { left.severity < right.severity }

  private var severity: Int {
    switch self {
    case .good: 0
    case .warning: 1
    case .poor: 2
    }
  }
}

extension PostureRules {
  /// The posture for a smoothed pitch, given the previous posture.
  func posture(_ pitch: Double, after posture: Posture?) -> Posture {
    // A pitch below a limit must rise above it by the hysteresis to leave it.
    let poor = poorPitch + (posture == .poor ? hysteresis : 0)
    let warning = warningPitch + (posture == nil || posture == .good ? 0 : hysteresis)
    return pitch < poor ? .poor : pitch < warning ? .warning : .good
  }
}
