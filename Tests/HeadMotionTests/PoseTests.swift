import Foundation
import SPHeadMotion
import SPSignals
import Testing

/// Poses and connections.
struct PoseTests {
  private static let degree = Double.pi / 180
  private static let tilt = Quaternion(angle: 0.2, about: [1, 0, 0])

  /// A head that looks to the left at 20 degrees a second, 25 samples a second, from a tilted start.
  private func turning(_ seconds: Double, skipping: Range<Double>? = nil) -> HeadSamples {
    var samples = HeadSamples()
    for index in 0..<Int(seconds * 25) {
      let time = Double(index) / 25
      if let skipping, skipping.contains(time) { continue }
      samples.append(100 + time, attitude(time), rate: [0, 0, 20 * Self.degree])
    }
    return samples
  }

  private func attitude(_ time: Double) -> Quaternion {
    Quaternion(angle: 1 + 20 * Self.degree * time, about: [0, 0, 1])
  }

  @Test("Poses are told from the first sample, with w of at least 0, at the rate that was asked for")
  func relative() throws {
    let found = try turning(17).findings(HeadRules(poseRateHz: 5))
    #expect(found.poses.count == 85)
    for position in 0..<found.poses.count {
      let pose = found.poses[position]
      let relative = try #require(pose.relative)
      #expect(abs(pose.time - 100 - Double(position) / 5) < 1e-9)
      #expect(relative.scalar >= 0 && abs(relative.length - 1) < 1e-12)
      let yaw = (20 * (pose.time - 100) + 180).truncatingRemainder(dividingBy: 360) - 180
      let error = abs((pose.angles?.yaw ?? 0) / Self.degree - yaw)
      // Half a turn is 180 degrees either way.
      #expect(min(error, 360 - error) < 1e-4)
    }
  }

  @Test("The reference is the first sample, that at a time, or the mean of the first still second")
  func references() throws {
    #expect(try turning(4).findings(HeadRules()).reference?.time == 100)
    let later = try #require(try turning(4).findings(HeadRules(reference: .time(afterStartS: 1.03))).reference)
    #expect(abs(later.time - 101.04) < 1e-9)
    #expect(try turning(4).findings(HeadRules(reference: .firstStillSecond)).reference == nil)
    var samples = turning(2)
    for index in 0..<100 {
      let shake = 0.01 * (index.isMultiple(of: 2) ? 1.0 : -1.0)
      samples.append(102 + Double(index) / 25, Quaternion(angle: 0.5 + shake, about: [1, 0, 0]), rate: [0.1, 0, 0])
    }
    let still = try #require(try samples.findings(HeadRules(reference: .firstStillSecond)).reference)
    #expect(still.time == 102)
    #expect(abs(EulerAngles(still.attitude).pitch - 0.5) < 0.001)
  }

  @Test("A reference that no rotation leads away from has an unexplained turn", arguments: [0, 90])
  func doubtfulReference(degrees: Double) throws {
    var samples = HeadSamples()
    // The sensor finds its attitude in three samples, while the head is still.
    for index in 0..<3 {
      let angle = 1 + degrees * Self.degree * Double(3 - index) / 3
      samples.append(100 + Double(index - 3) / 25, Quaternion(angle: angle, about: [0, 0, 1]))
    }
    let rest = turning(1)
    samples.time += rest.time
    samples.values += rest.values
    func turn(_ rule: ReferenceRule) throws -> Double? {
      try samples.findings(HeadRules(reference: rule)).reference?.unexplainedTurn
    }
    // The rate rises from 0 to 20 degrees a second within one sample, and not before it.
    let first = try #require(try turn(.firstSample))
    #expect(abs(first / Self.degree - degrees) < 0.5)
    let later = try #require(try turn(.time(afterStartS: 0.2)))
    #expect(later < 1e-4)
  }

  @Test("A still second in which the attitude turns has an unexplained turn")
  func doubtfulSecond() throws {
    var samples = HeadSamples()
    for index in 0..<100 {
      samples.append(Double(index) / 25, Quaternion(angle: index < 5 ? 1.5 : 0, about: [1, 0, 0]))
    }
    let found = try samples.findings(HeadRules(reference: .firstStillSecond)).reference
    #expect(try #require(found?.unexplainedTurn) > 1)
  }

  @Test("A gap after the reference ends the comparison", arguments: [0.08, 0.45, 0.6])
  func gapAfterReference(gapS: Double) throws {
    var samples = HeadSamples()
    samples.append(0, .identity)
    for index in 0..<50 { samples.append(gapS + Double(index) / 25, Quaternion(angle: 1, about: [0, 0, 1])) }
    let turn = try samples.findings(HeadRules()).reference?.unexplainedTurn
    #expect(gapS < 0.1 ? try #require(turn) > 0.9 : turn == nil)
  }

  @Test("Without a reference there are poses without angles, and no summary of them")
  func withoutReference() throws {
    let found = try turning(4).findings(HeadRules(reference: .firstStillSecond, poseRateHz: 0))
    #expect(found.poses.count == 100 && found.poses[0].relative == nil)
    #expect(found.summary.yaw.meanDirection == nil)
  }

  @Test("A gap is an interval without poses, and what follows tells whether the reference held")
  func gap() throws {
    let found = try turning(10, skipping: 4.02..<6.81).findings(
      HeadRules(maxGapTurn: 60 * Self.degree, poseRateHz: 0), events: [ConnectionEvent(time: 105, isConnected: false)])
    #expect(found.connections.map(\.kind) == [.connected, .disconnected, .connected])
    #expect(found.connections[1].startTime == 104 && abs(found.connections[1].endTime - 106.84) < 1e-9)
    #expect(found.connections[2].startedBy == .gap && found.connections[2].reference == .held)
    #expect(abs((found.connections[2].step ?? 0) / Self.degree - 56.8) < 1e-3)
    let poses = try found.poses.read(0..<found.poses.count)
    #expect(!poses.contains { $0.time > 104 && $0.time < 106.83 })
    #expect(poses.last?.reference == .held && poses.last?.connection == 1)
    let strict = try turning(10, skipping: 4.02..<6.81).findings(HeadRules())
    #expect(strict.connections[1].kind == .gap && strict.summary.referenceState == .uncertain)
  }

  @Test("A frame that begins anew in a gap is told, and yaw goes on as it was")
  func restart() throws {
    var samples = turning(4)
    // The sensor's z component is 0 where its frame begins.
    let anew = attitude(0).conjugate
    for index in 0..<50 {
      let time = 6 + Double(index) / 25
      samples.append(100 + time, anew * attitude(time - 6), rate: [0, 0, 20 * Self.degree])
    }
    let found = try samples.findings(HeadRules(poseRateHz: 0))
    #expect(found.connections.last?.reference == .assumed)
    // 79.2 degrees at 3.96 s; the first one after the gap is at rest beside it.
    #expect(abs((found.poses[100].angles?.yaw ?? 0) / Self.degree - 79.2) < 1e-3)
  }

  @Test("A handover goes on without a step, whatever the other bud's zero of yaw and seat in the ear")
  func handover() throws {
    var samples = turning(4)
    let frame = Quaternion(angle: -1.3, about: [0, 0, 1])
    let seat = Quaternion(angle: 0.08, about: [0.6, 0.8, 0])
    for index in 100..<200 {
      let time = Double(index) / 25
      samples.append(
        100 + time, frame * attitude(time) * seat, rate: seat.conjugate.rotate([0, 0, 20 * Self.degree]), bud: .right)
    }
    let found = try samples.findings(HeadRules(poseRateHz: 0))
    #expect(found.summary.handoverCount == 1)
    #expect(found.connections.map(\.location) == [.left, .right])
    #expect(found.connections[1].reference == .offset)
    #expect((found.connections[1].step ?? 0) > 1)
    for position in 0..<found.poses.count {
      let angles = try #require(found.poses[position].angles)
      #expect(abs(angles.yaw / Self.degree - 20 * Double(position) / 25) < 0.01)
      #expect(abs(angles.pitch) < 1e-3 && abs(angles.roll) < 1e-3)
    }
    #expect(found.poses[99].location == .left && found.poses[100].location == .right)
  }

  @Test("Behind a gap, a bud that was there before goes on in its own frame")
  func frameOfEachBud() throws {
    var samples = HeadSamples()
    func still(_ times: Range<Int>, yaw: Double, _ bud: BudLocation) {
      for index in times {
        samples.append(
          Double(index) / 25, Quaternion(angle: yaw * .pi / 180, about: [0, 0, 1]) * Self.tilt, bud: bud)
      }
    }
    // The head is still: the buds' zeros of yaw alone differ.
    still(0..<250, yaw: 5, .left)
    still(250..<500, yaw: 25, .right)
    still(575..<700, yaw: 5, .left)
    let found = try samples.findings(HeadRules(poseRateHz: 1))
    let last = try #require(found.poses[found.poses.count - 1].relative)
    #expect(abs(EulerAngles(last).yaw) < 1e-6)
    #expect(found.connections.last?.reference == .held)
    #expect(abs(try #require(found.connections.last?.step)) < 1e-6)
  }

  @Test("Behind a gap, a bud that was not there before is told as if the head had not turned")
  func unknownBudBehindGap() throws {
    var samples = HeadSamples()
    for index in 0..<250 { samples.append(Double(index) / 25, Self.tilt, bud: .left) }
    for index in 325..<400 {
      samples.append(Double(index) / 25, Quaternion(angle: 0.3, about: [0, 0, 1]) * Self.tilt, bud: .right)
    }
    let found = try samples.findings(HeadRules(poseRateHz: 1))
    #expect(found.connections.last?.reference == .assumed)
    #expect(abs(EulerAngles(try #require(found.poses[found.poses.count - 1].relative)).yaw) < 1e-6)
  }

  @Test("The mean of yaw is a direction: about 180 degrees it is not 0")
  func meanDirection() throws {
    var samples = HeadSamples()
    samples.append(0, .identity)
    for index in 1..<2000 {
      samples.append(
        Double(index) / 25, Quaternion(angle: .pi + (index.isMultiple(of: 2) ? 0.05 : -0.05), about: [0, 0, 1]))
    }
    let mean = try #require(try samples.findings(HeadRules()).summary.yaw.meanDirection)
    #expect(abs(abs(mean) - .pi) < 0.01)
  }

  @Test("Missing values and repeated timestamps are left out and counted; a timestamp that is no number is an error")
  func faults() throws {
    var samples = turning(4)
    samples.values[14 * 10 + 9] = .nan
    samples.time[20] = samples.time[19]
    let found = try samples.findings(HeadRules())
    #expect(found.summary.leftOutCount == 2 && found.summary.sampleCount == 98)
    samples.time[30] = .infinity
    #expect(throws: TimeBaseError.timestampNotFinite(index: 30, value: "inf")) { try samples.findings(HeadRules()) }
  }

  @Test("A clock that goes back begins another connection")
  func clock() throws {
    var samples = turning(4)
    for index in 0..<50 { samples.append(50 + Double(index) / 25, attitude(4)) }
    let found = try samples.findings(HeadRules(poseRateHz: 0))
    #expect(found.connections.map(\.startedBy) == [.recordingStart, .clockStep])
    #expect(found.poses.count == 150)
  }

  @Test("Samples whose clock goes back by at most the length of a gap are left out")
  func backwardStamps() throws {
    var samples = HeadSamples()
    // At 50 Hz, every tenth timestamp is 30 ms early.
    for index in 0..<100 { samples.append(Double(index) / 50 - (index % 10 == 5 ? 0.03 : 0), .identity) }
    let found = try samples.findings(HeadRules(poseRateHz: 0))
    #expect(found.connections.map(\.startedBy) == [.recordingStart])
    #expect(found.summary.leftOutCount == 10 && found.summary.sampleCount == 90)
  }

  @Test("Nothing is found in nothing")
  func empty() throws {
    let found = try HeadSamples().findings(
      HeadRules(poseRateHz: 0, postures: PostureRules(), repetitions: RepetitionRules()))
    #expect(found.connections.isEmpty && found.poses.count == 0 && found.sets.isEmpty && found.postures.isEmpty)
    #expect(found.summary.startTime == nil)
  }

  @Test("Poses that are put into a store are the same as those that are held")
  func stored() throws {
    let samples = turning(1000)
    let rules = HeadRules(poseRateHz: 0)
    let store = ListedPoses()
    let (held, put) = (try samples.findings(rules), try samples.findings(rules, poses: store))
    #expect(put.poses.count == 25_000 && store.poses.count > 16_000 && store.poses.count < 25_000)
    #expect(try put.poses.read(0..<25_000) == held.poses.read(0..<25_000))
    let border = store.poses.count
    #expect(try put.poses.read(border - 3..<border + 2) == held.poses.read(border - 3..<border + 2))
    #expect(try put.poses.read(3..<7) == held.poses.read(3..<7) && put.poses.read(border..<border) == [])
  }
}

/// Poses in a list, in place of a file.
private final class ListedPoses: PoseStore, @unchecked Sendable {
  private(set) var poses: [StoredPose] = []

  func append(_ poses: [StoredPose]) { self.poses += poses }
  func read(_ range: Range<Int>) -> [StoredPose] { Array(poses[range]) }
}
