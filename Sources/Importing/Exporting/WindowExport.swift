import SPBasics
import SPHDF5
import SPRecordings
import SPSignals

/// The samples around events of many recordings, in one HDF5 file, for machine learning.
///
/// The file has a group for each stream, with `values` (event, sample, channel) and `time` (event, sample). The time
/// counts from the event, in s. The attributes of a group are `rate_hz` and the names of the `channels`. In the root are
/// `recording_id` and `event_time` of each event, in the order of the events, and the attribute `format`.
package struct WindowExport: Sendable {
  /// An event of a recording.
  package struct Event: Hashable, Sendable {
    package var recordingID: String
    /// The time of the event, in s on the recording's clock.
    package var time: Double

    package init(recordingID: String, time: Double) { (self.recordingID, self.time) = (recordingID, time) }
  }

  /// An error for events and recordings that do not belong together.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The windows of a recording, or of a part of its events.
  private struct Windows: Sendable {
    /// The windows of each stream, one after another.
    var values: [[Float]] = []
    /// A sentence for each event without any sample.
    var outside: [String] = []
  }

  /// A stream of the file.
  private struct Part: Sendable {
    let stream: StreamName
    let datasets: [String]
    let channels: [String]
    let window: SampleWindow
  }

  private static let format = "swingpipe-windows"
  private static let chunkByteCount = 1 << 18
  /// The most bytes that are read at a time.
  private static let blockByteCount = 1 << 22
  /// The largest difference between rates, as a fraction.
  private static let mostRateDifference = 0.05

  private let beforeS, afterS: Double
  private let streams: [StreamName]?

  /// - Parameters:
  ///   - beforeS: How long before an event the samples begin, in s.
  ///   - afterS: How long after it they end, in s.
  ///   - streams: The streams; nil for all evenly sampled streams.
  package init(beforeS: Double, afterS: Double, streams: [StreamName]? = nil) {
    (self.beforeS, self.afterS, self.streams) = (beforeS, afterS, streams)
  }

  /// Whether a file was written by an earlier export, and so may be replaced.
  package static func isExport(_ path: String) -> Bool {
    let format = try? File(opening: path).group.attributes.string("format")
    return format == Self.format
  }

  /// Writes the samples around events. The file appears whole or not at all.
  ///
  /// Spare workers of the current task read recordings ahead.
  /// - Parameters:
  ///   - events: The events. The export is fastest if all events of a recording follow each other.
  ///   - paths: The files of the recordings, by identifier.
  ///   - path: The file to write.
  /// - Returns: A sentence for each event around which its recording has no sample.
  /// - Throws: `Fault` if a recording is missing, if no event has samples, or if recordings have different streams or
  ///   rates; the errors of reading and writing; `CancellationError`.
  package func write(_ events: [Event], from paths: [String: String], to path: String) throws -> [String] {
    let missing = Set(events.map(\.recordingID)).filter { paths[$0] == nil }.sorted()
    if let first = missing.first {
      let others = missing.count > 1 ? " and \(counted(missing.count - 1, "other"))" : ""
      let given = paths.keys.sorted().prefix(3).joined(separator: ", ")
      throw Fault(
        description: "the table names recording \"\(first)\"\(others); expected identifiers of the given recordings"
          + (given.isEmpty ? "" : ", such as \(given)"))
    }
    guard let first = events.first, let firstPath = paths[first.recordingID] else {
      throw Fault(description: "the table has no rows; expected one for each window")
    }
    let parts = try parts(of: Recording(opening: firstPath))
    let byteCount = parts.reduce(0) { $0 + 4 * $1.window.valueCount }
    let groups = Self.groups(of: events, limit: max(1, Self.blockByteCount / byteCount))
    let takesAll = streams == nil

    let pending = try PendingFile(for: path)
    let file = try File(creating: pending.temporaryPath, .truncating, format: .checksummed, shownAs: path)
    try Self.describe(events, in: file)
    let writers = try parts.map { try WindowWriter($0.window, $0.channels, in: file.createGroup("/\($0.stream)")) }
    var outside: [String] = []
    try InOrder.forEach(blocksOf: 1, in: 0..<groups.count) { range throws -> Windows in
      let group = groups[range.lowerBound]
      guard let path = paths[group.recordingID] else { return Windows() }
      return try Self.windows(around: group.times, in: Recording(opening: path), parts, takesAll: takesAll)
    } body: { _, windows in
      outside += windows.outside
      for (writer, values) in zip(writers, windows.values) { try writer.append(values) }
    }
    if outside.count == events.count, let first = outside.first {
      throw Fault(description: "no event is within its recording: \(first)")
    }
    for writer in writers { try writer.finish() }
    try file.close()
    try pending.commit()
    return outside
  }

  /// Neighbouring events of the same recording, up to a number.
  private static func groups(of events: [Event], limit: Int) -> [(recordingID: String, times: [Double])] {
    var groups: [(recordingID: String, times: [Double])] = []
    for event in events {
      if let last = groups.last, last.recordingID == event.recordingID, last.times.count < limit {
        groups[groups.count - 1].times.append(event.time)
      } else {
        groups.append((event.recordingID, [event.time]))
      }
    }
    return groups
  }

  private static func describe(_ events: [Event], in file: borrowing File) throws {
    try file.group.attributes.set("format", to: format)
    let names = events.map(\.recordingID)
    let identifiers = try file.createDataset("recording_id", ofStrings: .fitting(names), shape: [names.count])
    try identifiers.writeStrings(names)
    let times = try file.createDataset("event_time", of: Double.self, shape: [events.count])
    try times.write(events.map(\.time))
    try times.attributes.set("units", to: Unit.seconds.symbol)
  }

  private func parts(of recording: Recording) throws -> [Part] {
    defer { try? recording.close() }
    let found = try streams.map(recording.streams(named:)) ?? Self.sampledStreams(of: recording)
    if let other = found.first(where: { StreamCatalog.kind(of: $0.name) != .samples }) {
      throw Fault(description: "\(other.name) is not evenly sampled; expected streams such as accelerometer")
    }
    guard !found.isEmpty else {
      throw Fault(description: "\(recording.path): has no evenly sampled stream; expected one, such as accelerometer")
    }
    return try found.map { stream in
      guard let measured = try stream.probed()?.rateHz else {
        throw Fault(description: "\(recording.path): \(stream.name) has no rate; expected at least two samples")
      }
      // The stated rate is the same for all recordings of a device.
      let stated = stream.nominalRateHz ?? measured
      let rateHz = abs(stated / measured - 1) <= Self.mostRateDifference ? stated : measured
      let channels = stream.datasetKinds.flatMap(\.columnNames)
      let window = SampleWindow(rateHz: rateHz, channelCount: channels.count, beforeS: beforeS, afterS: afterS)
      return Part(stream: stream.name, datasets: stream.datasetKinds.map(\.name), channels: channels, window: window)
    }
  }

  private static func sampledStreams(of recording: Recording) -> [RecordingStream] {
    recording.knownStreams.filter { StreamCatalog.kind(of: $0.name) == .samples }
  }

  private static func windows(
    around times: [Double], in recording: Recording, _ parts: [Part], takesAll: Bool
  ) throws -> Windows {
    defer { try? recording.close() }
    let wanted = parts.map(\.stream)
    let present = sampledStreams(of: recording).map(\.name)
    guard takesAll ? present == wanted : Set(wanted).isSubset(of: present) else {
      throw Fault(
        description: "\(recording.path): has \(Self.list(present)); expected \(Self.list(wanted)) as in the first "
          + "recording, or --streams with those that all have")
    }
    var found = [Bool](repeating: false, count: times.count)
    var windows = Windows()
    var span: ClosedRange<Double>?
    for part in parts {
      let stream = try recording.stream(part.stream)
      guard stream.datasetKinds.map(\.name) == part.datasets else {
        throw Fault(
          description: "\(recording.path): \(part.stream) has \(stream.datasetNames.joined(separator: ", ")); expected "
            + "\(part.datasets.joined(separator: ", ")), as in the first recording")
      }
      let rateHz = try stream.probed()?.rateHz ?? part.window.rateHz
      guard abs(rateHz / part.window.rateHz - 1) <= mostRateDifference else {
        throw Fault(
          description: "\(recording.path): \(part.stream) has \(Int(rateHz.rounded())) Hz; expected "
            + "\(Int(part.window.rateHz.rounded())) Hz, as in the first recording")
      }
      let timeBase = try stream.timeBase
      span = span ?? timeBase.span
      let channels: [(any Signal)?] = try part.datasets.flatMap { try stream.signals($0) }
      var values: [Float] = []
      values.reserveCapacity(times.count * part.window.valueCount)
      for (place, time) in times.enumerated() {
        let isInside = try part.window.append(to: &values, timeBase, channels, around: time)
        found[place] = found[place] || isInside
      }
      windows.values.append(values)
    }
    for (place, time) in times.enumerated() where !found[place] {
      let range = span.map { "\($0.lowerBound) to \($0.upperBound) s" } ?? "samples"
      windows.outside.append("\(recording.path): has no sample around \(time) s; expected \(range) on its clock")
    }
    return windows
  }

  private static func list(_ streams: [StreamName]) -> String {
    streams.isEmpty ? "no sampled stream" : streams.map(\.rawValue).joined(separator: ", ")
  }

  /// Writes the windows of a stream.
  private final class WindowWriter {
    private let window: SampleWindow
    private let times, values: RowWriter<Float>

    init(_ window: SampleWindow, _ channels: [String], in group: Group) throws {
      self.window = window
      func writer(_ name: String, _ width: [Int]) throws -> RowWriter<Float> {
        let rows = max(1, WindowExport.chunkByteCount / (4 * width.reduce(1, *)))
        let layout = DatasetLayout.compressed(chunkShape: [rows] + width)
        return try RowWriter(group.createDataset(name, of: Float.self, shape: [0] + width, layout: layout))
      }
      try group.attributes.set("rate_hz", to: window.rateHz)
      try group.attributes.set("channels", to: channels)
      times = try writer("time", [window.sampleCount])
      try times.dataset.attributes.set("units", to: Unit.seconds.symbol)
      values = try writer("values", [window.sampleCount, window.channelCount])
    }

    func append(_ windows: [Float]) throws {
      for start in stride(from: 0, to: windows.count, by: window.valueCount) {
        let border = start + window.sampleCount
        try times.append(Array(windows[start..<border]))
        try values.append(Array(windows[border..<start + window.valueCount]))
      }
    }

    func finish() throws {
      try times.finish()
      try values.finish()
    }
  }
}
