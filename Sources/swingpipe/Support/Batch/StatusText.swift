import Foundation
import Pipelines

/// How far an output folder is, for people.
struct StatusText {
  /// How many recordings of one cause are named.
  private static let named = 5

  private let status: OutputStatus

  init(_ status: OutputStatus) { self.status = status }

  /// A line of counts, then the causes.
  var text: String {
    let counts = OutputStatus.State.allCases.map { "\(status.count($0)) \($0.rawValue)" }.joined(separator: ", ")
    let name = status.target.map { "\($0.name), tool \($0.toolVersion): " } ?? ""
    var lines = ["\(name)\(counted(status.entries.count, "recording")): \(counts)"] + causes
    if !status.staleJoins.isEmpty {
      lines.append(
        "joined tables are not of what is done now, and swingpipe merge makes them: \(Self.names(status.staleJoins))")
    }
    if status.wisdomCount > 1 {
      lines.append(
        "filters were planned in \(status.wisdomCount) ways (by swingpipe measure-fft, and without or by another): results differ "
          + "by rounding between them, and swingpipe run --force makes all of them in one way")
    }
    if !status.leftovers.isEmpty {
      lines.append(
        "in the folder, but not in the last run's plan: \(Self.names(status.leftovers)); their tables stay until deleted"
      )
    }
    return lines.map { $0.withoutControls + "\n" }.joined()
  }

  /// Lines about everything that is not done, by cause.
  var causes: [String] {
    [OutputStatus.State.failed, .stale, .missing].flatMap { state in
      status.causes(of: state).map { cause, ids in
        "\(state.rawValue): \(counted(ids.count, "recording")): \(cause.isEmpty ? "no cause is known" : cause) "
          + "(\(Self.names(ids)))"
      }
    }
  }

  /// Some identifiers, and how many more there are.
  static func names(_ ids: [String]) -> String {
    let rest = ids.count - named
    let shown = ids.prefix(rest > 1 ? named : ids.count).joined(separator: ", ")
    return rest > 1 ? "\(shown) and \(rest) others" : shown
  }
}

/// How far an output folder is, for programs.
struct StatusDocument: Encodable {
  private let status: OutputStatus

  init(_ status: OutputStatus) { self.status = status }

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

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encodeIfPresent(status.target?.name, forKey: .pipeline)
    try values.encodeIfPresent(status.target?.toolVersion, forKey: .toolVersion)
    for (state, key) in [
      (OutputStatus.State.done, Key.done), (.failed, .failed), (.stale, .stale), (.missing, .missing),
    ] {
      try values.encode(status.count(state), forKey: key)
    }
    try values.encode(status.leftovers, forKey: .leftovers)
    try values.encode(status.staleJoins, forKey: .staleJoins)
    var list = values.nestedUnkeyedContainer(forKey: .recordings)
    for entry in status.entries {
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
