import Foundation
import SPRecordings
import SPSignals

/// Recordings that are made for a test, and what is measured of them.
final class QualityScene {
  /// A stream with rows of values by dataset.
  struct Stream {
    var name: StreamName
    var time: [Double]
    var datasets: [String: [Float]]
    var nominalRateHz: Double?
    var rangeG: Double?
    var chunkRows = 8192
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a recording and opens it.
  func recording(_ streams: Stream...) throws -> Recording {
    let path = folder.path + "/made.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "made"))
    for stream in streams {
      try writer.addStream(
        stream.name, datasets: stream.datasets.keys.sorted(), nominalRateHz: stream.nominalRateHz,
        rangeG: stream.rangeG, chunkRows: stream.chunkRows)
      try writer.append(to: stream.name, time: stream.time, stream.datasets)
    }
    try writer.finish()
    return try Recording(opening: path)
  }

  /// The quality of a recording of one accelerometer at 800 Hz, by its axes.
  func acceleration(_ x: [Float], _ y: [Float]? = nil, _ z: [Float]? = nil, rangeG: Double? = nil) throws
    -> DatasetQuality
  {
    let others = [y ?? Self.motion(x.count, phase: 1), z ?? Self.motion(x.count, phase: 2)]
    let stream = Stream(
      name: .accelerometer, time: steady(x.count), datasets: ["acceleration": Self.rows([x] + others)],
      rangeG: rangeG)
    return try RecordingQuality(of: recording(stream)).streams[0].datasets[0]
  }

  /// Rows of values from channels.
  static func rows(_ channels: [[Float]]) -> [Float] {
    (0..<(channels.first?.count ?? 0)).flatMap { row in channels.map { $0[row] } }
  }

  /// A movement under 1.5 units in which no two neighbours are equal.
  static func motion(_ count: Int, phase: Double = 0) -> [Float] {
    (0..<count).map { row -> Float in
      let slow: Double = sin(0.0137 * Double(row) + phase)
      let fast: Double = 0.3 * sin(0.531 * Double(row) + phase)
      return Float(slow + fast)
    }
  }
}

extension RecordingQuality {
  /// The kinds of all faults, in their order.
  var kinds: [QualityFault.Kind] { faults.map(\.kind) }
}
