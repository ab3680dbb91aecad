import Foundation
import SPEvaluation
import SPHDF5
import SPPipelines
import SPRecordings
import SPSimulation
import SPSwings
import Testing

@testable import SPStages

/// Examples to train on.
struct ContactExamplesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Changes a file in place.
  private func edit(_ path: String, _ change: (File) throws -> Void) throws {
    let file = try File(opening: path, for: .readingAndWriting)
    try change(file)
    try file.close()
  }

  @Test("Every swing of a session becomes an example with its label, measured as the classifier measures it")
  func examples() throws {
    let path = try TestRecordings.simulated(.golf, at: folder("in.h5"))
    let session = SensorSamples.session(.golf)
    let pipeline = try TestPipelines.load("golf.json")
    let found = try ContactExamples(of: path, foundBy: pipeline)
    #expect(found.recordingID == session.recordingID)
    #expect(found.examples.map(\.isHit) == session.swings.map { $0.label == .hit })
    #expect(found.examples.allSatisfy { $0.recordingID == session.recordingID })
    #expect(found.hitsNotFound == 0 && found.missesNotFound == 0)
    for (example, swing) in zip(found.examples, session.swings) where example.isHit {
      #expect(abs(example.evidence.burstTime - swing.contactTime) < 0.02)
      let peak = try #require(swing.shock?.peakG)
      #expect(example.evidence.peakG > 0.5 * peak && example.evidence.peakG < 1.5 * peak)
    }
    // What the pipeline decides is what the built-in model says of these very examples.
    let slot = SlotReference(stageID: "label", slot: "labelled_swings")
    let labelled = try #require(try pipeline.run(on: path, keeping: [slot]).value(.labelledSwings, at: slot))
    for (swing, example) in zip(labelled, found.examples) {
      let probability = HitMissModel.standard.hitProbability(example.evidence)
      #expect(swing.hitProbability == (example.hasImpact ? probability : min(0.02, probability)))
    }
  }

  @Test("Labels at ignored moments teach nothing, and swings without a label neither")
  func ignored() throws {
    let session = SensorSamples.session(.golf)
    let labels = session.swings.map {
      Annotations.Swing(startTime: $0.startTime, contactTime: $0.contactTime, isHit: $0.label == .hit)
    }
    // The first one's moment is to be ignored, the last one is not labelled.
    try SensorSamples(session).write(
      to: folder("in.h5"), recordingID: "in",
      annotations: Annotations(swings: labels.dropLast(), ignored: [labels[0].contactTime]))
    let found = try ContactExamples(of: folder("in.h5"), foundBy: TestPipelines.load("golf.json"))
    #expect(found.examples.map(\.isHit) == labels.dropFirst().dropLast().map(\.isHit))
    #expect(!found.examples.isEmpty && found.hitsNotFound == 0 && found.missesNotFound == 0)
  }

  @Test("Labelled swings that are not found are counted by their labels")
  func notFound() throws {
    let path = try TestRecordings.simulated(.golf, at: folder("in.h5"))
    let swings = SensorSamples.session(.golf).swings
    let text = try Project.text("Pipelines/golf.json")
    let deaf = try TestPipelines.load(
      text: text, overrides: ["hit.threshold_g=900", "hit.weak_threshold_g=900", "air.min_peak_rate_rad_s=90"])
    let found = try ContactExamples(of: path, foundBy: deaf)
    #expect(found.examples.isEmpty)
    #expect(found.hitsNotFound == swings.count { $0.label == .hit })
    #expect(found.missesNotFound == swings.count { $0.label == .miss })
  }

  @Test("Recordings of any layout that the reader takes can be learned from")
  func mapped() throws {
    let session = SensorSamples.session(.golf)
    try TestRecordings.mocap(session, at: folder("in.h5"))
    try edit(folder("in.h5")) { file in
      let group = try file.createGroup("/annotations/swings")
      let count = session.swings.count
      try group.createDataset("start_time", of: Double.self, shape: [count]).write(session.swings.map(\.startTime))
      try group.createDataset("contact_time", of: Double.self, shape: [count]).write(session.swings.map(\.contactTime))
      try group.createDataset("label", of: UInt8.self, shape: [count])
        .write(session.swings.map { $0.label == .hit ? 1 : 0 })
    }
    let found = try ContactExamples(of: folder("in.h5"), foundBy: TestPipelines.load("golf_mocap.json"))
    #expect(found.examples.map(\.isHit) == session.swings.map { $0.label == .hit })
  }

  @Test("A recording without labels, without device motion, or that is none, is refused by name")
  func unsuitable() throws {
    let pipeline = try TestPipelines.load("golf.json")
    let samples = SensorSamples(SensorSamples.session(.golf))
    try samples.write(to: folder("unlabelled.h5"), recordingID: "unlabelled")
    let unlabelled = #expect(throws: RecordingError.self) {
      try ContactExamples(of: folder("unlabelled.h5"), foundBy: pipeline)
    }
    #expect(unlabelled?.path == folder("unlabelled.h5"))
    #expect(unlabelled?.message.hasPrefix("has no group \"annotations/swings\"; expected labels") == true)
    try samples.write(to: folder("alone.h5"), recordingID: "alone", hasMotion: false)
    for name in ["alone.h5", "gone.h5"] {
      let error = #expect(throws: PipelineError.self) { try ContactExamples(of: folder(name), foundBy: pipeline) }
      #expect(error?.description.contains(folder(name)) == true)
    }
  }

  @Test("A pipeline without a classifier, or with two, cannot be trained")
  func classifiers() throws {
    let none = #expect(throws: PipelineError.self) {
      try ContactExamples.classifier(of: TestPipelines.load("impacts.json"))
    }
    #expect(
      none?.diagnostics.map(\.message) == [
        "expected one stage of type \"classifiers.hit_miss\" to train, found none"
      ])
    let two = try Project.text("Pipelines/minimal.json").replacing(
      "{ \"type\": \"classifiers.hit_miss\" },",
      with:
        "{ \"id\": \"a\", \"type\": \"classifiers.hit_miss\" }, { \"id\": \"b\", \"type\": \"classifiers.hit_miss\" },")
    let both = #expect(throws: PipelineError.self) {
      try ContactExamples.classifier(of: TestPipelines.load(text: two))
    }
    #expect(
      both?.description
        == "test.json: error: expected one stage of type \"classifiers.hit_miss\" to train, found \"a\", \"b\"")
    #expect(try ContactExamples.classifier(of: TestPipelines.load("golf.json")).id == "label")
  }
}
