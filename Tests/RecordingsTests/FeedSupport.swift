import SPHDF5
import SPRecordings
import SPSignals
import Testing

/// How the datasets of two streams are stored: by the rows of their chunks, nil in one piece.
struct FeedStorage: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var accelerationTime: Int?
  var acceleration: Int?
  var motionTime: Int?
  var rotationRate: Int?
  var gravity: Int?

  init(_ name: String, _ rows: [Int?]) {
    testDescription = name
    (accelerationTime, acceleration) = (rows[0], rows[1])
    (motionTime, rotationRate, gravity) = (rows[2], rows[3], rows[4])
  }

  static let all = [
    FeedStorage("chunks of 800 and 200", [800, 800, 200, 200, 200]),
    FeedStorage("chunks of 8,192", [8192, 8192, 8192, 8192, 8192]),
    FeedStorage("one chunk", [20_000, 20_000, 20_000, 20_000, 20_000]),
    FeedStorage("in one piece", [nil, nil, nil, nil, nil]),
    FeedStorage("chunks that differ", [1000, 777, nil, 4096, 50]),
  ]

  static func layout(_ rows: Int?, columns: Int? = nil) -> DatasetLayout {
    guard let rows else { return .contiguous }
    // One that could grow may be shorter than a chunk.
    return DatasetLayout(
      chunkShape: [rows] + (columns.map { [$0] } ?? []), gzipLevel: 1, shuffle: true, isExtendible: true)
  }
}

/// What a pass gave of one stream.
struct FedStream {
  var times: [Double] = []
  var channels: [[Float]] = []
  var endedAt: [Int] = []

  mutating func add(_ block: SampleBlock) {
    times += block.times
    if channels.isEmpty { channels = block.channels.map { _ in [] } }
    for (place, channel) in block.channels.enumerated() {
      channels[place] += (0..<block.count).map { channel.values[channel.first + $0 * channel.step] }
    }
  }
}

extension RecordingFeed {
  /// All that passes, by stream.
  func all() throws -> [FedStream] {
    var streams = selections.map { _ in FedStream() }
    try forEachBlock { place, block in
      streams[place].add(block)
    } ended: { place in
      streams[place].endedAt.append(streams[place].times.count)
    }
    return streams
  }
}
