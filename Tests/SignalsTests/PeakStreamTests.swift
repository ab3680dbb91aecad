import TestSupport
import Testing

@testable import SPSignals

struct PeakStreamTests {
  private struct Case {
    var samples: [Float]
    var gaps: Set<Int>
    var finder: PeakFinder
  }

  /// Coarse values, so that plateaus and ties are many; now and then a NaN.
  private func make(seed: Int, _ generator: inout SeededGenerator) -> Case {
    let count = Int.random(in: 1...8000, using: &generator)
    var samples = noise(count, seed: seed, amplitude: 8).map { $0.rounded() / (seed % 3 == 0 ? 1 : 2) }
    for _ in 0..<count / 200 { samples[Int.random(in: 0..<count, using: &generator)] = .nan }
    var gaps = Set((0..<seed % 4).map { _ in Int.random(in: 0..<count, using: &generator) })
    if let gap = gaps.first { gaps.formUnion([gap + 1, gap + 3].filter { $0 < count }) }
    let finder = PeakFinder(
      level: [0, 1.5, 3.5][seed % 3], sigmaMultiple: [0, 0.8, 1.2][seed / 3 % 3],
      noiseWindowSeconds: [0.5, 2, 1000][seed / 2 % 3], refractorySeconds: [0, 0.004, 0.05, 0.3][seed % 4])
    return Case(samples: samples, gaps: gaps, finder: finder)
  }

  @Test(
    "Peaks of what passes are those of the whole and in its order, in pieces and with no more held than is needed",
    arguments: 0..<36)
  func samePeaks(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let (samples, gaps, finder) = { ($0.samples, $0.gaps, $0.finder) }(make(seed: seed, &generator))
    let expected = try finder.peaks(in: signal(samples, gapsBefore: gaps))
    let times = timestamps(samples.count, gapsBefore: gaps)
    for longest in [9, 300, 5000] where longest > 9 || samples.count < 2000 {
      let ring = try StreamRing(1, like: times)
      var stream = PeakStream(finder, rate: ring.prologue.rateHz)
      var found: [PeakStream.Found] = []
      for piece in cuts(samples.count, longest: longest, &generator) {
        try ring.add(piece, times, [samples])
        let isEnded = piece.upperBound == samples.count
        try stream.advance(over: ring.signal(0), isEnded: isEnded)
        found += stream.takePeaks()
        // What was told is told for good: nothing that is still open lies before it by more than the refractory period.
        #expect(stream.firstOpen <= stream.end && stream.firstOpen <= stream.firstUnjudged)
        ring.drop(before: min(stream.firstNeeded, stream.firstUnjudged))
      }
      #expect(found.map(\.peak) == expected, "pieces of up to \(longest)")
      #expect(found.map(\.time) == expected.map { times[$0.index] })
      #expect(stream.end == samples.count && stream.firstOpen == samples.count && stream.waitingPeaks.isEmpty)
    }
  }

  @Test func aPeakIsToldOnceItsNoiseIsKnownAndNoneCanTakeItsPlace() throws {
    // Windows of 800 samples, a refractory period of 240.
    var samples = noise(4000, seed: 3, amplitude: 0.1)
    samples[100] = 4
    samples[2300] = 5
    let times = timestamps(samples.count)
    let ring = try StreamRing(1, like: times)
    var stream = PeakStream(
      PeakFinder(level: 1.5, sigmaMultiple: 12, noiseWindowSeconds: 1, refractorySeconds: 0.3), rate: 800)
    var told: [Int: [Int]] = [:]
    for start in stride(from: 0, to: 4000, by: 100) {
      try ring.add(start..<start + 100, times, [samples])
      try stream.advance(over: ring.signal(0), isEnded: false)
      let peaks = stream.takePeaks().map(\.peak.index)
      if !peaks.isEmpty { told[start + 100] = peaks }
      if start == 2300 {
        // It waits for the noise of its window, from 1600 up to 2400; the first one's fate is long known.
        #expect(stream.firstOpen == 2400 || stream.firstOpen == 2300)
      }
    }
    #expect(told == [800: [100], 2600: [2300]])
  }

  @Test func samplesThatAreNeededAndGoneAreThrown() throws {
    var samples = noise(1000, seed: 4, amplitude: 0.1)
    samples[10] = 4
    let times = timestamps(samples.count)
    let ring = try StreamRing(1, like: times)
    var stream = PeakStream(PeakFinder(level: 1.5, sigmaMultiple: 12, noiseWindowSeconds: 1), rate: 800)
    try ring.add(0..<700, times, [samples])
    try stream.advance(over: ring.signal(0), isEnded: false)
    ring.drop(before: 500)
    try ring.add(700..<1000, times, [samples])
    #expect(throws: SignalError.left(0..<800, held: 500..<1000)) {
      try stream.advance(over: ring.signal(0), isEnded: false)
    }
  }
}
