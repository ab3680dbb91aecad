import Evaluation
import Files
import Foundation
import Pipelines
import Stages
import Swings

/// Learns the typical swings of subjects from recordings, and writes them to a file.
struct ReferenceTraining {
  /// What a recording gave to it, for programs.
  struct Recording: Encodable {
    var path: String
    var recordingID: String?
    var swings = 0
    var errors: [String] = []

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case swings, errors
    }
  }

  /// What the learning came to, for programs.
  struct Report: Encodable {
    var output: String
    var recordings: [Recording]
    /// What was learned; nil where that was nothing, or could not be written.
    var reference: LearnedSwings?
    var errors: [String] = []

    var isComplete: Bool { reference != nil && errors.isEmpty && recordings.allSatisfy(\.errors.isEmpty) }
  }

  private enum Outcome: Sendable, Codable {
    case found(LearnedSwings.Example)
    case failed([String])
  }

  /// The file to write.
  let output: String
  let pipeline: Pipeline
  let jobs: Int
  let quiet: Bool

  /// Finds the swings of every recording, several at a time, learns from them and writes what was learned.
  ///
  /// A recording that fails is reported, and the others are learned from.
  func report(on paths: [String]) async -> Report {
    var outcomes: [Int: Outcome] = [:]
    let crashes = Supervisor.crashHistory
    let order = crashes.order(of: paths, for: "train")
    await Concurrently.forEach(order.map { paths[$0] }, jobs: jobs) { path, worker -> Outcome? in
      guard !Task.isCancelled else { return nil }
      do {
        return try crashes.attempt(path, keeping: "train", worker: worker, failsAtOnce: false) {
          .found(try SwingExamples(of: path, foundBy: pipeline).example)
        }
      } catch {
        return .failed(error.lines(at: path))
      }
    } finished: { place, outcome in
      let index = order[place]
      guard let outcome, !Task.isCancelled else { return }
      outcomes[index] = outcome
      tell(outcome, paths[index], "[\(outcomes.count)/\(paths.count)]")
    }
    var examples: [LearnedSwings.Example] = []
    var report = Report(output: output, recordings: [])
    for (index, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
      switch outcome {
      case .found(let example):
        examples.append(example)
        report.recordings.append(
          Recording(path: paths[index], recordingID: example.recordingID, swings: example.lobes.count))
      case .failed(let errors): report.recordings.append(Recording(path: paths[index], errors: errors))
      }
    }
    guard !Task.isCancelled else { return report }
    do {
      try write(LearnedSwings(learnedFrom: examples, pipeline: pipeline.name), to: &report)
    } catch {
      report.errors.append("\(error)")
      StandardStreams.error("error: \(error)")
    }
    return report
  }

  private func write(_ learned: LearnedSwings, to report: inout Report) throws {
    guard !learned.entries.isEmpty else {
      let most = report.recordings.reduce(0) { $0 + $1.swings }
      let error =
        "expected at least \(LearnedSwings.minSwings) swings with an impact in one sport to learn from, found \(most) in all"
      report.errors.append(error)
      StandardStreams.error("error: \(error)")
      return
    }
    try WholeFile.write([UInt8](try learned.json), to: output)
    report.reference = learned
    guard !quiet else { return }
    for entry in learned.entries { StandardStreams.error(Self.line(of: entry)) }
    StandardStreams.error("reference: \(output)")
  }

  private func tell(_ outcome: Outcome, _ path: String, _ position: String) {
    switch outcome {
    case .failed(let errors):
      errors.forEach(StandardStreams.error)
      if !quiet { StandardStreams.error("\(position) \(path): failed") }
    case .found(let example):
      guard !quiet else { return }
      StandardStreams.error("\(position) \(example.recordingID): \(counted(example.lobes.count, "swing"))")
    }
  }

  /// A subject, and how the wrist turns each way.
  private static func line(of entry: LearnedSwings.Entry) -> String {
    let sport = entry.sport ?? "no sport"
    let ways = [("positive", entry.positive), ("negative", entry.negative)].compactMap { name, way in
      way.map { String(format: "\(name) %.1f rad/s, %.2f s wide", $0.rate, $0.widthS) }
    }
    return "\(entry.subjectID ?? "all subjects"), \(sport): \(counted(entry.swings, "swing")) of "
      + "\(counted(entry.recordings.count, "recording")); " + ways.joined(separator: "; ")
  }
}
