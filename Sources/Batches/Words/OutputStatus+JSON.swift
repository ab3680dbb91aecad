import SPBasics

/// The progress of an output folder as JSON.
extension OutputStatus {
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

  /// The counts, and every recording with its state and causes, as indented JSON.
  /// - Throws: errors from the JSON encoder, and errors of `write`.
  public func writeJSON(_ write: ([UInt8]) throws -> Void) throws {
    try JSONOutput.write(
      Counts(status: self), filling: "recordings", with: entries.lazy.map(Recording.init), to: write)
  }

  private struct Counts: Encodable {
    let status: OutputStatus

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      try values.encodeIfPresent(status.target?.name, forKey: .pipeline)
      try values.encodeIfPresent(status.target?.toolVersion, forKey: .toolVersion)
      for (state, key) in [
        (State.done, Key.done), (.failed, .failed), (.stale, .stale), (.missing, .missing),
      ] {
        try values.encode(status.count(state), forKey: key)
      }
      try values.encode(status.leftovers, forKey: .leftovers)
      try values.encode(status.staleJoins, forKey: .staleJoins)
      try values.encode([String](), forKey: .recordings)
    }
  }

  private struct Recording: Encodable {
    let entry: Entry

    init(_ entry: Entry) { self.entry = entry }

    func encode(to encoder: any Encoder) throws {
      var item = encoder.container(keyedBy: Key.self)
      try item.encode(entry.recordingID, forKey: .recordingID)
      try item.encode(entry.path, forKey: .path)
      try item.encode(entry.state, forKey: .state)
      try item.encode(entry.causes, forKey: .causes)
      try item.encode(entry.result?.isWorthRetrying ?? false, forKey: .isWorthRetrying)
      guard let result = entry.result else { return }
      try item.encode(result.host, forKey: .host)
      try item.encode(result.started, forKey: .started)
      try item.encode(result.seconds, forKey: .seconds)
      try item.encode(result.peakMemoryBytes, forKey: .peakMemoryBytes)
      try item.encode(result.faults, forKey: .errors)
      try item.encode(result.warnings, forKey: .warnings)
    }
  }
}
