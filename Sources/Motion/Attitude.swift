import Signals

/// A quaternion signal, with one signal per component.
public struct Attitude: Sendable {
  /// The scalar component and the three of the vector.
  public var w, x, y, z: any Signal

  /// Makes an attitude from its four components.
  public init(w: any Signal, x: any Signal, y: any Signal, z: any Signal) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }
}

extension Attitude {
  /// Calls `body` with the samples of a range of all four components.
  ///
  /// - Throws: what reading a component throws, and what `body` throws.
  public func visit(
    _ range: Range<Int>, _ body: (Span<Float>, Span<Float>, Span<Float>, Span<Float>) throws -> Void
  ) throws {
    try w.visit(range) { w in
      try x.visit(range) { x in try y.visit(range) { y in try z.visit(range) { z in try body(w, x, y, z) } } }
    }
  }
}
