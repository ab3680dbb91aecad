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
