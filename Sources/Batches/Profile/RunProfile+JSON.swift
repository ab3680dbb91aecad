import SPBasics

extension RunProfile {
  enum CodingKeys: String, CodingKey {
    case pipeline, until, started
    case toolVersion = "tool_version"
    case host, jobs, shard, recordings, failed, interrupted
    case recordedSeconds = "recorded_s"
    case seconds
    case realTimeFactor = "real_time_factor"
    case peakMemoryBytes = "peak_memory_bytes"
    case stages, datasets
    case outside = "outside_of_stages"
  }

  /// Writes everything; `until` is null where all stages were to run.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(pipeline, forKey: .pipeline)
    try values.encode(until, forKey: .until)
    try values.encode(started, forKey: .started)
    try values.encode(toolVersion, forKey: .toolVersion)
    try values.encode(host, forKey: .host)
    try values.encode(jobs, forKey: .jobs)
    try values.encodeIfPresent(shard, forKey: .shard)
    try values.encode(recordings, forKey: .recordings)
    try values.encode(failed, forKey: .failed)
    try values.encode(interrupted, forKey: .interrupted)
    try values.encode(recordedSeconds, forKey: .recordedSeconds)
    try values.encode(seconds, forKey: .seconds)
    try values.encodeIfPresent(realTimeFactor, forKey: .realTimeFactor)
    try values.encode(peakMemoryBytes, forKey: .peakMemoryBytes)
    try values.encode(stages, forKey: .stages)
    try values.encode(datasets, forKey: .datasets)
    try values.encode(outside, forKey: .outside)
  }

  /// Indented JSON with sorted keys, ending in a line break.
  /// - Throws: errors from the JSON encoder.
  public func json() throws -> [UInt8] { try JSONOutput.bytes(self) }
}
