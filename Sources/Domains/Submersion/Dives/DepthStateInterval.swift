/// A time in which neither the state by depth nor the recording's own one changed.
public struct DepthStateInterval: Hashable, Sendable {
  /// When it began, in s on the recording's clock.
  public internal(set) var startTime: Double
  /// When it ended: at the next measurement, or when the last one had grown too old; in s on the recording's clock.
  public internal(set) var endTime: Double
  /// The state by depth.
  public internal(set) var state: DepthState
  /// The recording's own state.
  public internal(set) var ownState: DepthState
  /// The number of measurements in it.
  public internal(set) var measurementCount: Int
  /// The least and the largest depth, in m; nil without any.
  public internal(set) var depthRangeM: ClosedRange<Double>?

  /// From start to end, in s.
  public var durationS: Double { endTime - startTime }
  /// Whether both states are the same; nil if the recording gives none.
  public var agrees: Bool? { ownState == .unknown ? nil : ownState == state }
}

/// The time between two dives.
public struct SurfaceInterval: Hashable, Sendable {
  /// When the previous dive ended, in s on the recording's clock.
  public internal(set) var startTime: Double
  /// When the next dive began, in s on the recording's clock.
  public internal(set) var endTime: Double
  /// Position of the previous dive in the recording, from 0.
  public internal(set) var diveBefore: Int

  /// From start to end, in s.
  public var durationS: Double { endTime - startTime }
}
