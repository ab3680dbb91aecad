import Foundation
import SPBasics
import SPHDF5
import SPRecordings
import SPSwings
import Testing

/// Changing the labels of a recording.
struct RecordingEditorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let before = Annotations(
    swings: [.init(startTime: 100.1, contactTime: 100.2, isHit: true)], ignored: [100.3], distractors: [])
  private static let after = Annotations(
    swings: [
      .init(startTime: nil, contactTime: 100.2, isHit: true), .init(startTime: 100.4, contactTime: 100.6, isHit: false),
    ], distractors: [100.8])

  /// A recording with 20,000 rows and labels.
  private func recording(_ name: String = "a.h5") throws -> String {
    let path = folder.path + "/" + name
    var attributes = RecordingAttributes(recordingID: "a")
    attributes.sport = "tennis"
    let writer = try RecordingWriter(path: path, attributes: attributes)
    try writer.addStream(.accelerometer, datasets: ["acceleration"], nominalRateHz: 800)
    try writer.append(to: .accelerometer, time: steady(20_000), ["acceleration": ramp(20_000)])
    try writer.write(Self.before)
    try writer.finish()
    return path
  }

  private func replace(_ path: String, with annotations: Annotations? = after) throws {
    try RecordingEditor(path).replaceLabels(with: annotations, history: "label: two swings")
  }

  private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test("Labels are replaced, a start that is not known is NaN in the file, and all else stays")
  func replaced() throws {
    let path = try recording()
    let samples = try Recording(opening: path).acceleration()
    try replace(path)
    let recording = try Recording(opening: path)
    #expect(try recording.annotations() == Self.after)
    #expect(try recording.acceleration() == samples)
    #expect(recording.attributes.sport == "tennis")
    let file = try File(opening: path)
    let starts = try file.openDataset("/annotations/swings/start_time").read(as: Double.self)
    #expect(starts[0].isNaN && starts[1] == 100.4)
    #expect(try file.attributes.string("history") == "label: two swings")
    #expect(try folder.names == ["a.h5"])
  }

  @Test("Equal changes make equal bytes, and each adds a line to the history")
  func deterministic() throws {
    let paths = try ["a.h5", "b.h5"].map { try recording($0) }
    for path in paths {
      try replace(path)
      try replace(path, with: Self.before)
    }
    #expect(try bytes(paths[0]) == bytes(paths[1]))
    #expect(try File(opening: paths[0]).attributes.string("history") == "label: two swings\nlabel: two swings")
    #expect(try Recording(opening: paths[0]).annotations() == Self.before)
  }

  @Test("A recording with other labels is known to have the samples of its earlier contents")
  func contents() throws {
    let path = try recording()
    let contents = try (0..<3).map { number in
      let content = try ContentHash(ofFile: path)
      try replace(path, with: number == 1 ? nil : Self.after)
      return content
    }
    #expect(contents.allSatisfy { RecordingEditor.differsOnlyInLabels(path, from: $0) })
    #expect(!RecordingEditor.differsOnlyInLabels(path, from: try ContentHash(ofFile: path)))
    #expect(!RecordingEditor.differsOnlyInLabels(try recording("b.h5"), from: contents[0]))
  }

  @Test(
    "A program that changes a sample or an attribute ends what is known of earlier contents", arguments: [true, false])
  func otherChange(ofSample: Bool) throws {
    let path = try recording()
    let first = try ContentHash(ofFile: path)
    try replace(path)
    let file = try File(opening: path, for: .readingAndWriting)
    if ofSample {
      let row = Hyperslab(offset: [9000, 0], count: [1, 3])
      try file.openDataset("/accelerometer/acceleration").write([1, 2, 3] as [Float], to: row)
    } else {
      try file.attributes.set("wrist", to: "left")
    }
    try file.close()
    #expect(!RecordingEditor.differsOnlyInLabels(path, from: first))
    let changed = try ContentHash(ofFile: path)
    try replace(path, with: Self.before)
    #expect(RecordingEditor.differsOnlyInLabels(path, from: changed))
    #expect(!RecordingEditor.differsOnlyInLabels(path, from: first))
  }

  @Test("Without labels there is no group; with labels again there is one")
  func none() throws {
    let path = try recording()
    try replace(path, with: nil)
    #expect(try Recording(opening: path).annotations() == nil)
    #expect(try File(opening: path).exists("/annotations") == false)
    try replace(path, with: Annotations(ignored: [100.5]))
    #expect(try Recording(opening: path).annotations() == Annotations(ignored: [100.5]))
    #expect(try File(opening: path).exists("/annotations/swings") == false)
  }

  @Test("What is beside the labels stays; data that would no longer fit them are refused")
  func others() throws {
    let path = try recording()
    var file = try File(opening: path, for: .readingAndWriting)
    try file.put("/annotations/notes/time", [1.0])
    try file.openGroup("/annotations/swings").attributes.set("annotator", to: "Anna")
    try file.close()
    try replace(path)
    file = try File(opening: path)
    #expect(try file.openGroup("/annotations/swings").attributes.string("annotator") == "Anna")
    #expect(try file.exists("/annotations/notes/time"))
    try file.close()
    try replace(path, with: nil)
    file = try File(opening: path, for: .readingAndWriting)
    #expect(try file.openGroup("/annotations").children().map(\.name) == ["notes"])
    try file.put("/annotations/swings/stroke", [1.0])
    try file.close()
    let unchanged = try bytes(path)
    #expect(
      message { try replace(path) }
        == "\(path): /annotations/swings: holds \"stroke\" beside the labels, which would no longer fit them; expected "
        + "start_time, contact_time, label alone")
    #expect(try bytes(path) == unchanged)
    #expect(try folder.names == ["a.h5"])
  }

  @Test("A link stays one, and its target is changed; permissions stay")
  func links() throws {
    let path = try recording()
    let link = folder.path + "/link.h5"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a.h5")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try replace(link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "a.h5")
    #expect(try Recording(opening: path).annotations() == Self.after)
    let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(permissions == 0o640)
  }

  @Test("Files of another layout, read-only ones and ones that another program changed are refused, and stay")
  func refused() throws {
    let other = try folder.file("other.h5") { try $0.put("/Sensors/1/Time", [1.0]) }
    #expect(
      message { try replace(other) }
        == "\(other): has no root attribute \"format\"; expected \"swingpipe-recording\"; recordings of other layouts are "
        + "imported before they are changed")
    let path = try recording()
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(message { try replace(path) } == "\(path): cannot change the file: permission denied")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let editor = try RecordingEditor(path)
    try replace(path, with: nil)
    let unchanged = try bytes(path)
    #expect(
      message { try editor.replaceLabels(with: Self.after, history: "") }
        == "\(path): cannot change it, since another program just did: device or resource busy")
    #expect(try bytes(path) == unchanged)
    #expect(try folder.names == ["a.h5", "other.h5"])
  }

  @Test("Work that is cancelled leaves the recording as it was")
  func cancelled() async throws {
    let path = try recording()
    let unchanged = try bytes(path)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try replace(path)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try bytes(path) == unchanged)
    #expect(try folder.names == ["a.h5"])
  }
}
