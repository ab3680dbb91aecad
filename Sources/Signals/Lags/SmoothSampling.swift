import Glibc

/// Samples at any timestamps, read as a smooth function of time: frequencies below 5 Hz pass unchanged, frequencies
/// above 19 Hz do not pass.
///
/// The value at a time is a weighted mean of the samples around it. The weight of a sample is a kernel of the distance
/// in time, multiplied by the time that the sample represents. Sampling intervals need not be even: two streams of
/// different rates, with jitter and lost samples, can be compared on one grid. The kernel is a sinc of 12 Hz under a
/// Kaiser window of 160 ms (beta 3.4, that is 40 dB).
struct SmoothSampling {
  /// Samples within this distance of a time count, in s.
  static let reachS = 0.08
  /// The lowest rate that the kernel can average, in Hz: twice the highest frequency that it passes.
  static let minRate = 40.0
  /// The longest sampling interval to read across, in s. At low rates the limit is two and a half median intervals,
  /// that is one lost sample.
  private static let longestStepS = 0.025
  private static let cutoffHz = 12.0
  private static let points = 1024
  private static let beta = 3.4

  /// One side of the kernel, from 0 to `reachS`.
  private static let kernel: [Double] = {
    let window = KaiserWindow.window(count: 2 * points + 1, beta: beta)
    return (0...points).map { point in
      let phase = 2 * Double.pi * cutoffHz * reachS * Double(point) / Double(points)
      return window[points + point] * (phase == 0 ? 1 : sin(phase) / phase)
    }
  }()

  private var times: [Double] = []
  private var values: [SIMD3<Double>] = []
  /// The time that each sample represents, in s.
  private var weights: [Double] = []

  /// The samples of a signal needed for grid points in an interval.
  ///
  /// - Returns: nil if the samples are too few or too far apart, or the clock goes back. Such a stretch cannot be used.
  /// - Throws: the errors of reading the signal.
  init?(_ signal: Triaxial, _ interval: ClosedRange<Double>) throws {
    let timeBase = signal.timeBase
    let needed = interval.lowerBound - Self.reachS...interval.upperBound + Self.reachS
    let range = try timeBase.indices(in: needed)
    guard range.count >= 3 else { return nil }
    let timestamps = try timeBase.times(range)
    let (x, y, z) = (try signal.x.samples(range), try signal.y.samples(range), try signal.z.samples(range))
    for index in timestamps.indices {
      let value = SIMD3(Double(x[index]), Double(y[index]), Double(z[index]))
      // Missing samples (NaN, or a fill value) are treated as lost ones.
      guard value.x.magnitude < 1e30, value.y.magnitude < 1e30, value.z.magnitude < 1e30 else { continue }
      guard timestamps[index] >= times.last ?? -.infinity else { return nil }
      times.append(timestamps[index])
      values.append(value)
    }
    guard let first = times.first, let last = times.last, times.count >= 3 else { return nil }
    let longest = max(Self.longestStepS, 2.5 * timeBase.medianInterval)
    guard first - needed.lowerBound <= longest, needed.upperBound - last <= longest else { return nil }
    for index in times.indices {
      let before = index > 0 ? times[index] - times[index - 1] : times[1] - times[0]
      let after = index + 1 < times.count ? times[index + 1] - times[index] : before
      guard after <= longest else { return nil }
      weights.append((before + after) / 2)
    }
  }

  /// The smooth values at `count` times from `start` on, `step` apart, in s, inside the interval.
  func values(from start: Double, step: Double, count: Int) -> [SIMD3<Double>] {
    var result: [SIMD3<Double>] = []
    result.reserveCapacity(count)
    let kernel = Self.kernel
    var first = 0
    for point in 0..<count {
      let moment = start + Double(point) * step
      while first < times.count, times[first] <= moment - Self.reachS { first += 1 }
      var sum = SIMD3<Double>.zero
      var total = 0.0
      var index = first
      while index < times.count, times[index] < moment + Self.reachS {
        let place = abs(times[index] - moment) / Self.reachS * Double(Self.points)
        let below = min(Int(place), Self.points - 1)
        let fraction = place - Double(below)
        let factor = weights[index] * (kernel[below] + fraction * (kernel[below + 1] - kernel[below]))
        sum += values[index] * factor
        total += factor
        index += 1
      }
      result.append(sum / total)
    }
    return result
  }
}
