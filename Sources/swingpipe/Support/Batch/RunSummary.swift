import Foundation
import Pipelines

/// The short table of a run.
struct RunSummary {
  let report: BatchReport
  let output: String

  var text: String {
    var table = TextTable([
      ("recording", .left), ("length", .right), ("impacts", .right), ("hits", .right), ("misses", .right),
      ("rejected", .right), ("status", .left),
    ])
    for recording in report.recordings {
      func count(_ name: String) -> String { recording.note(name).map { "\(Int($0))" } ?? "" }
      let length = recording.note("device_motion_s") ?? recording.note("accelerometer_s")
      let refused = recording.stages.compactMap { $0.notes["rejected"] }
      table.append([
        recording.recordingID, length.map { String(format: "%.1f s", $0) } ?? "", count("impacts"),
        count("hits"), count("misses"), refused.isEmpty ? "" : "\(Int(refused.reduce(0, +)))",
        recording.isRun ? recording.status.rawValue : "up to date",
      ])
    }
    let merged = report.merged.map { "  \($0.path)  (one a recording in \(output)/\($0.table)/)\n" }
    return table.text + (merged.isEmpty ? "" : "tables:\n" + merged.joined())
  }
}
