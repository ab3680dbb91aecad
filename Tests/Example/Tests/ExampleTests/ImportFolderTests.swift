import Foundation
import ImportFolder
import Swingpipe
import Testing

struct ImportFolderTests {
  @Test("Each table becomes a recording")
  func folder() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "example-" + UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("time_s,heart_rate_bpm\n0,70\n1,71\n".utf8).write(to: folder.appending(path: "walk.csv"))
    let histories = try importFolder(folder, to: folder.appending(path: "out"))
    #expect(histories == ["import by swingpipe 1.0.0 from walk.csv"])
    #expect(try Recording(contentsOf: folder.appending(path: "out/walk.h5")).stream("heart_rate").count == 2)
  }
}
