import Foundation
import SPBasics
import Testing

struct NewFileTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func written(_ text: String, to name: String) throws -> NewFile {
    try NewFile(at: scratch.path(name)) { file in
      let output = try OutputFile(file)
      try output.write(text.utf8)
      try output.close()
    }
  }

  @Test func appearsWithOthersAndNotBefore() throws {
    let file = try written("rows", to: "table")
    #expect(!FileManager.default.fileExists(atPath: scratch.path("table")))
    #expect(file.hash == ContentHash("rows".utf8) && NewFile(Array("rows".utf8), to: "x").hash == file.hash)
    let stamps = try WholeFile.write([file, NewFile([7], to: scratch.path("other"))])
    #expect(try scratch.names() == ["other", "table"])
    let placed = try [file.path, scratch.path("other")].map { try FileStamp(of: $0, isNumbered: true) }
    #expect(try scratch.text("table") == "rows" && stamps == placed)
  }

  @Test func leavesNothingWhereItIsLetGoOf() throws {
    try scratch.add("table", "older")
    do { _ = try written("rows", to: "table") }
    #expect(throws: CancellationError.self) {
      _ = try NewFile(at: scratch.path("table")) { file in
        _ = try OutputFile(file)
        throw CancellationError()
      }
    }
    #expect(try scratch.names() == ["table"] && scratch.text("table") == "older")
  }

  @Test func keepsValuesInAFileWithoutAName() throws {
    let file = try UnnamedFile(in: scratch.path("made"))
    try file.append([Int32](0..<100_000))
    try file.append([Int32(-1)])
    #expect(file.byteCount == 400_004)
    #expect(try file.read(99_998..<100_001, as: Int32.self) == [99_998, 99_999, -1])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("made")) == [])
    #expect(throws: FileError.self) { try file.read(100_000..<100_002, as: Int32.self) }
  }
}
