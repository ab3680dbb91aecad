import SPBasics
import SPBatches

extension RunFacts {
  /// Gathers what a run has written down. Nothing in it depends on when and how the report is made.
  init(_ status: OutputStatus, _ record: KeptPipeline, in output: OutputFolder) {
    let results = status.entries.lazy.compactMap(\.result)
    self.init(
      pipeline: status.target?.name, toolVersion: status.target?.toolVersion ?? results.first?.toolVersion)
    started = results.map(\.started).min()
    lastStarted = results.map(\.started).max()
    hosts = Set(results.map(\.host)).sorted()
    if !results.isEmpty { workS = results.map(\.seconds).reduce(0, +) }
    effectivePipeline = record.text
    setFolders(status.entries.reduce(into: [:]) { $0[Folder.split($1.path).folder, default: 0] += 1 })
    if record.text != nil, let target = status.target {
      // The folder's own name, so that the report is the same from wherever it is made.
      let folder = Folder.split(Folder.realPath(output.path)).name
      let again = Rerun(pipeline: target.name.replacing("/", with: "_") + ".json", folder: folder)
      command = again.command(into: folder + "-again")
      rerun = again
    }
    notes = Self.notes(status)
  }

  private static func notes(_ status: OutputStatus) -> [String] {
    var notes: [String] = []
    if status.target == nil, !status.entries.isEmpty {
      notes.append("Recordings were run through pipelines of their own; the one shown is that of the first.")
    }
    if !status.leftovers.isEmpty {
      let names = status.leftovers.prefix(5).joined(separator: ", ")
      let rest = status.leftovers.count > 5 ? " and \(status.leftovers.count - 5) others" : ""
      notes.append("The folder holds tables of earlier runs that this report leaves out: \(names)\(rest).")
    }
    if !status.staleJoins.isEmpty {
      notes.append("The joined tables do not hold these recordings as they are now; swingpipe merge makes them anew.")
    }
    return notes
  }
}
