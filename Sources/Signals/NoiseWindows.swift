/// The noise of one segment, window by window, worked out when it is asked for.
struct NoiseWindows {
  private let signal: any Signal
  private let segment: Range<Int>
  private let length: Int
  private var samples: [Float] = []
  private var latest: (window: Int, sigma: Float)?

  init(signal: any Signal, segment: Range<Int>, length: Int) {
    self.signal = signal
    self.segment = segment
    self.length = min(length, segment.count)
  }

  /// The sigma of the window that a sample lies in: `1.4826 * median(|x|)` over its samples that are not NaN.
  mutating func sigma(at index: Int) throws -> Float {
    let window = (index - segment.lowerBound) / length
    if let latest, latest.window == window { return latest.sigma }
    let end = min(segment.lowerBound + (window + 1) * length, segment.upperBound)
    let range = (end - length)..<end
    if samples.count < length { samples = [Float](repeating: 0, count: length) }
    try signal.read(range, into: &samples)
    let sigma = Float(Statistics.sigmaPerMAD) * medianMagnitude()
    latest = (window, sigma)
    return sigma
  }

  private mutating func medianMagnitude() -> Float {
    var kept = 0
    for index in 0..<length where !samples[index].isNaN {
      samples[kept] = abs(samples[index])
      kept += 1
    }
    return samples.withUnsafeMutableBufferPointer { buffer in
      medianInPlace(UnsafeMutableBufferPointer(rebasing: buffer[0..<kept]))
    } ?? .nan
  }
}
