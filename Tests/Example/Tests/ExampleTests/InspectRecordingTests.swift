import Foundation
import InspectRecording
import Testing

/// Looking at a recording.
struct InspectRecordingTests {
  @Test("A swing is explained, and the recording drawn")
  func swing() throws {
    let picture = FileManager.default.temporaryDirectory.appending(path: "example-\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: picture) }
    let text = try inspect(Example.recording, swing: 0, pictureAt: picture)
    #expect(text.contains("by tennis: swing 0,"))
    #expect(try String(contentsOf: picture, encoding: .utf8).contains("<svg"))
  }
}
