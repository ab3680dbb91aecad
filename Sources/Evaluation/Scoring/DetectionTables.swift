import SPBasics
import SPBatches
import SPPipelines
import SPSwings
import SPTables

/// The detections of each recording in the tables of one or more runs.
package struct DetectionTables<Detection: Sendable>: Sendable {
  /// The option that named the tables, for messages; nil for a command's own arguments.
  let option: String?
  /// Warnings about the tables, one line each.
  package let warnings: [String]

  private let detections: [String: [Detection]]
  /// Names of tables without rows, whose recording is known only from the name.
  private let namesWithoutRows: Set<String>

  /// The content of one table.
  struct Content {
    /// The detections by the identifiers of their recordings.
    var detections: [String: [Detection]]
    /// Missing columns; figures that need them are not scored.
    var absentColumns: [String] = []
  }

  /// Reads the tables at some paths: files, and folders that are searched as `TableFiles` searches them.
  ///
  /// - Parameters:
  ///   - inputs: Tables, folders of tables, or output folders of runs.
  ///   - name: The name of the table, which is the name of its folder.
  ///   - option: The option that named the tables, for messages.
  ///   - read: Reads the detections of a table.
  /// - Throws: `ScoringFault` with all faults at once.
  init(
    _ inputs: [String], named name: String, option: String? = nil, _ read: (String) throws -> Content
  ) throws(ScoringFault) {
    var messages: [String] = []
    var unreadable: [any Error] = []
    var detections: [String: [Detection]] = [:]
    var origins: [String: String] = [:]
    var namesWithoutRows: Set<String> = []
    var absent: [(column: String, paths: [String])] = []
    var leftOut: [String] = []
    // Paths are compared by their bytes: texts with different bytes can compare equal, but name different files.
    var seen: Set<[UInt8]> = []
    for input in inputs {
      do {
        let found = try TableFiles(of: input, named: name)
        leftOut += found.warnings
        for path in found.current where seen.insert(Array(Folder.realPath(path).utf8)).inserted {
          do {
            let content = try read(path)
            for (recording, found) in content.detections.sorted(by: { $0.key < $1.key }) {
              if let first = origins[recording] {
                messages.append("recording \"\(recording)\" has rows in \(first) and in \(path); expected one table")
              }
              origins[recording] = path
              detections[recording] = found
            }
            if content.detections.isEmpty { namesWithoutRows.insert(TableFiles.name(of: path)) }
            for column in content.absentColumns {
              if let known = absent.firstIndex(where: { $0.column == column }) {
                absent[known].paths.append(path)
              } else {
                absent.append((column, [path]))
              }
            }
          } catch {
            messages.append(Self.message(error))
            if !(error is MissingColumn) { unreadable.append(error) }
          }
        }
      } catch {
        messages.append("\(error)")
      }
    }
    guard messages.isEmpty else { throw ScoringFault(messages: messages, unreadable: unreadable) }
    self.option = option
    self.detections = detections
    self.namesWithoutRows = namesWithoutRows
    warnings =
      leftOut
      + absent.map { column, paths in
        let others = paths.count > 1 ? " and \(counted(paths.count - 1, "other table"))" : ""
        return "no column \"\(column)\" in \(paths[0])\(others); what needs it is not scored"
      }
  }

  /// The recordings that have rows.
  package var recordingIDs: [String] { detections.keys.sorted() }

  /// The detections in a recording; nil without a table of it.
  package func detections(in recordingID: String) -> [Detection]? {
    detections[recordingID] ?? (namesWithoutRows.contains(RecordingFileName(recordingID).text) ? [] : nil)
  }

  private static func message(_ error: any Error) -> String {
    guard let missing = error as? MissingColumn,
      let nearest = NearestName.find(missing.column, in: missing.present)
    else { return "\(error)" }
    return "\(missing.path): has no column \"\(missing.column)\"; did you mean \"\(nearest)\"?"
  }
}

extension DetectionTables<SwingDetection> {
  /// Reads tables of swings.
  /// - Throws: `ScoringFault` with all faults at once.
  package init(swings inputs: [String], option: String? = nil) throws(ScoringFault) {
    try self.init(inputs, named: "swings", option: option) { path in
      let table = try DetectionTable(contentsOf: path)
      return Content(detections: table.detections, absentColumns: table.absentColumns)
    }
  }
}
