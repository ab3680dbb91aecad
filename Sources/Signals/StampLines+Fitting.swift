extension StampLines {
  /// Lays the lines below the stamps and says how far above them these are, in ticks; nil where numbers end earlier.
  mutating func fit<Deviation: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ stamps: Span<Double>, in _: Deviation.Type
  ) throws(NotWhole) -> [Deviation]? {
    var fit = Fit.good
    anchors = []
    anchors.reserveCapacity((stamps.count + Self.stride - 1) / Self.stride)
    let deviations = [Deviation](unsafeUninitializedCapacity: stamps.count) { deviations, count in
      fit = stamps.withUnsafeBufferPointer { self.fit($0, deviations) }
      count = fit == .good ? stamps.count : 0
    }
    if fit == .notWhole { throw NotWhole() }
    return fit == .good ? deviations : nil
  }

  private enum Fit {
    case good, notWhole, tooFar
  }

  /// Writes the deviations as far as stamps fit.
  private mutating func fit<Deviation: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ stamps: UnsafeBufferPointer<Double>, _ deviations: UnsafeMutableBufferPointer<Deviation>
  ) -> Fit {
    guard let source = stamps.baseAddress, let target = deviations.baseAddress else { return .good }
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * Self.stride) { scratch in
      guard let rises = scratch.baseAddress else { return .good }
      let heights = rises + Self.stride
      for place in 0..<Self.stride { rises[place] = rise(place) }
      for start in Swift.stride(from: 0, to: stamps.count, by: Self.stride) {
        let length = min(Self.stride, stamps.count - start)
        let spread = measure(source + start, length, above: rises, heights)
        guard spread.isWhole else { return .notWhole }
        guard spread.highest.max() - spread.lowest.min() <= Double(Deviation.max) else { return .tooFar }
        anchors.append(spread.lowest.min())
        Self.narrow(heights, length, above: spread.lowest.min(), to: target + start)
      }
      return .good
    }
  }

  /// The ticks of stamps above a line through zero, and how far they spread.
  private func measure(
    _ stamps: UnsafePointer<Double>, _ count: Int, above rises: UnsafePointer<Double>,
    _ heights: UnsafeMutablePointer<Double>
  ) -> Spread {
    var spread = Spread(perSecond: perSecond)
    var index = 0
    while index < count & ~3 {
      let height = spread.add(Self.four(stamps + index), above: Self.four(rises + index))
      UnsafeMutableRawPointer(heights + index).storeBytes(of: height, as: SIMD4<Double>.self)
      index &+= 4
    }
    while index < count {
      heights[index] = spread.add(SIMD4(repeating: stamps[index]), above: SIMD4(repeating: rises[index]))[0]
      index &+= 1
    }
    return spread
  }

  @inline(__always)
  private static func four(_ values: UnsafePointer<Double>) -> SIMD4<Double> {
    UnsafeRawPointer(values).loadUnaligned(as: SIMD4<Double>.self)
  }

  /// What heights are above the lowest, which is less than the numbers hold.
  private static func narrow<Deviation: FixedWidthInteger & UnsignedInteger & SIMDScalar>(
    _ heights: UnsafePointer<Double>, _ count: Int, above lowest: Double, to deviations: UnsafeMutablePointer<Deviation>
  ) {
    // A whole number, so that the difference has the deviation in its last bits.
    let base = lowest - magic
    var index = 0
    while index < count & ~15 {
      let sums = UnsafeRawPointer(heights + index).loadUnaligned(as: SIMD16<Double>.self) - base
      let bits = unsafeBitCast(sums, to: SIMD16<UInt64>.self)
      UnsafeMutableRawPointer(deviations + index).storeBytes(
        of: SIMD16(truncatingIfNeeded: bits), as: SIMD16<Deviation>.self)
      index &+= 16
    }
    while index < count {
      deviations[index] = Deviation(truncatingIfNeeded: (heights[index] - base).bitPattern)
      index &+= 1
    }
  }

  /// What the stamps of a line come to, four at a time, without branches, of which the compiler makes SIMD.
  private struct Spread {
    let perSecond: Double
    /// The heights that are lowest and highest of each four.
    private(set) var lowest = SIMD4(repeating: Double.infinity)
    private(set) var highest = SIMD4(repeating: -Double.infinity)
    private var differences = SIMD4<UInt64>.zero
    private var sums = SIMD4<UInt64>.zero

    init(perSecond: Double) { self.perSecond = perSecond }

    /// Whether whole ticks within reach gave back every stamp, to the last bit.
    var isWhole: Bool {
      // What is too large, or no number, has set other bits of the exponent; what is too low shows in the heights.
      let exponent = SIMD4<UInt64>(repeating: 0xfff << 52)
      return differences == .zero && sums & exponent == SIMD4(repeating: StampLines.magic.bitPattern) & exponent
        && lowest.min() > -StampLines.reach
    }

    /// The heights of stamps above a line through zero.
    @inline(__always)
    mutating func add(_ stamps: SIMD4<Double>, above rises: SIMD4<Double>) -> SIMD4<Double> {
      let sum = stamps * perSecond + StampLines.magic
      let ticks = sum - StampLines.magic
      differences |= Self.bits(ticks / perSecond) ^ Self.bits(stamps)
      sums |= Self.bits(sum)
      let heights = ticks - rises
      // In this order each is one instruction.
      lowest = heights.replacing(with: lowest, where: lowest .< heights)
      highest = heights.replacing(with: highest, where: highest .> heights)
      return heights
    }

    @inline(__always)
    private static func bits(_ values: SIMD4<Double>) -> SIMD4<UInt64> {
      unsafeBitCast(values, to: SIMD4<UInt64>.self)
    }
  }
}
