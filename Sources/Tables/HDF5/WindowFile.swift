import SPBasics
import SPHDF5
import SPSignals

/// The samples around events of recordings, in one HDF5 file, for machine learning.
///
/// The file has a group for each stream, with `values` (event, sample, channel) and `time` (event, sample). The time
/// counts from the event, in s. The attributes of a group are `rate_hz`, the names of the `channels`, and
/// `anchor_sample`, the place of the sample nearest to the event. In the root are `recording_id` and `event_time` of each
/// event, in the order of the events, and the attribute `format`.
package enum WindowFile {
  /// An event of a recording.
  package struct Event: Hashable, Sendable {
    package var recordingID: String
    /// The time of the event, in s on the recording's clock.
    package var time: Double

    package init(recordingID: String, time: Double) { (self.recordingID, self.time) = (recordingID, time) }
  }

  /// A stream of the file, and the layout of its windows.
  package struct Stream: Hashable, Sendable {
    package let name: String
    package let rateHz: Double
    /// The number of samples of a window.
    package let sampleCount: Int
    /// The place of the sample nearest to the event.
    package let anchorSample: Int
    /// The names of the channels, with units.
    package let channels: [String]

    package init(name: String, rateHz: Double, sampleCount: Int, anchorSample: Int, channels: [String]) {
      (self.name, self.rateHz, self.channels) = (name, rateHz, channels)
      (self.sampleCount, self.anchorSample) = (sampleCount, anchorSample)
    }

    /// The number of times and values of a window.
    package var numberCount: Int { sampleCount * (1 + channels.count) }
  }

  /// Windows of a stream, one after another.
  package struct Windows: Sendable {
    /// The times of the samples relative to the events, in s.
    package var times: [Float] = []
    /// The values, sample by sample.
    package var values: [Float] = []

    package init() {}

    /// Adds windows.
    package mutating func append(times: some Collection<Float>, values: some Collection<Float>) {
      self.times += times
      self.values += values
    }
  }

  /// An error for a file whose windows have another shape than the first file's windows.
  package struct LayoutsDiffer: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file that cannot be joined.
    package let path: String
    /// The file that it was compared with.
    package let first: String
    /// The difference.
    let difference: String

    /// The difference, with the names of both files.
    package var description: String {
      "\(path): cannot be joined with \(first): \(difference); expected recordings with the same streams and rates"
    }
  }

  static let format = "swingpipe-windows"
  private static let chunkByteCount = 1 << 18
  /// The most bytes that are read at a time.
  package static let blockByteCount = 1 << 22

  /// Writes the windows of events.
  /// - Parameters:
  ///   - events: The events.
  ///   - streams: The streams.
  ///   - pending: The file, which the caller makes appear.
  ///   - windows: Passes the windows of all events on, some at a time, in the order of the events. Each time, there are
  ///     windows of the same events for every stream.
  /// - Throws: `HDF5Error` for a file that cannot be written; the errors of `windows`.
  package static func write(
    _ events: [Event], _ streams: [Stream], to pending: borrowing PendingFile,
    windows: (_ append: ([Windows]) throws -> Void) throws -> Void
  ) throws {
    let file = try File(creating: pending.temporaryPath, .truncating, format: .checksummed, shownAs: pending.path)
    try file.group.attributes.set("format", to: format)
    let names = events.map(\.recordingID)
    let identifiers = try file.createDataset("recording_id", ofStrings: .fitting(names), shape: [names.count])
    try identifiers.writeStrings(names)
    let times = try file.createDataset("event_time", of: Double.self, shape: [events.count])
    try times.write(events.map(\.time))
    try times.attributes.set("units", to: Unit.seconds.symbol)
    let writers = try streams.map { try StreamWriter($0, in: file.createGroup("/\($0.name)")) }
    try windows { parts in
      for (writer, part) in zip(writers, parts) { try writer.append(part) }
    }
    for writer in writers { try writer.finish() }
    try file.close()
  }

  /// Writes the windows of a stream.
  private final class StreamWriter {
    private let times, values: RowWriter<Float>

    init(_ stream: Stream, in group: Group) throws {
      func writer(_ name: String, _ width: [Int]) throws -> RowWriter<Float> {
        let rows = max(1, WindowFile.chunkByteCount / (4 * width.reduce(1, *)))
        let layout = DatasetLayout.compressed(chunkShape: [rows] + width)
        return try RowWriter(group.createDataset(name, of: Float.self, shape: [0] + width, layout: layout))
      }
      try group.attributes.set("rate_hz", to: stream.rateHz)
      try group.attributes.set("anchor_sample", to: stream.anchorSample)
      try group.attributes.set("channels", to: stream.channels)
      times = try writer("time", [stream.sampleCount])
      try times.dataset.attributes.set("units", to: Unit.seconds.symbol)
      values = try writer("values", [stream.sampleCount, stream.channels.count])
    }

    func append(_ windows: Windows) throws {
      try times.append(windows.times)
      try values.append(windows.values)
    }

    func finish() throws {
      try times.finish()
      try values.finish()
    }
  }
}

// MARK: Joining

extension WindowFile {
  /// The events and streams of a file.
  private struct Contents {
    let path: String
    let events: [Event]
    let streams: [Stream]

    init(of part: TableMerge.Part) throws {
      path = part.path
      if let hash = part.hash, try ContentHash(ofFile: path) != hash { throw TableMerge.Replaced(path: path) }
      let file = try File(opening: path)
      defer { try? file.close() }
      let names = try file.openDataset("recording_id").readStrings()
      let times = try file.openDataset("event_time").read(as: Double.self)
      events = zip(names, times).map { Event(recordingID: $0, time: $1) }
      streams = try file.group.children().filter { $0.kind == .group }.map { child in
        let group = try file.openGroup(child.name)
        return Stream(
          name: child.name, rateHz: try group.attributes.number("rate_hz"),
          sampleCount: try group.openDataset("time").shape.last ?? 0,
          anchorSample: try group.attributes.number("anchor_sample", as: Int.self),
          channels: try group.attributes.strings("channels"))
      }
    }

    /// The difference from the layout of other windows; nil if both can be in one file.
    func difference(from other: Contents) -> String? {
      let names = streams.map(\.name)
      guard names == other.streams.map(\.name) else {
        return "it has \(names.joined(separator: ", ")), not \(other.streams.map(\.name).joined(separator: ", "))"
      }
      for (stream, other) in zip(streams, other.streams) {
        if stream.channels != other.channels { return "\(stream.name) has other channels" }
        if !SampleWindow.ratesAgree(stream.rateHz, other.rateHz) {
          return "\(stream.name) has \(stream.rateText), not \(other.rateText)"
        }
      }
      return nil
    }
  }

  /// Writes the windows of several files, in the order given, as one file.
  ///
  /// The windows have the length of the first file's windows: others, whose rates differ a little, are cut or filled with
  /// NaN. Memory has the events of all files, but only a block of windows.
  /// - Throws: `LayoutsDiffer`, `TableMerge.Replaced`, or `HDF5Error`.
  static func join(_ parts: some Collection<TableMerge.Part>, into pending: borrowing PendingFile) throws {
    var first: Contents?
    var events: [Event] = []
    for part in parts {
      let contents = try Contents(of: part)
      // The rate of a recording without samples is not known, so windows of no event fit any others.
      if first == nil || (events.isEmpty && !contents.events.isEmpty) { first = contents }
      if let first, !contents.events.isEmpty, let difference = contents.difference(from: first) {
        throw LayoutsDiffer(path: contents.path, first: first.path, difference: difference)
      }
      events += contents.events
    }
    let streams = first?.streams ?? []
    let rowCount = max(1, blockByteCount / max(4, 4 * streams.reduce(0) { $0 + $1.numberCount }))
    try write(events, streams, to: pending) { append in
      for part in parts {
        let file = try File(opening: part.path)
        defer { try? file.close() }
        let count = try file.openDataset("event_time").shape[0]
        let sources = try streams.map { try JoinedStream($0, in: file) }
        for start in stride(from: 0, to: count, by: rowCount) {
          let rows = start..<min(start + rowCount, count)
          try append(sources.map { try $0.windows(rows) })
        }
      }
    }
  }

  /// A stream of a file, read in the layout of the joined file.
  private struct JoinedStream {
    private let layout: Stream
    private let times, values: Dataset
    /// The samples of a window in the joined file that the file has.
    private let present: Range<Int>
    /// How many samples earlier a window begins in the file than in the joined file.
    private let shift: Int
    private let sampleCount: Int

    init(_ layout: Stream, in file: File) throws {
      self.layout = layout
      let group = try file.openGroup(layout.name)
      (times, values) = (try group.openDataset("time"), try group.openDataset("values"))
      sampleCount = try times.shape.last ?? 0
      shift = try group.attributes.number("anchor_sample", as: Int.self) - layout.anchorSample
      present = (-shift..<sampleCount - shift).clamped(to: 0..<layout.sampleCount)
    }

    func windows(_ rows: Range<Int>) throws -> Windows {
      let times = try times.read(rows: rows, as: Float.self)
      let values = try values.read(rows: rows, as: Float.self)
      var windows = Windows()
      windows.append(times: fitted(times, width: 1), values: fitted(values, width: layout.channels.count))
      return windows
    }

    /// Numbers of windows, moved so that their anchors have the place of the layout.
    private func fitted(_ numbers: [Float], width: Int) -> [Float] {
      guard shift != 0 || sampleCount != layout.sampleCount else { return numbers }
      let (count, length) = (sampleCount * width, layout.sampleCount * width)
      var fitted: [Float] = []
      for start in stride(from: 0, to: numbers.count, by: max(1, count)) {
        let first = start + (present.lowerBound + shift) * width
        fitted += repeatElement(.nan, count: present.lowerBound * width)
        fitted += numbers[first..<first + present.count * width]
        fitted += repeatElement(.nan, count: length - present.upperBound * width)
      }
      return fitted
    }
  }
}

extension WindowFile.Stream {
  fileprivate var rateText: String { "\((10 * rateHz).rounded() / 10) Hz" }
}
