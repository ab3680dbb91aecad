/// Finds the peaks that ``PeakFinder`` describes in samples that come in pieces, in bounded memory.
///
/// A peak is known once the noise window that it lies in is complete, and no later one can come within the refractory
/// period. The peaks are the same for every way to cut the samples.
public struct PeakStream: Sendable {
  /// A peak and its time.
  public struct Found: Hashable, Sendable {
    /// The peak.
    public var peak: Peak
    /// Its time as it was given, in s.
    public var time: Double

    /// A peak at a time.
    public init(peak: Peak, time: Double) {
      self.peak = peak
      self.time = time
    }
  }

  private struct Candidate {
    var index: Int
    var value: Float
  }

  private let finder: PeakFinder
  /// The samples of a noise window.
  let windowLength: Int
  private var scanner: PeakScanner
  private var noise: NoiseWindows
  private var suppression: RefractorySuppression
  /// The first sample of the segment.
  private var start = -1
  /// Behind the last sample that was scanned.
  public private(set) var end = 0
  private var isEnded = false
  /// Samples at the level, whose noise may not be known yet, in order.
  private var candidates: [Candidate] = []

  /// Looks for peaks in a stream of a rate in Hz.
  public init(_ finder: PeakFinder, rate: Double) {
    self.finder = finder
    // Compared as Double: a window beyond any signal need not fit an Int.
    let samples = (finder.noiseWindowSeconds * rate).rounded()
    windowLength = samples < 0x1p62 ? max(Int(samples), 1) : 1 << 62
    scanner = PeakScanner(level: finder.level, start: 0)
    noise = NoiseWindows(start: 0, length: windowLength)
    suppression = RefractorySuppression(seconds: finder.refractorySeconds)
  }

  /// Begins a segment; the one before has ended.
  public mutating func beginSegment(at start: Int) {
    self.start = start
    scanner = PeakScanner(level: finder.level, start: start)
    noise = NoiseWindows(start: start, length: windowLength)
    (end, isEnded) = (start, false)
  }

  /// Scans the samples that come next in the segment.
  public mutating func scan(_ samples: Span<Float>, endsSegment: Bool) throws {
    scanner.add(samples, from: end) { candidates.append(Candidate(index: $0, value: $1)) }
    end += samples.count
    isEnded = endsSegment
    if endsSegment { scanner.finish { candidates.append(Candidate(index: $0, value: $1)) } }
  }

  private var asksForNoise: Bool { finder.measuresNoise || finder.sigmaMultiple > 0 }

  /// Decides of the candidates whose noise is known by now; to be called before another segment begins.
  ///
  /// - Parameters:
  ///   - look: has samples looked at that were scanned, from ``firstNeeded`` on.
  ///   - time: gives the time of a sample, in s, which never goes back.
  public mutating func settle(
    look: (Range<Int>, (Span<Float>) -> Void) throws -> Void, time: (Int) throws -> Double
  ) rethrows {
    var done = 0
    for candidate in candidates {
      var sigma: Float = 0
      if asksForNoise {
        guard let window = noise.window(of: candidate.index, knownUpTo: end, isEnded: isEnded) else { break }
        sigma = try noise.sigma(of: window, look)
      }
      done += 1
      // A comparison with NaN (no noise known) is false and leaves the level.
      let threshold = finder.sigmaMultiple * sigma > finder.level ? finder.sigmaMultiple * sigma : finder.level
      guard abs(candidate.value) >= threshold else { continue }
      let peak = Peak(index: candidate.index, value: candidate.value, threshold: threshold, noiseSigma: sigma)
      suppression.add(peak, time: try time(candidate.index))
    }
    candidates.removeFirst(done)
  }

  /// Scans the new samples of a signal, segment by segment.
  ///
  /// - Parameters:
  ///   - signal: of a stream under way, of one stretch in which the clock does not go back.
  ///   - isEnded: whether the stretch is over; then all is decided.
  /// - Throws: `SignalError.left` where samples are gone that are still needed.
  public mutating func advance(over signal: RingSignal, isEnded: Bool) throws {
    let timeBase = signal.timeBase
    // Segments before the one under way are done with.
    for segment in timeBase.segments
    where segment.samples.upperBound >= end && segment.samples.lowerBound >= start {
      if segment.samples.lowerBound >= end, segment.samples.lowerBound != start {
        beginSegment(at: segment.samples.lowerBound)
      }
      let upTo = min(segment.samples.upperBound, signal.samples.held.upperBound)
      let isLast = (isEnded || segment.samples.upperBound < timeBase.count) && upTo == segment.samples.upperBound
      guard upTo > end || (isLast && !self.isEnded) else { break }
      try scan(signal.samples.elements(end..<upTo).span, endsSegment: isLast)
      try settle(look: signal.visit, time: timeBase.time)
      guard isLast else { break }
    }
    if isEnded {
      finish()
    } else if end > signal.samples.held.lowerBound {
      suppression.settle(upTo: try timeBase.time(at: min(firstUnjudged, end - 1)))
    }
  }

  /// Has all that wait decided, as no time is left for others: the next samples lie a refractory period behind.
  public mutating func finish() { suppression.settleAll() }

  /// The peaks that were decided since this was last asked, nearly in the order of their samples.
  public mutating func takePeaks() -> [Found] { suppression.takeSettled() }

  /// The first sample that can still become a peak.
  public var firstOpen: Int { suppression.firstWaiting ?? firstUnjudged }

  /// The first sample whose threshold is not known, or that was not scanned.
  public var firstUnjudged: Int { candidates.first?.index ?? scanner.pendingIndex ?? end }

  /// The threshold by the noise of the window that was last worked out, and at least a level.
  public func threshold(_ level: Double) -> Double {
    max(level, Double(finder.sigmaMultiple) * Double(noise.latestSigma ?? 0))
  }

  /// The candidates that have passed their threshold and wait for what may come beside them.
  public var waitingPeaks: [Found] { suppression.waitingPeaks }

  /// The first sample that ``settle(look:time:)`` may still ask for.
  public var firstNeeded: Int {
    guard asksForNoise else { return end }
    // The last window of a segment reaches back from its end.
    let back = max(0, end - min(windowLength, end))
    return candidates.first.map { min(back, $0.index - min(windowLength, $0.index)) } ?? back
  }
}
