import FoundationEssentials
import SPBasics

/// The start of a recording in local time: with the offset that the recording states, or else in a given time zone.
struct LocalStart: Hashable, Comparable {
  /// The instant.
  let moment: Date
  /// Local time minus UTC, in s.
  let offsetS: Int

  /// - Parameters:
  ///   - instant: an instant as ISO 8601 in UTC; for any other text, the result is nil.
  ///   - statedOffsetS: local time minus UTC in s, as the recording states it.
  init?(_ instant: String, statedOffsetS: Int?, in zone: NamedTimeZone) {
    guard let seconds = UTCTime.seconds(instant) else { return nil }
    moment = Date(timeIntervalSince1970: seconds)
    offsetS = statedOffsetS ?? zone.secondsFromGMT(for: moment)
  }

  private var local: Date { moment.addingTimeInterval(Double(offsetS)) }

  /// The day.
  var day: CalendarDay { CalendarDay(of: local, in: .gmt) }

  /// `21 November 2026, 13:42`.
  var text: String { "\(Wording.day(day)), \(UTCTime.text(local, decimals: 0).dropFirst(11).prefix(5))" }

  /// Earlier instants come first.
  static func < (one: Self, other: Self) -> Bool { one.moment < other.moment }
}

extension Report {
  /// The start of a recording; nil if it is not known.
  func start(of recording: ReportRecording) -> LocalStart? {
    recording.recordedAt.flatMap { LocalStart($0, statedOffsetS: recording.utcOffsetS, in: timeZone) }
  }

  /// Items of recordings in the order of the recordings' starts. Items without a start come last, in their order.
  /// - Parameter recording: the position of a thing's recording.
  func inOrder<Thing>(_ things: [Thing], by recording: (Thing) -> Int) -> [Thing] {
    let starts = recordings.map { start(of: $0)?.moment ?? .distantFuture }
    return things.enumerated().sorted { one, other in
      (starts[recording(one.element)], one.offset) < (starts[recording(other.element)], other.offset)
    }.map(\.element)
  }

  /// A name of the recording for people: its sport, day and time of day, or its identifier if it has no date.
  func title(of recording: ReportRecording) -> String {
    guard let start = start(of: recording) else { return recording.name }
    return [recording.sportWords, start.text].compactMap(\.self).joined(separator: ", ")
  }
}

extension ReportRecording {
  /// The sport in words, with a capital; nil if the recording states no sport.
  var sportWords: String? { sport?.replacing("_", with: " ").capitalizedFirst }
}
