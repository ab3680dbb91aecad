import SPSignals

/// The timestamps of one stream and the rows removed by gaps, in microseconds from the session's start.
///
/// A real watch steps its accelerometer by 1252, 1252, 1252, 1232 us (801.92 Hz) and its device motion by 4988 us
/// (200.48 Hz). Timestamps are computed from the index in integers, so that no rounding error can grow.
struct StreamClock: Sendable {
  /// Length of the pattern of intervals, us: four intervals of the accelerometer, one of the device motion.
  static let cycleUS = 4988
  /// All intervals of a cycle except the last, us.
  static let stepUS = 1252

  /// A gap as this stream sees it: the rows from `row` on come `missing` samples later than without gaps.
  private struct Skip: Sendable {
    var row: Int
    var missing: Int
  }

  /// The number of rows of the stream, without the rows that gaps remove.
  let count: Int
  private let samplesPerCycle: Int
  private let offsetUS: Int
  private let skips: [Skip]
  private let jitter: RandomStream
  private let jitterUS: Double
  /// Draws the ticks of a timestamp after its microsecond; nil if timestamps are whole microseconds.
  private let ticks: RandomStream?

  init(
    samplesPerCycle: Int, offsetUS: Int, durationUS: Int, gapsUS: [Range<Int>], jitter: RandomStream, jitterUS: Double,
    ticks: RandomStream? = nil
  ) {
    self.ticks = ticks
    self.samplesPerCycle = samplesPerCycle
    self.offsetUS = offsetUS
    self.jitter = jitter
    self.jitterUS = jitterUS
    func sample(_ us: Int) -> Int { Self.sample(atOrAfter: us - offsetUS, samplesPerCycle: samplesPerCycle) }
    var missing = 0
    var skips: [Skip] = []
    for gap in gapsUS {
      let row = sample(gap.lowerBound) - missing
      missing += sample(gap.upperBound) - sample(gap.lowerBound)
      skips.append(Skip(row: row, missing: missing))
    }
    self.skips = skips
    count = sample(durationUS) - missing
  }

  private static func sample(atOrAfter us: Int, samplesPerCycle: Int) -> Int {
    guard us > 0 else { return 0 }
    let (cycle, rest) = us.quotientAndRemainder(dividingBy: cycleUS)
    return cycle * samplesPerCycle + min(samplesPerCycle, (rest + stepUS - 1) / stepUS)
  }

  /// The timestamp of a sample, s since boot.
  ///
  /// A device timestamps a sample when its driver delivers it, at any tick of its clock.
  func timestampS(_ sample: Int, us: Int) -> Double {
    guard let ticks else { return Double(us) / 1e6 }
    let perUS = TimestampKind.ticksPerUS
    return Double(us * perUS + Int(ticks.word(at: sample) % UInt64(perUS))) / Double(perUS * 1_000_000)
  }

  /// Calls the body for each row with its sample number, its time and its timestamp, us from the session's start.
  func forEachRow(in rows: Range<Int>, _ body: (_ sample: Int, _ timeUS: Int, _ timestampUS: Int) -> Void) {
    var skip = firstSkip(after: rows.lowerBound)
    var missing = skip > 0 ? skips[skip - 1].missing : 0
    for row in rows {
      while skip < skips.count, skips[skip].row <= row {
        missing = skips[skip].missing
        skip += 1
      }
      let sample = row + missing
      let (cycle, step) = sample.quotientAndRemainder(dividingBy: samplesPerCycle)
      let timeUS = offsetUS + cycle * Self.cycleUS + step * Self.stepUS
      body(sample, timeUS, timeUS + timestampErrorUS(sample))
    }
  }

  /// The number of skips that begin at or before a row.
  private func firstSkip(after row: Int) -> Int { partitionPoint(skips.indices) { skips[$0].row <= row } }

  private func timestampErrorUS(_ sample: Int) -> Int {
    guard jitterUS > 0 else { return 0 }
    // Less than half of the shortest interval (1232 us), so that timestamps keep their order.
    return Int(max(-615, min(615, (jitter.bell(at: sample) * jitterUS).rounded())))
  }
}
