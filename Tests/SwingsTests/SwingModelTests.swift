import Foundation
import Testing

@testable import SPEvaluation
@testable import SPSwings

/// Probability of a stroke.
struct SwingModelTests {
  private typealias Example = SwingModelTrainer.Example
  private typealias Recording = SwingModelTrainer.Recording

  /// Movements of two kinds that the traits tell apart in part, by place.
  private static func recording(_ id: String, _ source: String, strokes: Int, others: Int) -> Recording {
    var examples: [Example] = []
    for place in 0..<strokes + others {
      let (step, isStroke) = (Float(place % 5), place < strokes)
      var traits = StrokeTraits(similarity: 0.2, peakRate: 6 + step, widthS: 0.5 - 0.05 * step, fullness: 0.6)
      if isStroke {
        traits = StrokeTraits(similarity: 0.9 - 0.1 * step, peakRate: 9 + step, widthS: 0.2, fullness: 0.4)
      }
      examples.append(Example(time: Double(place), traits: traits, isStroke: isStroke))
    }
    return Recording(recordingID: id, source: source, examples: examples)
  }

  private static let recordings = [
    recording("a", "club", strokes: 9, others: 7), recording("b", "club", strokes: 5, others: 4),
    recording("c", "garden", strokes: 8, others: 11), recording("d", "walks", strokes: 0, others: 13),
  ]

  @Test("Sources are left out one at a time, and the order of the recordings makes no difference")
  func leftOut() throws {
    let model = try SwingModelTrainer.train(Self.recordings, name: "mine", pipeline: "tennis")
    #expect(model == (try SwingModelTrainer.train(Self.recordings.reversed(), name: "mine", pipeline: "tennis")))
    #expect(model.sources.map(\.name) == ["club", "garden", "walks"])
    #expect(model.sources.map(\.recordings) == [2, 1, 1])
    #expect(model.sources.map(\.strokes) == [14, 8, 0] && model.sources.map(\.others) == [11, 11, 13])
    // The figures of a source are those of a model that has never seen it.
    let others = try SwingModelTrainer.train(
      Self.recordings.filter { $0.source != "walks" }, name: "", pipeline: "")
    let walks = Self.recordings[3].examples.map { others.probability($0.traits) }
    let mean = try #require(model.sources[2].meanProbability)
    #expect(abs(mean - walks.reduce(0, +) / 13) < 1e-12 && model.sources[2].auroc == nil)
    #expect(Self.recordings[0].examples.allSatisfy { (model.probability($0.traits) > 0.5) == $0.isStroke })
  }

  @Test("What cannot be learned from says what is missing")
  func faults() {
    func message(_ recordings: [Recording]) -> String? {
      #expect(throws: SwingModelTrainer.Failure.self) {
        try SwingModelTrainer.train(recordings, name: "", pipeline: "")
      }?.description
    }
    #expect(message([]) == "expected recordings in 2 folders or more, to leave one out, found none")
    let quiet = [Self.recordings[3], Self.recording("e", "rest", strokes: 0, others: 5)]
    #expect(message(quiet) == "expected strokes and other movements to tell apart, found no stroke")
  }

  @Test("A folder that holds all strokes is learned from, and has no score")
  func onlyStrokes() throws {
    let model = try SwingModelTrainer.train(
      [Self.recordings[0], Self.recordings[3]], name: "mine", pipeline: "tennis")
    #expect(model.sources.map(\.auroc) == [nil, nil] && model.sources[1].meanProbability != nil)
    #expect(model.sources[0].meanProbability == nil && model.scores.auroc == nil)
  }

  @Test("A model is read as it was written; one of another format is refused")
  func file() throws {
    let model = SwingModel.standard
    #expect(try SwingModel(json: model.json) == model && SwingModel.isModel(json: model.json))
    #expect(throws: LearnedFileError.self) { try SwingModel(json: HitMissModel.standard.json) }
    #expect(model.features.map(\.name) == StrokeTraits.Feature.allCases && model.sources.count > 10)
  }
}
