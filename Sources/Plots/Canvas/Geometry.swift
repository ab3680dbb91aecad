/// A position on a canvas in pixels: x to the right, y down.
public struct Point: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle on a canvas, in pixels.
public struct Rect: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Upper edge.
  public var y: Double
  /// Extent to the right.
  public var width: Double
  /// Extent down.
  public var height: Double

  /// Makes a rectangle from its upper left corner and extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge.
  public var maxX: Double { x + width }
  /// Lower edge.
  public var maxY: Double { y + height }
  /// Middle from left to right.
  public var midX: Double { x + width / 2 }
  /// Middle from top to bottom.
  public var midY: Double { y + height / 2 }

  /// Whether the two share some area; rectangles that only touch do not overlap.
  public func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
