/// What a label says of a moment.
public enum LabelKind: String, Hashable, Sendable, CaseIterable {
  /// A swing that met the ball.
  case hit
  /// A swing that missed it.
  case miss
  /// A moment that counts neither for nor against a detector.
  case ignore
  /// A shock that is no swing.
  case distractor

  /// Whether it labels a swing, of which a recording has one at a time.
  public var isSwing: Bool { self == .hit || self == .miss }
}
