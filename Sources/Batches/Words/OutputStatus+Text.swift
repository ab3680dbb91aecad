import SPBasics
import SPTables

/// The progress of an output folder as text.
extension OutputStatus {
  /// A line of counts, then the causes and further remarks, one line each.
  public var text: String {
    let counts = State.allCases.map { "\(count($0)) \($0.rawValue)" }.joined(separator: ", ")
    let name = target.map { "\($0.name), tool \($0.toolVersion): " } ?? ""
    var lines = ["\(name)\(counted(entries.count, "recording")): \(counts)"] + causes
    if !staleJoins.isEmpty {
      lines.append(
        "joined tables are out of date, and swingpipe merge makes them again: \(RecordingNames.text(staleJoins))")
    }
    if !leftovers.isEmpty {
      lines.append(
        "in the folder, but not in the last run's plan: \(RecordingNames.text(leftovers)); their tables stay until deleted"
      )
    }
    return lines.map { $0.withoutControls + "\n" }.joined()
  }

  /// Lines about all unfinished recordings, by cause.
  public var causes: [String] {
    [State.failed, .stale, .missing].flatMap { state in
      causes(of: state).map { cause, ids in
        "\(state.rawValue): \(counted(ids.count, "recording")): \(cause.isEmpty ? "no cause is known" : cause) "
          + "(\(RecordingNames.text(ids)))"
      }
    }
  }
}

/// Some recordings by their identifiers, if naming all of them would take too much room.
enum RecordingNames {
  /// The number of named recordings.
  private static let named = 20

  /// The first identifiers, and the number of others.
  static func text(_ ids: [String]) -> String {
    let rest = ids.count - named
    let shown = ids.prefix(rest > 1 ? named : ids.count).joined(separator: ", ")
    return rest > 1 ? "\(shown) and \(rest) others" : shown
  }
}
