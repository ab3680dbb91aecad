import SPSignals
import SPTables

/// The columns of the table `poses`, after the recording's identifier: where the head was turned, one row per pose.
package enum PoseColumns {
  /// All columns, in order.
  package static let all: [ColumnDefinition<HeadPose>] =
    [
      .double("time_s", unit: "s", "Timestamp of the sample, on the recording's clock.", source: HeadSource.layout) {
        $0.time
      }
    ] + angles + rotation + trust

  private static let angles: [ColumnDefinition<HeadPose>] = [
    .float(
      "yaw_deg", unit: "deg", "Turn of the head from the reference, positive to the left; missing without a reference.",
      formula: "atan2(2 (w z - x y), 1 - 2 (x^2 + z^2)); \(HeadSource.relative)", source: HeadSource.angles,
      range: .between(-180, 180)
    ) { HeadSource.degrees($0.angles?.yaw) },
    .float(
      "pitch_deg", unit: "deg", "Nod of the head from the reference, positive upwards; missing without a reference.",
      formula: "asin(2 (w x + y z)); \(HeadSource.relative)", source: HeadSource.angles, range: .between(-90, 90)
    ) { HeadSource.degrees($0.angles?.pitch) },
    .float(
      "roll_deg", unit: "deg",
      "Tilt of the head from the reference, positive to the right shoulder; missing without a reference.",
      formula: "atan2(2 (w y - x z), 1 - 2 (x^2 + y^2)), 0 straight up and down; \(HeadSource.relative)",
      source: HeadSource.angles, range: .between(-180, 180)
    ) { HeadSource.degrees($0.angles?.roll) },
  ]

  private static let rotation: [ColumnDefinition<HeadPose>] = [
    component("w", range: .between(0, 1)) { $0.scalar }, component("x") { $0.vector.x },
    component("y") { $0.vector.y }, component("z") { $0.vector.z },
  ]

  private static func component(
    _ name: String, range: ColumnRange = .between(-1, 1), _ value: @escaping @Sendable (Quaternion) -> Double
  ) -> ColumnDefinition<HeadPose> {
    .float(
      "quaternion_\(name)", unit: "1",
      "Component \(name) of the rotation from the reference; missing without a reference.",
      formula: "\(name) of conj(q_start) * q, of length 1 and with w >= 0; q = F * attitude * M", range: range
    ) { $0.relative.map(value) }
  }

  private static let trust: [ColumnDefinition<HeadPose>] = [
    .string(
      "sensor_location", "Bud that took the sample: default, left or right.", source: HeadSource.layout,
      range: .oneOf(BudLocation.allCases.map(\.name))
    ) { $0.location.name },
    .count(
      "connection_index", "Number of the stretch of samples without a gap or handover that it belongs to, from 0.",
      formula: "connection_index of head_connections"
    ) { $0.connection },
    .string(
      "reference",
      "How far the pose is told in the frame of the first one, the least sure from the start on: "
        + HeadSource.states + ".",
      range: .oneOf(ReferenceState.allCases.map(\.name))
    ) { $0.reference.name },
  ]
}

/// Publications cited by the definitions of several columns, and quantities used in their formulas.
enum HeadSource {
  /// The three angles.
  static let angles =
    "J. Diebel, \"Representing attitude: Euler angles, unit quaternions, and rotation vectors\", Stanford University "
    + "(2006), sequence (3, 1, 2), as Core Motion's CMAttitude"
  /// Where the timestamps and codes come from.
  static let layout = "recording layout, version 1 (Data/Layout.md)"
  /// The rotation to which the angles refer.
  static let relative =
    "w, x, y, z = conj(q_start) * q, of length 1 and with w >= 0; q = F * attitude * M, free of the steps of handovers"
  /// The meanings of the reference's states.
  static let states = ReferenceState.allCases.map { "\($0.name) (\($0.meaning))" }.joined(separator: ", ")
  /// The upward acceleration.
  static let a = "a = 9.80665 * user acceleration . gravity / |gravity|, upward, mean over bins of 50 ms"

  /// Radians in degrees.
  static func degrees(_ angle: Double?) -> Double? { angle.map { $0 * 180 / .pi } }
}
