import Signals

/// An axis of the sensor: z is perpendicular to the watch's face.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Across the face.
  case x
  /// Along the face, towards its top.
  case y
  /// Out of the face.
  case z
}

extension Triaxial {
  /// The signal of an axis.
  public subscript(axis: Axis) -> any Signal {
    switch axis {
    case .x: x
    case .y: y
    case .z: z
    }
  }
}
