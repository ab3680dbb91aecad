import Files
import Foundation
import Testing

@Suite struct InputFileTests {
  @Test func readsAnyRange() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/a"
    try WholeFile.write(Array(0..<100), to: path)
    let file = try InputFile(path)
    #expect(file.size == 100)
    #expect(file.isRegular)
    #expect(try file.read(90..<93) == [90, 91, 92])
    #expect(try file.read(0..<2) == [0, 1])
    #expect(try file.read(98..<200) == [98, 99])
    #expect(try file.read(300..<400) == [])
    #expect(try file.read(5..<5) == [])
  }

  @Test func whatCannotBeReadIsAnError() throws {
    let folder = try ScratchFolder()
    #expect(throws: FileError.self) { try InputFile(folder.path + "/missing") }
    #expect(throws: FileError(path: folder.path, operation: "read", code: EISDIR)) { try InputFile(folder.path) }
    #expect(try !InputFile("/dev/null").isRegular)
  }
}
