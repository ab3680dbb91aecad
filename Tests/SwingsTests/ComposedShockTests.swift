import Foundation
import SPSignals
import SPSwings
import TestSupport
import Testing

/// Real shocks, played slower or faster, weaker or stronger, either way and turned, on real strokes.
@Suite("Onsets of composed shocks", .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct ComposedShockTests {
  /// A real watch's 800 Hz acceleration.
  private struct Watch {
    let rows: [[Double]]
    /// Onsets that were checked by hand, in s.
    let onsets: [Double]

    init() throws {
      rows = try SharedData.numbers("tennis-watch-800hz/forehand-accelerometer-first-9s.csv")
      onsets = try SharedData.numbers("tennis-watch-800hz/impacts_truth.csv").map { $0[1] }
    }

    /// The acceleration at a moment, linear between samples.
    func acceleration(_ time: Double) -> SIMD3<Double> {
      var (low, high) = (0, rows.count - 1)
      while high - low > 1 {
        let middle = (low + high) / 2
        if rows[middle][0] <= time { low = middle } else { high = middle }
      }
      let part = min(1, max(0, (time - rows[low][0]) / (rows[high][0] - rows[low][0])))
      func value(_ row: [Double]) -> SIMD3<Double> { SIMD3(row[1], row[2], row[3]) }
      return value(rows[low]) * (1 - part) + value(rows[high]) * part
    }

    /// What a shock adds to the motion, at a time after the last sample that it has not moved.
    func shock(_ number: Int, _ since: Double) -> SIMD3<Double> {
      let (start, lengthS) = (onsets[number] - 0.00125, 0.12)
      guard since > 0, since < lengthS else { return .zero }
      let (before, after) = (acceleration(start), acceleration(start + lengthS))
      let motion = before + (after - before) * min(1, since / 0.075)
      return (acceleration(start + since) - motion) * min(1, (lengthS - since) / 0.025)
    }
  }

  @Test(
    "Each real shock's onset is found within 2.5 ms, however it is played",
    arguments: 0..<3, [400.0, 800, 1600])
  func onsets(shock: Int, rate: Double) throws {
    let watch = try Watch()
    var errors: [Double] = []
    var state: UInt64 = 7
    /// Noise without correlation, uniform from -1 to 1 (Knuth's linear congruential generator).
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 52) - 1
    }
    for stretch in [0.6, 0.75, 0.9, 1.0, 1.1, 1.25] {
      for (place, scale) in [0.2, -0.35, 0.6, -1, 1.3].enumerated() {
        // A stroke under way, or the recovery from one, without a contact.
        let (stroke, turn) = (watch.onsets[place % 3] + [-0.28, 0.45, 0.6][place % 3], 20.0 * .pi / 180)
        let phase = noise() / rate
        let times = (0..<Int(0.3 * rate)).map { Double($0) / rate - 0.2 + phase }
        let values = times.map { time in
          let added = scale * watch.shock(shock, time / stretch)
          let turned = SIMD3(
            added.x, cos(turn) * added.y - sin(turn) * added.z, sin(turn) * added.y + cos(turn) * added.z)
          // Uniform noise of 17 mg has a standard deviation of 10 mg.
          return watch.acceleration(stroke + time) + turned + 0.017 * SIMD3(noise(), noise(), noise())
        }
        let timeBase = TimeBase(start: times[0], rate: rate, count: times.count)
        let axes = (0..<3).map { axis in MemorySignal(values.map { Float($0[axis]) }, timeBase: timeBase, unit: .g) }
        let peak = try #require(
          times.indices.filter { (0.002...0.03).contains(times[$0]) }.max {
            abs(values[$0].z - watch.acceleration(stroke).z) < abs(values[$1].z - watch.acceleration(stroke).z)
          })
        let onset = try OnsetFinder().onset(before: peak, in: Triaxial(x: axes[0], y: axes[1], z: axes[2]))
        errors.append(abs(times[onset] - 0.00125 * stretch))
      }
    }
    #expect(Statistics.percentile(errors, 95) <= 0.0025)
    #expect(errors.allSatisfy { $0 <= 0.01 })
  }
}
