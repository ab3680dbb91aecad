import Signals

/// A quaternion signal, one signal a component.
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
  /// Looks at the samples of a range of all four components.
  public func withSamples<Result>(
    _ range: Range<Int>, _ body: (Span<Float>, Span<Float>, Span<Float>, Span<Float>) throws -> Result
  ) throws -> Result {
    try w.withSamples(range) { w in
      try Triaxial(x: x, y: y, z: z).withSamples(range) { x, y, z in try body(w, x, y, z) }
    }
  }
}
