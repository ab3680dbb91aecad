import Foundation
import SPRecordings
import SPSignals
import Testing

/// Agreement of gravity and attitude.
struct GravityAgreementTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  /// A wrist that turns about all axes: attitudes w x y z, and gravity as the quaternion product q* (0, 0, 0, -1) q.
  private static func motion(_ count: Int) -> (attitude: [SIMD4<Double>], gravity: [SIMD3<Double>]) {
    let attitude = (0..<count).map { row -> SIMD4<Double> in
      let time = Double(row) / 200
      let (w, x): (Double, Double) = (cos(0.7 * time), 0.8 * sin(1.1 * time))
      let (y, z): (Double, Double) = (0.5 * sin(0.4 * time + 1), 0.6 * cos(0.9 * time + 2))
      let quaternion = SIMD4<Double>(w, x, y, z)
      return quaternion / (quaternion * quaternion).sum().squareRoot()
    }
    let gravity = attitude.map { attitude -> SIMD3<Double> in
      let conjugate = SIMD4(attitude[0], -attitude[1], -attitude[2], -attitude[3])
      let turned = product(product(conjugate, SIMD4(0, 0, 0, -1)), attitude)
      return SIMD3(turned[1], turned[2], turned[3])
    }
    return (attitude, gravity)
  }

  /// Hamilton's product of quaternions w x y z: of the scalars and vectors, (s t - u v, s v + t u + u x v).
  private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    let (u, v) = (SIMD3(a[1], a[2], a[3]), SIMD3(b[1], b[2], b[3]))
    let scalar: Double = a[0] * b[0] - (u * v).sum()
    let left = SIMD3(u.y, u.z, u.x) * SIMD3(v.z, v.x, v.y)
    let right = SIMD3(u.z, u.x, u.y) * SIMD3(v.y, v.z, v.x)
    let vector: SIMD3<Double> = a[0] * v + b[0] * u + left - right
    return SIMD4(scalar, vector.x, vector.y, vector.z)
  }

  /// What is measured of attitudes and gravity that were changed on their way into the file.
  private func quality(
    count: Int = 4000, attitude change: (SIMD4<Double>) -> SIMD4<Double> = { $0 },
    gravity changeGravity: (SIMD3<Double>) -> SIMD3<Double> = { $0 }
  ) throws -> RecordingQuality {
    let (attitudes, gravities) = Self.motion(count)
    var (attitude, gravity): ([Float], [Float]) = ([], [])
    for row in 0..<count {
      let (first, second) = (change(attitudes[row]), changeGravity(gravities[row]))
      attitude += first.indices.map { Float(first[$0]) }
      gravity += second.indices.map { Float(second[$0]) }
    }
    let stream = QualityScene.Stream(
      name: .deviceMotion, time: steady(count), datasets: ["attitude": attitude, "gravity": gravity])
    return try RecordingQuality(of: scene.recording(stream))
  }

  @Test("The layout's convention fits to rounding")
  func layout() throws {
    let quality = try quality()
    let agreement = try #require(quality.streams[0].gravity)
    #expect(agreement.rows == 4000)
    #expect(agreement.convention == .layout)
    #expect(agreement.layoutResidualG < 1e-6)
    #expect(abs(agreement.gravityNormMedianG - 1) < 1e-6)
    #expect(abs(agreement.attitudeNormMedian - 1) < 1e-6)
    #expect(agreement.residuals.count == 8)
    #expect(agreement.finding == "gravity is the attitude's inverse applied to (0, 0, -1), residual 0 g rms")
    #expect(quality.faults.isEmpty)
  }

  @Test(
    "Each other convention is found by its name",
    arguments: [
      "attitude_conjugated", "components_xyzw", "gravity_opposite", "attitude_conjugated+components_xyzw",
      "attitude_conjugated+components_xyzw+gravity_opposite",
    ])
  func conventions(name: String) throws {
    let quality = try quality(
      attitude: { attitude in
        let sign = name.contains("conjugated") ? -1.0 : 1
        let turned: SIMD4<Double> = attitude * SIMD4(1, sign, sign, sign)
        return name.contains("xyzw") ? SIMD4(turned[1], turned[2], turned[3], turned[0]) : turned
      }, gravity: { name.contains("opposite") ? -$0 : $0 })
    let agreement = try #require(quality.streams[0].gravity)
    #expect(agreement.convention?.name == name)
    #expect(agreement.layoutResidualG > 0.3)
    // A contradiction says what this fault would.
    let names = quality.contradictions.corrections.names
    #expect(names.contains("attitude_xyzw") == name.contains("xyzw"))
    #expect(names.contains("attitude_inverse") == name.contains("conjugated"))
    #expect(names.contains("gravity_opposite") == name.contains("opposite"))
    #expect(quality.kinds == [])
    let clause = try #require(agreement.convention).explanation
    #expect(agreement.finding.hasPrefix("not the layout's convention (residual ") && agreement.finding.contains(clause))
  }

  @Test("Gravity in m/s^2 is told by its norm, though its direction fits")
  func unit() throws {
    let quality = try quality(gravity: { 9.80665 * $0 })
    let agreement = try #require(quality.streams[0].gravity)
    #expect(agreement.convention == .layout)
    #expect(abs(agreement.gravityNormMedianG - 9.80665) < 1e-5)
    #expect(
      agreement.finding.hasPrefix("gravity has a norm of 9.8067 g, not 1, so it seems to be in m/s^2; gravity is "))
    #expect(quality.kinds == [.gravityConvention])
  }

  @Test("An attitude that is no unit quaternion is told, and its direction still counts")
  func norm() throws {
    let agreement = try #require(try quality(attitude: { 2 * $0 }).streams[0].gravity)
    #expect(agreement.convention == .layout)
    #expect(agreement.layoutResidualG < 1e-6)
    #expect(abs(agreement.attitudeNormMedian - 2) < 1e-6)
    #expect(agreement.finding.hasPrefix("the attitude has a norm of 2, not 1; gravity is "))
  }

  @Test("Unrelated directions fit no convention")
  func unrelated() throws {
    let quality = try quality(gravity: { SIMD3($0.y, $0.z, $0.x) })
    #expect(quality.streams[0].gravity?.convention == nil)
    #expect(quality.faults.first?.text.hasPrefix("gravity and attitude do not belong together") == true)
  }

  @Test("A watch that lies still fits several conventions, so that the layout's is not doubted")
  func still() throws {
    let stream = QualityScene.Stream(
      name: .deviceMotion, time: steady(100),
      datasets: [
        "attitude": (0..<100).flatMap { row -> [Float] in [1, 1e-4 * Float(row % 7), 0, 0] },
        "gravity": (0..<100).flatMap { row -> [Float] in [1e-4 * Float(row % 5), 0, -1] },
      ])
    let agreement = try #require(try RecordingQuality(of: scene.recording(stream)).streams[0].gravity)
    #expect(agreement.residuals.count { $0.rmsG < GravityAgreement.toleranceG } > 1)
    #expect(agreement.convention == .layout)
  }

  @Test("Rows in which either is missing do not count")
  func missing() throws {
    let agreement = try #require(
      try quality(count: 1000, gravity: { $0.x > 0 ? SIMD3(repeating: .nan) : $0 }).streams[0].gravity)
    #expect(agreement.rows == Self.motion(1000).gravity.count { $0.x <= 0 })
    #expect(agreement.rows < 1000)
    #expect(agreement.layoutResidualG < 1e-6)
  }
}
