import Foundation
import SPBasics
import Testing

struct OutputFileTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func emptiesAnOlderFileAndAppends() throws {
    try scratch.add("out", "old and longer")
    let file = try OutputFile(scratch.path("out"))
    try file.write("one ".utf8)
    try file.write([])
    try file.write("two".utf8)
    try file.close()
    #expect(try scratch.text("out") == "one two")
  }

  @Test func writesMoreThanASystemCallTakesFromAPipe() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try OutputFile(scratch.path("out"))
    try file.write(bytes)
    try file.close()
    #expect(FileManager.default.contents(atPath: scratch.path("out")) == Data(bytes))
  }

  @Test func saysWhenTheDiskIsFull() throws {
    let file = try OutputFile("/dev/full")
    let error = #expect(throws: FileError.self) { try file.write([1]) }
    #expect(error?.code == ENOSPC)
    #expect(error?.path == "/dev/full")
  }

  @Test func refusesAMissingFolder() throws {
    let path = scratch.path("missing/out")
    let error = #expect(throws: FileError.self) { try OutputFile(path) }
    #expect(error == FileError(path: path, operation: "create", code: ENOENT))
  }

  @Test func refusesWritingAfterClosing() throws {
    let file = try OutputFile(scratch.path("out"))
    try file.close()
    #expect(throws: FileError.self) { try file.write([1]) }
  }
}

@Test func errorsAreOneLineWithPathOperationAndReason() {
  let error = FileError(path: "out/table.csv", operation: "write", code: ENOSPC)
  #expect(error.description == "out/table.csv: cannot write: no space left on device")
}
