import SPRecordings
import Testing

@testable import SPSimulation

struct SwingTests {
  static let seeds: Range<UInt64> = 0..<8

  /// Expected times to contact (s) and peak rates (rad/s) by sport, from published figures and real recordings.
  static let expected: [(Sport, ClosedRange<Double>, ClosedRange<Double>)] = [
    (.baseball, 0.12...0.20, 10...27.5), (.softball, 0.12...0.22, 10...27.5), (.golf, 0.23...0.30, 9.7...20),
    (.tennis, 0.15...0.30, 9.7...27.5), (.tableTennis, 0.08...0.20, 4.8...27.5), (.badminton, 0.10...0.20, 10...27.8),
    (.cricket, 0.15...0.30, 9.7...27.5),
  ]

  @Test(arguments: expected)
  func `times and rates are the sport's`(
    sport: Sport, times: ClosedRange<Double>, peaks: ClosedRange<Double>
  ) throws {
    for seed in Self.seeds {
      var settings = SimulationSettings(sport: sport, seed: seed)
      settings.durationS = 240
      for swing in try SimulatedSession(settings).swings {
        #expect(times.contains(swing.timeToContactS))
        #expect(peaks.contains(abs(swing.peakRotationRadS)))
      }
    }
  }

  @Test(arguments: Sport.allCases)
  func `subjects turn either way`(sport: Sport) {
    let positive = (0..<400).filter { Subject(SimulationSettings(sport: sport, seed: $0)).direction > 0 }.count
    // Four standard deviations of a fair coin tossed 400 times.
    #expect((160...240).contains(positive))
  }

  @Test(arguments: Sport.allCases)
  func `truth is what the samples show`(sport: Sport) throws {
    let session = try SimulatedSession(quietSettings(sport, seed: 9))
    let motion = session.allMotion
    let rate = motion.rotationAlongGravity
    var leads: [Double] = []
    for swing in session.swings {
      let sign = swing.peakRotationRadS > 0 ? 1.0 : -1.0
      let window = motion.time.indices.filter {
        motion.time[$0] > swing.contactTime - 0.08 && motion.time[$0] < swing.contactTime + 0.04
      }
      let peakRow = try #require(window.max { sign * rate[$0] < sign * rate[$1] })
      let peak = sign * rate[peakRow]
      #expect(abs(peak - abs(swing.peakRotationRadS)) < 0.02 * peak)
      // Contact slightly after or at the peak of the rotation.
      #expect((-0.015...0.04).contains(swing.contactTime - motion.time[peakRow]))
      // Walking back on the samples: the first that fails lies in the step before the start.
      var row = try #require(window.last { motion.time[$0] <= swing.contactTime })
      while sign * rate[row] >= max(1, 0.1 * abs(swing.peakRotationRadS)) { row -= 1 }
      #expect(motion.time[row] <= swing.startTime && swing.startTime - motion.time[row] < 0.004_989)
      while sign * rate[row] > 0 { row -= 1 }
      leads.append(swing.startTime - motion.time[row])
    }
    // The rate crosses zero a little before: 23 +- 7 ms before the top in real golf swings.
    leads.sort()
    #expect((0.012...0.040).contains(leads[leads.count / 2]))
    #expect(leads[0] > 0.008 && leads[leads.count - 1] < 0.080)
  }

  @Test(arguments: [Sport.tennis, .tableTennis, .badminton])
  func `34 strokes a minute fit into a rally`(sport: Sport) throws {
    for seed in Self.seeds {
      var settings = SimulationSettings(sport: sport, seed: seed)
      settings.durationS = 120
      settings.swingsPerMinute = 34
      settings.distractorsPerMinute = 0
      #expect(throws: SimulationError.self) { try SimulatedSession(settings) }
      settings.pace = .rally
      let swings = try SimulatedSession(settings).swings
      #expect(swings.count == 68 && swings.count { $0.label == .miss } == 24)
      #expect(zip(swings.dropFirst(), swings).allSatisfy { $0.startTime > $1.contactTime })
    }
  }

  @Test(arguments: Sport.allCases)
  func `a backswing and a recovery turn the other way`(sport: Sport) throws {
    let session = try SimulatedSession(quietSettings(sport, seed: 21))
    let motion = session.allMotion
    let rate = motion.rotationAlongGravity
    for swing in session.swings {
      let sign = swing.peakRotationRadS > 0 ? 1.0 : -1.0
      func lowest(_ from: Double, _ to: Double) -> Double {
        motion.time.indices.reduce(0) {
          motion.time[$1] > from && motion.time[$1] < to ? min($0, sign * rate[$1]) : $0
        }
      }
      #expect((-6.5...(-2.5)).contains(lowest(swing.startTime - 0.6, swing.startTime)))
      #expect((-9.0...(-1.2)).contains(lowest(swing.contactTime, swing.contactTime + 1.1)))
    }
  }

  @Test func `counts follow the settings and events keep apart`() throws {
    var settings = SimulationSettings(sport: .tableTennis, seed: 13)
    settings.durationS = 300
    settings.swingsPerMinute = 20
    settings.missShare = 0.25
    settings.distractorsPerMinute = 6
    settings.practicePerMinute = 2
    settings.checkSwingsPerMinute = 1
    let session = try SimulatedSession(settings)
    #expect(session.swings.count == 100)
    #expect(session.swings.filter { $0.label == .miss }.count == 25)
    #expect(session.swings.allSatisfy { ($0.shock == nil) == ($0.label == .miss) })
    #expect(session.swings.map(\.index) == Array(0..<100))
    #expect(session.distractors.count == 45)
    #expect(session.distractors.filter { $0.kind == .practice }.count == 10)
    #expect(session.distractors.filter { $0.kind == .checkSwing }.count == 5)
    #expect(session.distractors.allSatisfy { $0.kind.hasShock == !$0.shockTimes.isEmpty })
    let contacts = session.swings.map(\.contactTime)
    #expect(zip(contacts.dropFirst(), contacts).allSatisfy { $0 - $1 > 1 })
    for distractor in session.distractors {
      #expect(!contacts.contains { abs($0 - distractor.time) < 0.5 })
    }
  }

  @Test func `misses move as hits do`() throws {
    var settings = quietSettings(.softball, seed: 30)
    settings.missShare = 0
    let hits = try SimulatedSession(settings)
    settings.missShare = 1
    let misses = try SimulatedSession(settings)
    #expect(hits.swings.map(\.startTime) == misses.swings.map(\.startTime))
    #expect(hits.allMotion.rotationRate == misses.allMotion.rotationRate)
    #expect(hits.allAcceleration.acceleration != misses.allAcceleration.acceleration)
  }

  @Test func `backhands turn against forehands`() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 17)
    settings.durationS = 300
    settings.backhandShare = 0.5
    let swings = try SimulatedSession(settings).swings
    let backhands = Set(swings.filter(\.isBackhand).map { $0.peakRotationRadS > 0 })
    let forehands = Set(swings.filter { !$0.isBackhand }.map { $0.peakRotationRadS > 0 })
    #expect(backhands.count == 1 && forehands.count == 1 && backhands != forehands)
  }

  @Test func `some racket subjects mix strokes and none of the others do`() throws {
    func mixing(_ sport: Sport) throws -> Int {
      try (0..<30).filter {
        try SimulatedSession(SimulationSettings(sport: sport, seed: UInt64($0))).swings.contains(where: \.isBackhand)
      }.count
    }
    #expect((3...20).contains(try mixing(.tennis)))
    #expect(try mixing(.baseball) == 0)
  }

  @Test func `the dominant hand mirrors the direction and the wrist the forearm's axis`() throws {
    var settings = quietSettings(.baseball, seed: 40)
    let right = try SimulatedSession(settings)
    settings.dominantHand = .left
    let leftHanded = try SimulatedSession(settings)
    for (a, b) in zip(right.swings, leftHanded.swings) {
      #expect(a.peakRotationRadS * b.peakRotationRadS < 0)
    }
    settings.dominantHand = .right
    settings.wrist = .left
    let leftWrist = try SimulatedSession(settings)
    // Centrifugal acceleration on x at the peak: away from the elbow, which x points to on a right wrist.
    func strongestX(_ session: SimulatedSession) -> Float {
      let user = session.allMotion.userAcceleration
      return stride(from: 0, to: user.count, by: 3).reduce(Float(0)) { abs(user[$1]) > abs($0) ? user[$1] : $0 }
    }
    #expect(strongestX(right) < -4)
    #expect(strongestX(leftWrist) > 4)
  }

  @Test func `practice is weaker than any swing and check swings lack a contact`() throws {
    var settings = quietSettings(.tennis, seed: 50)
    settings.durationS = 300
    settings.practicePerMinute = 4
    settings.checkSwingsPerMinute = 4
    let session = try SimulatedSession(settings)
    let weakest = session.swings.map { abs($0.peakRotationRadS) }.min() ?? 0
    for distractor in session.distractors where !distractor.kind.hasShock {
      let boot = session.swings.isEmpty ? 0 : session.accelerationStart
      let rate = abs(session.track.state(at: distractor.time - boot).rotationAlongGravity)
      #expect(rate > 1 && rate < 0.85 * weakest)
    }
  }
}

extension SimulatedSession {
  fileprivate var accelerationStart: Double { acceleration(0..<1).time[0] }
}
