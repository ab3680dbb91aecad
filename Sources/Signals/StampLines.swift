/// The straight lines that the stamps of a block lie on or above: one for every 256 stamps, all of the same steepness.
///
/// Ticks are whole numbers below 2^53 all the way, which doubles hold and add exactly.
struct StampLines: Sendable {
  /// Stamps that are no whole ticks.
  struct NotWhole: Error {}

  /// Stamps of a line.
  static let stride = 256
  /// Added to a number below 2^51 it leaves the whole part of it in the last bits of the sum.
  static let magic = 0x1.8p52
  /// How far from zero ticks may be: 2^51, but for the 2^40 that a line may rise.
  ///
  /// In microseconds that is 71 years, more than any clock since 1970 has counted; in nanoseconds it is 26 days.
  static let reach = 0x1p51 - 0x1p40

  /// Ticks in a second; dividing by it gives back what a recorder made of its clock, which multiplying would not.
  let perSecond: Double
  /// Ticks from a stamp to the next, with a fraction, so that stamps of an odd rate do not drift off their line.
  let step: Double
  /// The tick at which each line starts.
  var anchors: [Double] = []

  var byteCount: Int { 8 * anchors.count }

  /// Lines of the mean step of stamps, of which there is one at least; nil where ticks would be out of reach.
  init?(along stamps: Span<Double>, perSecond: Double) {
    self.perSecond = perSecond
    let (first, last) = (stamps[0] * perSecond, stamps[stamps.count - 1] * perSecond)
    step = (last - first) / Double(max(1, stamps.count - 1))
    // False for what is not a number.
    guard abs(first) < Self.reach, abs(step) < 0x1p32 else { return nil }
  }

  /// Whole ticks from the start of a line to a place on it.
  @inline(__always)
  func rise(_ place: Int) -> Double { (Double(place) * step + Self.magic) - Self.magic }

  /// The stamp at a place of the block, so many ticks above its line.
  @inline(__always)
  func stamp(_ place: Int, above deviation: Double) -> Double {
    (rise(place % Self.stride) + anchors[place / Self.stride] + deviation) / perSecond
  }

  /// Writes the stamps at places of the block to the front of a buffer that has room for them.
  func copy<Deviation: FixedWidthInteger & SIMDScalar>(
    _ places: Range<Int>, _ deviations: [Deviation], to stamps: UnsafeMutableBufferPointer<Double>
  ) {
    deviations.withUnsafeBufferPointer { deviations in
      guard let deviations = deviations.baseAddress, let stamps = stamps.baseAddress else { return }
      var start = places.lowerBound
      while start < places.upperBound {
        let end = min((start / Self.stride + 1) * Self.stride, places.upperBound)
        copy(start..<end, deviations + start, to: stamps + start - places.lowerBound)
        start = end
      }
    }
  }

  /// The stamps at places of one line.
  @inline(__always)
  private func copy<Deviation: FixedWidthInteger & SIMDScalar>(
    _ places: Range<Int>, _ deviations: UnsafePointer<Deviation>, to stamps: UnsafeMutablePointer<Double>
  ) {
    // A whole number, so that taking the magic number off here leaves the sums below as they are.
    let base = anchors[places.lowerBound / Self.stride] - Self.magic
    var place = Double(places.lowerBound % Self.stride) + SIMD4(0, 1, 2, 3)
    var index = 0
    while index < places.count & ~3 {
      let deviation = UnsafeRawPointer(deviations + index).loadUnaligned(as: SIMD4<Deviation>.self)
      let stamp = ((place * step + Self.magic) + base + SIMD4<Double>(deviation)) / perSecond
      UnsafeMutableRawPointer(stamps + index).storeBytes(of: stamp, as: SIMD4<Double>.self)
      place += 4
      index &+= 4
    }
    while index < places.count {
      stamps[index] = stamp(places.lowerBound + index, above: Double(deviations[index]))
      index &+= 1
    }
  }
}
