/// How a line is drawn.
package struct LineStyle: Hashable, Sendable {
  /// The colour.
  package var color: Color
  /// The width in pixels.
  package var width: Double
  /// Lengths in pixels of dashes and of the gaps between them, alternating; empty for a solid line.
  package var dashes: [Double]

  /// Makes a style; by default a solid line of one pixel.
  package init(_ color: Color, width: Double = 1, dashes: [Double] = []) {
    self.color = color
    self.width = width
    self.dashes = dashes
  }
}

/// How text is drawn.
package struct TextStyle: Hashable, Sendable {
  /// The font size in pixels.
  package var size: Double
  /// The colour.
  package var color: Color
  /// Whether the bold face is used.
  package var isBold: Bool

  package init(size: Double, color: Color, isBold: Bool = false) {
    self.size = size
    self.color = color
    self.isBold = isBold
  }
}

/// The part of a text that is at its point.
package enum TextAlignment: Hashable, Sendable {
  /// The text begins at the point.
  case leading
  /// The text's middle is at the point.
  case center
  /// The text ends at the point.
  case trailing
}
