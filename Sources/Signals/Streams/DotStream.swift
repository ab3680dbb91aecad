/// The scalar product of two vectors of a stream in progress: the same values as ``DotSignal``, bit for bit.
///
/// It may be changed by one task at a time.
public final class DotStream: @unchecked Sendable {
  private let ring: StreamRing
  private let first: Int
  private let second: Int
  /// The products as a signal, for the current stretch.
  public private(set) var signal: RingSignal
  private var output: SlidingBuffer<Float> { signal.samples }

  /// The product of the three channels from `first` on and the three from `second` on, in a unit given by the caller.
  public init(_ ring: StreamRing, first: Int, second: Int, unit: Unit) {
    self.ring = ring
    self.first = first
    self.second = second
    signal = Self.signal(ring, unit)
  }

  private static func signal(_ ring: StreamRing, _ unit: Unit) -> RingSignal {
    RingSignal(samples: SlidingBuffer(startingAt: ring.held.lowerBound), timeBase: ring.timeBase, unit: unit)
  }

  /// Multiplies the samples received since.
  public func advance() {
    let range = output.held.upperBound..<ring.count
    guard !range.isEmpty else { return }
    let target = output.grow(by: range.count)
    for axis in 0..<3 {
      let (left, right) = (ring.elements(of: first + axis, range), ring.elements(of: second + axis, range))
      // In the order of the axes, as single-precision sums depend on it.
      if axis == 0 {
        for index in 0..<range.count { target[index] = 0 + left[index] * right[index] }
      } else {
        for index in 0..<range.count { target[index] += left[index] * right[index] }
      }
    }
  }

  /// Begins a new stretch together with the stream.
  public func restart() { signal = Self.signal(ring, signal.unit) }

  /// Drops the products before a number.
  public func drop(before number: Int) { output.drop(before: number) }
}
