/// How text is drawn.
public struct TextStyle: Hashable, Sendable {
  /// The font size in pixels.
  public var size: Double
  /// The colour.
  public var color: Color
  /// Whether the bold face is used.
  public var isBold: Bool

  /// Makes a style.
  public init(size: Double, color: Color, isBold: Bool = false) {
    self.size = size
    self.color = color
    self.isBold = isBold
  }
}

/// The part of a text that lies at its point.
public enum TextAlignment: Hashable, Sendable {
  /// The text begins at the point.
  case leading
  /// The text's middle lies at the point.
  case center
  /// The text ends at the point.
  case trailing
}
