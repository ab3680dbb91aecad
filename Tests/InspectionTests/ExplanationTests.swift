import Foundation
import SPBasics
import SPPipelines
import SPPlots
import SPRecordings
import SPReporting
import SPStages
import Testing

/// Explanations of a moment.
struct ExplanationTests {
  @Test("A swing is explained in words, for programs and as a picture, by the pipeline of the recording's sport")
  func swing() throws {
    var remarks: [String] = []
    let pipeline = try PipelineChoice.pipeline(for: Bundled.baseball) { remarks.append($0) }
    #expect(remarks == ["pipeline: built-in baseball, by the recording's sport"])
    let explanation = try RecordingExplanation(of: Bundled.baseball, about: .swing(0), by: pipeline)
    #expect(explanation.lines[0].hasPrefix("baseball-000001 at ") && explanation.lines[0].contains("swing 0, "))
    #expect(explanation.json.pretty.contains("\"pipeline\": \"baseball\""))
    #expect(try explanation.figure()?.panels.count == 3)
  }

  @Test("A ride is explained by the pipeline of its sport; for a workout without one, the error names a pipeline")
  func workouts() throws {
    #expect(try PipelineChoice.pipeline(for: Bundled.watch).name == "cycling")
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).h5").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var attributes = RecordingAttributes(recordingID: "run")
    attributes.sport = "running"
    let writer = try RecordingWriter(path: path, attributes: attributes)
    try writer.addStream(.workoutState, datasets: ["state"], nominalRateHz: nil)
    try writer.append(to: .workoutState, time: [0, 60], ["state": [2, 3]])
    try writer.finish()
    let error = #expect(throws: InspectionError.self) { try PipelineChoice.pipeline(for: path) }
    #expect(error?.kind == .request)
    #expect(
      error?.description.hasSuffix(
        "(swingpipe pipelines lists them) or --sport; for a workout expected --pipeline workout") == true)
  }

  @Test("Stages that look for no swings tell of a moment, and of nothing else")
  func dive() throws {
    let pipeline = try PipelineChoice.pipeline(for: Bundled.dive)
    let moment = RecordingExplanation.Question.moment(try RecordingTime(parsing: "+60"))
    let explanation = try RecordingExplanation(of: Bundled.dive, about: moment, by: pipeline)
    #expect(explanation.lines.contains { $0.hasPrefix("  state by depth ") })
    #expect(try explanation.figure() == nil)
    let error = #expect(throws: InspectionError.self) {
      try RecordingExplanation(of: Bundled.dive, about: .swing(0), by: pipeline)
    }
    #expect(error?.kind == .request)
  }

  @Test("What is at fault is told apart: the question, and the file")
  func faults() throws {
    let pipeline = try StandardPipelines.load("baseball")
    let error = #expect(throws: InspectionError.self) {
      try RecordingExplanation(of: Bundled.baseball, about: .swing(999), by: pipeline)
    }
    #expect(error?.kind == .request && error?.description.contains("no swing 999; ") == true)
    #expect(error?.lines == ["error: " + (error?.description ?? "")])
    let missing = #expect(throws: InspectionError.self) { try PipelineChoice.pipeline(for: "/no/such.h5") }
    #expect(missing?.kind == .unusableData && missing?.isWorthRetrying == false)
  }
}
