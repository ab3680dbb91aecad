/// A sport whose swings can be simulated.
///
/// Raw values are the names used in recordings (`sport` attribute) and in recording ids.
public enum Sport: String, CaseIterable, Sendable, Codable {
  /// Baseball batting.
  case baseball
  /// Softball batting.
  case softball
  /// Golf, full swings.
  case golf
  /// Tennis ground strokes.
  case tennis
  /// Table tennis drives and blocks.
  case tableTennis = "table_tennis"
  /// Badminton clears and smashes.
  case badminton
  /// Cricket batting.
  case cricket

  /// Whether players of the sport mix forehands and backhands, which rotate in opposite directions.
  public var hasBackhand: Bool {
    switch self {
    case .tennis, .tableTennis, .badminton: true
    case .baseball, .softball, .golf, .cricket: false
    }
  }
}

/// A side of the body: of the wrist that wears the watch, or of the dominant hand.
public enum Side: String, CaseIterable, Sendable, Codable {
  /// Left.
  case left
  /// Right.
  case right
}
