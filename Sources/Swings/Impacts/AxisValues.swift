/// Values of three axes, those of one axis after those of another: the compiler makes SIMD of loops over an axis.
struct AxisValues {
  /// The number of values of each axis.
  let count: Int
  private var values: [Float]

  /// Makes values that are all 0.
  init(count: Int) {
    self.count = count
    values = [Float](repeating: 0, count: 3 * count)
  }

  /// Takes the values of a signal's axes.
  init(_ x: Span<Float>, _ y: Span<Float>, _ z: Span<Float>) {
    self.init(count: x.count)
    change(0) { for index in 0..<x.count { $0[index] = x[index] } }
    change(1) { for index in 0..<y.count { $0[index] = y[index] } }
    change(2) { for index in 0..<z.count { $0[index] = z[index] } }
  }

  /// The first values of each axis.
  func prefix(_ count: Int) -> AxisValues {
    var first = AxisValues(count: min(count, self.count))
    for axis in 0..<3 {
      look(axis) { source in first.change(axis) { _ = $0.update(fromContentsOf: source[..<$0.count]) } }
    }
    return first
  }

  /// Gives access to the values of an axis.
  @inline(__always)
  func look<Result>(_ axis: Int, _ body: (UnsafeBufferPointer<Float>) -> Result) -> Result {
    values.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[axis * count..<(axis + 1) * count])) }
  }

  /// Gives access to the values of all axes.
  @inline(__always)
  func look<Result>(
    _ body: (UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    look(0) { x in look(1) { y in look(2) { z in body(x, y, z) } } }
  }

  /// Changes the values of an axis.
  @inline(__always)
  mutating func change(_ axis: Int, _ body: (UnsafeMutableBufferPointer<Float>) -> Void) {
    let range = axis * count..<(axis + 1) * count
    values.withUnsafeMutableBufferPointer { body(UnsafeMutableBufferPointer(rebasing: $0[range])) }
  }
}
