import Testing

@testable import SPSignals

struct DirectConvolutionTests {
  private func kernel() throws -> FIRKernel {
    try KaiserLowPass(passHz: 20, stopHz: 40, attenuationDB: 40).kernel(rate: 200)
  }

  /// The definition: a sum over the taps of the samples extended by odd reflection (numpy.pad, reflect, odd).
  private func defined(_ samples: [Float], _ kernel: FIRKernel) -> [Double] {
    let (half, last) = (kernel.halfLength, samples.count - 1)
    func extended(_ place: Int) -> Double {
      if place < 0 { return 2 * Double(samples[0]) - Double(samples[-place]) }
      if place > last { return 2 * Double(samples[last]) - Double(samples[2 * last - place]) }
      return Double(samples[place])
    }
    return samples.indices.map { index in
      (-half...half).reduce(0) { $0 + kernel.taps[$1 + half] * extended(index + $1) }
    }
  }

  @Test func equalsItsDefinition() throws {
    let kernel = try kernel()
    #expect(kernel.taps.count <= DirectConvolution.longestKernel)
    let samples = noise(5000, seed: 11)
    let filtered = try FilteredSignal(signal(samples), kernel: kernel).samples(0..<5000)
    let expected = defined(samples, kernel)
    #expect(zip(filtered, expected).allSatisfy { abs(Double($0) - $1) < 1e-6 })
  }

  @Test(
    "Windows of a long kernel are summed up: what its transforms give but for rounding, at the cost of what they hold")
  func windows() throws {
    let kernel = try KaiserHighPass(stopHz: 40, passHz: 80, attenuationDB: 60).kernel(rate: 800)
    #expect(kernel.taps.count > DirectConvolution.longestKernel)
    let samples = noise(20_000, seed: 14)
    let source = CountingSignal(try signal(samples, gapsBefore: [7000, 7010]))
    let whole = try FilteredSignal(source, kernel: kernel).samples(0..<20_000)
    let direct = DirectlyFilteredSignal(source, kernel: kernel)
    for range in [0..<20_000, 6990..<7020, 12_000..<12_081] {
      let before = source.sampleCount
      let window = try direct.samples(range)
      #expect(zip(window, whole[range]).allSatisfy { abs($0 - $1) < 2e-6 })
      #expect(range.count > 100 || source.sampleCount - before <= range.count + 3 * (kernel.taps.count - 1))
    }
  }

  @Test("Any pieces give the same bits, across gaps and in segments shorter than the kernel")
  func pieces() throws {
    let samples = noise(6000, seed: 12)
    let source = try signal(samples, gapsBefore: [1, 9, 40, 2500])
    let filtered = try FilteredSignal(source, kernel: try kernel())
    let whole = bits(try filtered.samples(0..<6000))
    var start = 0
    for length in [1, 3, 10, 47, 2048, 1, 3000, 890] {
      #expect(bits(try filtered.samples(start..<start + length)) == Array(whole[start..<start + length]))
      start += length
    }
    #expect(start == 6000)
  }

  @Test func aMissingSampleReachesHalfAKernel() throws {
    let kernel = try kernel()
    var samples = noise(400, seed: 13)
    samples[200] = .nan
    let filtered = try FilteredSignal(signal(samples), kernel: kernel).samples(0..<400)
    #expect(filtered.indices.filter { filtered[$0].isNaN } == Array(200 - kernel.halfLength...200 + kernel.halfLength))
  }
}
