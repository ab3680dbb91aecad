/// Finds the same peaks as `PeakFinder` in samples that come in pieces, in bounded memory.
///
/// A peak is reported when its noise window is complete, and no later peak can be within the refractory period. The
/// peaks do not depend on how the samples are cut into pieces.
package struct PeakStream: Sendable {
  /// A peak and its time.
  package struct Found: Hashable, Sendable {
    /// The peak.
    package var peak: Peak
    /// Its time, in s, as given by the caller.
    package var time: Double

    package init(peak: Peak, time: Double) {
      self.peak = peak
      self.time = time
    }
  }

  private struct Candidate {
    var index: Int
    var value: Float
  }

  private let finder: PeakFinder
  /// The number of samples in a noise window.
  let windowLength: Int
  private var scanner: PeakScanner
  private var noise: NoiseWindows
  private var suppression: RefractorySuppression
  /// The first sample of the segment.
  private var start = -1
  /// One past the last scanned sample.
  package private(set) var end = 0
  private var isEnded = false
  /// Samples at or above the level, in order, whose noise may not be known yet.
  private var candidates: [Candidate] = []

  /// Makes a search for peaks in a stream with a rate in Hz.
  package init(_ finder: PeakFinder, rate: Double) {
    self.finder = finder
    // Compared as Double: a window longer than any signal need not fit an Int.
    let samples = (finder.noiseWindowSeconds * rate).rounded()
    windowLength = samples < 0x1p62 ? max(Int(samples), 1) : 1 << 62
    scanner = PeakScanner(level: finder.level, start: 0)
    noise = NoiseWindows(start: 0, length: windowLength, sigmaPerMedian: finder.sigmaPerMedian)
    suppression = RefractorySuppression(seconds: finder.refractorySeconds)
  }

  /// Begins a segment after the previous one has ended.
  package mutating func beginSegment(at start: Int) {
    self.start = start
    scanner = PeakScanner(level: finder.level, start: start)
    noise = NoiseWindows(start: start, length: windowLength, sigmaPerMedian: finder.sigmaPerMedian)
    (end, isEnded) = (start, false)
  }

  /// Scans the next samples of the segment.
  package mutating func scan(_ samples: Span<Float>, endsSegment: Bool) throws {
    scanner.add(samples, from: end) { candidates.append(Candidate(index: $0, value: $1)) }
    end += samples.count
    isEnded = endsSegment
    if endsSegment { scanner.finish { candidates.append(Candidate(index: $0, value: $1)) } }
  }

  private var asksForNoise: Bool { finder.measuresNoise || finder.sigmaMultiple > 0 }

  /// Decides the candidates whose noise is known by now; call it before beginning another segment.
  ///
  /// - Parameters:
  ///   - look: gives access to scanned samples, from `firstNeeded` on.
  ///   - time: returns the time of a sample, in s, which never goes back.
  package mutating func settle(
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
      // A comparison with NaN (unknown noise) is false, so the threshold is the level.
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
  ///   - signal: a signal of a stream in progress, in one stretch in which the clock does not go back.
  ///   - isEnded: whether the stretch is over; then all candidates are decided.
  /// - Throws: `SignalError.left` if samples still needed have been dropped.
  package mutating func advance(over signal: RingSignal, isEnded: Bool) throws {
    let timeBase = signal.timeBase
    // Earlier segments are complete.
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

  /// Decides all waiting peaks, as the next samples are at least a refractory period later.
  package mutating func finish() { suppression.settleAll() }

  /// Returns the peaks decided since the last call, in the order of their samples. They come after the peaks of earlier
  /// calls.
  package mutating func takePeaks() -> [Found] { suppression.takeSettled() }

  /// The first sample that can still become a peak.
  package var firstOpen: Int { suppression.firstWaiting ?? firstUnjudged }

  /// The first sample whose threshold is unknown, or that has not been scanned.
  package var firstUnjudged: Int { candidates.first?.index ?? scanner.pendingIndex ?? end }

  /// The threshold from the noise of the most recently computed window, at least `level`.
  package func threshold(_ level: Double) -> Double {
    max(level, Double(finder.sigmaMultiple) * Double(noise.latestSigma ?? 0))
  }

  /// The candidates that have passed their threshold but may still be removed by a neighbour.
  package var waitingPeaks: [Found] { suppression.waitingPeaks }

  /// The first sample that `settle(look:time:)` may still read.
  package var firstNeeded: Int {
    guard asksForNoise else { return end }
    // The last window of a segment reaches back from its end.
    let back = max(0, end - min(windowLength, end))
    return candidates.first.map { min(back, $0.index - min(windowLength, $0.index)) } ?? back
  }
}
