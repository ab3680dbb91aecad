import SPHDF5
import SPRecordings
import SPSwings
import Testing

/// Labels of further kinds.
struct LabelKindTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let labels = Annotations(
    labels: [
      .init(kind: .dive, startTime: 10, time: 40), .init(kind: .hit, startTime: nil, time: 5),
      .init(kind: .dive, startTime: nil, time: 70), .init(kind: step, time: 3), .init(kind: .ignore, time: 8),
    ], labelledSets: [.of(.repetition)])
  private static let step = LabelKind(rawValue: "step") ?? .hit

  private func written(_ annotations: Annotations) throws -> String {
    let path = folder.path + "/a.h5"
    let writer = try RecordingWriter(path: path, attributes: RecordingAttributes(recordingID: "a"))
    try writer.write(annotations)
    try writer.finish()
    return path
  }

  @Test(
    "They are read as they were written: intervals, moments, starts that are not known, and kinds of which there is none"
  )
  func roundTrip() throws {
    let path = try written(Self.labels)
    let read = try #require(try Recording(opening: path).annotations())
    #expect(read == Self.labels)
    #expect(read.labels.map(\.time) == [3, 5, 8, 40, 70])
    #expect(read.isLabelled(.of(.repetition)) && read.labels(of: .of(.repetition)).isEmpty)
    let file = try File(opening: path)
    #expect(try file.openDataset("/annotations/dive/end_time").read(as: Double.self) == [40, 70])
    #expect(try file.openDataset("/annotations/step/time").read(as: Double.self) == [3])
  }

  @Test("Labels that replace them leave nothing of them, and keep what is no group of labels")
  func replace() throws {
    let path = try written(Self.labels)
    do {
      let file = try File(opening: path, for: .readingAndWriting)
      try file.createGroup("/annotations/notes").createDataset("time", of: Double.self, shape: [1]).write([1.0])
      try file.close()
    }
    let editor = try RecordingEditor(path)
    try editor.replaceLabels(with: Annotations(labels: [.init(kind: Self.step, startTime: 1, time: 2)]), history: "x")
    let file = try File(opening: path)
    #expect(
      try file.openGroup("/annotations").children().map(\.name).sorted() == ["distractors", "ignore", "notes", "step"])
    #expect(try file.openGroup("/annotations/step").children().map(\.name).sorted() == ["end_time", "start_time"])
  }

  @Test("Starts and ends that differ in number are an error that names the group")
  func uneven() throws {
    let path = try written(Annotations())
    do {
      let file = try File(opening: path, for: .readingAndWriting)
      let group = try file.createGroup("/annotations/dive")
      try group.attributes.set("label_kind", to: "dive")
      try group.createDataset("start_time", of: Double.self, shape: [1]).write([1.0])
      try group.createDataset("end_time", of: Double.self, shape: [2]).write([2.0, 3.0])
      try file.close()
    }
    let error = #expect(throws: RecordingError.self) { _ = try Recording(opening: path).annotations() }
    #expect(error?.description.contains("/annotations/dive") == true)
    #expect(error?.description.contains("1 start times and 2 end times") == true)
  }

  @Test(
    "A name of a kind is of lower-case letters, digits and underscores, and no group of other kinds",
    arguments: [
      ("dive", true), ("push_up2", true), ("Dive", false), ("2nd", false), ("_a", false), ("a b", false), ("", false),
      ("swings", false), ("distractors", false), ("hit", true), (String(repeating: "a", count: 41), false),
    ])
  func name(_ name: String, isKind: Bool) {
    #expect((LabelKind(rawValue: name) != nil) == isKind)
  }
}
