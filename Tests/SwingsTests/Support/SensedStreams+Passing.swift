import SPSignals
import SPSimulation
import TestSupport

@testable import SPSwings

extension SensedStreams {
  /// All samples in batches of random lengths, some of them empty, where either stream lags the other by up to some
  /// seconds, now more and now less.
  func batches(longest: Int, lagS: Double = 0, seed: UInt64) -> [SwingBatch] {
    var generator = SeededGenerator(seed: seed)
    var next: [SwingStream: Int] = [:]
    var lags: [SwingStream: Double] = [:]
    var batches: [SwingBatch] = []
    func cut(_ stream: SwingStream, _ count: Int) -> SampleBlock {
      let first = next[stream, default: 0]
      let rows = first..<min(self[stream].times.count, first + count)
      next[stream] = rows.upperBound
      return self[stream].block(rows)
    }
    while true {
      if Int.random(in: 0..<4, using: &generator) == 0 {
        let late = Bool.random(using: &generator) ? SwingStream.motion : .acceleration
        lags = [late: Double.random(in: 0...lagS, using: &generator)]
      }
      let due = SwingStream.allCases.compactMap { stream -> (stream: SwingStream, moment: Double)? in
        let row = next[stream, default: 0]
        return row < self[stream].times.count ? (stream, self[stream].moments[row] + lags[stream, default: 0]) : nil
      }.min { $0.moment < $1.moment }
      guard let due else { return batches }
      // Batches of a few samples are as likely as long ones.
      let limit = min(longest, [3, 300, longest][Int.random(in: 0..<3, using: &generator)])
      let count = Int.random(in: 1...limit, using: &generator)
      var batch = SwingBatch()
      switch due.stream {
      case .acceleration:
        batch.acceleration = cut(.acceleration, count)
        // An empty block is as good as none.
        if Bool.random(using: &generator) { batch.motion = cut(.motion, 0) }
      case .motion:
        batch.motion = cut(.motion, count)
        if lags.isEmpty { batch.acceleration = cut(.acceleration, Int.random(in: 0...4 * count, using: &generator)) }
      }
      batches.append(batch)
      if Int.random(in: 0..<8, using: &generator) == 0 { batches.append(SwingBatch()) }
    }
  }

  /// The samples in batches of even lengths of time.
  func batches(everyS lengthS: Double) -> [SwingBatch] {
    let streams = SwingStream.allCases
    guard let start = streams.compactMap({ self[$0].moments.first }).min(),
      let end = streams.compactMap({ self[$0].moments.last }).max()
    else { return [] }
    var next: [SwingStream: Int] = [:]
    return stride(from: start, through: end, by: lengthS).map { time in
      let blocks = streams.map { stream in
        let rows = self[stream].moments.indices.dropFirst(next[stream, default: 0])
          .prefix { self[stream].moments[$0] < time + lengthS }
        next[stream, default: 0] += rows.count
        return self[stream].block(rows.startIndex..<rows.endIndex)
      }
      return SwingBatch(acceleration: blocks[0], motion: blocks[1])
    }
  }

  /// What a graph finds that is fed by itself: each stream in one go, or a second of each after the other.
  func findings(_ rules: SwingRules, inOneGo: Bool = true) throws -> SwingFindings {
    let feed = try LiveFeed(
      rules, acceleration: prologue(of: .acceleration), motion: prologue(of: .motion), layout)
    for batch in inOneGo ? batches(everyS: .infinity) : batches(everyS: 1) {
      if let block = batch.acceleration { try feed.take(block, of: .acceleration) }
      if let block = batch.motion { try feed.take(block, of: .motion) }
    }
    return try feed.finish()
  }

  /// What is told and found live of some batches.
  func follow(
    _ batches: [SwingBatch], _ rules: SwingRules, overlaps: OverlapRule = .refuse, prologue: LivePrologue? = nil
  ) throws -> (updates: [SwingUpdate], findings: SwingFindings) {
    let live = LiveSwings(rules, prologue: try prologue ?? self.prologue, layout: layout, overlaps: overlaps)
    let updates = try batches.flatMap { try live.take($0) }
    return (updates, try live.finish())
  }
}
