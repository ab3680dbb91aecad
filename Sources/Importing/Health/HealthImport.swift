import FoundationEssentials
import SPBasics
import SPRecordings
import SPSignals

extension ImportSource {
  /// Whether the source is an export of Apple Health, which becomes a recording for each workout.
  /// - Throws: `FileError`; `ImportError` for an archive that cannot be read, a pipe or device.
  func isHealthExport() throws -> Bool {
    try paths.count == 1 && !Folder.isFolder(paths[0]) && HealthExport(paths[0]) != nil
  }
}

extension Importer {
  /// Imports an export of Apple Health: a recording for each workout in it, named after its start.
  ///
  /// The XML is read twice, in bounded memory: first its workouts, then the records within them. If all recordings
  /// exist already, it is read only once.
  /// - Parameters:
  ///   - source: A source for which `ImportSource.isHealthExport()` is true.
  ///   - folder: A folder with space for the samples, which may be kept in a temporary file.
  ///   - path: Gives the path of a recording by its identifier.
  ///   - replaces: Whether existing recordings are replaced.
  ///   - advanced: Called with the finished fraction.
  /// - Throws: `ImportError`, `FileError` if the export cannot be read, has no workouts, or does not suit the
  ///   options; `CancellationError`. A workout that cannot be written is reported in the outcome.
  func runExport(
    _ source: ImportSource, in folder: String, to path: (_ recordingID: String) -> String, replaces: Bool = false,
    advanced: (Double) -> Void = { _ in }
  ) throws -> SourceOutcome {
    guard let export = try HealthExport(source.paths[0]) else {
      throw ImportError(path: source.name, "is not an export of Apple Health; expected its export.xml, or its archive")
    }
    guard options.format == nil || options.format == .appleHealth, options.mapping == nil else {
      throw ImportError(path: source.name, "is an export of Apple Health; expected no --mapping, and no other --format")
    }
    var outcome = SourceOutcome()
    let fingerprint = WorkedAhead { mustStop in try Self.fingerprint(source.paths[0], unless: mustStop) }
    defer { fingerprint.stop() }
    let found = HealthWorkouts()
    let repairs = try export.read(found) { advanced(0.4 * $0) }
    let workouts = found.workouts
    guard workouts.contains(where: { $0 != nil }) else {
      throw ImportError(path: export.name, "has no workouts; expected at least one, as each becomes a recording")
    }
    outcome.unused += repairs.emptied
    if !found.left.isEmpty { outcome.unused.append(Listing.text(found.left)) }
    let plans = try plans(workouts, source, export, fingerprint.value(), path)
    var waiting: Set<Int> = []
    var done: [Int: Result<Outcome, any Error>] = [:]
    for plan in plans {
      if !replaces, FileManager.default.fileExists(atPath: plan.path) {
        done[plan.place] = Result { try existing(plan.record, at: plan.path) }
      } else {
        waiting.insert(plan.place)
      }
    }
    if !waiting.isEmpty {
      let spool = SampleSpool(in: folder)
      let samples = HealthSamples(workouts, spool)
      do {
        try export.read(samples) { advanced(0.4 + 0.4 * $0) }
      } catch {
        // If samples could not be stored, that error is the cause: it made the visitor stop the reader.
        throw samples.failure ?? error
      }
      outcome.unused += samples.sentences
      for (count, plan) in plans.filter({ waiting.contains($0.place) }).enumerated() {
        try Task.checkCancellation()
        done[plan.place] = try attempt {
          try claims.claim(plan.path, for: source)
          return try write(plan, workouts, spool, export, source)
        }
        advanced(0.8 + 0.2 * Double(count + 1) / Double(waiting.count))
      }
    }
    outcome.notes.append(counted(plans.count, "workout"))
    outcome.notes += repairs.replaced
    outcome.format = .appleHealth
    outcome.recordings = plans.compactMap { plan in
      done[plan.place].map { .init(recordingID: plan.recordingID, path: plan.path, result: $0) }
    }
    return outcome
  }

  /// The recording that a workout becomes.
  private struct Plan {
    var place: Int
    var recordingID: String
    var path: String
    var record: ImportRecord
  }

  /// The recordings that the workouts become, in the order of their start. If workouts start within the same second,
  /// all but the first get a number.
  private func plans(
    _ workouts: [HealthWorkout?], _ source: ImportSource, _ export: HealthExport, _ file: ImportRecord.Source,
    _ path: (String) -> String
  ) throws -> [Plan] {
    let sorted = workouts.enumerated().compactMap { place, workout in workout.map { (place, $0) } }
      .sorted { ($0.1.start, $0.0) < ($1.1.start, $1.0) }
    var taken: [String: Int] = [:]
    return try sorted.map { place, workout in
      let start = UTCTime.fileName(Date(timeIntervalSince1970: workout.start))
      let name = "\(source.recordingID)-\(start)"
      taken[name, default: 0] += 1
      let number = taken[name] ?? 1
      let id = number == 1 ? name : "\(name)-\(number)"
      let routes = try export.files(of: workout).dropFirst().map { try Self.fingerprint($0) { Task.isCancelled } }
      let record = ImportRecord(
        toolVersion: toolVersion, format: ImportFormat.appleHealth.rawValue,
        application: workout.sourceName, sources: [file] + routes, options: options.text)
      return Plan(place: place, recordingID: id, path: path(id), record: record)
    }
  }

  private func write(
    _ plan: Plan, _ workouts: [HealthWorkout?], _ spool: SampleSpool, _ export: HealthExport, _ source: ImportSource
  ) throws -> Outcome {
    guard let workout = workouts[plan.place] else {
      throw ImportError(path: export.name, "has no such workout")
    }
    let (samples, left) = try spool.samples(of: plan.place)
    var missing: [String] = []
    var route: [Activity] = []
    for reference in workout.routes {
      switch try export.route(reference) {
      case .success(let parts):
        route += parts
        missing += parts.flatMap(\.unused).map { "of the route: \($0)" }
      case .failure(let error): missing.append("the route \(error)")
      }
    }
    var activity = HealthActivity.make(workout, samples, sources: spool.sources, route: route)
    activity.unused += missing
    if left > 0 { activity.unused.append("\(left) values beyond the limit of a workout") }
    return try write(
      ActivityPart(number: nil, label: nil, activity: activity), .appleHealth, plan.record, source,
      recordingID: plan.recordingID, to: plan.path)
  }
}

extension HealthSamples {
  /// Parts left out, one sentence each.
  fileprivate var sentences: [String] {
    [
      ("records outside of every workout", outside), ("records that cannot be read", unreadable),
      ("records of types without a stream", otherTypes),
    ].filter { !$0.1.isEmpty }.map { "\($0.1.values.reduce(0, +)) \($0.0): \(Listing.text($0.1))" }
  }
}
