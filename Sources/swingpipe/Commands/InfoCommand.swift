import ArgumentParser
import BuiltInPipelines
import Inspection
import JSON
import Recordings

struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "List the streams, faults and labels of recordings.",
    usage: "swingpipe info [<options>] <input> ...",
    discussion: """
      Reads layout version 1 and Opal files; "swingpipe plan PIPELINE FILE" describes files that a pipeline maps. It \
      prints one line per stream, then every fault with its count and first places, how gravity, attitude and \
      acceleration agree, labels, whether swings can be found in such streams at such rates, history, and the verdict \
      in the last line.

      Rates are measured from the timestamps. A sampling interval over 3.05 times the median is a gap; samples \
      missing one or two at a time are lost samples. Clipped samples are those at the stated range or, where none is \
      stated, values that stop at a usual range of sensors or in flat tops. Values of motion that stay the same for \
      half a second or more stand still. The lag of the device motion's timestamps is found by comparing gravity plus \
      user acceleration with the acceleration.

      swingpipe check says by its exit code whether recordings are within limits.

      \(ExitCode.explanation(.success, .someFailed, .usage, .unusableData))
      """)

  @OptionGroup var inputs: InputArguments

  @Flag(help: "Read only the timestamps, which takes a fraction of the time; nothing is said about values then.")
  var stampsOnly = false

  @Flag(help: "Print all of it as JSON, a list with one object per recording.")
  var json = false

  @OptionGroup var guarding: GuardArguments

  func validate() throws { try inputs.checkGiven() }

  func run() async throws {
    let readsValues = !stampsOnly
    var found: [RecordingText] = []
    var failures = 0
    await RecordingWork.forEach(try inputs.recordings(), as: "info") {
      let recording = try Recording(opening: $0)
      var description = try RecordingDescription(of: recording, readingValues: readsValues)
      if readsValues { description.remarks = try StreamRemarks.remarks(on: recording) }
      let suitability = try SportPipeline.suitability(of: recording, description.quality)
      description.prospects = suitability.map { [.init("swings", $0)] } ?? []
      return try RecordingText(description.text, description)
    } finished: { _, outcome in
      switch outcome {
      case .success(let description):
        if !json { StandardStreams.output((found.isEmpty ? "" : "\n") + description.text) }
        found.append(description)
      case .failure(let error):
        StandardStreams.error("error: \(error)")
        failures += 1
      }
    }
    if json { StandardStreams.output(json: try JSONOutput.list(found.map(\.json))) }
    if failures > 0 { throw found.isEmpty ? ExitCode.unusableData : ExitCode.someFailed }
  }
}
