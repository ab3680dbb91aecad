/// A signal of quaternions, stored as one signal per component.
public struct Attitude: Sendable {
  /// Stored behind one reference, because attitudes are passed on very often.
  private final class Components: Sendable {
    let w, x, y, z: any Signal

    init(_ w: any Signal, _ x: any Signal, _ y: any Signal, _ z: any Signal) {
      (self.w, self.x, self.y, self.z) = (w, x, y, z)
    }
  }

  private let held: Components

  /// The scalar component.
  public var w: any Signal { held.w }
  /// The component of the vector along x.
  public var x: any Signal { held.x }
  /// The component of the vector along y.
  public var y: any Signal { held.y }
  /// The component of the vector along z.
  public var z: any Signal { held.z }

  /// Makes an attitude from its four components.
  public init(w: any Signal, x: any Signal, y: any Signal, z: any Signal) { held = Components(w, x, y, z) }
}

extension Attitude {
  /// Calls `body` with the samples of a range of all four components.
  ///
  /// - Throws: the errors of reading a component, and the errors of `body`.
  package func visit(
    _ range: Range<Int>, _ body: (Span<Float>, Span<Float>, Span<Float>, Span<Float>) throws -> Void
  ) throws {
    try held.w.visit(range) { w in
      try held.x.visit(range) { x in
        try held.y.visit(range) { y in try held.z.visit(range) { z in try body(w, x, y, z) } }
      }
    }
  }
}
