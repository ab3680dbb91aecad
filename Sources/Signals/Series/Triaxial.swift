/// Three signals of one sensor: x, y and z on one time base, in one unit.
public struct Triaxial: Sendable {
  /// Stored behind one reference, because vectors are passed on very often.
  private final class Axes: Sendable {
    let x, y, z: any Signal
    let length: (any Signal)?

    init(_ x: any Signal, _ y: any Signal, _ z: any Signal, _ length: (any Signal)?) {
      (self.x, self.y, self.z, self.length) = (x, y, z, length)
    }
  }

  private let held: Axes

  /// The component along x.
  public var x: any Signal { held.x }
  /// The component along y.
  public var y: any Signal { held.y }
  /// The component along z.
  public var z: any Signal { held.z }

  /// The number of samples of each axis.
  public var count: Int { x.count }
  /// When the samples were taken.
  public var timeBase: TimeBase { x.timeBase }
  /// The unit of the axes.
  public var unit: Unit { x.unit }

  /// Makes a vector of three axes, which must have equal counts and units.
  public init(x: any Signal, y: any Signal, z: any Signal) { self.init(x: x, y: y, z: z, length: nil) }

  /// - Parameter length: the length of the vector, if it is computed elsewhere.
  init(x: any Signal, y: any Signal, z: any Signal, length: (any Signal)?) {
    precondition(x.count == y.count && y.count == z.count, "axes of \(x.count), \(y.count) and \(z.count) samples")
    precondition(x.unit == y.unit && y.unit == z.unit, "axes in \(x.unit), \(y.unit) and \(z.unit)")
    held = Axes(x, y, z, length)
  }

  /// The length of the vector.
  public var length: any Signal { held.length ?? NormSignal(self) }

  /// The axes in the order x, y, z.
  public var axes: [any Signal] { [x, y, z] }

  /// Gives access to the samples of a range of all three axes.
  ///
  /// - Throws: the errors of reading an axis, and the errors of `body`.
  package func visit(
    _ range: Range<Int>, _ body: (Span<Float>, Span<Float>, Span<Float>) throws -> Void
  ) throws {
    try held.x.visit(range) { x in
      try held.y.visit(range) { y in try held.z.visit(range) { z in try body(x, y, z) } }
    }
  }
}
