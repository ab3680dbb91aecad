import TestSupport
import Testing

@testable import SPSignals

struct DotStreamTests {
  @Test("Products of what passes are those of the whole, bit for bit", arguments: 0..<4)
  func sameBits(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let count = 5000
    // A channel that belongs to neither vector, and zeros of both signs: sums begin at 0, which -0 is not.
    var channels = (0..<7).map { noise(count, seed: 10 * seed + $0) }
    for channel in channels.indices {
      for index in 0..<9 { channels[channel][index] = [0, -0.0, 1, -1, .nan][(index * (channel + 2)) % 5] }
    }
    let times = timestamps(count, gapsBefore: [2000])
    func vector(_ first: Int) throws -> Triaxial {
      let axes = try channels[first..<first + 3].map { try signal($0, gapsBefore: [2000]) }
      return Triaxial(x: axes[0], y: axes[1], z: axes[2])
    }
    let whole = try DotSignal(vector(0), vector(4), unit: .radiansPerSecond).samples(0..<count)

    let ring = try StreamRing(7, like: times)
    let stream = DotStream(ring, first: 0, second: 4, unit: .radiansPerSecond)
    var products: [Float] = []
    for piece in cuts(count, longest: [1, 30, 700, 5000][seed], &generator) {
      try ring.add(piece, times, channels)
      stream.advance()
      products += try stream.signal.samples(products.count..<ring.count)
      stream.drop(before: ring.count - 3)
      ring.drop(before: ring.count)
    }
    #expect(bits(products) == bits(whole))
    #expect(stream.signal.unit == .radiansPerSecond)
    #expect(stream.signal.timeBase.segments.last?.samples == 2000..<count)
    #expect(throws: SignalError.left(0..<1, held: count - 3..<count)) { try stream.signal.samples(0..<1) }

    ring.restart()
    stream.restart()
    ring.append(SampleBlock(times: [0, 1], channels: channels.map { .init([$0[99], 2]) }))
    stream.advance()
    #expect(try stream.signal.samples(count..<count + 2) == [whole[99], 12])
  }
}
