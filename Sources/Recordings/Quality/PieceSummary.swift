/// A summary of a few values, computed eight at a time.
struct PieceSummary {
  /// The smallest value; valid only if all are finite.
  private(set) var smallest: Float
  /// The largest value; valid only if all are finite.
  private(set) var largest: Float
  /// Whether any value equals the one before it.
  private(set) var hasEqual: Bool
  /// Whether all values are finite.
  private(set) var isFinite: Bool

  private typealias Eight = SIMD8<Float>

  /// - Parameters:
  ///   - values: one or more.
  ///   - previous: the value before them; NaN if there is none.
  init(_ values: UnsafeBufferPointer<Float>, after previous: Float) {
    let first = values[0]
    (smallest, largest, hasEqual, isFinite) = (first, first, first == previous, first.isFinite)
    var index = 1
    if values.count > Eight.scalarCount { index = addEights(values) }
    while index < values.count {
      let value = values[index]
      smallest = min(smallest, value)
      largest = max(largest, value)
      hasEqual = hasEqual || value == values[index - 1]
      isFinite = isFinite && value.isFinite
      index += 1
    }
  }

  /// Summarises the values after the first, eight at a time.
  /// - Returns: the index of the first remaining value.
  private mutating func addEights(_ values: UnsafeBufferPointer<Float>) -> Int {
    let bytes = UnsafeRawBufferPointer(values)
    let stride = MemoryLayout<Float>.stride
    var low = Eight(repeating: values[0])
    var high = low
    var equal = SIMDMask<SIMD8<Int32>>(repeating: false)
    var finite = SIMDMask<SIMD8<Int32>>(repeating: true)
    var index = 1
    while index + Eight.scalarCount <= values.count {
      let now = bytes.loadUnaligned(fromByteOffset: index * stride, as: Eight.self)
      let before = bytes.loadUnaligned(fromByteOffset: (index - 1) * stride, as: Eight.self)
      low.replace(with: now, where: now .< low)
      high.replace(with: now, where: now .> high)
      equal .|= now .== before
      // A value that is not finite minus itself is NaN.
      finite .&= (now - now) .== 0
      index += Eight.scalarCount
    }
    smallest = low.min()
    largest = high.max()
    hasEqual = hasEqual || any(equal)
    isFinite = isFinite && all(finite)
    return index
  }
}
