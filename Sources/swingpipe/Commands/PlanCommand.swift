import ArgumentParser
import Foundation
import Pipelines

struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what a run would do: each recording's id, length and rates, and whether it suits the pipeline.",
    discussion: ExitCode.explanation(.success, .someFailed, .usage, .pipelineFault))

  @OptionGroup var pipelineArguments: PipelineArguments

  @OptionGroup var inputs: InputArguments

  @Flag(help: "Print the plan as JSON, with the pipeline as it would run: every option, every default, all wiring.")
  var json = false

  func validate() throws { try inputs.checkGiven() }

  private struct Item: Encodable {
    var path: String
    var recordingID: String?
    var runs: Bool
    var slots: [String: SlotFacts]
    var diagnostics: [Diagnostic]

    enum CodingKeys: String, CodingKey {
      case path
      case recordingID = "recording_id"
      case runs, slots, diagnostics
    }
  }

  private struct Document: Encodable {
    var pipeline: JSONValue
    var recordings: [Item]
  }

  func run() throws {
    let pipeline = try pipelineArguments.load()
    let plan = try inputs.plan(pipeline)
    let items = plan.recordings.map { recording in
      let facts = recording.slots.compactMap { reference, expectation -> (String, SlotFacts)? in
        guard case .present(let facts) = expectation, facts.rateHz != nil else { return nil }
        return ("\(reference)", facts)
      }
      return Item(
        path: recording.inputPath, recordingID: recording.recordingID, runs: recording.isRunnable,
        slots: Dictionary(uniqueKeysWithValues: facts), diagnostics: recording.diagnostics)
    }
    if json {
      StandardStreams.output(try JSONOutput.text(Document(pipeline: pipeline.resolved, recordings: items)))
    } else {
      StandardStreams.output(table(items).text)
      for item in items {
        for diagnostic in item.diagnostics { StandardStreams.error("\(diagnostic)") }
      }
    }
    if items.contains(where: { !$0.runs }) { throw ExitCode.someFailed }
  }

  private func table(_ items: [Item]) -> TextTable {
    var table = TextTable([
      ("recording", .left), ("runs", .left), ("length", .right), ("rates", .left), ("path", .left),
    ])
    for item in items {
      let facts = item.slots.sorted { $0.key < $1.key }.map(\.value)
      let seconds = facts.compactMap(\.durationS).max().map { String(format: "%.0f s", $0) } ?? ""
      let rates = facts.compactMap(\.rateHz).map { "\(($0 * 10).rounded() / 10)" }
      let unique = rates.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      table.append([
        item.recordingID ?? "", item.runs ? "yes" : "no", seconds,
        unique.isEmpty ? "" : unique.joined(separator: ", ") + " Hz", item.path,
      ])
    }
    return table
  }
}
