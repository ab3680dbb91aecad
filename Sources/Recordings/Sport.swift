/// A sport with a bat, club or racket; raw values are those of the attribute `sport`.
public enum Sport: String, CaseIterable, Sendable, Codable {
  /// Baseball batting.
  case baseball
  /// Softball batting.
  case softball
  /// Golf.
  case golf
  /// Tennis.
  case tennis
  /// Table tennis.
  case tableTennis = "table_tennis"
  /// Badminton.
  case badminton
  /// Cricket batting.
  case cricket
}
