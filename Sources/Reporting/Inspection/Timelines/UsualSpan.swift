import SPRecordings
import SPSignals

/// The span of time that contains nearly all samples of a recording, and the number of samples outside of the span.
struct UsualSpan {
  /// The time from the first to the last of the samples that belong together; nil without samples.
  private(set) var span: ClosedRange<Double>?
  /// The number of samples outside of the span, for the stream with the most such samples.
  private(set) var strayCount = 0

  /// A longer pause between samples, in s, means a wrong date: 12 h, as in the computation of workouts.
  private static let longestStepS = 43_200.0

  /// Groups the segments without gaps of all streams, on the common clock.
  /// - Throws: the errors of reading the streams' timestamps.
  init(of source: TimelineSource) throws {
    var pieces: [(start: Double, end: Double, count: Int)] = []
    var strays: [(start: Double, count: Int, stream: Int)] = []
    let streams = source.recordings.enumerated().flatMap { place, recording in
      recording.streams.values.map { (clock: source.clock(place), stream: $0) }
    }
    for (index, (clock, stream)) in streams.enumerated() {
      for segment in try stream.timeBase.segments where segment.startTime.isFinite && segment.endTime.isFinite {
        let start = clock(segment.startTime)
        pieces.append((start, clock(segment.endTime), segment.samples.count))
        strays.append((start, segment.samples.count, index))
      }
    }
    var best: (range: ClosedRange<Double>, count: Int)?
    var current: (range: ClosedRange<Double>, count: Int)?
    for piece in pieces.sorted(by: { $0.start < $1.start }) {
      if let group = current, piece.start - group.range.upperBound <= Self.longestStepS {
        current = (group.range.lowerBound...max(group.range.upperBound, piece.end), group.count + piece.count)
      } else {
        current = (piece.start...max(piece.start, piece.end), piece.count)
      }
      if let group = current, group.count > best?.count ?? 0 { best = group }
    }
    guard let found = best?.range else { return }
    span = found
    let outside = strays.filter { !found.contains($0.start) }
    strayCount = Dictionary(grouping: outside, by: \.stream).values.map { $0.reduce(0) { $0 + $1.count } }.max() ?? 0
  }
}
