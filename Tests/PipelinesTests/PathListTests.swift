import Foundation
import SPBasics
import Testing

@testable import SPBatches

struct PathListTests {
  @Test(
    "One path a line, or separated by NUL",
    arguments: [
      ("a.h5\nb.h5\n", ["a.h5", "b.h5"]),
      ("a.h5\nb.h5", ["a.h5", "b.h5"]),
      ("a.h5\r\nb.h5\r\n", ["a.h5", "b.h5"]),
      ("\n a b.h5 \n \t\n\"c\".h5\n\r\n#d.h5\n*.h5\n", [" a b.h5 ", "\"c\".h5", "#d.h5", "*.h5"]),
      ("\u{feff}手首.h5\ne\u{301}.h5\n", ["手首.h5", "e\u{301}.h5"]),
      ("a\nb.h5\0c.h5\r\0\0d.h5\0", ["a\nb.h5", "c.h5\r", "d.h5"]),
      ("\n\n", []), ("", []), ("\0", []),
    ])
  func paths(text: String, expected: [String]) {
    let found = PathList.paths(in: Array(text.utf8))
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test("Bytes that are not UTF-8 are marked, and cost no other path")
  func foreignBytes() {
    #expect(PathList.paths(in: [0x61, 0xFF, 0x0A, 0x62]) == ["a\u{FFFD}", "b"])
  }

  @Test("A list that is missing, empty, a folder or in UTF-16 is refused by name")
  func faults() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/path-list-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func message(_ name: String, _ bytes: [UInt8]?) throws -> String {
      if let bytes { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
      let error = try #require(throws: (any Error).self) { try PathList.read("\(folder)/\(name)") }
      return "\(error)".replacing(folder, with: "")
    }
    #expect(try message("none", nil) == "/none: cannot open: no such file or directory")
    #expect(try message("", nil) == "/: cannot read: is a directory")
    #expect(
      try message("empty", Array(" \n".utf8))
        == "/empty: the list holds no path; expected one per line, or separated by NUL")
    #expect(try message("wide", [0xFF, 0xFE, 0x61, 0]) == "/wide: the list is in UTF-16; expected UTF-8")
  }
}
