import SPBasics
import Synchronization

/// Decides which recordings of a list have to run, by comparing them with the results in an output folder.
///
/// A recording is done if its tables are as they were written, and their causes have not changed. The causes are the input,
/// the version of the tool, and the options of the stages that lead to each table. The existence of a file is never
/// enough.
public struct UpToDateCheck: Sendable {
  let output: OutputFolder
  private let target: BatchTarget?
  private let isVerified: Bool
  private let checksInputs: Bool
  private let earlier = EarlierSettings()
  /// The pipeline in the statuses, mostly one and the same.
  private let pipeline = RepeatedJSON()

  /// Prepares to decide.
  /// - Parameters:
  ///   - target: the wanted tables. With nil, any existing tables count.
  ///   - output: the output folder.
  ///   - isVerified: whether contents are compared even if size and time are unchanged.
  ///   - checksInputs: whether inputs are checked. With false, inputs count as unchanged.
  public init(
    of target: BatchTarget?, in output: OutputFolder, isVerified: Bool = false,
    checksInputs: Bool = true
  ) {
    self.target = target
    self.output = output
    self.isVerified = isVerified
    self.checksInputs = checksInputs
  }

  /// Decides for one recording. The decision has the earlier result without the costs of its stages.
  package func decision(for item: WorkItem) -> RunDecision {
    let previous: RecordingStatus
    do {
      guard let found = try output.statusForDeciding(of: item.recordingID, sharing: pipeline) else { return .new }
      previous = found
    } catch {
      return RunDecision(reasons: [RunDecision.unreadable + "\(error)"])
    }
    guard previous.status == .done else {
      return RunDecision(
        reasons: ["failed last time: \(previous.errors.first?.cause ?? "no reason is known")"], previous: previous)
    }
    var reasons: [String] = []
    let input = checksInputs ? inputChange(item, previous.input) : (reason: nil, newStamp: nil)
    if let change = input.reason { reasons.append(change) }
    if let target, previous.toolVersion != target.toolVersion {
      reasons.append("tool \(previous.toolVersion) -> \(target.toolVersion)")
    }
    var decision =
      target.map { tableChanges(previous, for: $0) }
      ?? RunDecision(reasons: previous.tables.compactMap(fault), previous: previous)
    decision.newStamp = input.newStamp
    if !reasons.isEmpty {
      // All stages have to run then.
      decision.reasons = reasons + decision.reasons
      decision.tables = nil
    }
    return decision
  }

  /// How the input has changed since the last run, if it has.
  private func inputChange(_ item: WorkItem, _ earlier: RecordingStatus.Input) -> (
    reason: String?, newStamp: FileStamp?
  ) {
    let change: RecordingStatus.Input.Change
    do {
      change = try earlier.change(of: item.shownPaths, isVerified: isVerified)
    } catch {
      let isGone = (error as? FileError)?.code == FileError.missing
      return (isGone ? "input is gone" : "input: \(error.message.withoutPrefix("\(item.shownPath): "))", nil)
    }
    return switch change {
    case .unchanged: (nil, nil)
    case .touched(let stamp): (nil, stamp)
    case .resized(let before, let now): ("input changed: \(before) -> \(now) bytes", nil)
    case .rewritten: ("input changed", nil)
    }
  }

  private func tableChanges(_ previous: RecordingStatus, for target: BatchTarget) -> RunDecision {
    var reasons: [String] = []
    var tables: Set<String> = []
    var changed: [String] = []
    for (table, wanted) in target.tables.sorted(by: { $0.key < $1.key }) {
      let made = previous.tables.first { $0.table == table }
      if let made, made.key == wanted.key {
        guard let fault = fault(of: made) else { continue }
        reasons.append(fault)
      } else if made != nil {
        changed.append(table)
      } else {
        reasons.append("table \(table) is not made yet")
      }
      tables.insert(table)
    }
    if !changed.isEmpty { reasons += optionChanges(previous, changed, for: target) }
    // Without tables, the record is all that a run leaves.
    if target.tables.isEmpty, previous.key != target.key { reasons += optionChanges(previous, [], for: target) }
    return RunDecision(reasons: reasons, tables: target.tables.isEmpty ? nil : tables, previous: previous)
  }

  /// The fault of a table; nil for a sound table.
  func fault(of made: RecordingStatus.Table) -> String? {
    let path = output.path + "/" + made.path
    guard let stamp = try? FileStamp(of: path, isNumbered: made.stamp.fileNumber != nil) else {
      return "table \(made.table) is gone"
    }
    if stamp == made.stamp, !isVerified { return nil }
    let isSame = stamp.sizeBytes == made.stamp.sizeBytes && (try? ContentHash(ofFile: path)) == made.hash
    return isSame ? nil : "table \(made.table) is not as it was written"
  }

  /// The changes in the stages that lead to some tables; without tables, in any stage.
  private func optionChanges(
    _ previous: RecordingStatus, _ tables: [String], for target: BatchTarget
  ) -> [String] {
    let ids = Set(tables.flatMap { target.tables[$0]?.stages ?? [] })
    func isRelevant(_ stage: StageSettings) -> Bool { tables.isEmpty || ids.contains(stage.id) }
    let changes = StageSettings.changes(
      from: earlier.settings(of: previous, in: output).filter(isRelevant), to: target.settings.filter(isRelevant))
    return changes.isEmpty ? ["made with other options: \(tables.joined(separator: ", "))"] : changes
  }
}

extension RecordingStatus.Input {
  /// How a recording's files have changed since its run.
  enum Change {
    case unchanged
    /// They were written anew with the same content, at these times.
    case touched(FileStamp)
    /// They have another size, in bytes.
    case resized(from: Int, to: Int)
    /// They have another content.
    case rewritten
  }

  /// Compares files with their state at the last run.
  /// - Parameters:
  ///   - paths: the files.
  ///   - isVerified: whether contents are compared even if size and time are unchanged.
  /// - Throws: `FileError` for the first missing file.
  func change(of paths: [String], isVerified: Bool = false) throws -> Change {
    let now = try FileStamp(joining: paths.map { try FileStamp(of: $0) })
    guard let stamp, let hash else { return .rewritten }
    guard now.sizeBytes == stamp.sizeBytes else { return .resized(from: stamp.sizeBytes, to: now.sizeBytes) }
    if now == stamp, !isVerified { return .unchanged }
    let found = try? ContentHash(joining: paths.map { try ContentHash(ofFile: $0) })
    return found != hash ? .rewritten : now == stamp ? .unchanged : .touched(now)
  }
}

/// The settings of recordings' runs: most share one pipeline, which is then read once.
private final class EarlierSettings: Sendable {
  private let known = Mutex<[String: [StageSettings]]>([:])

  func settings(of status: RecordingStatus, in output: OutputFolder) -> [StageSettings] {
    if let found = known.withLock({ $0[status.key] }) { return found }
    let found = output.settings(of: status.recordingID)
    known.withLock { $0[status.key] = found }
    return found
  }
}
