import Foundation
import SPEvaluation
import SPPipelines
import SPSwings
import Testing

struct TrainingTests {
  @Test("A model is fitted to labelled recordings and written; what cannot be read is reported")
  func model() async throws {
    let folder = try TestFolder()
    let paths = try (1...2).map { try TestRecordings.simulated(.golf, seed: UInt64($0), at: folder("\($0).h5")) }
    try folder.write("none", to: "3.h5")
    var training = try ModelTraining(TrainingPipeline("golf"))
    training.jobs = 1
    var lines: [String] = []
    let set = await training.examples(in: paths + [folder("3.h5")]) { lines.append($0.line) }
    #expect(lines.count == 3 && lines.last == "[3/3] \(folder("3.h5")): failed")
    #expect(Set(set.examples.map(\.recordingID)).count == 2)
    let report = training.report(on: set, writingTo: folder("mine.json"))
    #expect(report.model?.name == "mine" && report.errors.isEmpty && !report.isComplete)
    #expect(report.lines.last == "model: \(folder("mine.json"))")
    #expect(HitMissModel.isModel(json: try Data(contentsOf: URL(fileURLWithPath: folder("mine.json")))))
  }

  @Test("A model that cannot be read is left out of the pipeline that is to be trained; other faults are told")
  func unreadableModel() throws {
    let pipeline = try TrainingPipeline("golf", overrides: ["label.model=/nowhere/model.json"])
    _ = try ModelTraining(pipeline)
    let error = #expect(throws: PipelineError.self) {
      try TrainingPipeline("golf", overrides: ["label.model=/nowhere/model.json", "label.nothing=1"])
    }
    #expect(error?.diagnostics.contains { $0.option == "model" } == false)
    #expect(throws: PipelineError.self) { try ModelTraining(TrainingPipeline("impacts")) }
  }
}
