import TestSupport
import Testing

@testable import SPSignals

struct FilterStreamTests {
  private struct Kind: CustomTestStringConvertible {
    let testDescription: String
    let kernel: FIRKernel
  }

  /// One that is summed up, and two that go through transforms.
  private static func kernels() throws -> [Kind] {
    [
      Kind(
        testDescription: "short",
        kernel: try KaiserLowPass(passHz: 20, stopHz: 40, attenuationDB: 40).kernel(rate: 200)),
      Kind(
        testDescription: "high-pass",
        kernel: try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: 800)),
      Kind(
        testDescription: "long",
        kernel: try KaiserHighPass(stopHz: 20, passHz: 32, attenuationDB: 60).kernel(rate: 800)),
    ]
  }

  /// What comes out of a stream that passes in pieces, of which no more is held than is said to be needed.
  private func filtered(
    _ samples: [Float], _ timestamps: [Double], _ kernel: FIRKernel, _ pieces: [Range<Int>]
  ) throws -> [Float] {
    let ring = try StreamRing(1, like: timestamps)
    let stream = try FilterStream(ring, channel: 0, kernel: kernel)
    let blockLength = try BlockFilter(kernel: kernel).blockLength
    var output: [Float] = []
    for piece in pieces {
      try ring.add(piece, timestamps, [samples])
      let isEnded = piece.upperBound == samples.count
      try stream.advance(isEnded: isEnded)
      #expect(stream.count >= (isEnded ? ring.count : ring.count - blockLength - stream.halfLength))
      output += try stream.signal.samples(output.count..<stream.count)
      stream.drop(before: stream.count)
      ring.drop(before: stream.count - stream.halfLength)
    }
    return output
  }

  @Test("What passes is filtered as the whole is, bit for bit", arguments: 0..<24)
  func sameBits(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let kernel = try Self.kernels()[seed % 3].kernel
    let count = Int.random(in: 1...20_000, using: &generator)
    // Gaps here and there, and close to each other: segments of one sample, and shorter than half a kernel.
    var gaps = Set((0..<seed % 6).map { _ in Int.random(in: 0..<count, using: &generator) })
    for gap in gaps { gaps.formUnion([gap + 1, gap + 9, gap + 40].filter { $0 < count }) }
    var samples = noise(count, seed: seed, amplitude: 9)
    for _ in 0..<seed % 4 { samples[Int.random(in: 0..<count, using: &generator)] = .nan }
    let whole = try FilteredSignal(signal(samples, gapsBefore: gaps), kernel: kernel).samples(0..<count)
    let timestamps = timestamps(count, gapsBefore: gaps)
    for longest in [70, 1500, 30_000] {
      let pieces = cuts(count, longest: longest, &generator)
      #expect(bits(try filtered(samples, timestamps, kernel, pieces)) == bits(whole), "pieces of up to \(longest)")
    }
  }

  @Test("Workers who help change no bit", arguments: [1, 3])
  func workers(count: Int) throws {
    let samples = noise(100_000, seed: 5)
    let timestamps = timestamps(samples.count, gapsBefore: [60_000, 60_001])
    let kernel = try Self.kernels()[1].kernel
    let whole = try FilteredSignal(signal(samples, gapsBefore: [60_000, 60_001]), kernel: kernel)
      .samples(0..<samples.count)
    try SpareWorkers.$current.withValue(SpareWorkers(count: count)) {
      let output = try filtered(samples, timestamps, kernel, [0..<50_001, 50_001..<100_000])
      #expect(bits(output) == bits(whole))
    }
  }

  @Test func aNewStretchIsFilteredByItself() throws {
    let kernel = try Self.kernels()[1].kernel
    let (first, second) = (noise(2000, seed: 6), noise(1500, seed: 7))
    let times = timestamps(2000)
    let ring = try StreamRing(1, like: times)
    let stream = try FilterStream(ring, channel: 0, kernel: kernel)
    try ring.add(0..<2000, times, [first])
    try stream.advance(isEnded: true)
    let back = SampleBlock(times: times[0..<1500], channels: [SampleBlock.Channel(second)])
    ring.restart()
    stream.restart()
    ring.append(back)
    try stream.advance(isEnded: true)
    #expect(stream.count == 3500)
    let expected = try FilteredSignal(signal(second), kernel: kernel).samples(0..<1500)
    #expect(bits(try stream.signal.samples(2000..<3500)) == bits(expected))
  }

  @Test func whatIsStillToBeFilteredIsOutOfReach() throws {
    let times = timestamps(500)
    let ring = try StreamRing(1, like: times)
    let stream = try FilterStream(ring, channel: 0, kernel: Self.kernels()[1].kernel)
    try ring.add(0..<500, times, [noise(500, seed: 8)])
    try stream.advance(isEnded: false)
    #expect(stream.count == 0 && stream.signal.count == 500)
    #expect(throws: SignalError.rangeOutOfBounds(0..<1, count: 0)) { try stream.signal.samples(0..<1) }
  }
}
