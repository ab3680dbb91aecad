import Foundation
import SPSignals
import Testing

/// Angles of rotations.
struct EulerAnglesTests {
  private func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-12) -> Bool { abs(a - b) < tolerance }

  @Test("Yaw, pitch and roll are SciPy's intrinsic ZXY angles")
  func reference() throws {
    // SciPy 1.17.1: Rotation.from_quat([0.3, -0.2, 0.25, 0.9]).as_euler("ZXY").
    let rotation = try #require(Quaternion(scalar: 0.9, vector: [0.3, -0.2, 0.25]).normalized)
    let angles = EulerAngles(rotation)
    #expect(near(angles.yaw, 0.68514369, 1e-8))
    #expect(near(angles.pitch, 0.45437715, 1e-8))
    #expect(near(angles.roll, -0.60185853, 1e-8))
    // And Rotation.magnitude().
    #expect(near(rotation.angle, 0.9071921950761805))
  }

  /// The first row of an export of AirPods: quaternion, and the angles that Core Motion gave with it.
  @Test("They are those of Core Motion")
  func coreMotion() {
    let angles = EulerAngles(
      Quaternion(
        scalar: 0.9888804307591307,
        vector: [-0.019295353090899414, -0.14745479934417952, -4.5505845823969734e-17]))
    #expect(near(angles.yaw, -0.005694563620460237, 1e-6))
    #expect(near(angles.pitch, -0.03817086272885015, 1e-6))
    #expect(near(angles.roll, -0.2961530719571944, 1e-6))
  }

  @Test("Angles make the rotation that they were told of; straight up, all of the turn is yaw")
  func roundTrip() {
    let angles = EulerAngles(yaw: 2.5, pitch: -1.1, roll: 0.7)
    let back = EulerAngles(Quaternion(angles))
    #expect(near(back.yaw, 2.5) && near(back.pitch, -1.1) && near(back.roll, 0.7))
    let up = EulerAngles(Quaternion(EulerAngles(yaw: 0.4, pitch: .pi / 2, roll: 0.3)))
    #expect(near(up.pitch, .pi / 2) && up.roll == 0 && near(up.yaw, 0.7, 1e-6))
  }

  @Test("A rotation vector is an axis times an angle")
  func rotationVector() {
    // SciPy 1.17.1: Rotation.from_rotvec([0.3, -0.4, 1.2]).as_quat(scalar_first=True).
    let rotation = Quaternion(rotationVector: [0.3, -0.4, 1.2])
    #expect(near(rotation.scalar, 0.7960838, 1e-7))
    #expect(near(rotation.vector.x, 0.1396584, 1e-7) && near(rotation.vector.z, 0.55863361, 1e-7))
    #expect(Quaternion(rotationVector: .zero) == .identity)
  }

  @Test("The twist is the part about the axis; the rest turns about a level one")
  func twist() {
    let turn = Quaternion(angle: 0.8, about: [0, 0, 1])
    let tilt = Quaternion(angle: 0.3, about: [0.6, 0.8, 0])
    let twist = (tilt * turn).twist(about: [0, 0, 1])
    #expect(near((twist.conjugate * turn).angle, 0, 1e-7))
  }
}
