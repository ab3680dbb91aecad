import SPHDF5
import SPRecordings
import SPSwings
import Testing

/// Labels of a recording.
struct AnnotationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Swings, moments to ignore and distractors are read in the file's order")
  func read() throws {
    let path = try folder.native { file in
      try file.put("/annotations/swings/start_time", [4.5, 1.5], units: "s")
      try file.put("/annotations/swings/contact_time", [5.0, 2.0], units: "s")
      try file.put("/annotations/swings/label", [1, 0] as [Int64])
      try file.put("/annotations/ignore/time", [7.0, 6.0])
      try file.put("/annotations/distractors/time", [9.0])
    }
    #expect(
      try Recording(opening: path).annotations()
        == Annotations(
          swings: [
            .init(startTime: 4.5, contactTime: 5, isHit: true), .init(startTime: 1.5, contactTime: 2, isHit: false),
          ],
          ignored: [7, 6], distractors: [9]))
  }

  @Test("A start of NaN is one that is not known")
  func unknownStart() throws {
    let path = try folder.native { file in
      try file.put("/annotations/swings/start_time", [Double.nan, 1.5])
      try file.put("/annotations/swings/contact_time", [5.0, 2.0])
      try file.put("/annotations/swings/label", [1, 0] as [UInt8])
    }
    #expect(try Recording(opening: path).annotations()?.swings.map(\.startTime) == [nil, 1.5])
  }

  @Test("A recording without labels has none; parts that are missing are empty")
  func missing() throws {
    let bare = try folder.native("bare.h5") { _ in }
    #expect(try Recording(opening: bare).annotations() == nil)
    let part = try folder.native("part.h5") { try $0.put("/annotations/ignore/time", [3.0]) }
    #expect(try Recording(opening: part).annotations() == Annotations(ignored: [3]))
  }

  @Test("A recording that has labels but no swings is told from one whose swings are not labelled")
  func noSwings() throws {
    let none = try folder.native("none.h5") { file in
      _ = try file.createGroup("/annotations/swings")
      try file.put("/annotations/ignore/time", [3.0])
    }
    let found = try Recording(opening: none).annotations()
    #expect(found == Annotations(swings: [], ignored: [3]))
    #expect(found?.hasSwingLabels == true)
    #expect(found != Annotations(ignored: [3]))
  }

  @Test("Labels of unequal lengths are refused", arguments: [(1, 2, 2), (2, 0, 2), (2, 2, 3)])
  func unequal(starts: Int, contacts: Int, labels: Int) throws {
    let path = try folder.native { file in
      try file.put("/annotations/swings/start_time", [Double](repeating: 1, count: starts))
      if contacts > 0 { try file.put("/annotations/swings/contact_time", [Double](repeating: 1, count: contacts)) }
      try file.put("/annotations/swings/label", [UInt8](repeating: 1, count: labels))
    }
    let fault = "has \(starts) start times, \(contacts) contact times and \(labels) labels; expected equally many"
    #expect(
      message { _ = try Recording(opening: path).annotations() } == "\(path): /annotations/swings: \(fault)")
  }

  /// Labels of three swings with these codes, and what the file says of them.
  private func coded(_ codes: [UInt8], _ meanings: String?, _ values: [UInt8]? = nil) throws -> String {
    try folder.native { file in
      try file.put("/annotations/swings/start_time", [Double.nan, .nan, .nan])
      try file.put("/annotations/swings/contact_time", [1.0, 2, 3])
      let label = try file.put("/annotations/swings/label", codes)
      if let meanings { try label.attributes.set("flag_meanings", to: meanings) }
      if let values { try label.attributes.set("flag_values", to: values) }
    }
  }

  @Test(
    "Codes mean what the layout says, in whatever order the file lists them", arguments: ["miss hit", "hit miss", nil])
  func meanings(words: String?) throws {
    let path = try coded([1, 0, 1], words, words.map { $0.hasPrefix("hit") ? [1, 0] : [0, 1] })
    #expect(try Recording(opening: path).annotations()?.swings.map(\.isHit) == [true, false, true])
  }

  @Test(
    "A code or a meaning of another layout is refused",
    arguments: [
      ([0, 1, 2], nil, "holds the code 2"), ([1, 0, 1], "hit miss", "has the codes [0, 1] for \"hit miss\""),
      ([1, 0, 1], "miss hit unclear", "has the codes [0, 1, 2] for \"miss hit unclear\""),
    ] as [([UInt8], String?, String)])
  func otherCodes(codes: [UInt8], words: String?, fault: String) throws {
    let path = try coded(codes, words)
    #expect(
      message { _ = try Recording(opening: path).annotations() }
        == "\(path): /annotations/swings/label: \(fault); expected 0 for a miss and 1 for a hit")
  }

  @Test("Times are in the unit that they state")
  func units() throws {
    let path = try folder.native { file in
      try file.put("/annotations/ignore/time", [2500.0], units: "ms")
      try file.put("/annotations/distractors/time", [3.0], units: "s")
    }
    #expect(try Recording(opening: path).annotations() == Annotations(ignored: [2.5], distractors: [3]))
  }

  @Test("Labels of any layout can be read, without its streams")
  func anyLayout() throws {
    let path = try folder.file { try $0.put("/annotations/ignore/time", [2.5]) }
    let recording = try Recording(opening: path, layout: .anyLabelled)
    #expect(try recording.annotations() == Annotations(ignored: [2.5]))
    #expect(recording.attributes.recordingID == "walk" && recording.streams.isEmpty)
    #expect(throws: RecordingError.self) { try Recording(opening: path) }
  }
}
