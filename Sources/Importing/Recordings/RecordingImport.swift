import SPHDF5
import SPRecordings
import SPSignals

/// Copies an HDF5 file of a known or mapped layout into a recording of layout version 1.
struct RecordingImport {
  private let recording: Recording
  private let options: ImportOptions
  /// The format of the file.
  let format: ImportFormat

  /// Rows that are read at a time: a whole number of chunks of usual sizes.
  private static let blockLength = 1 << 15

  /// Opens a file.
  /// - Throws: `ImportError` if its layout is not recognised or it has no streams; `RecordingError`, `HDF5Error`.
  init(_ path: String, _ options: ImportOptions, _ known: () -> [NamedMapping]) throws {
    self.options = options
    if case .hdf5(let mapping) = options.mapping {
      recording = try Recording(
        opening: path, layout: .mapped(mapping), filters: options.filters, corrections: options.corrections)
      format = .mapped
    } else if options.sensor != nil || options.format == .opal {
      recording = try Recording(
        opening: path, layout: .opal(sensor: options.sensor), filters: options.filters, corrections: options.corrections
      )
      format = .opal
    } else {
      do {
        recording = try Recording(
          opening: path, layout: options.format == .swingpipe ? .native : .automatic, filters: options.filters,
          corrections: options.corrections,
          known: known)
      } catch let error as RecordingError where options.format == nil && error.object == nil {
        throw ImportError(path: path, error.message)
      }
      format = recording.isNative ? .swingpipe : recording.mappingName == nil ? .opal : .mapped
    }
    guard !recording.streams.isEmpty else {
      throw ImportError(path: path, "has none of the streams of layout version 1; expected at least one")
    }
    if format == .mapped { try requirePlausibleRates() }
  }

  /// Throws if the rate of a motion sensor shows that its timestamps are in another unit than assumed.
  private func requirePlausibleRates() throws {
    for (name, stream) in recording.streams.sorted(by: { $0.key < $1.key }) where PlausibleRate.streams.contains(name) {
      if let rateHz = try stream.probed()?.rateHz, let fault = PlausibleRate.fault(of: name, rateHz: rateHz) {
        throw ImportError(path: recording.path, fault)
      }
    }
  }

  /// The recordings in a file by the patterns of the given mapping; empty for a mapping without patterns.
  /// - Throws: `RecordingError`, `HDF5Error`.
  static func matches(_ path: String, _ options: ImportOptions) throws -> [PatternMatch] {
    guard case .hdf5(let mapping)? = options.mapping, mapping.hasPatterns else { return [] }
    let file = try File(opening: path, filters: options.filters)
    let matches = try mapping.matches(in: file)
    try file.close()
    return matches
  }

  /// Facts that the file states.
  func attributes(recordingID: String) -> RecordingAttributes {
    var attributes = recording.attributes
    attributes.recordingID = recordingID
    return attributes
  }

  /// Warnings about attributes that were left out, and options without effect.
  var notes: [String] {
    let used: Set<ImportOptions.Special> = [.correct, .motionOffset, .estimateGravity]
    return recording.warnings + (recording.mappingName.map { ["read by the built-in mapping \($0)"] } ?? [])
      + options.notes(using: used.union(format == .opal ? [.sensor] : []))
      + EstimatedGravity.notes(
        isWanted: options.estimatesGravity, isMade: estimatesGravity,
        motion: Set(recording.streams[.deviceMotion]?.datasetNames ?? []))
  }

  private var estimatesGravity: Bool { options.estimatesGravity && recording.needsGravity }

  /// The changes made to the recording before this import.
  var history: [String] { recording.history }

  /// The labels of the file.
  func annotations() throws -> Annotations? { try recording.annotations() }

  /// Copies all streams and the device's own tables.
  ///
  /// - Returns: the spans of time of the streams, and the changes to their rows.
  /// - Throws: the errors of reading and writing, `ImportError`, and `CancellationError`.
  func run(into writer: RecordingWriter, advanced: (Double) -> Void) throws -> ImportedRows {
    var imported = ImportedRows()
    let streams = recording.streams.sorted { $0.key < $1.key }.map(\.value)
    let total = Double(streams.reduce(0) { $0 + $1.count })
    var done = 0.0
    let estimates = estimatesGravity ? try estimates() : nil
    for stream in streams {
      let added = stream.name == .deviceMotion ? estimates ?? [] : []
      let sink = try StreamSink(
        stream.name, datasets: stream.datasetNames + added.map(\.name), options, nominalRateHz: stream.nominalRateHz,
        rangeG: stream.rangeG, to: writer)
      let times = try stream.timeBase
      let datasets = try stream.datasetNames.map { try stream.signals($0) }
      for start in stride(from: 0, to: stream.count, by: Self.blockLength) {
        try Task.checkCancellation()
        let range = start..<min(start + Self.blockLength, stream.count)
        let rows = try StreamRows(
          times: times.times(range),
          datasets: datasets.map { try Self.rows(of: $0, range) }
            + added.map { Array($0.values[$0.width * range.lowerBound..<$0.width * range.upperBound]) })
        try sink.take(rows, from: recording.path)
        done += Double(range.count)
        advanced(done / max(1, total))
      }
      try sink.finish()
      if !added.isEmpty { try writer.markEstimatedGravity(of: stream.name) }
      imported += ImportedRows([sink], repairs: try stream.restoration.map { ["\(stream.name): \($0.sentence)"] } ?? [])
    }
    for summary in try recording.deviceSummaries() { try writer.write(summary) }
    return imported
  }

  /// A dataset of the device motion that the file lacks.
  private typealias Estimate = (name: String, width: Int, values: [Float])

  /// Gravity, attitude and user acceleration, as far as the file lacks them.
  private func estimates() throws -> [Estimate] {
    let motion = try SmoothedMotion(
      rotationRate: try recording.triaxial("rotation_rate", of: .deviceMotion),
      acceleration: try recording.triaxial("acceleration", of: .accelerometer))
    let all: [Estimate] = [
      ("gravity", 3, motion.gravity), ("attitude", 4, motion.attitude),
      ("user_acceleration", 3, motion.userAcceleration),
    ]
    let known = recording.streams[.deviceMotion]?.datasetNames ?? []
    return all.filter { !known.contains($0.name) }
  }

  private static func rows(of components: [any Signal], _ range: Range<Int>) throws -> [Float] {
    let columns = try components.map { try $0.samples(range) }
    guard columns.count > 1 else { return columns.first ?? [] }
    return [Float](unsafeUninitializedCapacity: range.count * columns.count) { output, count in
      for (component, column) in columns.enumerated() {
        for row in column.indices { output[row * columns.count + component] = column[row] }
      }
      count = range.count * columns.count
    }
  }

  /// Closes the file.
  func close() throws { try recording.close() }
}
