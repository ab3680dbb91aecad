import Foundation
import SPSignals
import Testing

@testable import SPSimulation

/// Simulated headphones.
struct HeadSessionTests {
  private func session(_ activity: HeadActivity = .pushUps, _ seed: UInt64 = 1) throws -> HeadSession {
    var settings = HeadSettings(seed: seed)
    settings.activity = activity
    settings.durationS = 120
    settings.accelerationNoiseG = 0
    settings.rotationNoiseRadS = 0
    settings.disturbances = Set(HeadDisturbance.allCases)
    return try HeadSession(settings)
  }

  private func quaternion(_ block: HeadBlock, _ row: Int) -> Quaternion {
    let q = block.attitude[4 * row..<4 * row + 4].map(Double.init)
    return Quaternion(scalar: q[0], vector: SIMD3(q[1], q[2], q[3]))
  }

  @Test("Gravity is the inverse attitude of (0, 0, -1)")
  func gravity() throws {
    let block = try session().rows(0..<1500)
    for row in block.time.indices {
      let expected = quaternion(block, row).conjugate.rotate([0, 0, -1])
      let gravity = SIMD3(block.gravity[3 * row], block.gravity[3 * row + 1], block.gravity[3 * row + 2])
      #expect(((SIMD3<Double>(gravity) - expected) * (SIMD3<Double>(gravity) - expected)).sum() < 1e-12)
    }
  }

  @Test("The rotation rate turns one attitude into the next")
  func rotation() throws {
    let block = try session(.everyday).rows(0..<400)
    for row in 1..<400 where block.location[row] == block.location[row - 1] {
      let step = block.time[row] - block.time[row - 1]
      guard step < 0.03 else { continue }
      func rate(_ row: Int) -> SIMD3<Double> {
        SIMD3<Double>(
          SIMD3(block.rotationRate[3 * row], block.rotationRate[3 * row + 1], block.rotationRate[3 * row + 2]))
      }
      let turned = quaternion(block, row - 1) * Quaternion(rotationVector: (rate(row) + rate(row - 1)) / 2 * step)
      #expect((turned.conjugate * quaternion(block, row)).angle < 2e-3)
    }
  }

  @Test("Any range gives the same bits; equal settings give equal recordings, another seed another one")
  func reproducible() throws {
    let (first, second) = (try session(), try session())
    let whole = first.rows(0..<first.count)
    #expect(whole == second.rows(0..<second.count))
    var joined = HeadBlock()
    for start in stride(from: 0, to: first.count, by: 333) {
      let part = first.rows(start..<min(first.count, start + 333))
      joined.time += part.time
      joined.userAcceleration += part.userAcceleration
      joined.attitude += part.attitude
    }
    #expect(joined.time == whole.time && joined.attitude == whole.attitude)
    #expect(joined.userAcceleration == whole.userAcceleration)
    #expect(try session(.pushUps, 2).rows(0..<100) != first.rows(0..<100))
  }

  @Test("Gaps, handovers and half repetitions are as the truth says")
  func truth() throws {
    let session = try session()
    let block = session.rows(0..<session.count)
    #expect(zip(block.time, block.time.dropFirst()).allSatisfy { $0 < $1 })
    for gap in session.gaps { #expect(!block.time.contains { $0 > gap.lowerBound && $0 < gap.upperBound }) }
    let changes = block.time.indices.dropFirst().filter { block.location[$0] != block.location[$0 - 1] }
    #expect(changes.map { block.time[$0] } == session.handovers)
    let depths = session.repetitions.filter(\.isFull).map(\.depth)
    #expect(session.repetitions.allSatisfy { $0.isFull || $0.depth < 0.6 * (depths.max() ?? 0) })
    #expect(depths.count >= 3 && session.whole.count <= depths.count)
  }

  @Test("Settings out of range are refused with what was expected")
  func settings() {
    var settings = HeadSettings(seed: 1)
    settings.rateHz = 200
    #expect(throws: SimulationError.settingOutOfRange(setting: "rateHz", value: "200.0", expected: "25.0 to 100.0")) {
      try HeadSession(settings)
    }
  }
}
