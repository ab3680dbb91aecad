import SPSignals
import SPSwings

extension FuzzTarget {
  /// Batches of any size, order, stamps and values.
  static let live = FuzzTarget("live", "batches of a live stream") { bytes in
    var source = ByteSource(bytes)
    let rules: [OverlapRule] = [.refuse, .skip, .clockStep]
    let layout = MotionLayout(hasUserAcceleration: source.bool(), hasAttitude: source.bool())
    let known = Prologue(rateHz: 800, medianIntervalS: 1.0 / 800)
    let prologue: LivePrologue =
      source.bool()
      ? .measured(overS: 1) : .known(acceleration: known, motion: Prologue(rateHz: 200, medianIntervalS: 1.0 / 200))
    let live = LiveSwings(
      .standard(), prologue: prologue, layout: layout, overlaps: rules[source.integer(below: rules.count)])
    var clocks = [0.0, 0.0]
    while !source.isEmpty {
      let stream = source.integer(below: 2)
      let channels = stream == 0 ? 3 : layout.units.count
      let block = source.block(channels: channels, stepS: stream == 0 ? 1.0 / 800 : 1.0 / 200, &clocks[stream])
      // A batch that is refused leaves the stream as it was.
      _ = try? live.take(stream == 0 ? SwingBatch(acceleration: block) : SwingBatch(motion: block))
      if source.integer(below: 64) == 0 { _ = live.findings.decided }
      if source.integer(below: 128) == 0 { try? live.end(stream == 0 ? .acceleration : .motion) }
    }
    _ = try live.lastUpdates()
    _ = try live.finish().decided
  }
}

/// Takes values from bytes, and zeros once there are no more.
private struct ByteSource {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }
  mutating func bool() -> Bool { byte() & 1 == 1 }
  mutating func integer(below end: Int) -> Int { Int(byte()) % end }

  /// A block whose stamps mostly go on evenly, with whatever bursts, gaps, steps back and missing values the bytes ask
  /// for.
  mutating func block(channels: Int, stepS: Double, _ clock: inout Double) -> SampleBlock {
    let count = integer(below: 256)
    let kind = byte()
    if kind < 24 { clock += Double(Int8(bitPattern: byte())) * (kind < 12 ? 0.01 : 10) }
    if kind == 24 { clock = .nan }
    if kind == 25 { clock = .infinity }
    if kind == 26 || !clock.isFinite && kind > 26 { clock = 0 }
    let times = (0..<count).map { clock + Double($0) * (kind == 27 ? 0 : stepS) }
    clock = (times.last ?? clock) + stepS
    let (size, period) = (Float(Int8(bitPattern: byte())) / 4, 1 + integer(below: 200))
    let odd: [Float] = [.nan, .infinity, -.infinity, .greatestFiniteMagnitude, 1e30, 0]
    let special = byte()
    let values = (0..<channels).map { channel in
      (0..<count).map { place -> Float in
        if special < 6, place % 37 == channel { return odd[Int(special)] }
        return place % period == 0 ? size : size * Float(channel + place % 7) / 100
      }
    }
    return SampleBlock(times: times[...], channels: values.map { SampleBlock.Channel($0) })
  }
}
