import Foundation
import SPHeadMotion
import SPSignals
import SPSimulation
import Testing

/// Accuracy over simulated recordings.
struct AccuracyTests {
  /// The difference of counts of each of the sets of so many seeds; repetitions that a gap cuts are expected of nobody.
  private func errors(_ disturbances: Set<HeadDisturbance>, seeds: Range<UInt64>) throws -> [Int] {
    try seeds.map { seed in
      var settings = HeadSettings(seed: seed)
      settings.disturbances = disturbances
      settings.rateHz = 25
      settings.repetitions = 3...10
      let session = try HeadSession(settings)
      return try session.findings(HeadRules(repetitions: RepetitionRules())).repetitions.count - session.whole.count
    }
  }

  // The article has the figures of 200 sets of each kind; a few of them show a change here.
  @Test("Undisturbed sets are counted exactly")
  func undisturbed() throws {
    #expect(try errors([], seeds: 0..<8).allSatisfy { $0 == 0 })
  }

  @Test("Disturbed sets are counted within one", arguments: HeadDisturbance.allCases)
  func disturbed(_ disturbance: HeadDisturbance) throws {
    #expect(try errors([disturbance], seeds: 1000..<1008).allSatisfy { abs($0) <= 1 })
  }

  @Test("An hour of walking, sitting, looking around and bending has no repetition", arguments: [4, 77] as [UInt64])
  func everyday(seed: UInt64) throws {
    var settings = HeadSettings(seed: seed)
    settings.activity = .everyday
    settings.durationS = 3600
    settings.rateHz = 25
    settings.disturbances = [.handovers, .dropouts]
    let found = try HeadSession(settings).findings(HeadRules(repetitions: RepetitionRules()))
    #expect(found.repetitions.isEmpty)
    #expect(!found.rejectedRepetitions.isEmpty)
  }

  @Test("Depths and bottoms are near the true ones")
  func figures() throws {
    var depths: [Double] = []
    var times: [Double] = []
    for seed in UInt64(0)..<30 {
      var settings = HeadSettings(seed: seed)
      settings.rateHz = 25
      let session = try HeadSession(settings)
      let found = try session.findings(HeadRules(repetitions: RepetitionRules())).repetitions.map(\.measured)
      try #require(found.count == session.whole.count, "seed \(seed)")
      for (truth, measured) in zip(session.whole, found) {
        depths.append(abs(measured.depth / truth.depth - 1))
        times.append(abs(measured.bottomTime - truth.bottomTime))
      }
    }
    #expect(depths.sorted()[depths.count / 2] < 0.04)
    #expect(times.sorted()[times.count / 2] < 0.03)
  }

  @Test("Poses are the true ones but for the drift, which is told", arguments: [0.0, 6])
  func drift(degPerMin: Double) throws {
    var settings = HeadSettings(seed: 11)
    settings.activity = .everyday
    settings.rateHz = 25
    settings.yawDriftDegPerMin = degPerMin
    settings.disturbances = [.handovers]
    let session = try HeadSession(settings)
    let found = try session.findings(HeadRules(poseRateHz: 1))
    let start = try #require(found.summary.startTime)
    var worst = 0.0
    var tilt = 0.0
    let radPerS = degPerMin * .pi / 180 / 60
    for position in 0..<found.poses.count {
      let pose = found.poses[position]
      let truth = session.attitude(at: start).conjugate * session.attitude(at: pose.time)
      let relative = try #require(pose.relative)
      // The drift is a turn about the vertical, which a frame of the first pose sees tilted as that pose is.
      let drifted = (truth.conjugate * relative).angle - radPerS * (pose.time - start)
      worst = max(worst, abs(drifted) * 180 / .pi)
      tilt = max(tilt, abs(EulerAngles(truth).pitch - EulerAngles(relative).pitch) * 180 / .pi)
    }
    // Ten minutes with some fifty handovers, each of which adds what the head did in up to 0.2 s.
    #expect(worst < 5)
    #expect(tilt < 2.5)
    let told = try #require(found.summary.stillYawRate) * 60 * 180 / .pi
    #expect(abs(told - degPerMin) < 2)
  }
}
