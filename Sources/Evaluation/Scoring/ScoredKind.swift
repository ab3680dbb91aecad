import SPRecordings

/// What a score is about.
public enum ScoredKind: Hashable, Sendable {
  /// Swings, whose hits and misses are labelled.
  case swings
  /// Events of another kind.
  case events(LabelKind)

  /// Its name: `swings`, or that of the kind of labels.
  public var name: String {
    switch self {
    case .swings: "swings"
    case .events(let kind): kind.rawValue
    }
  }
}
