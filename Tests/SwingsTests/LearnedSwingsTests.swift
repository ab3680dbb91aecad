import Foundation
import Testing

@testable import SPSwings

/// Typical swings learned from other recordings.
struct LearnedSwingsTests {
  private func example(
    _ recordingID: String, _ subjectID: String?, _ sport: String?, _ rates: [Double]
  ) -> LearnedSwings.Example {
    LearnedSwings.Example(
      recordingID: recordingID, subjectID: subjectID, sport: sport,
      lobes: rates.map { RotationLobe(time: 1, peakRate: $0, widthS: 0.15, riseS: 0.06) })
  }

  private func many(_ rate: Double, _ count: Int) -> [Double] { [Double](repeating: rate, count: count) }

  private var examples: [LearnedSwings.Example] {
    [
      example("a2", "ann", "tennis", many(10, 8) + many(-14, 4)), example("a1", "ann", "tennis", many(12, 8)),
      example("b1", "bob", "tennis", many(-20, 13)), example("c1", nil, "golf", many(9, 14)),
      example("a3", "ann", "golf", []),
    ]
  }

  @Test("A wearer and a sport with 14 swings have the medians of each way, whatever the order")
  func learns() throws {
    let learned = LearnedSwings(learnedFrom: examples, pipeline: "p")
    #expect(learned == LearnedSwings(learnedFrom: examples.reversed(), pipeline: "p"))
    #expect(learned.entries.map(\.subjectID) == ["ann", nil, nil])
    #expect(learned.entries.map(\.sport) == ["tennis", "golf", "tennis"])
    #expect(learned.entries.map(\.swings) == [20, 14, 33])
    #expect(learned.entries.map(\.recordings) == [["a1", "a2"], ["c1"], ["a1", "a2", "b1"]])
    let ann = learned.entries[0]
    #expect(ann.positive == .init(rate: 11, widthS: 0.15, riseS: 0.06))
    #expect(ann.negative?.rate == 14)
    #expect(learned.entries[1].negative == nil && learned.entries[2].negative?.rate == 20)
  }

  @Test("A sport without a name and no sport are two, in one order")
  func namelessSport() {
    let examples = [example("a", nil, "", many(9, 14)), example("b", nil, nil, many(9, 14))]
    for _ in 0..<8 {
      let learned = LearnedSwings(learnedFrom: examples, pipeline: "p")
      #expect(learned.entries.map(\.sport) == [nil, ""])
    }
  }

  @Test("A wearer's own swings come before those of the sport, and another sport's do not count")
  func chooses() throws {
    let learned = LearnedSwings(learnedFrom: examples, pipeline: "p")
    let ann = try #require(learned.reference(subjectID: "ann", sport: "tennis"))
    #expect(ann.count == 20 && ann.origin == .learned && ann.positive?.origin == .learned)
    #expect(learned.reference(subjectID: "bob", sport: "tennis")?.count == 33)
    #expect(learned.reference(subjectID: nil, sport: "tennis")?.count == 33)
    #expect(learned.reference(subjectID: "ann", sport: "golf")?.count == 14)
    #expect(learned.reference(subjectID: "ann", sport: "cricket") == nil)
    #expect(learned.reference(subjectID: "ann", sport: nil) == nil)
  }

  @Test("What is written is what is read")
  func file() throws {
    let learned = LearnedSwings(learnedFrom: examples, pipeline: "p")
    let json = try learned.json
    #expect(LearnedSwings.isReference(json: json) && !HitMissModel.isModel(json: json))
    #expect(try LearnedSwings(json: json) == learned)
  }

  @Test(
    "A file that cannot be used says what was expected",
    arguments: [
      ("\"version\" : 1", "\"version\" : 2", "expected a reference of version 1, found 2"),
      ("swingpipe-swing-reference", "notes", "it holds no reference: expected JSON with "),
      ("\"swings\"", "\"number\"", "expected \"pipeline\" and \"entries\", each with \"swings\""),
      ("\"rise_s\" : 0.06", "\"rise_s\" : 0.2", "the entry of \"ann\", \"tennis\" has no way with a peak rate of"),
      ("\"sport\" : \"golf\"", "\"sport\" : \"tennis\"", "expected one entry per subject and sport"),
    ])
  func faults(text: String, replacement: String, message: String) throws {
    let json = String(decoding: try LearnedSwings(learnedFrom: examples, pipeline: "p").json, as: UTF8.self)
    try #require(json.contains(text))
    let error = try #require(throws: LearnedFileError.self) {
      try LearnedSwings(json: Data(json.replacing(text, with: replacement).utf8))
    }
    #expect(error.description.hasPrefix(message))
  }
}
