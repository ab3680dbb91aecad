/// The noise of one segment, window by window, worked out when it is asked for.
struct NoiseWindows {
  /// Samples that are at hand.
  struct Block {
    let range: Range<Int>
    let samples: [Float]
  }

  private let signal: any Signal
  private let segment: Range<Int>
  private let length: Int
  private var selection = MagnitudeSelection()
  private var latest: (window: Int, sigma: Float)?

  init(signal: any Signal, segment: Range<Int>, length: Int) {
    self.signal = signal
    self.segment = segment
    self.length = min(length, segment.count)
  }

  /// The sigma of the window that a sample lies in: `1.4826 * median(|x|)` over its samples that are not NaN.
  ///
  /// - Parameter block: samples that need not be read once more.
  mutating func sigma(at index: Int, _ block: Block) throws -> Float {
    let window = (index - segment.lowerBound) / length
    if let latest, latest.window == window { return latest.sigma }
    let end = min(segment.lowerBound + (window + 1) * length, segment.upperBound)
    let range = (end - length)..<end
    let isAtHand = range.lowerBound >= block.range.lowerBound && range.upperBound <= block.range.upperBound
    let samples = isAtHand ? block.samples : try signal.samples(range)
    let first = isAtHand ? range.lowerBound - block.range.lowerBound : 0
    let sigma = Float(Statistics.sigmaPerMAD) * (selection.median(samples, first..<first + length) ?? .nan)
    latest = (window, sigma)
    return sigma
  }
}
