import Foundation
import SPRecordings
import Testing

@testable import SPSimulation

struct ShockTests {
  /// Shocks of a session alone: the hits less the same session with misses only.
  private struct PureShocks {
    let session: SimulatedSession
    let time: [Double]
    let value: [Double]

    init(_ sport: Sport, seed: UInt64, peakRangeG: ClosedRange<Double> = 2...40) throws {
      var settings = quietSettings(sport, seed: seed)
      settings.durationS = 120
      settings.missShare = 0
      settings.peakRangeG = peakRangeG
      session = try SimulatedSession(settings)
      settings.missShare = 1
      let misses = try SimulatedSession(settings).allAcceleration
      let hits = session.allAcceleration
      time = hits.time
      value = zip(hits.acceleration, misses.acceleration).map { Double($0) - Double($1) }
    }

    func rows(_ swing: SimulatedSwing, from: Double, to: Double) -> [Int] {
      // Rows are even enough to be found near their place.
      let guess = Int((swing.contactTime - time[0]) * 801.9246)
      return (max(0, guess - 60)..<min(time.count, guess + 260)).filter {
        time[$0] >= swing.contactTime + from && time[$0] < swing.contactTime + to
      }
    }
  }

  @Test(arguments: [Sport.baseball, .tennis])
  func `frequency, decay, energy and peak are those of real hits`(sport: Sport) throws {
    let shocks = try PureShocks(sport, seed: 7)
    #expect(shocks.session.swings.count == 24)
    for swing in shocks.session.swings {
      let shock = try #require(swing.shock)
      let rows = shocks.rows(swing, from: 0, to: 0.1)
      let z = rows.map { shocks.value[3 * $0 + 2] }
      // Zero crossings of z by interpolation: half periods.
      var crossings: [Double] = []
      for index in 1..<40 where z[index - 1] * z[index] < 0 {
        let fraction = z[index - 1] / (z[index - 1] - z[index])
        crossings.append(shocks.time[rows[index - 1]] + 0.001_247 * fraction)
      }
      let first = try #require(crossings.first)
      let last = try #require(crossings.last)
      let frequency = Double(crossings.count - 1) / 2 / (last - first)
      #expect((93...204).contains(frequency))
      #expect(abs(frequency - shock.frequencyHz) < 0.04 * shock.frequencyHz)
      // Decay from the energy in two windows of 15 ms, 15 ms apart: e^(-2 * 15 ms / decay).
      func energy(_ from: Double, _ axis: Int, _ length: Double = 0.015) -> Double {
        shocks.rows(swing, from: from, to: from + length).reduce(0) { $0 + pow(shocks.value[3 * $1 + axis], 2) }
      }
      let decay = 0.030 / log(energy(0.015, 2) / energy(0.030, 2))
      #expect((0.008...0.034).contains(decay))
      let energies = (0..<3).map { energy(0, $0, 0.1) }
      let total = energies.reduce(0, +)
      #expect((0.11...0.45).contains(energies[0] / total))
      #expect((0.008...0.065).contains(energies[1] / total))
      #expect((0.52...0.84).contains(energies[2] / total))
      // A 200 Hz wave has four samples a period, so that its peak can fall between two of them.
      let peak = z.map(abs).max() ?? 0
      #expect(peak <= shock.peakG + 1e-4 && peak > 0.6 * shock.peakG)
    }
  }

  @Test func `onsets are abrupt and nothing comes before them`() throws {
    let shocks = try PureShocks(.cricket, seed: 11)
    for swing in shocks.session.swings {
      let peak = try #require(swing.shock).peakG
      let before = shocks.rows(swing, from: -0.02, to: 0)
      #expect(before.allSatisfy { shocks.value[3 * $0 + 2] == 0 })
      let rows = shocks.rows(swing, from: 0, to: 0.1)
      let z = rows.map { shocks.value[3 * $0 + 2] }
      let slopes = zip(z, [0] + z).map { abs($0 - $1) }
      let steepest = slopes.max() ?? 0
      let onset = try #require(slopes.firstIndex { $0 >= 0.15 * steepest })
      #expect(onset <= 1)
      #expect(abs(z[1]) > 0.05 * peak)
      // The first lobe is half a period, at most 5-6 ms, and starts with the polarity of the truth.
      #expect((z[1] < 0) == (try #require(swing.shock).isInverted))
    }
  }

  @Test func `peaks are log-uniform in their range and one in seven is inverted`() throws {
    var settings = SimulationSettings(sport: .tableTennis, seed: 1)
    settings.durationS = 3600
    settings.missShare = 0
    settings.swingsPerMinute = 15
    let shocks = try SimulatedSession(settings).swings.compactMap(\.shock)
    #expect(shocks.count == 900)
    #expect(shocks.allSatisfy { (2...40).contains($0.peakG) && (95...200).contains($0.frequencyHz) })
    #expect(shocks.allSatisfy { (0.011...0.025).contains($0.decayS) })
    // The median of a log-uniform variable is the geometric mean of its ends, sqrt(80) = 8.94.
    let below = shocks.filter { $0.peakG < 80.0.squareRoot() }.count
    #expect((400...500).contains(below))
    let inverted = shocks.filter(\.isInverted).count
    #expect((95...165).contains(inverted))
  }

  @Test func `sweet-spot hits are as small as asked`() throws {
    let shocks = try PureShocks(.baseball, seed: 2, peakRangeG: 0.5...1)
    for swing in shocks.session.swings {
      let rows = shocks.rows(swing, from: 0, to: 0.1)
      let peak = rows.map { abs(shocks.value[3 * $0 + 2]) }.max() ?? 0
      #expect((0.3...1.0001).contains(peak))
    }
  }

  @Test func `device motion carries a shock low-passed`() throws {
    var settings = quietSettings(.tennis, seed: 7)
    settings.missShare = 0
    let hits = try SimulatedSession(settings)
    settings.missShare = 1
    let misses = try SimulatedSession(settings)
    let z = zip(hits.allMotion.userAcceleration, misses.allMotion.userAcceleration).map { abs(Double($0) - Double($1)) }
    let time = hits.allMotion.time
    for swing in hits.swings {
      let peak = try #require(swing.shock).peakG
      let near = time.indices.filter { time[$0] > swing.contactTime - 0.01 && time[$0] < swing.contactTime + 0.06 }
      let largest = near.map { z[3 * $0 + 2] }.max() ?? 0
      #expect(largest > 0 && largest < 0.65 * peak)
    }
  }

  @Test func `a dropped bat falls free and lands`() throws {
    var settings = quietSettings(.baseball, seed: 3)
    settings.durationS = 600
    settings.swingsPerMinute = 1
    settings.distractorsPerMinute = 15
    let session = try SimulatedSession(settings)
    let drop = try #require(session.distractors.first { $0.kind == .drop })
    #expect((2...3).contains(drop.shockTimes.count))
    let block = session.allAcceleration
    let before = block.time.indices.filter { block.time[$0] > drop.time - 0.15 && block.time[$0] < drop.time - 0.02 }
    for row in before {
      let squares = (0..<3).reduce(Float(0)) {
        $0 + block.acceleration[3 * row + $1] * block.acceleration[3 * row + $1]
      }
      #expect(squares.squareRoot() < 0.7)
    }
  }

  @Test func `distractors shake with little rotation`() throws {
    var settings = quietSettings(.badminton, seed: 5)
    settings.durationS = 600
    settings.swingsPerMinute = 1
    settings.distractorsPerMinute = 12
    let session = try SimulatedSession(settings)
    let kinds = Set(session.distractors.map(\.kind))
    #expect(kinds.isSuperset(of: [.clap, .tap, .catch, .drop]))
    let boot = session.acceleration(0..<1).time[0]
    for distractor in session.distractors where distractor.kind.hasShock {
      #expect(distractor.time == distractor.shockTimes.first)
      #expect(abs(session.track.state(at: distractor.time - boot).rotationAlongGravity) < 4)
      let first = Int((distractor.time - boot) * 801.9246)
      let values = session.acceleration(first..<first + 40).acceleration
      let steepest = (3..<values.count).map { abs(values[$0] - values[$0 - 3]) }.max() ?? 0
      #expect(steepest > 0.3)
    }
  }

  @Test func `clipping limits the accelerometer and nothing else`() throws {
    var settings = SimulationSettings(sport: .baseball, seed: 7)
    let free = try SimulatedSession(settings)
    settings.clipRangeG = 8
    let clipped = try SimulatedSession(settings)
    let values = clipped.allAcceleration.acceleration
    #expect(values == free.allAcceleration.acceleration.map { max(-8, min(8, $0)) })
    #expect(values.contains(8) || values.contains(-8))
    #expect(clipped.allMotion == free.allMotion)
  }
}
