import Foundation
import Testing

@testable import SPSwings

/// The hit-or-miss model.
struct HitMissModelTests {
  private static let text = """
    {
      "features" : [
        {
          "mean" : 0.5,
          "name" : "log_peak_g",
          "scale" : 2,
          "weight" : 3.5
        },
        {
          "mean" : 0.25,
          "name" : "rate_share_at_burst",
          "scale" : 0.125,
          "weight" : -1
        }
      ],
      "format" : "swingpipe-hit-miss-model",
      "intercept" : 0.75,
      "name" : "mine",
      "scores" : {
        "auroc" : 0.875,
        "brier" : 0.125,
        "expected_calibration_error" : 0.0625,
        "false_positive_rate" : 0.5,
        "hit_recall" : 0.75,
        "log_loss" : 0.375,
        "validation" : "leave_one_recording_out"
      },
      "training" : {
        "hits" : 7,
        "l2" : 0.5,
        "misses" : 5,
        "pipeline" : "tennis",
        "recordings" : [
          "a\\"b",
          "ü/2"
        ]
      },
      "version" : 1
    }

    """

  private func message(_ text: String) -> String? {
    do {
      _ = try HitMissModel(json: Data(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("What is read is written again, byte for byte")
  func roundTrip() throws {
    let model = try HitMissModel(json: Data(Self.text.utf8))
    #expect(model.features.map(\.name) == [.logPeak, .rateFraction])
    #expect(model.training.recordings == ["a\"b", "ü/2"])
    #expect(model.scores.falsePositiveRate == 0.5)
    #expect(String(decoding: try model.json, as: UTF8.self) == Self.text)
    let odd = 0.1 + 0.2
    var other = model
    other.intercept = odd
    #expect(try HitMissModel(json: other.json) == other)
  }

  static let names = ContactEvidence.Feature.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")

  @Test(
    "A file that cannot be used says what was found and what was expected",
    arguments: [
      ("\"version\" : 1", "\"version\" : 2", "expected a model of version 1, found 2"),
      (",\n  \"version\" : 1", "", "expected a model of version 1, found none"),
      (
        "swingpipe-hit-miss-model", "swingpipe-recording",
        "it holds no model: expected JSON with \"format\": \"swingpipe-hit-miss-model\""
      ),
      (
        "  \"format\" : \"swingpipe-hit-miss-model\",\n", "",
        "it holds no model: expected JSON with \"format\": \"swingpipe-hit-miss-model\""
      ),
      ("log_peak_g", "log_peak", "\"features.0.name\": unknown feature; expected one of \(names)"),
      ("  \"intercept\" : 0.75,\n", "", "\"intercept\" is missing"),
      ("      \"weight\" : -1\n", "      \"height\" : -1\n", "\"features.1.weight\" is missing"),
      ("\"hits\" : 7", "\"hits\" : \"many\"", "\"training.hits\": expected a whole number"),
      ("\"name\" : \"mine\"", "\"name\" : 3", "\"name\": expected a string"),
      ("\"hits\" : 7", "\"hits\" : 7.5", "expected finite numbers, and whole ones for counts"),
      ("\"training\" : {", "\"training\" : 3, \"other\" : {", "\"training\": expected an object"),
      ("\"features\" : [", "\"features\" : {}, \"other\" : [", "\"features\": expected a list"),
      ("\"weight\" : -1", "\"weight\" : 1e999", "expected finite numbers, and whole ones for counts"),
      ("\"mean\" : 0.25", "\"mean\" : null", "\"features.1.mean\": expected a number, found null"),
      (
        "\"scale\" : 0.125", "\"scale\" : 0",
        "expected means, weights and intercept of at most 1e6 in size, "
          + "and scales of 1e-6 to 1e6"
      ),
      (
        "\"scale\" : 2", "\"scale\" : -2",
        "expected means, weights and intercept of at most 1e6 in size, "
          + "and scales of 1e-6 to 1e6"
      ),
      ("rate_share_at_burst", "log_peak_g", "expected each feature once, and at least one"),
    ])
  func faults(old: String, new: String, message expected: String) throws {
    let place = try #require(Self.text.range(of: old))
    #expect(message(Self.text.replacingCharacters(in: place, with: new)) == expected)
  }

  @Test("A model without features is refused")
  func noFeatures() throws {
    let start = try #require(Self.text.range(of: "{\n      \"mean\"")).lowerBound
    let end = try #require(Self.text.range(of: "\n  ],\n  \"format\"")).lowerBound
    let text = Self.text.replacingCharacters(in: start..<end, with: "")
    #expect(message(text) == "expected each feature once, and at least one")
  }

  @Test(
    "What is no JSON, or no object, holds no model",
    arguments: ["", "{", "[]", "3", "null", "\u{89}HDF", "{\"format\": 1}"])
  func noModel(text: String) {
    #expect(message(text) == "it holds no model: expected JSON with \"format\": \"swingpipe-hit-miss-model\"")
    #expect(!HitMissModel.isModel(json: Data(text.utf8)))
  }

  @Test("A model of another version is a model all the same")
  func otherVersion() {
    #expect(HitMissModel.isModel(json: Data(Self.text.replacing("\"version\" : 1", with: "\"version\" : 9").utf8)))
  }

  @Test("Contributions are the weightiest first, and add up to the logit of the probability")
  func contributions() throws {
    let model = try HitMissModel(json: Data(Self.text.utf8))
    let evidence = ContactEvidence(
      burstTime: 1, peakG: 2, values: [.logPeak: 0.9, .rateFraction: 0.625, .logProminence: 100])
    let contributions = model.contributions(evidence)
    #expect(contributions.map(\.feature) == [.rateFraction, .logPeak])
    #expect(contributions.map(\.value) == [0.625, 0.9])
    // -1 * (0.625 - 0.25) / 0.125 and 3.5 * (0.9 - 0.5) / 2.
    #expect(zip(contributions.map(\.logOdds), [-3, 0.7]).allSatisfy { abs($0 - $1) < 1e-12 })
    let probability = model.hitProbability(evidence)
    #expect(abs(log(probability / (1 - probability)) - (0.75 - 3 + 0.7)) < 1e-12)
  }

  @Test("A feature that was not measured speaks neither way")
  func missingFeature() throws {
    let model = try HitMissModel(json: Data(Self.text.utf8))
    let evidence = ContactEvidence(burstTime: 1, peakG: 2, values: [.logPeak: 0.9])
    #expect(model.contributions(evidence).map(\.feature) == [.logPeak])
    #expect(abs(model.hitProbability(evidence) - 1 / (1 + exp(-1.45))) < 1e-12)
    let nothing = ContactEvidence(burstTime: 1, peakG: 2, values: [:])
    #expect(abs(model.hitProbability(nothing) - 1 / (1 + exp(-0.75))) < 1e-12)
  }

  @Test("Scores beyond what an exponential holds give 0 and 1")
  func extremes() throws {
    let model = Fixture.model([.logPeak: 1e4])
    func probability(_ value: Double) -> Double {
      model.hitProbability(ContactEvidence(burstTime: 0, peakG: 1, values: [.logPeak: value]))
    }
    #expect(probability(-1) == 0 && probability(0) == 0.5 && probability(1) == 1)
  }
}

/// The model that is built in.
struct StandardModelTests {
  private let model = HitMissModel.standard

  /// A burst in the fastest part of a swing whose own vibration is 0.1 g.
  private func probability(
    peakG: Double, swingG: Double = 0.1, rateFraction: Double = 0.95, frequencyHz: Double = 115
  ) -> Double {
    model.hitProbability(
      ContactEvidence(
        burstTime: 0, peakG: peakG,
        values: [
          .logPeak: log(peakG), .logProminence: log(peakG / swingG), .rateFraction: rateFraction,
          .logFrequency: log(frequencyHz),
        ]))
  }

  @Test("It says what it was trained on and how it did")
  func provenance() {
    #expect(!model.name.isEmpty)
    #expect(model.features.map(\.name) == ContactEvidence.Feature.allCases)
    #expect(model.training.hits >= 100 && model.training.misses >= 100)
    #expect(model.training.recordings.count >= 10 && model.training.recordings == model.training.recordings.sorted())
    #expect(model.scores.validation == "10_fold_by_recording")
    #expect(model.scores.auroc ?? 0 > 0.95 && model.scores.hitRecall ?? 0 > 0.95)
  }

  @Test(
    "The larger the burst the more probable a hit, and a hard shock is one; what is too small to be detected is no matter"
  )
  func order() {
    let probabilities = [0.05, 0.15, 0.3, 0.6, 1, 2, 5, 20].map { probability(peakG: $0) }
    #expect(zip(probabilities, probabilities.dropFirst()).allSatisfy { $0 < $1 })
    #expect(probabilities[4] > 0.9 && probabilities[7] > 0.99)
  }

  @Test("A knock once the hand has slowed down, and a low jolt, are no contacts")
  func knocks() {
    #expect(probability(peakG: 1, rateFraction: 0.45) < 0.5)
    #expect(probability(peakG: 0.6, frequencyHz: 65) < probability(peakG: 0.6, frequencyHz: 115))
  }

  @Test("A burst that stands out of its swing is likelier a hit than one that does not")
  func prominence() {
    #expect(probability(peakG: 0.7, swingG: 0.05) > probability(peakG: 0.7, swingG: 0.6))
  }
}
