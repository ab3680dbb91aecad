/// What was found in a recording.
public struct SubmersionFindings: Hashable, Sendable {
  /// The dives, in the order of time.
  public internal(set) var dives: [Dive]
  /// The states, in the order of time.
  public internal(set) var states: [DepthStateInterval]
  /// Rows that were left out, as their timestamps are no numbers or not after those before them.
  public internal(set) var ignoredRows: Int

  /// The times between the dives.
  public var surfaceIntervals: [SurfaceInterval] {
    zip(dives.indices, zip(dives, dives.dropFirst())).map { index, pair in
      SurfaceInterval(startTime: pair.0.endTime, endTime: pair.1.startTime, diveBefore: index)
    }
  }
}
