import Files
import JSON
import Pipelines
import Swings
import Tables

/// The detections that the tables of a command line hold, by recording.
struct ScoreTables {
  /// Everything that keeps tables from being read, a line each.
  struct Fault: Error {
    var messages: [String]
  }

  /// The option that named the tables, for messages; nil for the command's own.
  let option: String?
  /// What odd there is about the tables without ending the command, a line each.
  let warnings: [String]

  private let detections: [String: [SwingDetection]]
  /// Names of tables without rows, which say in their name alone whose they are.
  private let namesWithoutRows: Set<String>

  /// Reads the tables that inputs stand for: files, and folders that are searched as `TableFiles` does.
  /// - Throws: ``Fault`` with all that is wrong at once.
  init(_ inputs: [String], option: String? = nil) throws(Fault) {
    var messages: [String] = []
    var detections: [String: [SwingDetection]] = [:]
    var origins: [String: String] = [:]
    var namesWithoutRows: Set<String> = []
    var absent: [String: [String]] = [:]
    var stale: [String] = []
    // By their bytes: texts compare equal whose bytes differ, and name other files.
    var seen: Set<[UInt8]> = []
    for input in inputs {
      do {
        let found = try TableFiles(of: input, named: "swings")
        stale += found.stale
        for path in found.current where seen.insert(Array(Folder.realPath(path).utf8)).inserted {
          do {
            let table = try DetectionTable(contentsOf: path)
            for (recording, found) in table.detections.sorted(by: { $0.key < $1.key }) {
              if let first = origins[recording] {
                messages.append("recording \"\(recording)\" has rows in \(first) and in \(path); expected one table")
              }
              origins[recording] = path
              detections[recording] = found
            }
            if table.detections.isEmpty { namesWithoutRows.insert(TableFiles.name(of: path)) }
            for column in table.absentColumns { absent[column, default: []].append(path) }
          } catch {
            messages.append(Self.message(error))
          }
        }
      } catch {
        messages.append("\(error)")
      }
    }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    self.option = option
    self.detections = detections
    self.namesWithoutRows = namesWithoutRows
    warnings =
      TableFiles.warnings(ofStale: stale)
      + DetectionTable.optionalColumns.compactMap { column in
        absent[column].map { paths in
          let others = paths.count > 1 ? " and \(counted(paths.count - 1, "other table"))" : ""
          return "no column \"\(column)\" in \(paths[0])\(others); what needs it is not scored"
        }
      }
  }

  /// The recordings that have rows.
  var recordingIDs: [String] { detections.keys.sorted() }

  /// The detections in a recording; nil without a table of it.
  func detections(in recordingID: String) -> [SwingDetection]? {
    detections[recordingID] ?? (namesWithoutRows.contains(RecordingFileName(recordingID).text) ? [] : nil)
  }

  private static func message(_ error: any Error) -> String {
    guard let missing = error as? MissingColumn,
      let nearest = NearestName.find(missing.column, in: missing.present)
    else { return "\(error)" }
    return "\(missing.path): has no column \"\(missing.column)\"; did you mean \"\(nearest)\"?"
  }
}
