import Foundation
import TestSupport
import Testing

@testable import SPSignals

/// The peaks by their definition, over whole arrays.
private func definedPeaks(_ finder: PeakFinder, _ samples: [Float], timestamps: [Double], base: TimeBase) -> [Peak] {
  let heights = samples.map { $0.isNaN ? -1 : abs($0) }
  var found: [Peak] = []
  for segment in base.segments.map(\.samples) {
    let length = min(max(1, Int((finder.noiseWindowSeconds * base.rate).rounded())), segment.count)
    for index in segment where heights[index] >= finder.level {
      var end = index
      while end + 1 < segment.upperBound, heights[end + 1] == heights[index] { end += 1 }
      let isRise = index == segment.lowerBound || heights[index - 1] < heights[index]
      let isFall = end + 1 == segment.upperBound || heights[end + 1] < heights[index]
      guard isRise, isFall, end - index + 1 < segment.count else { continue }
      let tile = (index - segment.lowerBound) / length
      let windowEnd = min(segment.lowerBound + (tile + 1) * length, segment.upperBound)
      let window = samples[(windowEnd - length)..<windowEnd].filter { !$0.isNaN }.map { abs($0) }
      let sigma = Float(1.482602218505602) * Statistics.median(window)
      let threshold = max(finder.level, finder.sigmaMultiple * sigma)
      guard heights[index] >= threshold else { continue }
      found.append(Peak(index: index, value: samples[index], threshold: threshold, noiseSigma: sigma))
    }
  }
  let order = found.sorted { abs($0.value) != abs($1.value) ? abs($0.value) > abs($1.value) : $0.index < $1.index }
  var kept: [Peak] = []
  for peak in order
  where kept.allSatisfy({ abs(timestamps[$0.index] - timestamps[peak.index]) >= finder.refractorySeconds }) {
    kept.append(peak)
  }
  return kept.sorted { $0.index < $1.index }
}

struct PeakFinderTests {
  @Test func heightsAndDistancesAreSciPys() throws {
    // x * exp(-((i - 170) / 90)^2); scipy.signal.find_peaks(abs(x), height=0.3, distance=20) at 1 Hz, SciPy 1.17.1.
    let samples = zip(0..., pattern(400)).map { index, value in
      value * Float(exp(-pow((Double(index) - 170) / 90, 2)))
    }
    let source = MemorySignal(samples, timeBase: TimeBase(start: 0, rate: 1, count: 400), unit: .g)
    let all = try PeakFinder(level: 0.3, sigmaMultiple: 0, refractorySeconds: 0).peaks(in: source)
    #expect(all.count == 52)
    let apart = try PeakFinder(level: 0.3, sigmaMultiple: 0, refractorySeconds: 20).peaks(in: source)
    #expect(apart.map(\.index) == [90, 115, 136, 157, 179, 202, 227, 248])
    #expect(apart.map(\.value) == apart.map { samples[$0.index] })
  }

  @Test(arguments: 0..<24)
  func equalsItsDefinition(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...6000, using: &generator)
    let gaps = Set((0..<(seed % 4)).map { _ in Int.random(in: 0..<count, using: &generator) })
    // Coarse values, so that plateaus and ties are many; now and then a NaN.
    var samples = noise(count, seed: seed, amplitude: 8).map { $0.rounded() / (seed % 3 == 0 ? 1 : 2) }
    for _ in 0..<(count / 200) { samples[Int.random(in: 0..<count, using: &generator)] = .nan }
    let source = try signal(samples, gapsBefore: gaps)
    var finder = PeakFinder(
      level: [0, 1.5, 3.5][seed % 3], sigmaMultiple: [0, 0.8, 1.2][seed / 3 % 3],
      noiseWindowSeconds: [0.5, 2, 1000][seed / 2 % 3], refractorySeconds: [0, 0.004, 0.05, 0.3][seed % 4])
    let expected = definedPeaks(finder, samples, timestamps: timestamps(count, gapsBefore: gaps), base: source.timeBase)
    for block in [1, 511, 4096, 65_536] where block > 1 || count < 1000 {
      finder.blockLength = block
      #expect(try finder.peaks(in: source) == expected)
    }
  }

  @Test func aPlateauIsOnePeakAtItsFirstSample() throws {
    let peaks = try PeakFinder(level: 2, sigmaMultiple: 0, refractorySeconds: 0)
      .peaks(in: signal([0, 1, -8, -8, -8, 1, 3, 3, 5, 0]))
    #expect(peaks.map(\.index) == [2, 8])
    #expect(peaks.map(\.value) == [-8, 5])
  }

  @Test func atTheEndsOneNeighbourIsEnoughAndNoneIsNot() throws {
    let finder = PeakFinder(level: 2, sigmaMultiple: 0, refractorySeconds: 0)
    func indices(_ samples: [Float], gaps: Set<Int> = []) throws -> [Int] {
      try finder.peaks(in: signal(samples, gapsBefore: gaps)).map(\.index)
    }
    #expect(try indices([5, 1, 0, 1, -6]) == [0, 4])
    #expect(try indices([5, 5, 5]) == [])
    #expect(try indices([5]) == [])
    #expect(try indices([]) == [])
    #expect(try indices([1, 5, 4, 1, 1, 3, 1, 1], gaps: [2]) == [1, 2, 5])
    #expect(try indices([.nan, 5, .nan, .nan]) == [1])
  }

  @Test func thresholdIsTheLargerOfLevelAndNoise() throws {
    // 10 s of noise of median 0.1, then 10 s of median 1, with a peak of 5 in each.
    var samples = (0..<16_000).map { Float($0 < 8000 ? 0.1 : 1) * ($0 % 2 == 0 ? 1 : -1) }
    samples[4000] = 5
    samples[12_000] = -5
    let timeBase = TimeBase(start: 0, rate: 800, count: 16_000)
    let source = MemorySignal(samples, timeBase: timeBase, unit: .g)
    let sigma = Float(1.482602218505602)
    #expect(
      try PeakFinder(level: 1.5, sigmaMultiple: 3).peaks(in: source) == [
        Peak(index: 4000, value: 5, threshold: 1.5, noiseSigma: sigma * 0.1),
        Peak(index: 12_000, value: -5, threshold: 3 * sigma, noiseSigma: sigma),
      ])
    #expect(try PeakFinder(level: 1.5, sigmaMultiple: 4).peaks(in: source).map(\.index) == [4000])
  }

  @Test func theRefractoryPeriodGoesByTheStampsAndKeepsTheEarlierOfEquals() throws {
    var samples = [Float](repeating: 0, count: 1200)
    for (index, height) in [(100, 3), (220, 4), (340, 3), (700, 5), (939, 5), (1000, 2)] {
      samples[index] = Float(height)
    }
    let finder = PeakFinder(level: 1, sigmaMultiple: 0, refractorySeconds: 0.3)
    let source = try signal(samples)
    // 240 samples are 0.3 s: 239 apart is too close.
    #expect(try finder.peaks(in: source).map(\.index) == [220, 700, 1000])
    // A gap of 1 s between 700 and 939 sets them apart.
    #expect(try finder.peaks(in: signal(samples, gapsBefore: [800])).map(\.index) == [220, 700, 939])
  }

  @Test func aBackwardStepCountsAsNoTime() throws {
    var timestamps = (0..<2000).map { Double($0) / 800 }
    for index in 1000..<2000 { timestamps[index] -= 1 }
    var samples = [Float](repeating: 0, count: 2000)
    samples[990] = 3
    samples[1010] = 4
    samples[1500] = 2
    let source = MemorySignal(samples, timeBase: try TimeBase(scanning: MemoryTimestamps(timestamps)), unit: .g)
    #expect(try PeakFinder(level: 1, sigmaMultiple: 0).peaks(in: source).map(\.index) == [1010, 1500])
  }

  @Test func noiseIsMeasuredOnSamplesThatAreAtHand() throws {
    var samples = noise(80_000, seed: 2, amplitude: 0.1)
    samples[41_000] = 4
    let timeBase = TimeBase(start: 0, rate: 800, count: 80_000)
    let source = CountingSignal(MemorySignal(samples, timeBase: timeBase, unit: .g))
    #expect(try PeakFinder(level: 1.5, sigmaMultiple: 12).peaks(in: source).map(\.index) == [41_000])
    #expect(source.sampleCount == 80_000)
  }

  @Test func manyCandidatesInARowAreSettledOnTheWay() throws {
    // Every second sample is a candidate, 60,000 in one cluster; heights go up and down over 500 samples.
    let count = 120_000
    let samples = (0..<count).map { index -> Float in
      index % 2 == 0 ? 0 : 2 + sin(Float(index) * 0.0125) + 0.01 * Float(index % 11)
    }
    let timeBase = TimeBase(start: 0, rate: 800, count: count)
    let peaks = try PeakFinder(level: 1, sigmaMultiple: 0, refractorySeconds: 0.0995)
      .peaks(in: MemorySignal(samples, timeBase: timeBase, unit: .g))
    // Greedy by height on the whole, by its definition; 0.0995 s lie between 79 and 80 samples.
    var isOpen = [Bool](repeating: true, count: count)
    var expected: [Int] = []
    for index in stride(from: 1, to: count, by: 2).sorted(by: { (-samples[$0], $0) < (-samples[$1], $1) })
    where isOpen[index] {
      expected.append(index)
      for other in max(0, index - 79)..<min(count, index + 80) { isOpen[other] = false }
    }
    let isAsDefined = peaks.map(\.index) == expected.sorted()
    #expect(isAsDefined)
  }
}
