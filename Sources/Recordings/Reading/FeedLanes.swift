import SPSignals

/// The datasets of a pass. Each dataset is decoded once, before it is needed, however many streams or columns share it.
struct FeedLanes {
  /// The data that a lane prepares.
  private enum Source: Sendable {
    case timestamps(KeptTimestamps)
    case rows(KeptRows, isShared: Bool)

    var blockCount: Int {
      switch self {
      case .timestamps(let timestamps): timestamps.blockCount
      case .rows(let rows, _): rows.blockCount
      }
    }
  }

  /// A prepared block: timestamps in s, or rows, which are as stored if several users share them.
  enum Block: Sendable {
    case timestamps([Double])
    case rows(RowSource.Screened)
    case raw([Float])
  }

  private var sources: [Source] = []
  private var users: [Int] = []
  private var places: [String: Int] = [:]
  private var prepared: PreparedLanes<Block>?
  /// Blocks of shared lanes that some users still need, with the number of these users; and the number of blocks
  /// prepared.
  private var waiting: [Int: [Int: (block: Block, left: Int)]] = [:]
  private var next: [Int: Int] = [:]

  /// Adds the timestamps of a stream; returns the number of their lane, and the timestamps shared by all users
  /// of the lane.
  mutating func add(_ timestamps: KeptTimestamps) -> (lane: Int, KeptTimestamps) {
    if let lane = places[timestamps.name], case .timestamps(let shared) = sources[lane] {
      users[lane] += 1
      return (lane, shared)
    }
    return (add(.timestamps(timestamps), timestamps.name), timestamps)
  }

  /// Adds a dataset; returns the number of its lane, and the rows shared by all users of the lane.
  mutating func add(_ rows: KeptRows) -> (lane: Int, KeptRows) {
    guard let lane = places[rows.source.name], case .rows(let first, _) = sources[lane] else {
      return (add(.rows(rows, isShared: false), rows.source.name), rows)
    }
    sources[lane] = .rows(first, isShared: true)
    users[lane] += 1
    return (lane, first)
  }

  private mutating func add(_ source: Source, _ name: String) -> Int {
    places[name] = sources.count
    sources.append(source)
    users.append(1)
    return sources.count - 1
  }

  /// Removes one user from a lane.
  mutating func leave(_ lane: Int) { users[lane] -= 1 }

  /// Starts decoding the lanes that have users.
  mutating func start() {
    let (sources, users) = (sources, users)
    let counts = sources.indices.map { users[$0] > 0 ? sources[$0].blockCount : 0 }
    prepared = PreparedLanes(counts: counts) { lane, number in
      switch sources[lane] {
      case .timestamps(let timestamps): return .timestamps(try timestamps.take(number))
      case .rows(let rows, isShared: true): return .raw(try rows.take(number))
      case .rows(let rows, isShared: false):
        return .rows(rows.source.screened(rows.source.converted(try rows.take(number))))
      }
    }
  }

  /// Stops decoding; all workers have stopped when this returns.
  func stop() { prepared?.stop() }

  /// Takes a block from a lane; each user takes all of its blocks, in order.
  mutating func take(_ lane: Int, _ number: Int) throws -> Block {
    guard let prepared else { preconditionFailure("lanes that were not started") }
    guard users[lane] > 1 else { return try prepared.next(of: lane) }
    while next[lane, default: 0] <= number {
      waiting[lane, default: [:]][next[lane, default: 0]] = (try prepared.next(of: lane), users[lane])
      next[lane, default: 0] += 1
    }
    guard var entry = waiting[lane]?[number] else { preconditionFailure("block \(number) was taken by all before") }
    entry.left -= 1
    waiting[lane]?[number] = entry.left > 0 ? entry : nil
    return entry.block
  }
}
