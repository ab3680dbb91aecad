import SPPlots
import SPRecordings
import SPSignals

/// The part of a recording that a user asks for.
public struct RecordingStretch: Hashable, Sendable {
  /// Where it begins; nil for the recording's start.
  public var from: RecordingTime?
  /// Where it ends; nil for the recording's end.
  public var to: RecordingTime?

  /// A stretch between two times; either may be omitted.
  public init(from: RecordingTime? = nil, to: RecordingTime? = nil) {
    self.from = from
    self.to = to
  }

  /// Whether the stretch is the whole recording.
  public var isWhole: Bool { from == nil && to == nil }

  /// The stretch on the recording's clock, limited to the times that the recording covers.
  /// - Parameters:
  ///   - whole: The time that can be drawn, in s on the recording's clock.
  ///   - start: The recording's start, in s on its clock; nil for the start of `whole`.
  ///   - leastS: The shortest stretch that shows anything, in s.
  /// - Throws: `RequestFault` for a stretch that ends before it begins, that is outside of the recording, or that is
  ///   too short.
  func resolved(in whole: ClosedRange<Double>, start: Double?, leastS: Double) throws -> ClosedRange<Double> {
    let start = start ?? whole.lowerBound
    let first = from?.onClock(of: start) ?? whole.lowerBound
    let last = to?.onClock(of: start) ?? whole.upperBound
    let there = RecordingTime.expected(whole, start: start)
    if from != nil, to != nil, first >= last {
      throw RequestFault(description: "--from is \(first) s and --to \(last) s; expected the earlier moment first")
    }
    if let from, first >= whole.upperBound {
      throw RequestFault(description: "--from \(from.text) s lies after the end; \(there)")
    }
    for (option, time) in [("--from", from), ("--to", to)] {
      guard let time, !time.isFromStart, time.seconds < whole.lowerBound, whole.contains(start + time.seconds) else {
        continue
      }
      throw RequestFault(
        description:
          "\(option) \(time.text) s lies before the start; \(there); did you mean +\(time.text), counted from its start?"
      )
    }
    if let to, last <= whole.lowerBound {
      throw RequestFault(description: "--to \(to.text) s lies before the start; \(there)")
    }
    let stretch = max(first, whole.lowerBound)...min(last, whole.upperBound)
    let length = stretch.upperBound - stretch.lowerBound
    guard length >= leastS else {
      throw RequestFault(
        description: "\(first) to \(last) s is shorter than two samples of it; expected "
          + "\(DecimalText.text(leastS, significant: 2)) s or more")
    }
    return stretch
  }
}

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
