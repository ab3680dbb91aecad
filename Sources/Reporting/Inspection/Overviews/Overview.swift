import FoundationEssentials
import SPBasics
import SPPlots
import SPRecordings
import SPSignals
import SPSwings

/// A whole recording in one picture: panels above each other, with labels and gaps above them.
struct Overview {
  private let recording: Recording
  private let panels: [OverviewPanel]
  private let labels: Annotations?
  /// From the first timestamp of the drawn streams to the last.
  let span: ClosedRange<Double>
  /// The recording's start, in s on its clock.
  let startTime: Double

  /// - Parameter names: the streams to draw, with all of their datasets. Nil for the magnitudes of the wrist's
  ///   acceleration and rotation, in which impacts and swings stand out, or for all streams if the recording has
  ///   neither.
  /// - Throws: `NotRecorded` if there is nothing to draw, and the errors of reading timestamps and labels.
  init(of recording: Recording, _ names: [StreamName]?) throws {
    self.recording = recording
    panels = try Self.panels(of: recording, names)
    labels = try recording.annotations()
    let spans = try panels.compactMap { try $0.stream.timeBase.span }
    guard let start = spans.map(\.lowerBound).min(), let end = spans.map(\.upperBound).max(), start < end else {
      let what = names.map { "the streams \($0.map(\.rawValue).joined(separator: ", "))" } ?? "any stream"
      throw NotRecorded("nothing can be drawn: it has no samples of \(what)")
    }
    span = start...end
    startTime = try recording.startTime() ?? start
  }

  /// The shortest median sampling interval of the drawn streams, in s; 0 without any.
  var medianIntervalS: Double {
    get throws { try panels.map { try $0.stream.timeBase.medianInterval }.filter { $0 > 0 }.min() ?? 0 }
  }

  private static func panels(of recording: Recording, _ names: [StreamName]?) throws -> [OverviewPanel] {
    func all(_ streams: [RecordingStream]) -> [OverviewPanel] {
      streams.flatMap { stream in stream.datasetKinds.map { OverviewPanel(stream: stream, kind: $0) } }
    }
    if let names { return all(try recording.streams(named: names)) }
    let usual: [(stream: StreamName, dataset: String)] = [
      (.accelerometer, "acceleration"), (.deviceMotion, "rotation_rate"),
    ]
    let present = usual.compactMap { name, dataset -> OverviewPanel? in
      guard let stream = recording.streams[name], stream.count > 0 else { return nil }
      return stream.datasetKinds.first { $0.name == dataset }.map { OverviewPanel(stream: stream, kind: $0) }
    }
    return present.isEmpty ? all(recording.knownStreams) : present
  }

  /// The figure of a stretch, in s on the recording's clock.
  /// - Parameters:
  ///   - columns: the resolution.
  ///   - found: the findings of a pipeline; nil without a pipeline.
  /// - Throws: the errors of reading the recording.
  func figure(
    over stretch: ClosedRange<Double>, columns: Int, found: MomentExplanation.Findings? = nil
  ) throws -> Figure {
    let axis = ElapsedTime(from: startTime, over: stretch)
    let names = panels.map(\.kind.name)
    let drawn = try panels.map { panel in
      let isAmbiguous = names.count { $0 == panel.kind.name } > 1
      return try panel.drawn(over: stretch, axis, columns: columns, namingStream: isAmbiguous)
    }
    let shown = [
      found.map { OverviewLabels($0, over: stretch, axis) }, labels.map { OverviewLabels($0, over: stretch, axis) },
    ].compactMap(\.self)
    let gaps = try panels.flatMap { try $0.gaps(over: stretch, columns: columns) }
    // Gaps have their own track: in a panel of hours, a gap of seconds would be invisible.
    let gapTrack = Track(
      label: "gaps", marks: gaps.map { .init(start: axis($0.lowerBound), time: axis($0.upperBound), symbol: .stroke) })
    return Figure(
      title: recording.attributes.recordingID, subtitle: Self.subtitle(of: recording.attributes, over: span),
      notes: shown.map(\.summary).filter { !$0.isEmpty },
      tracks: shown.flatMap(\.tracks) + [gapTrack], panels: drawn, timeLabel: "time from the recording's start",
      timeUnit: axis.unit,
      timeRange: axis.range)
  }

  /// The line below a title: sport, subject, length, start on the clock, and date, as far as known.
  static func subtitle(of facts: RecordingAttributes, over span: ClosedRange<Double>) -> String {
    let length = ElapsedTime.text(span.upperBound - span.lowerBound)
    let start = (try? facts.start(firstTimestampS: span.lowerBound)).flatMap(\.self)
    let instant = start.map { UTCTime.text(Date(timeIntervalSince1970: $0)) }
    // The start on a clock that counts from 1970 would only repeat the date.
    let isDated = start.map { abs($0 - span.lowerBound) < 1 } ?? false
    let clock = isDated ? nil : "from \(DecimalText.text(span.lowerBound, decimals: 2)) s on its clock"
    return ([facts.sport, facts.subjectID, length, clock, instant].compactMap(\.self)).joined(separator: ", ")
  }
}
