import Foundation
import TestSupport
import Testing

@testable import SPSignals

// References: NumPy 2.4.6 and SciPy 1.17.1 on the pattern of 50 values, in double precision.
struct StatisticsTests {
  private let values = pattern(50)

  private func expectClose(_ value: Double, _ expected: Double, _ tolerance: Double = 1e-7) {
    #expect(abs(value - expected) < tolerance, "\(value) is not \(expected)")
  }

  @Test func medians() {
    expectClose(Double(Statistics.median(values)), -0.11)
    expectClose(Double(Statistics.median(Array(values.dropLast()))), -0.14)
    #expect(Statistics.median([3.0]) == 3)
    #expect(Statistics.median([3.0, .nan, 1]) == 2)
    #expect(Statistics.median([Double]()).isNaN)
  }

  @Test(arguments: 0..<20)
  func medianIsTheMiddleOfTheSorted(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    // Few distinct values, so that ties are many.
    let values = (0..<(seed * 13 + 1)).map { _ in Double(Int.random(in: 0...seed, using: &generator)) }
    let sorted = values.sorted()
    let middle = values.count / 2
    let expected = values.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    #expect(Statistics.median(values) == expected)
  }

  @Test(arguments: [0, 1, 7, 8, 9, 50])
  func sumsSideBySide(count: Int) {
    var samples = Array(pattern(50).prefix(count)).map { Float($0) }
    let squares = samples.reduce(0) { $0 + Double($1) * Double($1) }
    let steps = zip(samples.dropFirst(), samples).reduce(0) { $0 + pow(Double($1.0 - $1.1), 2) }
    let energies = Statistics.energies(samples.span)
    expectClose(Double(energies.ofSamples), squares, 1e-5)
    expectClose(Double(energies.ofSteps), steps, 1e-5)
    samples += [.nan, .infinity]
    let mean = samples.prefix(count).reduce(0) { $0 + Double($1) } / Double(max(1, count))
    expectClose(Double(Statistics.mean(ofFinite: samples.span)), mean, 1e-6)
    #expect(!Statistics.energies(samples.span).ofSamples.isFinite)
  }

  @Test func spread() {
    expectClose(Double(Statistics.madSigma(values)), 0.7264750870677449)
    expectClose(Double(Statistics.madSigma(values, about: 0)), 0.8006051979930251)
    expectClose(Statistics.mean(values), -0.1064)
    expectClose(Statistics.standardDeviation(values), 0.5996457620962563)
    expectClose(Statistics.standardDeviation(values, lostDegrees: 1), 0.605733692411483)
    expectClose(Statistics.kurtosis(values), -1.1482888798602484)
    #expect(Statistics.kurtosis([1.0, 1, 1]).isNaN)
    #expect(Statistics.standardDeviation([1.0], lostDegrees: 1).isNaN)
    #expect(Statistics.mean([Float]()).isNaN)
  }

  @Test(arguments: [(0, -1), (5, -0.942), (33.3, -0.54), (50, -0.11), (95, 0.882), (100, 1)])
  func percentiles(percent: Double, expected: Double) {
    expectClose(Statistics.percentile(values, percent), expected)
    expectClose(Statistics.percentile(ofSorted: values.map { Double($0) }.sorted(), percent), expected)
  }

  @Test("A magnitude reaches a level from that level on, and NaN reaches every one")
  func magnitudes() {
    func reaches(_ level: Float, _ samples: [Float]) -> Bool { reachesMagnitude(level, samples.span) }
    #expect(reaches(3, [0.5, -3, 2]) && !reaches(Float(3).nextUp, [0.5, -3, 2]))
    #expect(reaches(0, [0]) && reaches(-0.0, [-0.0]) && !reaches(0, []))
    #expect(reaches(.infinity, [1, -.infinity]) && reaches(.infinity, [.nan]) && !reaches(.infinity, [3e38]))
    for place in 0..<40 {
      var samples = [Float](repeating: 1, count: 40)
      samples[place] = -2
      #expect(reaches(2, samples))
    }
  }

  @Test func parabola() {
    // 5 - 2 (x - 0.3)^2 at -1, 0, 1.
    let vertex = Statistics.parabolaVertex(5 - 2 * 1.69, 5 - 2 * 0.09, 5 - 2 * 0.49)
    expectClose(vertex.offset, 0.3, 1e-12)
    expectClose(vertex.value, 5, 1e-12)
    for flat in [Statistics.parabolaVertex(1, 1, 1), Statistics.parabolaVertex(1, 2, 3)] { #expect(flat.offset == 0) }
    #expect(Statistics.parabolaVertex(1, 2, 3).value == 2)
    #expect(Statistics.parabolaVertex(0, 1, 1).offset == 0.5)
  }

  @Test func hannWindows() {
    let periodic = [0, 0.14644661, 0.5, 0.85355339, 1, 0.85355339, 0.5, 0.14644661]
    for (value, expected) in zip(Statistics.hannWindow(8), periodic) { expectClose(value, expected, 1e-8) }
    for (value, expected) in zip(Statistics.hannWindow(7, periodic: false), [0, 0.25, 0.75, 1, 0.75, 0.25, 0]) {
      expectClose(value, expected, 1e-12)
    }
    #expect(Statistics.hannWindow(1) == [1])
    #expect(Statistics.hannWindow(0).isEmpty)
  }

  // scipy.signal.periodogram(x, 800, window="hann", nfft=length, detrend=False).
  @Test(arguments: [
    (80, 80, [2.4561855200824657e-05, 0.000717392578123329, 0.0024127349463150243, 0.00046152502101633116]),
    (81, 81, [1.9574649624257513e-05, 0.0007014349051803385, 0.0022679973764287726, 0.0010630842723392923]),
    (80, 256, [2.456185520082469e-05, 0.0001687214030043122, 0.0006159498233261826, 0.0004615250210163313]),
  ])
  func densities(count: Int, length: Int, expected: [Double]) throws {
    let spectrum = try PowerSpectrum(of: pattern(count), rate: 800, length: length)
    #expect(spectrum.density.count == length / 2 + 1)
    for (bin, density) in zip([0, 1, 5, length / 2], expected) { expectClose(spectrum.density[bin], density, 1e-9) }
  }

  @Test(
    "Three values at one extreme, or at two of about one size, are at a limit",
    arguments: [
      ([12.5, -12.5, 12.5], true), ([12.5, 12.5, 12], false), ([-16, 15.9995, 3, 15.9995], true),
      ([-16, 15.9, 15.9, -16], false), ([-16, 15.9, 15.9, 15.9], false), ([-16, -16, .nan, -16], true), ([], false),
    ] as [([Float], Bool)])
  func saturation(values: [Float], isReached: Bool) {
    #expect(Saturation.isReached(by: values) == isReached)
  }

  @Test func powerOfABand() throws {
    let spectrum = try PowerSpectrum(of: pattern(80), rate: 800)
    func power(_ bins: Range<Int>) -> Double { spectrum.density[bins].reduce(0, +) * spectrum.resolutionHz }
    expectClose(power(spectrum.density.indices), 0.37916253581562376)
    let band = spectrum.bins(in: 40..<80)
    #expect(band.map(spectrum.frequency) == [40, 50, 60, 70])
    expectClose(power(band), 0.04681117321860353)
  }

  @Test func spectraOfNothing() throws {
    #expect(try PowerSpectrum(of: [], rate: 800).density.isEmpty)
    #expect(try PowerSpectrum(of: [0, 0, 0, 0], rate: 800).density == [0, 0, 0])
    #expect(try PowerSpectrum(of: [1, .nan, 0, 0], rate: 800).density.allSatisfy(\.isNaN))
  }
}
