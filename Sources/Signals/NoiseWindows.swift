/// The noise of one segment, window by window, worked out for those that hold something.
struct NoiseWindows {
  /// Samples that are at hand, with the noise of the windows among them that hold a sample at the level.
  struct Block {
    let range: Range<Int>
    let samples: [Float]
    /// By the windows' numbers from the start of the block; NaN where it was not worked out.
    let sigmas: [Float]

    /// Of the end of a segment, where no samples follow.
    init(endingAt end: Int) {
      (range, samples, sigmas) = (end..<end, [], [])
    }

    /// Works out the noise of whole windows of a block that begins with one; several blocks can be worked on at once.
    ///
    /// - Parameters:
    ///   - range: the block's samples in the signal.
    ///   - samples: the samples themselves.
    ///   - window: the length of a window.
    ///   - level: what a sample has to reach for its window to matter; nil where no noise is asked for.
    init(_ range: Range<Int>, _ samples: [Float], window: Int, level: Float?) {
      self.range = range
      self.samples = samples
      guard let level else {
        sigmas = []
        return
      }
      var selection = MagnitudeSelection()
      sigmas = stride(from: 0, through: samples.count - window, by: window).map { start in
        let window = start..<start + window
        guard reachesMagnitude(level, samples.span.extracting(window)) else { return .nan }
        return NoiseWindows.sigma(&selection, samples, window)
      }
    }
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
  /// - Parameter block: what need not be read or worked out once more.
  mutating func sigma(at index: Int, _ block: Block) throws -> Float {
    let window = (index - segment.lowerBound) / length
    if let latest, latest.window == window { return latest.sigma }
    let end = min(segment.lowerBound + (window + 1) * length, segment.upperBound)
    let sigma = try sigma(of: (end - length)..<end, block)
    latest = (window, sigma)
    return sigma
  }

  private mutating func sigma(of range: Range<Int>, _ block: Block) throws -> Float {
    let start = range.lowerBound - block.range.lowerBound
    if start >= 0, start.isMultiple(of: length), start / length < block.sigmas.count,
      !block.sigmas[start / length].isNaN
    {
      return block.sigmas[start / length]
    }
    guard start >= 0, range.upperBound <= block.range.upperBound else {
      return Self.sigma(&selection, try signal.samples(range), 0..<length)
    }
    return Self.sigma(&selection, block.samples, start..<start + length)
  }

  private static func sigma(_ selection: inout MagnitudeSelection, _ samples: [Float], _ range: Range<Int>) -> Float {
    Float(Statistics.sigmaPerMAD) * (selection.median(samples, range) ?? .nan)
  }
}
