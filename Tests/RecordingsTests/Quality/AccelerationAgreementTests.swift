import Foundation
import SPRecordings
import SPSignals
import Testing

/// Agreement of accelerometer and device motion.
struct AccelerationAgreementTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  private static func gravity(_ time: Double) -> SIMD3<Double> {
    let tilt: Double = 0.6 * sin(0.8 * time)
    let turn: Double = 0.9 * sin(0.5 * time)
    return SIMD3<Double>(sin(tilt), cos(tilt) * sin(turn), -cos(tilt) * cos(turn))
  }

  private static func user(_ time: Double) -> SIMD3<Double> {
    let wave: SIMD3<Double> = [0.8 * sin(9 * time), 0.5 * sin(13 * time + 1), 0.6 * cos(7 * time)]
    let strength: Double = 1 + sin(0.3 * time)
    return wave * strength
  }

  /// Streams of 20 s whose device motion is late by 7 ms, with signs for what the accelerometer reads.
  private func quality(
    gravity: Double = 1, user: Double = 1, isMoving: Bool = true
  ) throws -> RecordingQuality {
    func rows(_ times: [Double], _ value: (Double) -> SIMD3<Double>) -> [Float] {
      times.flatMap { time -> [Float] in
        let vector = value(time)
        return [Float(vector.x), Float(vector.y), Float(vector.z)]
      }
    }
    let still = 2.0
    let fast = (0..<16_000).map { Double($0) / 800 }
    let slow = (0..<4000).map { Double($0) / 200 }
    func gravityAt(_ time: Double) -> SIMD3<Double> { Self.gravity(isMoving ? time : still) }
    func userAt(_ time: Double) -> SIMD3<Double> { isMoving ? Self.user(time) : .zero }
    return try RecordingQuality(
      of: scene.recording(
        .init(
          name: .accelerometer, time: fast,
          datasets: ["acceleration": rows(fast) { gravity * gravityAt($0) + user * userAt($0) }]),
        .init(
          name: .deviceMotion, time: slow.map { $0 + 0.007 },
          datasets: ["gravity": rows(slow, gravityAt), "user_acceleration": rows(slow, userAt)])))
  }

  @Test("The layout's signs fit, at the offset of the timestamps")
  func layout() throws {
    let quality = try quality()
    let agreement = try #require(quality.acceleration)
    #expect(agreement.convention == .layout)
    #expect(agreement.residuals[0].rmsG < 0.005)
    #expect(abs(try #require(agreement.motionOffset).seconds - 0.007) < 1e-4)
    #expect(quality.faults.isEmpty)
  }

  @Test(
    "Other signs are found, and the layout's residual is what they make of it",
    arguments: [
      (1.0, -1.0, AccelerationConvention.userAccelerationNegated), (-1, 1, .gravityNegated), (-1, -1, .bothNegated),
    ])
  func signs(gravity: Double, user: Double, convention: AccelerationConvention) throws {
    let quality = try quality(gravity: gravity, user: user)
    let agreement = try #require(quality.acceleration)
    #expect(agreement.convention == convention)
    let fitting = try #require(agreement.residuals.first { $0.convention == convention })
    #expect(fitting.rmsG < 0.005)
    #expect(abs(try #require(fitting.offset).seconds - 0.007) < 1e-4)
    #expect(agreement.residuals[0].rmsG > 0.5)
    let kinds: [AccelerationConvention: Contradiction.Kind] = [
      .userAccelerationNegated: .userAcceleration, .gravityNegated: .gravity, .bothNegated: .acceleration,
    ]
    #expect(quality.contradictions.map(\.kind) == [kinds[convention]].compactMap(\.self))
    // A contradiction says what this fault would.
    #expect(quality.kinds == [])
    #expect(agreement.finding.contains(convention.explanation))
  }

  @Test("At rest the offset cannot be told, but the sign of gravity can")
  func rest() throws {
    let upright = try #require(try quality(isMoving: false).acceleration)
    #expect(upright.motionOffset == nil)
    #expect(upright.convention == .layout)
    let opposite = try #require(try quality(gravity: -1, isMoving: false).acceleration)
    #expect(opposite.convention == .gravityNegated)
    // Twice the unit gravity.
    #expect(abs(opposite.residuals[0].rmsG - 2) < 1e-4)
  }
}
