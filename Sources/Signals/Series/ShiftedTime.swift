extension TimeBase {
  /// The same samples with timestamps `seconds` later; earlier if negative.
  ///
  /// The sampling intervals, and with them the segments, the rate and the regularity, stay as measured.
  package func shifted(bySeconds seconds: Double) -> TimeBase {
    precondition(seconds.isFinite, "timestamps cannot be moved by \(seconds) s")
    guard seconds != 0 else { return self }
    switch timestamps {
    case .regular(let start, let rate): return TimeBase(start: start + seconds, rate: rate, count: count)
    case .scanned(let store, let shift): return TimeBase(self, store, shift: shift + seconds)
    case .recent: preconditionFailure("the timestamps of a stream under way are moved as they come")
    }
  }
}

/// A signal with other timestamps.
package struct RetimedSignal: Signal {
  private let source: any Signal
  /// When the samples were taken.
  package let timeBase: TimeBase

  /// The number of samples.
  package var count: Int { source.count }
  /// The unit of the samples.
  package var unit: Unit { source.unit }

  /// The samples of `source` on another time base, which must have the same count.
  package init(_ source: any Signal, timeBase: TimeBase) {
    precondition(source.count == timeBase.count, "\(source.count) samples on a time base of \(timeBase.count)")
    self.source = source
    self.timeBase = timeBase
  }

  /// Reads the samples of a range, unchanged.
  ///
  /// - Throws: the errors of the source.
  package func read(_ range: Range<Int>, into samples: inout MutableSpan<Float>) throws {
    try source.read(range, into: &samples)
  }
}

extension Triaxial {
  /// The same samples on another time base, which must have the same count.
  package func retimed(_ timeBase: TimeBase) -> Triaxial {
    Triaxial(
      x: RetimedSignal(x, timeBase: timeBase), y: RetimedSignal(y, timeBase: timeBase),
      z: RetimedSignal(z, timeBase: timeBase))
  }
}
