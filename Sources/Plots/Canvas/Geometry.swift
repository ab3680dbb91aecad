/// A position on a canvas in pixels: x to the right, y down.
package struct Point: Hashable, Sendable {
  /// Pixels from the left edge.
  package var x: Double
  /// Pixels from the top edge.
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An upright rectangle on a canvas, in pixels.
package struct Rect: Hashable, Sendable {
  /// Left edge.
  package var x: Double
  /// Upper edge.
  package var y: Double
  /// Extent to the right.
  package var width: Double
  /// Extent down.
  package var height: Double

  /// Makes a rectangle from its upper left corner and extents.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge.
  package var maxX: Double { x + width }
  /// Lower edge.
  package var maxY: Double { y + height }
  /// Middle from left to right.
  package var midX: Double { x + width / 2 }
  /// Middle from top to bottom.
  package var midY: Double { y + height / 2 }

  /// Whether two rectangles share some area. Rectangles that only touch do not overlap.
  package func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }
}
