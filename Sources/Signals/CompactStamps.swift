/// A block of stamps in a quarter of its size: steps of whole microseconds, which is how many recorders stamp.
///
/// What comes out is what went in, to the last bit; stamps that cannot be held that way are not.
struct CompactStamps: Sendable {
  /// Stamps between places that can be gone to directly.
  private static let stride = 256
  private static let perSecond = 1e6
  /// Added to a number below 2^51 it leaves the whole part of it in the last bits of the sum.
  private static let magic = 0x1.8p52

  /// Whole microseconds of every 256th stamp.
  private let anchors: [Int64]
  /// Microseconds from the stamp before; 0 for the first.
  private let steps: [UInt16]

  var count: Int { steps.count }
  var byteCount: Int { 2 * steps.count + 8 * anchors.count }

  /// Nil for stamps that are not whole microseconds, as `Double(k) / 1e6`, that go back, or lie 65 ms and more apart.
  init?(_ stamps: Span<Double>) {
    guard stamps.count > 0 else { return nil }
    var isExact = false
    steps = [UInt16](unsafeUninitializedCapacity: stamps.count) { steps, count in
      isExact = stamps.withUnsafeBufferPointer { Self.fill(steps, from: $0) }
      count = stamps.count
    }
    guard isExact else { return nil }
    anchors = Swift.stride(from: 0, to: stamps.count, by: Self.stride).map { Self.microseconds(stamps[$0]) }
  }

  private static func microseconds(_ stamp: Double) -> Int64 {
    Int64(bitPattern: (stamp * perSecond + magic).bitPattern) - Int64(bitPattern: magic.bitPattern)
  }

  /// A loop without branches, of which the compiler makes SIMD.
  private static func fill(_ steps: UnsafeMutableBufferPointer<UInt16>, from stamps: UnsafeBufferPointer<Double>)
    -> Bool
  {
    guard let source = stamps.baseAddress, let target = steps.baseAddress else { return false }
    target[0] = 0
    var faults: Int64 = exactness(source[0])
    for index in 1..<max(1, stamps.count) {
      let (before, now) = (source[index - 1] * perSecond + magic, source[index] * perSecond + magic)
      let step = Int64(bitPattern: now.bitPattern) &- Int64(bitPattern: before.bitPattern)
      target[index] = UInt16(truncatingIfNeeded: step)
      faults |= (step & ~0xffff) | exactness(source[index])
    }
    return faults == 0
  }

  /// 0 for a stamp that its microseconds give back.
  @inline(__always)
  private static func exactness(_ stamp: Double) -> Int64 {
    let whole = (stamp * perSecond + magic) - magic
    // 2^51 us are 71 years, more than any clock since 1970 has counted; NaN fails both.
    return (whole / perSecond).bitPattern == stamp.bitPattern && abs(whole) < 0x1p51 ? 0 : -1
  }

  /// The stamp at a place of the block.
  func stamp(_ place: Int) -> Double {
    let anchor = place / Self.stride
    var microseconds = anchors[anchor]
    for index in (anchor * Self.stride + 1)..<max(place + 1, anchor * Self.stride + 1) {
      microseconds &+= Int64(steps[index])
    }
    return Double(microseconds) / Self.perSecond
  }

  /// Writes the stamps at places of the block, as many as there is room for, to the front of a buffer.
  func copy(_ places: Range<Int>, to stamps: UnsafeMutableBufferPointer<Double>) {
    guard !places.isEmpty else { return }
    precondition(places.upperBound <= steps.count && places.count <= stamps.count, "stamps beyond a block")
    let start = places.lowerBound / Self.stride * Self.stride
    var microseconds = anchors[start / Self.stride]
    steps.withUnsafeBufferPointer { steps in
      for index in (start + 1)..<max(start + 1, places.lowerBound + 1) { microseconds &+= Int64(steps[index]) }
      stamps[0] = Double(microseconds) / Self.perSecond
      for index in (places.lowerBound + 1)..<max(places.lowerBound + 1, places.upperBound) {
        microseconds &+= Int64(steps[index])
        stamps[index - places.lowerBound] = Double(microseconds) / Self.perSecond
      }
    }
  }

  /// The first place in a range whose stamp is not `isBefore`, where those that are come first; the end where all are.
  func partition(_ places: Range<Int>, isBefore: (Double) -> Bool) -> Int {
    guard !places.isEmpty else { return places.upperBound }
    let firstAnchor = places.lowerBound / Self.stride + 1
    let lastAnchor = (places.upperBound - 1) / Self.stride
    let anchor =
      partitionPoint(firstAnchor..<max(lastAnchor + 1, firstAnchor)) {
        isBefore(Double(anchors[$0]) / Self.perSecond)
      } - 1
    let start = max(places.lowerBound, anchor * Self.stride)
    var microseconds = anchors[anchor]
    var index = anchor * Self.stride
    while index < places.upperBound {
      if index > anchor * Self.stride { microseconds &+= Int64(steps[index]) }
      if index >= start, !isBefore(Double(microseconds) / Self.perSecond) { return index }
      index += 1
      // The next stretch begins with a stamp that is not before.
      if index == (anchor + 1) * Self.stride { return min(index, places.upperBound) }
    }
    return places.upperBound
  }
}
