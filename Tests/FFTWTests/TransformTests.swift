import Foundation
import Testing

@testable import SPSignals

/// The transform by its definition, in double precision.
private func naiveSpectrum(_ samples: [Float]) -> [Double] {
  let length = samples.count
  return (0...(length / 2)).flatMap { bin in
    var real = 0.0
    var imaginary = 0.0
    for (index, sample) in samples.enumerated() {
      // Reduced before scaling, so that large products keep their precision.
      let angle = -2 * Double.pi * Double(bin * index % length) / Double(length)
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return [real, imaginary]
  }
}

private func noise(_ count: Int, seed: Int) -> [Float] {
  var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
  return (0..<count).map { _ in
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Float(state >> 40) / Float(1 << 24) - 0.5
  }
}

private func buffer(_ values: [Float]) throws -> AlignedBuffer {
  var buffer = try AlignedBuffer(count: values.count)
  for (index, value) in values.enumerated() { buffer[index] = value }
  return buffer
}

private func spectrum(of samples: [Float]) throws -> [Float] {
  let input = try buffer(samples)
  var output = try AlignedBuffer(count: spectrumCount(forLength: samples.count))
  try ForwardTransform(length: samples.count).execute(input, into: &output)
  return output.withSpan { span in span.indices.map { span[$0] } }
}

private func largestDifference(_ values: [Float], _ expected: [Double]) -> Double {
  zip(values, expected).map { abs(Double($0) - $1) }.max() ?? 0
}

struct TransformTests {
  @Test(arguments: [1, 2, 3, 8, 75, 128, 802])
  func forwardEqualsTheDefinition(length: Int) throws {
    let samples = noise(length, seed: length)
    #expect(largestDifference(try spectrum(of: samples), naiveSpectrum(samples)) < 1e-6 * Double(length + 4))
  }

  @Test(arguments: [1, 2, 7, 75, 128])
  func pairIsTheTransformsOfBothSignals(length: Int) throws {
    let signals = [noise(length, seed: 5), noise(length, seed: 6)]
    let input = try buffer(signals[0] + signals[1])
    var output = try AlignedBuffer(count: 2 * length)
    try PairTransform(length: length).forward(input, into: &output)
    let naive = signals.map(naiveSpectrum)
    // The spectrum of x + iy is X + iY.
    let real = (0...length / 2).map { naive[0][2 * $0] - naive[1][2 * $0 + 1] }
    let imaginary = (0...length / 2).map { naive[0][2 * $0 + 1] + naive[1][2 * $0] }
    let values = output.withSpan { span in span.indices.map { span[$0] } }
    #expect(largestDifference(values, real) < 2e-6 * Double(length + 4))
    #expect(largestDifference(Array(values[length...]), imaginary) < 2e-6 * Double(length + 4))
  }

  @Test(arguments: [1, 2, 7, 1024, 1000])
  func inverseOfForwardIsLengthTimesTheSamples(length: Int) throws {
    let samples = noise(2 * length, seed: 3)
    let input = try buffer(samples)
    var pairs = try AlignedBuffer(count: 2 * length)
    var output = try AlignedBuffer(count: 2 * length)
    let transform = try PairTransform(length: length)
    try transform.forward(input, into: &pairs)
    try transform.inverse(pairs, into: &output)
    for index in 0..<2 * length {
      #expect(abs(output[index] / Float(length) - samples[index]) < 1e-6)
      #expect(input[index] == samples[index])
    }
  }

  @Test func manyTasksPlanAndTransformAtOnce() async throws {
    try await withThrowingTaskGroup(of: Double.self) { group in
      for task in 0..<64 {
        // Lengths repeat, so that some tasks share a plan while others are planning.
        group.addTask {
          let samples = noise(40 + task % 16 * 3, seed: task)
          var worst = 0.0
          for _ in 0..<8 {
            worst = max(worst, largestDifference(try spectrum(of: samples), naiveSpectrum(samples)))
            if task % 8 == 0 { removeCachedPlans() }
          }
          return worst
        }
      }
      for try await worst in group { #expect(worst < 1e-4) }
    }
  }

  @Test func plansAreSharedByLengthAndDirection() throws {
    // Odd lengths that no other test uses; another test may empty the cache in between, so ask several times.
    let shared = try (0..<20).contains { _ in
      let first = try PlanCache.plan(length: 331, direction: .realToComplex)
      return try PlanCache.plan(length: 331, direction: .realToComplex) === first
    }
    #expect(shared)
    let forward = try PlanCache.plan(length: 331, direction: .realToComplex)
    #expect(try PlanCache.plan(length: 331, direction: .pairForward) !== forward)
  }
}

struct TransformErrorTests {
  @Test(arguments: [0, -4, Int(Int32.max) + 1])
  func impossibleLengthsAreRefused(length: Int) {
    #expect(throws: FFTWError.invalidLength(length)) { try ForwardTransform(length: length) }
    #expect(throws: FFTWError.invalidLength(length)) { _ = try AlignedBuffer(count: length) }
  }

  @Test func buffersMustFit() throws {
    let samples = try AlignedBuffer(count: 15)
    var pairs = try AlignedBuffer(count: 18)
    let forward = try ForwardTransform(length: 16)
    #expect(throws: FFTWError.bufferLength(role: "samples", expected: 16, actual: 15)) {
      try forward.execute(samples, into: &pairs)
    }
    let short = try AlignedBuffer(count: 16)
    var output = try AlignedBuffer(count: 32)
    let pair = try PairTransform(length: 16)
    #expect(throws: FFTWError.bufferLength(role: "spectrum", expected: 32, actual: 16)) {
      try pair.inverse(short, into: &output)
    }
  }

  @Test func aNewBufferIsZero() throws {
    let buffer = try AlignedBuffer(count: 33)
    #expect(buffer.withSpan { span in span.indices.allSatisfy { span[$0] == 0 } })
  }
}
