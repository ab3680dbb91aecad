/// The progress of an output folder as JSON.
extension OutputStatus: Encodable {
  private enum Key: String, CodingKey {
    case pipeline
    case toolVersion = "tool_version"
    case done, failed, stale, missing, recordings, leftovers
    case staleJoins = "stale_joins"
    case recordingID = "recording_id"
    case path, state, causes
    case isWorthRetrying = "worth_retrying"
    case host, started, seconds
    case peakMemoryBytes = "peak_memory_bytes"
    case errors, warnings
  }

  /// Writes the counts, and every recording with its state and causes.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(target?.name, forKey: .pipeline)
    try values.encodeIfPresent(target?.toolVersion, forKey: .toolVersion)
    for (state, key) in [
      (State.done, Key.done), (.failed, .failed), (.stale, .stale), (.missing, .missing),
    ] {
      try values.encode(count(state), forKey: key)
    }
    try values.encode(leftovers, forKey: .leftovers)
    try values.encode(staleJoins, forKey: .staleJoins)
    var list = values.nestedUnkeyedContainer(forKey: .recordings)
    for entry in entries {
      var item = list.nestedContainer(keyedBy: Key.self)
      try item.encode(entry.recordingID, forKey: .recordingID)
      try item.encode(entry.path, forKey: .path)
      try item.encode(entry.state, forKey: .state)
      try item.encode(entry.causes, forKey: .causes)
      try item.encode(entry.isWorthRetrying, forKey: .isWorthRetrying)
      guard let record = entry.record else { continue }
      try item.encode(record.host, forKey: .host)
      try item.encode(record.started, forKey: .started)
      try item.encode(record.seconds, forKey: .seconds)
      try item.encode(record.peakMemoryBytes, forKey: .peakMemoryBytes)
      try item.encode(record.errors, forKey: .errors)
      try item.encode(record.warnings, forKey: .warnings)
    }
  }
}
