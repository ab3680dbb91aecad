import SPRecordings

/// The result of importing rows: the changes to them, and their times.
struct ImportedRows {
  /// The changes made to them, one sentence each.
  private(set) var repairs: [String] = []
  /// The first and last timestamp of each stream, in s.
  private(set) var spans: [StreamName: ClosedRange<Double>] = [:]

  /// - Parameter repairs: changes made before the rows came.
  init(_ repairs: [String] = []) { self.repairs = repairs }

  /// - Parameter repairs: changes made before the rows came.
  init(_ sinks: [StreamSink], repairs: [String] = []) {
    self.repairs = repairs + sinks.flatMap(\.repairs)
    for sink in sinks { spans[sink.name] = sink.span }
  }

  static func += (left: inout Self, right: Self) {
    left.repairs += right.repairs
    left.spans.merge(right.spans) { first, _ in first }
  }
}
