import SPImporting
import SPRecordings
import SPSwings
import Testing

/// Labels of files on a recording's clock.
struct LabelPlacementTests {
  /// A recording from 100 s to 160 s whose acceleration begins at 100.5 s.
  private static let timeline = LabelTimeline(span: 100...160, startS: 100.5, unixStartS: 1_700_000_000.25)

  private func annotations(
    _ text: String, words: LabelWords = LabelWords(), clock: LabelClock? = nil, offsetS: Double = 0,
    on timeline: LabelTimeline = timeline, at path: String = "x"
  ) throws -> Annotations {
    try LabelTrack(Array(text.utf8), path: path).annotations(words: words, clock: clock, offsetS: offsetS, on: timeline)
  }

  @Test("Moments to ignore and distractors that an export wrote are no hits, unless their texts or somebody says so")
  func exported() throws {
    let ignored = try annotations("time_s\n110\n", at: "out/ignore.csv")
    #expect(ignored.ignored == [110] && ignored.swings.isEmpty)
    let distractors = try annotations("time_s\n110\n", at: "distractors.csv")
    #expect(distractors.distractors == [110] && distractors.swings.isEmpty)
    let none = try annotations("time_s\n", at: "ignore.csv")
    #expect(none.labels.isEmpty && none.labelledSets.isEmpty)
    #expect(
      try annotations("time_s\n110\n", words: LabelWords([:], unnamed: .miss), at: "ignore.csv").swings.count == 1)
    #expect(try annotations("time_s,label\n110,hit\n", at: "ignore.csv").swings.count == 1)
    #expect(throws: LabelFileError.self) { try annotations("time_s,label\n110,hit\n111,\n", at: "ignore.csv") }
    // This may be anybody's name for hits, as may a track of Audacity be called so.
    #expect(try annotations("time_s\n110\n", at: "monday_labels.csv").swings.count == 1)
    #expect(try annotations("9.5\t9.5\t\n", at: "ignore.csv").swings.count == 1)
  }

  // MARK: Clocks

  @Test("Times of tables are the recording's own, those of Audacity and ELAN count from its first acceleration")
  func clocks() throws {
    #expect(try annotations("time_s\n110\n").swings.map(\.contactTime) == [110])
    #expect(
      try annotations("9.25\t9.5\t\n").swings == [.init(startTime: 109.75, contactTime: 110, isHit: true)])
    #expect(try annotations("a\t00:00:09.500\t00:00:09.500\thit\n").swings.map(\.contactTime) == [110])
  }

  @Test("Another clock and an offset can be said")
  func otherClocks() throws {
    #expect(try annotations("time_s\n9\n", clock: .start, offsetS: 0.5).swings.map(\.contactTime) == [110])
    #expect(try annotations("111\t111\t\n", clock: .recording, offsetS: -1).swings.map(\.contactTime) == [110])
    #expect(try annotations("time_s\n1700000009.75\n", clock: .unix).swings.map(\.contactTime) == [110])
    let unknown = LabelTimeline(span: 100...160, startS: 100)
    #expect(
      message { _ = try annotations("time_s\n1700000009.75\n", clock: .unix, on: unknown) }
        == "x:2: the times count from 1970, and the recording does not say when it started; expected its attributes "
        + "start_time and time_origin, or times on another clock")
  }

  @Test("Labels outside of the recording are told with its span, since the clock is likely another")
  func outside() {
    #expect(
      message { _ = try annotations("start_time_s,time_s\n110,111\n1,1.5\n,161\n") }
        == "x:3: lies at 1.0 to 1.5 s of the recording's clock, outside of the recording, which reaches from 100.0 to "
        + "160.0 s (so do 2 of 3 labels); times were counted from the zero of the recording's own clock; choose "
        + "another clock if they count from the recording's start or 1970")
    #expect(message { _ = try annotations("-1.0\t5.0\thit\n") }.hasPrefix("x:1: lies at 99.5 to 105.5 s"))
    // Rounding of a clock puts nothing outside.
    #expect(throws: Never.self) { try annotations("time_s\n99.9995\n160.0005\n") }
  }

  // MARK: Words

  @Test("Known texts, in any case; all are hits where there is none")
  func words() throws {
    let found = try annotations("time_s,label\n101,Hit\n102, 1\n103,MISS\n104,0\n105,ignore\n106,distractor\n")
    #expect(found.swings.map(\.isHit) == [true, true, false, false])
    #expect(found.ignored == [105] && found.distractors == [106])
    #expect(try annotations("time_s,label\n101,\n102,\n").swings.map(\.isHit) == [true, true])
    #expect(
      message { _ = try annotations("time_s,label\n101,hit\n102,\n") }.hasPrefix("x:3: has no text; expected hit, "))
    let unnamed = try annotations("time_s,label\n101,hit\n102,\n", words: LabelWords([:], unnamed: .ignore))
    #expect(unnamed.swings.count == 1 && unnamed.ignored == [102])
  }

  @Test("Unknown texts are told at once, until they have a meaning")
  func ownWords() throws {
    let text = "time_s,label\n101,forehand\n102,air\n103,Forehand \n104,1\n"
    let error = #expect(throws: LabelFileError.self) { try annotations(text) }
    #expect(
      error?.description == "x:2: \"forehand\" is not a label, and neither is \"air\", \"Forehand\"; expected hit, "
        + "miss, ignore, distractor, 1 or 0, or a meaning for such words")
    #expect(error?.remedy == .words(["forehand", "air", "Forehand"]))
    let words = try LabelWords([.hit: ["Forehand"], .miss: ["air", "1"]])
    #expect(try annotations(text, words: words).swings.map(\.isHit) == [true, false, true, false])
    #expect(
      message { _ = try LabelWords([.hit: ["a"], .miss: ["A "]]) }
        == "\"A \" is to mean hit and miss; expected one of them")
    #expect(message { _ = try LabelWords([.hit: [" "]]) } == "a word for hit is empty; expected the text of labels")
  }

  @Test("Swings count as labelled where there is any, or no label at all")
  func hasSwings() throws {
    #expect(try annotations("time_s\n") == Annotations(swings: []))
    #expect(try annotations("time_s,label\n101,ignore\n") == Annotations(ignored: [101]))
    #expect(try annotations("time_s\n", words: LabelWords([:], unnamed: .ignore)) == Annotations())
  }

  @Test("A file names further kinds that are listed; those of one alone need no text")
  func furtherKinds() throws {
    let timeline = LabelTimeline(span: 0...100, startS: 0)
    let step = try #require(LabelKind(rawValue: "step"))
    let track = try LabelTrack(Array("start_s,end_s,label\n1,2,dive\n,3,step\n".utf8), path: "a.csv")
    #expect(throws: LabelFileError.self) {
      _ = try track.annotations(words: LabelWords([:], others: [.dive]), on: timeline)
    }
    let words = try LabelWords([:], others: [.dive, step])
    #expect(
      try track.annotations(words: words, on: timeline).labels
        == [.init(kind: .dive, startTime: 1, time: 2), .init(kind: step, time: 3)])
    let empty = try LabelTrack(Array("time_s\n".utf8), path: "a.csv")
    #expect(
      try empty.annotations(words: LabelWords([:], unnamed: .dive), on: timeline)
        == Annotations(labelledSets: [.of(.dive)]))
  }

  // MARK: Order and regions

  @Test("Labels come in the order of time; one for the same moment twice is refused with both lines")
  func order() throws {
    #expect(try annotations("time_s\n130\n110\n120\n").swings.map(\.contactTime) == [110, 120, 130])
    let same = "labels the moment of line 2 again, within 1 ms; expected each moment once"
    #expect(message { _ = try annotations("time_s,label\n120,hit\n110,hit\n120.001,miss\n") } == "x:4: \(same)")
    #expect(message { _ = try annotations("time_s,label\n120,ignore\n119.9995,ignore\n") } == "x:3: \(same)")
    #expect(throws: Never.self) { try annotations("time_s,label\n120,hit\n120,ignore\n120.002,hit\n") }
  }

  @Test("Samples of a sensor are not taken for labels")
  func samples() throws {
    let timestamps = (0..<100).map { "\(110 + Double($0) / 800)\n" }.joined()
    #expect(
      message { _ = try annotations("time_s\n" + timestamps) }
        == "x:2: begins 100 swings that are 1.25 ms apart on average, as samples are; expected contacts")
  }

  @Test("A region to ignore stands for its middle, unless it is too long for a moment")
  func regions() throws {
    #expect(
      try annotations("9.25\t9.5\tignore\n10.0\t10.0\tdistractor\n")
        == Annotations(ignored: [109.875], distractors: [110.5]))
    #expect(
      message { _ = try annotations("9.25\t9.75\tignore\n") }
        == "x:1: is a region of 0.5 s labelled ignore, which labels moments; expected a point, or at most 0.4 s")
    // In a table the contact is given as such, unless it has ends.
    #expect(try annotations("start_time_s,time_s,label\n101,110,ignore\n").ignored == [110])
    #expect(try annotations("start_s,end_s,label\n110,110.5,hit\n120,120.25,ignore\n").ignored == [120.125])
    #expect(
      message { _ = try annotations("start_s,end_s,label\n120,124,distractor\n") }
        == "x:2: is a region of 4.0 s labelled distractor, which labels moments; expected a point, or at most 0.4 s")
  }
}
