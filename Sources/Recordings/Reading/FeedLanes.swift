import Parallel

/// The datasets of a pass, each decoded once ahead of its use, whatever number of streams or columns share it.
struct FeedLanes {
  /// What a lane prepares.
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

  /// What a lane has prepared: timestamps in s, or rows, as they are stored where several share them.
  enum Block: Sendable {
    case timestamps([Double])
    case rows([Float], missingRows: Int)
    case raw([Float])
  }

  private var sources: [Source] = []
  private var users: [Int] = []
  private var places: [String: Int] = [:]
  private var prepared: PreparedLanes<Block>?
  /// Blocks of shared lanes that not all have taken yet, with how many are left, and how many blocks were prepared.
  private var waiting: [Int: [Int: (block: Block, left: Int)]] = [:]
  private var next: [Int: Int] = [:]

  /// Adds the timestamps of a stream; the number of their lane, and the timestamps that all of its users share.
  mutating func add(_ timestamps: KeptTimestamps) -> (lane: Int, KeptTimestamps) {
    if let lane = places[timestamps.name], case .timestamps(let shared) = sources[lane] {
      users[lane] += 1
      return (lane, shared)
    }
    return (add(.timestamps(timestamps), timestamps.name), timestamps)
  }

  /// Adds a dataset; the number of its lane, and the rows that all of its users share.
  mutating func add(_ rows: KeptRows) -> (lane: Int, KeptRows) {
    guard let lane = places[rows.source.path], case .rows(let first, _) = sources[lane] else {
      return (add(.rows(rows, isShared: false), rows.source.path), rows)
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

  /// Has one user less take from a lane.
  mutating func leave(_ lane: Int) { users[lane] -= 1 }

  /// Begins to decode, as far as anybody uses it.
  mutating func start() {
    let (sources, users) = (sources, users)
    let counts = sources.indices.map { users[$0] > 0 ? sources[$0].blockCount : 0 }
    prepared = PreparedLanes(counts: counts) { lane, number in
      switch sources[lane] {
      case .timestamps(let timestamps): return .timestamps(try timestamps.take(number))
      case .rows(let rows, isShared: true): return .raw(try rows.take(number))
      case .rows(let rows, isShared: false):
        let values = rows.source.converted(try rows.take(number))
        return .rows(values, missingRows: rows.source.missingRowCount(in: values))
      }
    }
  }

  /// Ends the decoding: nobody is at it once this returns.
  func stop() { prepared?.stop() }

  /// Takes a block of a lane; each user takes all of its blocks, in order.
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
