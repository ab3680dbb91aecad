import Foundation
import SPSignals
import SPSwings
import TestSupport
import Testing

/// Impacts on the high-passed acceleration.
struct ImpactDetectorTests {
  private static let rate = 800.0

  /// Three seconds of a steady noise of alternating sign, with some samples replaced.
  private func filtered(noise: Float = 0.01, _ samples: [Int: Float]) -> MemorySignal {
    var values = (0..<2400).map { $0.isMultiple(of: 2) ? noise : -noise }
    for (index, value) in samples { values[index] = value }
    return MemorySignal(values, timeBase: TimeBase(start: 100, rate: Self.rate, count: 2400), unit: .g)
  }

  private func impacts(
    _ filtered: MemorySignal, raw: MemorySignal? = nil, _ change: (inout ImpactDetector) -> Void = { _ in }
  ) throws -> [Impact] {
    var detector = ImpactDetector()
    change(&detector)
    return try detector.impacts(
      filtered: Fixture.triaxial(z: filtered), raw: Fixture.triaxial(z: raw ?? filtered)
    ).impacts
  }

  @Test("In quiet, the threshold in g decides", arguments: [(Float(1.49), 0), (1.5, 1)])
  func thresholdInG(height: Float, count: Int) throws {
    let found = try impacts(filtered([1000: height]))
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.threshold == 1.5 })
  }

  // Noise of size 0.5 g has a MAD of 0.5 g: sigma is 0.7413 g, twelve of them are 8.896 g.
  @Test("In noise, the threshold in sigmas decides", arguments: [(Float(8.8), 0), (9.0, 1)])
  func thresholdInSigmas(height: Float, count: Int) throws {
    let found = try impacts(filtered(noise: 0.5, [1000: height])) { $0.axis = .z }
    #expect(found.count == count)
    for impact in found {
      #expect(abs(impact.noiseSigma - 0.7413) < 1e-4)
      #expect(abs(impact.threshold - 8.8956) < 1e-3)
    }
  }

  @Test(
    "The noise of the vector is that of an axis, whichever axis the shock is on", arguments: [Axis.any, .x, .y, .z])
  func noiseOfAxes(axis: Axis) throws {
    var generator = SeededGenerator(seed: 7)
    // Normal noise of 0.02 g: by the Box-Muller transform.
    func noise() -> [Float] {
      (0..<16_000).map { _ in
        let (u, v) = (Double.random(in: 1e-12...1, using: &generator), Double.random(in: 0...1, using: &generator))
        return Float(0.02 * (-2 * log(u)).squareRoot() * cos(2 * .pi * v))
      }
    }
    var axes = [noise(), noise(), noise()]
    for place in axes.indices { axes[place][8000] = 5 }
    let timeBase = TimeBase(start: 0, rate: Self.rate, count: 16_000)
    let signals = axes.map { MemorySignal($0, timeBase: timeBase, unit: .g) }
    let vector = Triaxial(x: signals[0], y: signals[1], z: signals[2])
    var detector = ImpactDetector()
    detector.axis = axis
    let found = try detector.impacts(filtered: vector, raw: vector)
    #expect(found.impacts.map(\.sample) == [8000] && found.weak.isEmpty)
    #expect(abs(try #require(found.impacts.first).noiseSigma / 0.02 - 1) < 0.03)
  }

  @Test("The end of an earlier shock is not the first burst of a double contact")
  func fadingShock() throws {
    // The shock at 1000 is within the refractory time of the larger peak at 1068, but its peak is too early.
    let found = try impacts(shocks([(1000, 6), (1068, 7)]))
    #expect(found.map(\.sample) == [1068])
  }

  @Test(
    "An axis at a known limit is saturated, also without a change", arguments: [(8.0, true), (16, false), (nil, false)])
  func heldAtTheLimit(rangeG: Double?, isSaturated: Bool) throws {
    let held = MemorySignal(
      [Float](repeating: 8, count: 2400), timeBase: TimeBase(start: 100, rate: Self.rate, count: 2400), unit: .g)
    let found = try impacts(filtered([1000: 3]), raw: held) { $0.rangeG = rangeG }
    #expect(found.map(\.isSaturated) == [isSaturated])
  }

  @Test("Of peaks within the refractory time the largest stands, whatever its polarity")
  func refractory() throws {
    let signal = filtered([400: 3, 560: -5, 700: 4, 1000: 2])
    #expect(try impacts(signal).map(\.sample) == [560, 1000])
    #expect(try impacts(signal).map(\.peak) == [-5, 2])
    #expect(try impacts(signal) { $0.refractoryS = 0.1 }.map(\.sample) == [400, 560, 700, 1000])
  }

  /// The filtered acceleration of damped shocks that ring at 100 Hz.
  private func shocks(_ peaks: [(sample: Int, height: Float)]) -> MemorySignal {
    var samples: [Int: Float] = [:]
    for (first, height) in peaks {
      for after in 0..<60 {
        let decay = height * Float(exp(-Double(after) / 8))
        samples[first + after, default: 0] += [1, 0.7, 0, -0.7, -1, -0.7, 0, 0.7][after % 8] * decay
      }
    }
    return filtered(samples)
  }

  @Test(
    "The first burst of a double contact is the impact, if it could be one by itself",
    arguments: [
      // 40 ms before the largest peak: high enough, too small for it, and below the threshold.
      ([(1000, 3), (1032, 8)], 0.08, 1000), ([(1000, 2), (1032, 8)], 0.08, 1032),
      ([(1000, 1.4), (1032, 4)], 0.08, 1032),
      // So close that it may belong to the peak, too early, and by request.
      ([(1000, 3), (1020, 8)], 0.08, 1020), ([(1000, 3), (1072, 8)], 0.08, 1072), ([(1000, 3), (1032, 8)], 0, 1032),
      // Of three the first, and nothing changes if it is the largest.
      ([(1000, 4), (1028, 5), (1056, 6)], 0.08, 1000), ([(1000, 8), (1032, 3)], 0.08, 1000),
    ] as [([(Int, Float)], Double, Int)])
  func doubleContact(bursts: [(Int, Float)], reachS: Double, sample: Int) throws {
    let found = try impacts(shocks(bursts)) { $0.doubleContactS = reachS }
    #expect(found.map(\.sample) == [sample])
    #expect(found.map(\.time) == [100 + Double(sample) / Self.rate])
    #expect(found.allSatisfy { $0.threshold == 1.5 })
  }

  @Test("A shock that grows until its peak has one burst")
  func growing() throws {
    let growing = (0..<40).map { (950 + $0, Float($0) * 0.2 * ($0.isMultiple(of: 2) ? 1 : -1)) }
    #expect(try impacts(filtered(Dictionary(uniqueKeysWithValues: growing))).map(\.sample) == [989])
  }

  @Test("Peaks between the two thresholds are weak impacts, and change nothing about the others")
  func weak() throws {
    let signal = Fixture.triaxial(z: filtered([200: 0.29, 500: 0.31, 900: 1.49, 1300: 1.5, 1400: 0.9]))
    let found = try ImpactDetector().impacts(filtered: signal, raw: signal)
    #expect(found.impacts.map(\.sample) == [1300])
    // The one at 1400 lies within the refractory time of a larger one.
    #expect(found.weak.map(\.sample) == [500, 900])
    #expect(found.impacts.map(\.threshold) == [1.5])
    var without = ImpactDetector()
    without.weakThresholdG = 1.5
    #expect(try without.impacts(filtered: signal, raw: signal) == .init(impacts: found.impacts))
  }

  @Test("The time is the peak's original timestamp")
  func originalStamp() throws {
    // Steps of a real watch: 1252, 1252, 1252 and 1232 us.
    let times = (0..<800).map { (index: Int) -> Double in
      let cycle = Double(index / 4) * 4988e-6
      return 56_257.442 + cycle + Double(index % 4) * 1252e-6
    }
    let signal = try Fixture.signal(times: times) { $0 == times[613] ? 7 : 0 }
    #expect(try impacts(signal).map(\.time) == [times[613]])
  }

  @Test("The sub-sample time is the vertex of the parabola through the magnitudes", arguments: [Float(1), -1])
  func subsample(polarity: Float) throws {
    // Through 2, 4, 3: the vertex lies at (2 - 3) / 2 / (2 - 8 + 3) = 1/6 of a sample.
    let impact = try #require(
      try impacts(filtered([999: 2 * polarity, 1000: 4 * polarity, 1001: 3 * polarity])).first)
    #expect(abs(impact.subsampleTime - impact.time - 1 / 6.0 / Self.rate) < 1e-9)
  }

  @Test("Missing samples beside a peak leave its timestamp as its sub-sample time")
  func missingNeighbour() throws {
    let found = try impacts(filtered([998: .nan, 999: .nan, 1000: 4, 1001: 3, 1300: .nan]))
    #expect(found.map(\.sample) == [1000])
    #expect(found.map(\.subsampleTime) == found.map(\.time))
  }

  @Test("A peak at the end of a segment has its timestamp as its sub-sample time")
  func segmentEnd() throws {
    let times = Fixture.times(seconds: 2, rate: Self.rate, gap: 1..<1.5)
    let signal = try Fixture.signal(times: times) { $0 == 1.5 ? 9 : 0 }
    let found = try impacts(signal)
    #expect(found.map(\.time) == [1.5])
    #expect(found.map(\.subsampleTime) == [1.5])
    #expect(found.map(\.onsetTime) == [1.5])
  }

  @Test("With a known range, values at it are saturated", arguments: [(Float(15.97), false), (15.99, true)])
  func knownRange(value: Float, isSaturated: Bool) throws {
    let raw = filtered([1000: value])
    #expect(try impacts(filtered([1000: 9]), raw: raw) { $0.rangeG = 16 }.map(\.isSaturated) == [isSaturated])
  }

  @Test("Without a known range, three equal largest values are", arguments: [(2, false), (3, true)])
  func unknownRange(count: Int, isSaturated: Bool) throws {
    let values = [998: Float(-12.5), 1000: 12.5, 1003: -12.5].sorted { $0.key < $1.key }.prefix(count)
    let raw = filtered(Dictionary(uniqueKeysWithValues: values.map { ($0.key, $0.value) }))
    #expect(try impacts(filtered([1000: 9]), raw: raw).map(\.isSaturated) == [isSaturated])
  }

  @Test("The axis that is asked for is the one looked at, filtered and raw")
  func axis() throws {
    let (shock, quiet) = (filtered([1000: 9]), filtered([:]))
    var raw = [Float](repeating: 0, count: 2400)
    for index in 995..<2400 { raw[index] = 5 }
    let step = MemorySignal(raw, timeBase: shock.timeBase, unit: .g)
    var detector = ImpactDetector()
    for axis in Axis.allCases {
      detector.axis = axis
      let found = try detector.impacts(
        filtered: Triaxial(x: quiet, y: shock, z: quiet), raw: Triaxial(x: quiet, y: step, z: quiet)
      ).impacts
      let isSeen = axis == .y || axis == .any
      #expect(found.map(\.axis) == (isSeen ? [.y] : []))
      #expect(found.map(\.onsetTime) == (isSeen ? [try shock.timeBase.time(at: 994)] : []))
    }
  }

  @Test("Nothing is found in nothing, in one sample and in missing samples", arguments: [0, 1, 500])
  func nothing(count: Int) throws {
    let values = [Float](repeating: count == 1 ? 9 : .nan, count: count)
    let signal = MemorySignal(values, timeBase: TimeBase(start: 0, rate: 800, count: count), unit: .g)
    #expect(try impacts(signal).isEmpty)
  }
}
