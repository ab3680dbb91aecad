import Recordings

/// What became of the rows of a recording.
struct ImportedRows {
  /// What was changed about them, a sentence each.
  private(set) var repairs: [String] = []
  /// The first and last stamp of each stream, in s.
  private(set) var spans: [StreamName: ClosedRange<Double>] = [:]

  init() {}

  /// - Parameter repairs: what was done before the rows came.
  init(_ sinks: [StreamSink], repairs: [String] = []) {
    self.repairs = repairs + sinks.flatMap(\.repairs)
    for sink in sinks { spans[sink.name] = sink.span }
  }

  static func += (left: inout Self, right: Self) {
    left.repairs += right.repairs
    left.spans.merge(right.spans) { first, _ in first }
  }

  /// Where labels go, as of a recording that is there; nil without rows.
  func timeline(_ attributes: RecordingAttributes) -> LabelTimeline? {
    let ofMotion = spans.filter { [.accelerometer, .deviceMotion].contains($0.key) }
    let found = (ofMotion.isEmpty ? spans : ofMotion).values
    guard let first = found.map(\.lowerBound).min(), let last = found.map(\.upperBound).max() else { return nil }
    let start = spans[.accelerometer]?.lowerBound ?? first
    return LabelTimeline(
      span: first...last, startS: start, unixStartS: (try? attributes.start(firstStampS: start)).flatMap(\.self))
  }
}
