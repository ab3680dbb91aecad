import SPBasics
import SPRecordings
import SPSignals
import SPTables

/// The samples around events of many recordings, in one HDF5 file, for machine learning.
///
/// `WindowFile` describes the file.
package struct WindowExport: Sendable {
  /// An error for events and recordings that do not belong together.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The windows of a recording, or of a part of its events.
  private struct Windows: Sendable {
    var streams: [WindowFile.Windows] = []
    /// A sentence for each event without any sample.
    var outside: [String] = []
  }

  /// A stream of the file.
  private struct Part: Sendable {
    let stream: StreamName
    let datasets: [String]
    let channels: [String]
    let window: SampleWindow

    /// The stream in the file.
    var layout: WindowFile.Stream {
      WindowFile.Stream(
        name: stream.rawValue, rateHz: window.rateHz, sampleCount: window.sampleCount,
        anchorSample: window.anchorSample, channels: channels)
    }
  }

  private let beforeS, afterS: Double
  private let streams: [StreamName]?

  /// - Parameters:
  ///   - beforeS: How long before an event the samples begin, in s.
  ///   - afterS: How long after it they end, in s.
  ///   - streams: The streams; nil for all evenly sampled streams.
  package init(beforeS: Double, afterS: Double, streams: [StreamName]? = nil) {
    (self.beforeS, self.afterS, self.streams) = (beforeS, afterS, streams)
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
  package func write(_ events: [WindowFile.Event], from paths: [String: String], to path: String) throws -> [String] {
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
    let groups = Self.groups(of: events, limit: max(1, WindowFile.blockByteCount / byteCount))
    let takesAll = streams == nil

    let pending = try PendingFile(for: path)
    var outside: [String] = []
    try WindowFile.write(events, parts.map(\.layout), to: pending) { append in
      try InOrder.forEach(blocksOf: 1, in: 0..<groups.count) { range throws -> Windows in
        let group = groups[range.lowerBound]
        guard let path = paths[group.recordingID] else { return Windows() }
        return try Self.windows(around: group.times, in: Recording(opening: path), parts, takesAll: takesAll)
      } body: { _, windows in
        outside += windows.outside
        try append(windows.streams)
      }
      if outside.count == events.count, let first = outside.first {
        throw Fault(description: "no event is within its recording: \(first)")
      }
    }
    try pending.commit()
    return outside
  }

  /// Neighbouring events of the same recording, up to a number.
  private static func groups(of events: [WindowFile.Event], limit: Int) -> [(recordingID: String, times: [Double])] {
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
      let rateHz = SampleWindow.rateHz(stated: stream.nominalRateHz, measured: measured)
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
      guard SampleWindow.ratesAgree(rateHz, part.window.rateHz) else {
        throw Fault(
          description: "\(recording.path): \(part.stream) has \(Int(rateHz.rounded())) Hz; expected "
            + "\(Int(part.window.rateHz.rounded())) Hz, as in the first recording")
      }
      let timeBase = try stream.timeBase
      span = span ?? timeBase.span
      let channels: [(any Signal)?] = try part.datasets.flatMap { try stream.signals($0) }
      var samples = WindowFile.Windows()
      var numbers: [Float] = []
      for (place, time) in times.enumerated() {
        numbers.removeAll(keepingCapacity: true)
        let isInside = try part.window.append(to: &numbers, timeBase, channels, around: time)
        samples.append(
          times: numbers[..<part.window.sampleCount], values: numbers[part.window.sampleCount...])
        found[place] = found[place] || isInside
      }
      windows.streams.append(samples)
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
}
