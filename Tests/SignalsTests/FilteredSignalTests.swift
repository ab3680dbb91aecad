import TestSupport
import Testing

@testable import SPSignals

/// Direct convolution in double precision of one segment, extended by the definition of the odd reflection.
private func convolve(_ samples: ArraySlice<Float>, _ kernel: FIRKernel) -> [Double] {
  let values = samples.map(Double.init)
  let last = values.count - 1
  func extended(_ place: Int) -> Double {
    if place < 0 { return last == 0 ? values[0] : 2 * values[0] - extended(-place) }
    if place > last { return last == 0 ? values[0] : 2 * values[last] - extended(2 * last - place) }
    return values[place]
  }
  let half = kernel.halfLength
  let all = (-half...(last + half)).map(extended)
  return values.indices.map { start in
    var sum = 0.0
    for (offset, tap) in kernel.taps.enumerated() { sum += tap * all[start + offset] }
    return sum
  }
}

private func convolve(_ signal: MemorySignal, _ kernel: FIRKernel) throws -> [Double] {
  let samples = try signal.samples(0..<signal.count)
  return signal.timeBase.segments.flatMap { convolve(samples[$0.samples], kernel) }
}

private func highPass() throws -> FIRKernel {
  try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: 801.92)
}

struct FilteredSignalTests {
  // numpy.pad(x, 37, mode="reflect", reflect_type="odd"), numpy.convolve(..., "valid"), NumPy 2.4.6, with SciPy's taps.
  @Test(arguments: [
    (
      300,
      [
        0: 0.000415031454821813, 1: -0.17738900333294805, 37: 0.6827175553084684, 150: 0.5599737935802828,
        298: -0.4400570450841918, 299: -0.0004150314548219074,
      ]
    ),
    (
      20,
      [
        0: 0.0004150314548220127, 1: -0.16950929574181872, 10: -0.523802266562509, 18: 1.0717799978968099,
        19: -7.470566186795302e-05,
      ]
    ),
    (3, [0: 0.0004150314548220079, 1: -0.1397683759645772, 2: 0.00013281006554307067]),
    (2, [0: 0.00041503145482195067, 1: 0.00033202516385758604]),
    // The sum of the taps, -0.00041503..., times the sample, -1.
    (1, [0: 0.0004150314548219143]),
  ])
  func filteredSamplesAreNumPys(count: Int, expected: [Int: Double]) throws {
    let filtered = try FilteredSignal(signal(pattern(count)), kernel: highPass())
    let samples = try filtered.samples(0..<count)
    for (index, value) in expected { #expect(abs(Double(samples[index]) - value) < 2e-6) }
  }

  @Test(arguments: 0..<12)
  func equalsDirectConvolutionForEveryLengthAndGap(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...4000, using: &generator)
    let gaps = Set((0..<(seed % 5)).map { _ in Int.random(in: 0..<count, using: &generator) })
    let source = try signal(noise(count, seed: seed, amplitude: 9), gapsBefore: gaps)
    let lengths = [1, 3, 21, 75, 257]
    let taps = noise(lengths[seed % 5] / 2 + 1, seed: seed + 50).map { Double($0) / Double(lengths[seed % 5]) }
    let kernel = try FIRKernel(taps: taps.dropFirst().reversed() + taps, rate: 800)
    let filtered = try FilteredSignal(source, kernel: kernel).samples(0..<count)
    let expected = try convolve(source, kernel)
    let worst = zip(filtered, expected).map { abs(Double($0) - $1) }.max() ?? 0
    #expect(worst < 9e-5)
  }

  @Test func everyReadGivesTheSameBits() throws {
    let count = 90_000
    let source = try signal(noise(count, seed: 1), gapsBefore: [1, 40, 950, 3000, 3949, 50_000])
    let kernel = try highPass()
    let whole = bits(try FilteredSignal(source, kernel: kernel).samples(0..<count))
    let filtered = try FilteredSignal(source, kernel: kernel)
    for block in [700, 950, 4096, 65_536] {
      let pieces = try stride(from: 0, to: count, by: block).flatMap { start in
        try filtered.samples(start..<min(start + block, count))
      }
      #expect(bits(pieces) == whole)
    }
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      let start = Int.random(in: 0..<count, using: &generator)
      let end = min(count, start + Int.random(in: 0...3000, using: &generator))
      #expect(bits(try filtered.samples(start..<end)) == Array(whole[start..<end]))
    }
  }

  @Test func anImpulseStaysWhereItIsAndComesOutAsTheKernel() throws {
    var samples = [Float](repeating: 0, count: 3000)
    samples[1234] = 1
    let kernel = try highPass()
    let filtered = try FilteredSignal(signal(samples), kernel: kernel).samples(0..<3000)
    for offset in -50...50 {
      let tap = abs(offset) <= 37 ? kernel.taps[37 + offset] : 0
      #expect(abs(Double(filtered[1234 + offset]) - tap) < 1e-6)
    }
  }

  @Test func nothingPassesAGap() throws {
    var samples = noise(2000, seed: 3)
    let kernel = try highPass()
    let first = try FilteredSignal(signal(samples, gapsBefore: [800]), kernel: kernel).samples(0..<2000)
    for index in 800..<2000 { samples[index] += 5 * Float(index % 7) }
    let second = try FilteredSignal(signal(samples, gapsBefore: [800]), kernel: kernel).samples(0..<2000)
    #expect(bits(Array(first[..<800])) == bits(Array(second[..<800])))
    #expect(first[800...] != second[800...])
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, 9.96921e36])
  func missingSamplesReachHalfAKernelAndNoFurther(bad: Float) throws {
    let kernel = try highPass()
    // In the midst, at a border of blocks (950), in the mirrored part of either end, and at a segment's first sample.
    for places in [[1500], [949, 951], [20], [2985], [0], [2999], [2000], [100, 101, 900]] {
      var samples = noise(3000, seed: 4)
      let clean = samples
      for place in places { samples[place] = bad }
      let gaps: Set = [2000]
      let filtered = try FilteredSignal(signal(samples, gapsBefore: gaps), kernel: kernel).samples(0..<3000)
      // Direct convolution is NaN where a NaN comes in, even through a tap of 0.
      let marked = clean.indices.map { places.contains($0) ? Float.nan : clean[$0] }
      let expected = try convolve(signal(marked, gapsBefore: gaps), kernel)
      for index in 0..<3000 {
        #expect(filtered[index].isNaN == expected[index].isNaN, "\(places) at \(index)")
        guard !expected[index].isNaN else { continue }
        #expect(abs(Double(filtered[index]) - expected[index]) < 1e-5)
      }
    }
  }

  @Test func missingSamplesOfShortSegments() throws {
    let kernel = try highPass()
    for count in [1, 2, 20, 37, 38, 39, 70] {
      for place in Set([0, count / 2, count - 1]) {
        var samples = noise(count, seed: count)
        samples[place] = .nan
        let source = try signal(samples)
        let filtered = try FilteredSignal(source, kernel: kernel).samples(0..<count)
        #expect(filtered.map(\.isNaN) == (try convolve(source, kernel)).map(\.isNaN), "\(place) of \(count)")
      }
    }
  }

  @Test func manyTasksReadAtOnce() async throws {
    let count = 50_000
    let source = try signal(noise(count, seed: 6), gapsBefore: [20_000])
    let filtered = try FilteredSignal(source, kernel: highPass())
    let whole = bits(try filtered.samples(0..<count))
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          var generator = SeededGenerator(seed: task)
          return try (0..<30).allSatisfy { _ in
            let start = Int.random(in: 0..<count - 2500, using: &generator)
            let range = start..<start + Int.random(in: 0...2500, using: &generator)
            return bits(try filtered.samples(range)) == Array(whole[range])
          }
        }
      }
      for try await isSame in group { #expect(isSame) }
    }
  }

  @Test func theSourceIsReadLittleMoreThanOnce() throws {
    let count = 400_000
    let source = CountingSignal(
      MemorySignal(noise(count, seed: 8), timeBase: TimeBase(start: 0, rate: 800, count: count), unit: .g))
    let filtered = try FilteredSignal(source, kernel: highPass())
    for start in stride(from: 0, to: count, by: 65_536) { _ = try filtered.samples(start..<min(start + 65_536, count)) }
    #expect(source.sampleCount < count * 11 / 10)
    let before = source.callCount
    _ = try filtered.samples(100_000..<100_080)
    let after = source.callCount
    for start in 100_000..<100_020 { _ = try filtered.samples(start..<start + 50) }
    #expect(after > before)
    // 100,000 lies 136 samples into a block of 876.
    #expect(source.callCount == after)
  }

  @Test func transformLengths() {
    for (taps, length) in [(1, 512), (75, 512), (257, 2048), (513, 4096), (1025, 4096), (4001, 8192)] {
      #expect(OverlapSave.transformLength(tapCount: taps) == length)
    }
  }

  @Test func badRangesAreRefused() throws {
    let filtered = try FilteredSignal(signal(noise(10, seed: 0)), kernel: highPass())
    #expect(filtered.unit == .g)
    #expect(throws: SignalError.rangeOutOfBounds(5..<11, count: 10)) { try filtered.samples(5..<11) }
    #expect(throws: SignalError.bufferLength(expected: 4, actual: 3)) {
      var buffer: [Float] = [0, 0, 0]
      var span = buffer.mutableSpan
      try filtered.read(0..<4, into: &span)
    }
    #expect(try filtered.samples(10..<10).isEmpty)
  }
}
