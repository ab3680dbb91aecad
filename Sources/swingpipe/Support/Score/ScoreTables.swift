import Files
import Foundation
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

  /// Reads the tables that inputs stand for: files, and folders that are searched as ``files(of:)`` does.
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
        let found = try Self.files(of: input)
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
            if table.detections.isEmpty { namesWithoutRows.insert(Self.name(of: path)) }
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
      Self.warnings(ofStale: stale)
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

  /// The tables that an input stands for: itself, or those of a folder.
  ///
  /// An output folder of a run gives its `swings/`, or else its joined table of swings; any other folder the tables
  /// right in it. Of `swings/`, those that the last run wrote are current: the others are left from earlier ones.
  private static func files(of input: String) throws -> (current: [String], stale: [String]) {
    guard Folder.isFolder(input) else {
      guard Folder.exists(input) else {
        throw FileError(path: input, operation: "read the table", code: FileError.missing)
      }
      return ([input], [])
    }
    let folder = input.hasSuffix("/") ? input : input + "/"
    if Folder.isFolder(folder + "swings") {
      let tables = try tables(in: folder + "swings/")
      if let written = lastWritten(in: folder), !tables.isEmpty {
        return (tables.filter { written.contains(name(of: $0)) }, tables.filter { !written.contains(name(of: $0)) })
      }
      if !tables.isEmpty { return (tables, []) }
    }
    for joined in ["merged/swings.csv", "swings.csv"] where Folder.exists(folder + joined) {
      return ([folder + joined], [])
    }
    let tables = try tables(in: folder)
    guard !tables.isEmpty else {
      throw TableError(
        path: input, "holds no table of swings; expected an output folder of swingpipe run, or a folder of its tables")
    }
    return (tables, [])
  }

  /// The names of the tables of swings that the recordings of an output folder's last plan have; nil where no run has
  /// left its records.
  private static func lastWritten(in folder: String) -> Set<String>? {
    let output = OutputFolder(String(folder.dropLast()))
    guard let plan = try? output.plan() else { return nil }
    let done = plan.items.compactMap { try? output.status(of: $0.recordingID) }.filter { $0.status == .done }
    return Set(done.flatMap(\.tables).filter { $0.table == "swings" }.map { name(of: $0.path) })
  }

  private static func warnings(ofStale paths: [String]) -> [String] {
    guard let first = paths.first else { return [] }
    let others = paths.count > 1 ? " and \(counted(paths.count - 1, "other table"))" : ""
    return ["\(first)\(others) left out: not of a recording that the last run into that folder has done"]
  }

  private static func tables(in folder: String) throws -> [String] {
    try Folder.files(below: folder, extensions: TableFile.extensions).filter {
      !$0.utf8.dropFirst(folder.utf8.count).contains(UInt8(ascii: "/"))
    }
  }

  /// The name of a file without its extension.
  private static func name(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    return String(Substring(name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]))
  }

  private static func message(_ error: any Error) -> String {
    guard let missing = error as? MissingColumn,
      let nearest = NearestName.find(missing.column, in: missing.present)
    else { return "\(error)" }
    return "\(missing.path): has no column \"\(missing.column)\"; did you mean \"\(nearest)\"?"
  }
}
