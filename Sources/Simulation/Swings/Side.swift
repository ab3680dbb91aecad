/// A side of the body: of the wrist with the watch, or of the dominant hand.
public enum Side: String, CaseIterable, Sendable, Codable {
  /// Left.
  case left
  /// Right.
  case right
}
