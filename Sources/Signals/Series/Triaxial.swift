/// Three signals of one sensor: x, y and z on one time base, in one unit.
public struct Triaxial: Sendable {
  /// The component along x.
  public var x: any Signal
  /// The component along y.
  public var y: any Signal
  /// The component along z.
  public var z: any Signal

  /// The number of samples of each axis.
  public var count: Int { x.count }
  /// When the samples were taken.
  public var timeBase: TimeBase { x.timeBase }
  /// The unit of the axes.
  public var unit: Unit { x.unit }

  /// Three axes, which must have equal counts and units.
  public init(x: any Signal, y: any Signal, z: any Signal) {
    precondition(x.count == y.count && y.count == z.count, "axes of \(x.count), \(y.count) and \(z.count) samples")
    precondition(x.unit == y.unit && y.unit == z.unit, "axes in \(x.unit), \(y.unit) and \(z.unit)")
    self.x = x
    self.y = y
    self.z = z
  }

  /// The axes in the order x, y, z.
  public var axes: [any Signal] { [x, y, z] }

  /// Gives access to the samples of a range of all three axes.
  ///
  /// - Throws: what reading an axis throws, and what `body` throws.
  public func visit(
    _ range: Range<Int>, _ body: (Span<Float>, Span<Float>, Span<Float>) throws -> Void
  ) throws {
    try x.visit(range) { x in try y.visit(range) { y in try z.visit(range) { z in try body(x, y, z) } } }
  }
}
