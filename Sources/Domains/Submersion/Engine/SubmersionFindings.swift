/// The results of a recording.
public struct SubmersionFindings: Hashable, Sendable {
  /// The dives, in the order of time.
  public internal(set) var dives: [Dive]
  /// The states, in the order of time.
  public internal(set) var states: [DepthStateInterval]
  /// Rows left out because their timestamps are not finite or not after the previous ones.
  public internal(set) var ignoredRows: Int

  /// The times between the dives.
  public var surfaceIntervals: [SurfaceInterval] {
    zip(dives.indices, zip(dives, dives.dropFirst())).map { index, pair in
      SurfaceInterval(startTime: pair.0.endTime, endTime: pair.1.startTime, diveBefore: index)
    }
  }
}
