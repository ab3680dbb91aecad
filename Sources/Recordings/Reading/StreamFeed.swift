import SPSignals

/// The part of a stream that passes, and the order of its channels.
public struct StreamSelection: Hashable, Sendable {
  /// The stream.
  public var name: StreamName
  /// The datasets by their names in layout version 1; the components of each are consecutive channels.
  public var datasets: [String]

  /// Selects datasets.
  public init(_ name: StreamName, _ datasets: [String]) {
    self.name = name
    self.datasets = datasets
  }
}

/// One stream of a pass: the positions of its datasets among the lanes that are decoded ahead, and its
/// progress.
struct StreamFeed {
  private(set) var selection: StreamSelection
  let stream: RecordingStream
  /// The stored timestamps; nil if the stream has a start and a rate instead, which are in `regular`.
  private(set) var timestamps: KeptTimestamps?
  private let regular: TimeBase?
  private var rows: [RowSource]
  /// The rows, with the blocks that were read before the pass; all users of a shared dataset have the same rows.
  private var kept: [KeptRows]
  /// The lane of each dataset; several datasets may be columns of one lane.
  private var lanes: [Int] = []
  private var timestampLane: Int?
  /// The scan of the timestamps; nil if they are passed as they are.
  var scan: StreamScan?

  private(set) var next = 0
  private var times: (first: Int, values: [Double]) = (0, [])
  private var values: [(first: Int, count: Int, values: [Float])]
  /// The first timestamp that has passed, in s.
  private(set) var firstTime: Double?
  /// The timestamp of the last sample that has passed, in s, and the timestamp before the latest backward step; nil
  /// without a step.
  private(set) var lastTime = -Double.infinity
  private(set) var timeBeforeStep: Double?
  /// Rows with a component that is not finite, by dataset.
  private(set) var missingRowCounts: [Int]
  /// Rows with values that no sensor measures, by dataset.
  private(set) var impossible: [ImpossibleRows]
  /// Checks of the values, by dataset.
  private(set) var passing: [PassingValues]

  var isEnded: Bool { next == stream.count }

  init(_ selection: StreamSelection, of recording: Recording) throws {
    self.selection = selection
    stream = try recording.stream(selection.name)
    timestamps = try stream.timestamps().map(KeptTimestamps.init)
    regular = stream.regularTimeBase
    let stream = stream
    rows = try selection.datasets.map { try stream.rows(of: $0) }
    kept = rows.map(KeptRows.init)
    values = rows.map { _ in (0, 0, []) }
    missingRowCounts = rows.map { _ in 0 }
    impossible = rows.map { _ in ImpossibleRows() }
    passing = selection.datasets.map { PassingValues($0, of: selection.name) }
  }

  /// Adds the datasets to be decoded to the lanes.
  mutating func addLanes(to feed: inout FeedLanes) {
    if let timestamps { (timestampLane, self.timestamps) = feed.add(timestamps) }
    lanes = kept.indices.map { place in
      let (lane, shared) = feed.add(kept[place])
      kept[place] = shared
      return lane
    }
  }

  /// The samples of some datasets in an interval of time, read before the pass.
  func samples(of datasets: [String], in interval: ClosedRange<Double>) throws -> SampleBlock {
    let range = try timestamps?.rows(in: interval) ?? regular?.indices(in: interval) ?? 0..<0
    let times = try timestamps?.timestamps(range) ?? regular?.times(range) ?? []
    let channels = try datasets.flatMap { dataset -> [SampleBlock.Channel] in
      guard let place = selection.datasets.firstIndex(of: dataset) else { return [] }
      let values = try kept[place].rows(range, as: rows[place])
      return rows[place].places.map { SampleBlock.Channel(values, first: $0, step: rows[place].width) }
    }
    return SampleBlock(times: times[...], channels: channels)
  }

  /// The timestamps of evenly spaced rows, the first and the last among them.
  func times(ofRows wanted: Int) throws -> [Double] {
    guard stream.count > 0 else { return [] }
    return try (0..<wanted).map { number in
      let row = wanted > 1 ? (stream.count - 1) * number / (wanted - 1) : 0
      return try (timestamps?.timestamps(row..<row + 1) ?? regular?.times(row..<row + 1) ?? [])[0]
    }
  }

  /// Leaves out all datasets except the timestamps.
  mutating func leaveRows(_ feed: inout FeedLanes) {
    for lane in lanes { feed.leave(lane) }
    (rows, kept, lanes, values) = ([], [], [], [])
    (missingRowCounts, impossible, passing) = ([], [], [])
    selection.datasets = []
  }

  /// The most rows that pass at a time, so that memory does not grow with the chunks.
  private static let mostRows = 65_536

  /// The next rows, as far as every dataset is decoded.
  mutating func nextBlock(_ feed: inout FeedLanes) throws -> SampleBlock {
    var count = min(Self.mostRows, stream.count - next)
    if let timestampLane, let timestamps {
      if next == times.first + times.values.count,
        case .timestamps(let values) = try feed.take(timestampLane, next / timestamps.blockRows)
      {
        times = (next, values)
      }
    } else {
      times = (next, try regular?.times(next..<next + count) ?? [])
    }
    count = min(count, times.first + times.values.count - next)
    for place in rows.indices {
      if next == values[place].first + values[place].count {
        let block = try feed.take(lanes[place], next / rows[place].blockRows)
        values[place] = take(block, of: place)
      }
      count = min(count, values[place].first + values[place].count - next)
    }
    defer { next += count }
    var channels: [SampleBlock.Channel] = []
    for (place, rows) in rows.enumerated() {
      let first = (next - values[place].first) * rows.width
      channels += rows.places.map {
        SampleBlock.Channel(values[place].values, first: first + $0, step: rows.width)
      }
    }
    let block = SampleBlock(times: times.values[(next - times.first)...].prefix(count), channels: channels)
    for place in rows.indices { passing[place].add(block, channels: components(of: place), turning: turning) }
    if firstTime == nil { firstTime = block.times.first }
    note(block.times.last ?? lastTime)
    return block
  }

  /// The components of a dataset among the channels of a block.
  private func components(of place: Int) -> Range<Int> {
    let first = rows[..<place].reduce(0) { $0 + $1.places.count }
    return first..<first + rows[place].places.count
  }

  /// The components of the rotation rate, if it passes.
  private var turning: Range<Int>? { selection.datasets.firstIndex(of: "rotation_rate").map { components(of: $0) } }

  private mutating func take(_ block: FeedLanes.Block, of place: Int) -> (first: Int, count: Int, values: [Float]) {
    let screened: RowSource.Screened
    switch block {
    case .rows(let rows): screened = rows
    case .raw(let raw): screened = rows[place].screened(rows[place].converted(raw))
    case .timestamps: preconditionFailure("timestamps in the place of rows")
    }
    missingRowCounts[place] += screened.missingRows
    impossible[place].add(screened.impossible, from: next)
    return (next, screened.values.count / rows[place].width, screened.values)
  }

  /// A sentence about the values beyond the limit of a dataset; nil without such values.
  func impossibleSentence(of place: Int) -> String? {
    guard impossible[place].count > 0, let limit = rows[place].limit,
      let kind = StreamCatalog.kind(of: selection.datasets[place], in: selection.name)
    else { return nil }
    let row = impossible[place].firstRow.map { " (first in row \($0))" } ?? ""
    return
      "\(limit.doubt(largest: impossible[place].largest, kind.unit)), in \(impossible[place].count) of \(stream.count) rows"
      + "\(row); values from 2e6 on are taken as missing"
  }

  private mutating func note(_ time: Double) {
    if time < lastTime { timeBeforeStep = lastTime }
    lastTime = time
  }

  /// Forgets this clock's backward step, once all other streams have stepped back or will not.
  mutating func forgetStep() { timeBeforeStep = nil }
}
