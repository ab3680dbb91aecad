import Testing

@testable import SPSimulation

struct ClockTests {
  @Test func `timestamps step as on a real watch and do not drift`() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 3)
    settings.durationS = 3600
    let session = try SimulatedSession(settings)
    let last = session.accelerationCount - 1
    let first = session.acceleration(0..<1).time[0]
    let tail = session.acceleration(last - 400..<last + 1).time
    let steps = zip(tail.dropFirst(), tail).map { microseconds($0) - microseconds($1) }
    for (index, step) in steps.enumerated() {
      #expect(step == ((last - 400 + index) % 4 == 3 ? 1232 : 1252))
    }
    // 802 Hz times 3600 s in whole cycles of 4988 us: 721,732 cycles and 784 us, that is one more sample.
    #expect(session.accelerationCount == 4 * 721_732 + 1)
    let rate = Double(last) / (tail[400] - first)
    #expect(abs(rate - 801.92) < 0.01)
    let motion = session.motion(0..<session.motionCount)
    let motionSteps = Set(zip(motion.time.dropFirst(), motion.time).map { microseconds($0) - microseconds($1) })
    #expect(motionSteps == [4988])
  }

  @Test func `both streams fraction one clock that starts at boot`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let session = try SimulatedSession(SimulationSettings(sport: .golf, seed: seed))
      let acceleration = session.acceleration(0..<1).time[0]
      let motion = session.motion(0..<1).time[0]
      #expect((20_000...90_000).contains(acceleration))
      #expect(motion >= acceleration && motion - acceleration < 0.004_988)
    }
  }

  @Test func `jitter spreads timestamps by its deviation and keeps their order`() throws {
    var settings = quietSettings(.baseball)
    let even = try SimulatedSession(settings)
    settings.jitterUS = 100
    let session = try SimulatedSession(settings)
    let timestamps = session.allAcceleration
    let errors = zip(timestamps.time, even.allAcceleration.time).map { ($0 - $1) * 1e6 }
    let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    #expect(abs(deviation - 100) < 2)
    #expect(zip(timestamps.time.dropFirst(), timestamps.time).allSatisfy { $0 > $1 })
    // The wrist is where it was: only the timestamps err.
    #expect(timestamps.acceleration == even.allAcceleration.acceleration)
    settings.jitterUS = 200
    let wild = try SimulatedSession(settings).allMotion.time
    #expect(zip(wild.dropFirst(), wild).allSatisfy { $0 > $1 })
  }

  @Test func `ticks are the first to the 24th after the microsecond, and change timestamps alone`() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 6)
    settings.jitterUS = 200
    let whole = try SimulatedSession(settings)
    settings.timestamps = .ticks
    let session = try SimulatedSession(settings)
    #expect(session.allAcceleration.acceleration == whole.allAcceleration.acceleration)
    #expect(session.allMotion.attitude == whole.allMotion.attitude)
    #expect(session.swings == whole.swings)
    for (times, microseconds) in [
      (session.allAcceleration.time, whole.allAcceleration.time), (session.allMotion.time, whole.allMotion.time),
    ] {
      var counts = [Int](repeating: 0, count: 24)
      for (time, us) in zip(times, microseconds) {
        let ticks = (time * 24e6).rounded()
        #expect(time == ticks / 24e6)
        counts[Int(ticks - (us * 24e6).rounded())] += 1
      }
      // One in 24 is a whole microsecond.
      let expected = times.count / 24
      #expect(counts.allSatisfy { abs($0 - expected) < expected / 2 })
      #expect(zip(times.dropFirst(), times).allSatisfy { $0 > $1 })
    }
  }

  @Test func `gaps take the samples of both streams and nothing else`() throws {
    var settings = SimulationSettings(sport: .tableTennis, seed: 8)
    settings.durationS = 120
    settings.swingsPerMinute = 15
    let whole = try SimulatedSession(settings)
    settings.gapCount = 6
    settings.gapLengthRangeS = 0.2...1.5
    let session = try SimulatedSession(settings)
    #expect(session.gaps.count == 6)
    for gap in session.gaps {
      #expect((0.199...1.501).contains(gap.upperBound - gap.lowerBound))
    }
    func isIn(_ time: Double) -> Bool { session.gaps.contains { $0.contains(time) } }
    let all = whole.allAcceleration
    let kept = all.time.indices.filter { !isIn(all.time[$0]) }
    let rest = session.allAcceleration
    #expect(rest.time == kept.map { all.time[$0] })
    #expect(rest.acceleration == kept.flatMap { all.acceleration[3 * $0..<3 * $0 + 3] })
    #expect(session.allMotion.time == whole.allMotion.time.filter { !isIn($0) })
    #expect(kept.count < all.time.count)
    for swing in session.swings {
      let from = swing.startTime - 0.05
      let to = swing.contactTime + 0.1
      #expect(swing.isInterrupted == session.gaps.contains { $0.lowerBound < to && $0.upperBound > from })
    }
  }

  @Test func `a gap that falls into a swing is told`() throws {
    var settings = SimulationSettings(sport: .tennis, seed: 5)
    settings.durationS = 600
    settings.gapCount = 60
    let session = try SimulatedSession(settings)
    let interrupted = session.swings.filter(\.isInterrupted).count
    #expect(interrupted > 0 && interrupted < session.swings.count)
  }
}
