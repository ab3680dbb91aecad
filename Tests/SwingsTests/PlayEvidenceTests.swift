import Foundation
import SPSignals
import Testing

@testable import SPSwings

struct PlayEvidenceTests {
  /// A wrist that turns about the axes of its sensor, 200 Hz, with gravity along z.
  private struct Motion {
    /// Where the wrist turns, and how: the axis, the largest rate in rad/s, the length.
    var turns: [(at: Double, axis: SIMD3<Double>, rate: Double, widthS: Double)] = []
    var seconds = 60.0

    var signals: MotionSignals {
      let time = TimeBase(start: 0, rate: 200, count: Int(seconds * 200))
      var axes = [[Float]](repeating: [Float](repeating: 0, count: time.count), count: 3)
      for turn in turns {
        // A bell whose width at half its height is given.
        let deviation = turn.widthS / 2.3548
        for sample in max(0, Int((turn.at - 1) * 200))..<min(time.count, Int((turn.at + 1) * 200)) {
          let x = (Double(sample) / 200 - turn.at) / deviation
          let rate = turn.rate * exp(-x * x / 2)
          for axis in 0..<3 { axes[axis][sample] += Float(rate * turn.axis[axis]) }
        }
      }
      func signal(_ samples: [Float], _ unit: SPSignals.Unit) -> MemorySignal {
        MemorySignal(samples, timeBase: time, unit: unit)
      }
      let rates = axes.map { signal($0, .radiansPerSecond) }
      return MotionSignals(
        rotationRate: Triaxial(x: rates[0], y: rates[1], z: rates[2]),
        gravity: Fixture.triaxial(z: signal([Float](repeating: 1, count: time.count), .g)))
    }
  }

  /// Strokes about the vertical, each with a slow backswing.
  private static func strokes(_ times: [Double], rate: Double = 14) -> Motion {
    var motion = Motion()
    for time in times {
      motion.turns.append((time, SIMD3(0, 0, 1), rate, 0.15))
      motion.turns.append((time - 0.5, SIMD3(0, 0, -1), 4, 0.3))
    }
    return motion
  }

  private func decided(
    _ motion: Motion, knocks: [Double] = [], isPractice: Bool = false
  ) throws -> DecidedSwings {
    let signals = motion.signals
    let impacts = knocks.map { Fixture.impact(at: $0) }
    let hits = try SwingStartDetector().swings(from: impacts, motion: signals).swings
    var detector = AirSwingDetector()
    detector.isPractice = isPractice
    return try detector.swings(in: signals, impacts: .init(impacts: impacts), hits: hits)
  }

  private static let many = (0..<12).map { 4 + 4 * Double($0) }

  @Test(
    "Eight strokes that repeat are play, seven are not",
    arguments: [(7, nil), (8, .strokes)] as [(Int, PlayEvidence.Ground?)])
  func repeatedStrokes(count: Int, ground: PlayEvidence.Ground?) throws {
    let found = try decided(Self.strokes(Array(Self.many.prefix(count))))
    #expect(found.evidence?.ground == ground)
    #expect(found.swings.count == (ground == nil ? 0 : count))
    #expect(found.possible.count == (ground == nil ? count : 0))
    #expect(found.swings.allSatisfy { $0.comparedWith == .repeatedStrokes })
  }

  @Test("A movement that is alike but improbable is no swing, and says so")
  func improbable() throws {
    var detector = AirSwingDetector()
    detector.minProbability = 1
    let found = try detector.swings(in: Self.strokes(Self.many).signals, impacts: .init(impacts: []), hits: [])
    #expect(found.swings.isEmpty && found.evidence?.ground == .strokes)
    let strokes = found.rejected.filter { Self.many.contains($0.time.rounded()) && ($0.checks.last?.value ?? 0) > 0.5 }
    #expect(strokes.count == Self.many.count)
    #expect(strokes.allSatisfy { $0.reason == .unlikeOthers && $0.checks.last?.name == "probability of a stroke" })
    #expect(strokes.allSatisfy { $0.explanation.contains("; expected at least 1") })
  }

  @Test("Three contacts that repeat are play; one knock is not, however many movements follow")
  func repeatedContacts() throws {
    let motion = Self.strokes(Array(Self.many.prefix(5)))
    let one = try decided(motion, knocks: [4.01])
    #expect(one.swings.isEmpty && one.evidence?.ground == nil)
    #expect(one.rejected.map(\.reason) == one.possible.map { _ in .noEvidenceOfPlay })
    #expect(one.rejected.map(\.kind) == one.possible.map(\.kind))
    #expect(one.possible.map(\.kind) == [.impact, .airSwing, .airSwing, .airSwing, .airSwing])
    let three = try decided(motion, knocks: [4.01, 8.01, 12.01])
    #expect(three.evidence?.ground == .contacts && three.swings.count == 5)
    #expect(three.swings.count { $0.impact != nil } == 3)
  }

  @Test("Knocks on movements that differ are no evidence")
  func otherMovements() throws {
    var motion = Motion()
    let axes = [SIMD3(1.0, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(0.6, 0.8, 0), SIMD3(0, 0.6, -0.8)]
    for (time, axis) in zip(Self.many, axes) { motion.turns.append((time, axis, 14, 0.15)) }
    let found = try decided(motion, knocks: Self.many.prefix(5).map { $0 + 0.01 })
    #expect(found.evidence?.ground == nil && found.swings.isEmpty && found.possible.count == 5)
  }

  @Test("A steady swing of the arm to and fro is no stroke, however fast", arguments: [0.7, 1.0])
  func steadyRhythm(periodS: Double) throws {
    var motion = Motion()
    motion.turns = stride(from: 2, to: 58, by: periodS).flatMap { time in
      [(time, SIMD3(0.0, 0, 1), 9.0, periodS / 3), (time + periodS / 2, SIMD3(0.0, 0, -1), 9.0, periodS / 3)]
    }
    let found = try decided(motion)
    #expect(found.evidence?.ground == nil && found.swings.isEmpty)
  }

  @Test("The user's word is enough for a single swing; slow movements beside it are none")
  func practice() throws {
    var motion = Self.strokes([10])
    motion.turns.append((20, SIMD3(0, 0, 1), 5, 0.3))
    #expect(try decided(motion).swings.isEmpty)
    let found = try decided(motion, isPractice: true)
    #expect(found.evidence?.ground == .practice && found.possible.isEmpty)
    #expect(found.swings.map { $0.anchorTime.rounded() } == [10])
  }

  @Test("A stroke that hardly turns along gravity is found by its total rotation; that along gravity is kept")
  func turnsAside() throws {
    var motion = Motion()
    for time in Self.many { motion.turns.append((time, SIMD3(0.995, 0, 0.0999), 14, 0.15)) }
    let found = try decided(motion, knocks: [4.01, 8.01, 12.01])
    #expect(found.swings.count == 12)
    let hit = try #require(found.swings.first { $0.impact != nil })
    #expect(hit.turnsAside && hit.peakRate > 13.9)
    // Half of the bell and a little: 14 x 0.0999 rad/s along gravity.
    #expect((0.08...0.16).contains(hit.accumulatedRotation))
    var published = SwingStartDetector()
    published.judge.countsTotalRotation = false
    let alone = try published.swings(from: [Fixture.impact(at: 4.01)], motion: motion.signals)
    #expect(alone.swings.isEmpty)
  }

  @Test("A softer stroke counts from half of the others' rate on", arguments: [(6.4, 0), (7.6, 1)])
  func softer(rate: Double, count: Int) throws {
    var motion = Self.strokes(Self.many)
    motion.turns.append((54, SIMD3(0, 0, 1), rate, 0.15))
    #expect(try decided(motion).swings.count == 12 + count)
  }

  @Test("The recovery of a faster stroke is none, though it repeats as well")
  func recoveries() throws {
    var motion = Self.strokes(Self.many)
    for time in Self.many { motion.turns.append((time + 0.5, SIMD3(0, 0, -1), 9, 0.2)) }
    let found = try decided(motion)
    #expect(found.swings.map { $0.anchorTime.rounded() } == Self.many)
  }
}

/// Shapes of movements.
struct MovementShapeTests {
  private func shape(_ scale: Double, turned: Bool = false) throws -> MovementShape {
    let bell = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) { scale * Fixture.bell(10, at: 1, $0) }
    let zero = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) { _ in 0 }
    let rate = turned ? Triaxial(x: bell, y: zero, z: zero) : Triaxial(x: zero, y: zero, z: bell)
    return try #require(try MovementShape(around: 1, in: rate))
  }

  @Test("The same movement at another speed has 1, the other way -1, about another axis 0")
  func similarity() throws {
    let one = try shape(1)
    #expect(abs(one.similarity(to: try shape(3)) - 1) < 0.001)
    #expect(abs(one.similarity(to: try shape(-1)) + 1) < 0.001)
    #expect(abs(one.similarity(to: try shape(1, turned: true))) < 0.001)
  }

  @Test("Its blocks are the means of the rate, at any rate of the samples", arguments: [50.0, 200, 400])
  func rates(hz: Double) throws {
    let signal = Fixture.signal(seconds: 2, rate: hz, unit: .radiansPerSecond) { Fixture.bell(10, at: 1, $0) }
    let shape = try #require(try MovementShape(around: 1, in: Fixture.triaxial(z: signal)))
    #expect(shape.similarity(to: try self.shape(1)) > 0.995)
  }

  @Test("There is none beside the end of the samples, and across more than a block of missing ones")
  func missing() throws {
    let rate = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) { abs($0 - 1) < 0.014 ? .nan : 5 }
    let triaxial = Fixture.triaxial(z: rate)
    #expect(try MovementShape(around: 1.05, in: triaxial) == nil)
    #expect(try MovementShape(around: 0.2, in: triaxial) == nil)
    #expect(try MovementShape(around: 1.95, in: triaxial) == nil)
    #expect(try MovementShape(around: 1.5, in: triaxial) != nil)
    let single = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) {
      abs($0 - 1) < 0.001 ? .nan : Fixture.bell(10, at: 1.02, $0)
    }
    let whole = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) { Fixture.bell(10, at: 1.02, $0) }
    let shapes = try [single, whole].map { try #require(try MovementShape(around: 1, in: Fixture.triaxial(z: $0))) }
    #expect(shapes[0].similarity(to: shapes[1]) > 0.999)
    let unknown = Fixture.signal(seconds: 2, rate: 200, unit: .radiansPerSecond) { _ in .nan }
    #expect(try MovementShape(around: 1, in: Triaxial(x: unknown, y: rate, z: rate)) == nil)
  }
}
