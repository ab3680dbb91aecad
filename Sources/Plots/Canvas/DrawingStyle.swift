/// How a line is drawn.
public struct LineStyle: Hashable, Sendable {
  /// The colour.
  public var color: Color
  /// The width in pixels.
  public var width: Double
  /// Lengths in pixels of dashes and of the gaps between them, alternating; empty for a solid line.
  public var dashes: [Double]

  /// Makes a style; by default a solid line of one pixel.
  public init(_ color: Color, width: Double = 1, dashes: [Double] = []) {
    self.color = color
    self.width = width
    self.dashes = dashes
  }
}

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
