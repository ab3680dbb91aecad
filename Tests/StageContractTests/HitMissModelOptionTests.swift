import Foundation
import SPBasics
import SPPipelines
import SPSwings
import Testing

@testable import SPStages

/// The model of classifiers.hit_miss.
struct HitMissModelOptionTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let stages = [
    "readers.hdf5", "filters.high_pass", "detectors.impact", "detectors.swing_start", "detectors.air_swing",
  ]

  /// Writes a pipeline with a model into the folder.
  private func pipeline(model: String, at name: String = "p.json") throws -> String {
    // A short recording has too few swings to show play.
    let stages = Self.stages.map { type in
      "{ \"type\": \"\(type)\"\(type == "detectors.air_swing" ? ", \"practice\": true" : "") }"
    }.joined(separator: ", ")
    try folder.write(
      """
      { "version": 1, "stages": [ \(stages),
        { "id": "label", "type": "classifiers.hit_miss",
          "model": \(JSONValue.string(model).canonical) } ] }
      """, to: name)
    return folder(name)
  }

  private func fault(model: String) throws -> String {
    let path = try pipeline(model: model)
    let error = try #require(throws: PipelineError.self) {
      _ = try Pipeline.load(contentsOf: path, registry: StandardStages.registry())
    }
    try #require(error.diagnostics.count == 1)
    return error.diagnostics[0].description
  }

  private var place: String {
    "\(folder("p.json")):3:14: error: stage \"label\" (classifiers.hit_miss): option \"model\": "
  }

  @Test("A model that cannot be read is a fault of the pipeline, at its place")
  func unreadable() throws {
    #expect(
      try fault(model: "gone.json")
        == "\(place)\(folder("gone.json")): no such file; expected a model that swingpipe pipelines train wrote")
    try folder.makeFolder("models")
    #expect(
      try fault(model: "models")
        == "\(place)\(folder("models")): it is a folder; expected a model that swingpipe pipelines train wrote")
    try folder.write("weights: 3", to: "notes.txt")
    #expect(
      try fault(model: "notes.txt")
        == "\(place)\(folder("notes.txt")): it holds no model: expected JSON with \"format\": \"swingpipe-hit-miss-model\""
    )
    let broken = String(decoding: try HitMissModel.standard.json, as: UTF8.self)
    try folder.write(broken.replacing("\"version\" : 1", with: "\"version\" : 7"), to: "later.json")
    #expect(
      try fault(model: "later.json") == "\(place)\(folder("later.json")): expected a model of version 1, found 7")
  }

  @Test("The model is found beside the pipeline, and decides")
  func decides() async throws {
    try TestRecordings.simulated(at: folder("in.h5"))
    var model = HitMissModel.standard
    model.name = "never"
    model.intercept = -1e6
    try folder.makeFolder("models")
    try model.json.write(to: URL(fileURLWithPath: folder("models/never.json")))
    func labels(_ overrides: [String]) throws -> [LabelledSwing] {
      let pipeline = try Pipeline.load(
        contentsOf: try pipeline(model: "models/never.json"), registry: StandardStages.registry(), overrides: overrides)
      let slot = SlotReference(stageID: "label", slot: "labelled_swings")
      let result = try pipeline.run(on: folder("in.h5"), keeping: [slot])
      return try #require(result.value(.labelledSwings, at: slot))
    }
    let never = try labels([])
    #expect(!never.isEmpty && never.allSatisfy { $0.label == .miss && $0.model == "never" })
    let usual = try labels(["label.model=null"])
    #expect(usual.contains { $0.label == .hit })
    #expect(usual.allSatisfy { $0.model == HitMissModel.standard.name })
  }
}
