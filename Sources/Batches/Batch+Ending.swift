import FoundationEssentials
import SPBasics
import SPPipelines

/// What a batch does once its recordings have ended.
extension Batch {
  /// Joins the finished tables, unless recordings outside this run still have to run: joined tables come from one
  /// pipeline.
  func join(_ plan: BatchPlan, _ report: inout BatchReport, in output: OutputFolder) {
    let names = plan.items.first.map { $0.pipeline.stages(through: lastStage).tableNames } ?? []
    guard !names.isEmpty else { return }
    guard report.count(.interrupted) == 0 else {
      report.notes.append("tables were not joined, as some recordings were not begun")
      return
    }
    let stale = plan.items.count {
      !$0.isSelected && !$0.decision.isUpToDate && $0.decision.previousEnding == .done
    }
    guard stale == 0 else {
      report.notes.append(
        "tables were not joined: \(stale) of the other recordings have to run again, as swingpipe run --dry-run shows")
      return
    }
    do {
      let outcome = try TableJoin.join(names, in: output) { add in
        // Both are in the order of the identifiers.
        var reports = report.recordings.makeIterator()
        for item in plan.items {
          if let tables = try item.isSelected ? reports.next()?.tablesToJoin() : item.decision.tablesToJoin {
            add(tables)
          }
        }
      }
      report.merged = outcome.tables
      report.notes += outcome.warnings
      let others = try output.statusIDs(outside: plan.list).count
      if others > 0 {
        report.notes.append(
          "the joined tables leave out \(others) that earlier runs left in the folder: they are not among these inputs")
      }
    } catch is CancellationError {
      report.notes.append("tables were not joined, as the run was interrupted; run again, or swingpipe merge")
    } catch {
      report.errors.append("\(error)")
      report.isWorthRetrying = report.isWorthRetrying || isWorthRetrying(error)
    }
  }

  /// Makes sure that the tables and records of this run stay after a power failure: once, rather than for each of
  /// thousands of recordings.
  ///
  /// A table that vanishes in a power failure before that is not as its record says, or vanishes with it, so that its
  /// recording runs again.
  func sync(_ output: OutputFolder, of plan: BatchPlan, _ report: inout BatchReport) {
    do {
      try output.sync(plan.items.first?.pipeline)
    } catch {
      report.errors.append("\(error)")
      report.isWorthRetrying = report.isWorthRetrying || isWorthRetrying(error)
    }
  }

  /// Records the new time of files that were rewritten with the same content, so that they are not read again.
  func refresh(_ plan: BatchPlan, in output: OutputFolder) {
    for item in plan.items where item.isSelected && item.decision.isUpToDate && item.decision.isTouched {
      guard var status = try? item.decision.previous(), let stamp = item.decision.newStamp else { continue }
      // Records written by another run meanwhile are newer.
      guard (try? output.status(of: status.recordingID)) == status else { continue }
      status.input.stamp = stamp
      // Without it the next run only takes longer, also where a power failure leaves an empty file.
      try? output.write(status, item.pipeline, syncing: .nothing)
    }
  }

  func write(_ report: inout BatchReport, in output: OutputFolder) async {
    report.finished = UTCTime.text(Date())
    report.peakMemoryBytes = ProcessFacts.peakMemoryBytes
    do {
      let file = try PendingFile(for: output.runPath(shard))
      let stream = try OutputFile(file)
      try await report.writeJSON(jobs: jobs) { try stream.write($0) }
      try stream.close()
      try file.commit()
      report.isKept = true
    } catch {
      report.errors.append("\(error)")
      report.isWorthRetrying = report.isWorthRetrying || isWorthRetrying(error)
    }
  }
}
