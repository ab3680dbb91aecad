import SPRecordings

/// Writes a ride, run, swim or dive as a recording.
struct ActivityImport {
  private let activity: Activity
  private let options: ImportOptions
  private let path: String
  let format: ImportFormat

  /// Rows that are written at a time.
  private static let blockLength = 1 << 15
  /// Takes one of the activities of a source.
  /// - Throws: `ImportError` if the activity has no stream.
  init(_ activity: Activity, _ format: ImportFormat, from path: String, _ options: ImportOptions) throws {
    self.activity = activity
    self.format = format
    self.path = path
    self.options = options
    try requireStreams()
  }

  private func requireStreams() throws {
    guard !activity.streams.isEmpty else {
      let reasons = activity.unused + activity.repairs
      let left = reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))"
      throw ImportError(path: path, "holds none of the streams of layout version 1\(left)")
    }
  }

  /// Facts that the file states.
  func attributes(recordingID: String) -> RecordingAttributes {
    var attributes = activity.attributes
    attributes.recordingID = recordingID
    return attributes
  }

  /// The model of the device that recorded.
  var application: String? { activity.attributes.deviceModel }
  /// The findings, and options without effect.
  var notes: [String] { activity.notes + options.notes(using: format == .fit ? [.keepGoing] : []) }
  /// The parts left out.
  var unused: [String] { activity.unused }

  /// Writes all streams and tables.
  func run(into writer: RecordingWriter, advanced: (Double) -> Void) throws -> ImportedRows {
    var imported = ImportedRows(activity.repairs)
    for (index, stream) in activity.streams.enumerated() {
      let sink = try StreamSink(stream.name, datasets: stream.datasets, options, to: writer)
      let widths = stream.datasets.map { _ in 1 }
      for start in stride(from: 0, to: stream.rows.count, by: Self.blockLength) {
        try Task.checkCancellation()
        let range = start..<min(start + Self.blockLength, stream.rows.count)
        try sink.take(stream.rows.part(range, widths: widths), from: path)
      }
      try sink.finish()
      imported += ImportedRows([sink])
      let written = Double(index + 1) / Double(activity.streams.count)
      advanced(written)
    }
    for summary in activity.summaries { try writer.write(summary) }
    return imported
  }
}
