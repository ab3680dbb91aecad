import Foundation
import SPBasics
import Testing

/// Writes to a pending file and lets it go without a commit.
private func abandon(_ path: String) throws {
  let pending = try PendingFile(for: path)
  try Data("half".utf8).write(to: URL(fileURLWithPath: pending.temporaryPath))
}

struct PendingFileTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func appearsOnlyOnCommit() throws {
    let pending = try PendingFile(for: scratch.path("table.csv"))
    try Data("new".utf8).write(to: URL(fileURLWithPath: pending.temporaryPath))
    #expect(try scratch.names().contains("table.csv") == false)

    try pending.commit()

    #expect(try scratch.names() == ["table.csv"])
    #expect(try scratch.text("table.csv") == "new")
  }

  @Test func isHiddenBesideItsDestinationUntilThen() throws {
    let pending = try PendingFile(for: scratch.path("table.csv"))
    let url = URL(fileURLWithPath: pending.temporaryPath)
    #expect(url.deletingLastPathComponent().path == scratch.path)
    #expect(url.lastPathComponent.hasPrefix("."))
    #expect(pending.path == scratch.path("table.csv"))
  }

  @Test func leavesNothingWithoutACommit() throws {
    try abandon(scratch.path("table.csv"))
    #expect(try scratch.names().isEmpty)
  }

  @Test func leavesTheOlderFileWithoutACommit() throws {
    try scratch.add("table.csv", "old")
    try abandon(scratch.path("table.csv"))
    #expect(try scratch.names() == ["table.csv"])
    #expect(try scratch.text("table.csv") == "old")
  }

  @Test func replacesTheOlderFile() throws {
    try scratch.add("table.csv", "old and longer")
    try WholeFile.write(Array("new".utf8), to: scratch.path("table.csv"))
    #expect(try scratch.names() == ["table.csv"])
    #expect(try scratch.text("table.csv") == "new")
  }

  @Test func committingAFileThatWasNeverWrittenLeavesTheOlderOne() throws {
    try scratch.add("table.csv", "old")
    let error = #expect(throws: FileError.self) { try PendingFile(for: scratch.path("table.csv")).commit() }
    #expect(error?.code == ENOENT)
    #expect(try scratch.text("table.csv") == "old")
  }

  @Test func neverReplacesAFolder() throws {
    try scratch.add("table/row", "kept")
    let error = #expect(throws: FileError.self) { try WholeFile.write([1], to: scratch.path("table")) }
    #expect(error?.path == scratch.path("table"))
    #expect(try scratch.names() == ["table"])
    #expect(try scratch.text("table/row") == "kept")
  }

  @Test func keepsTwoOfOneNameApart() throws {
    let first = try PendingFile(for: scratch.path("table.csv"))
    let second = try PendingFile(for: scratch.path("table.csv"))
    #expect(first.temporaryPath != second.temporaryPath)
  }

  @Test func makesTheFoldersAbove() throws {
    try WholeFile.write(Array("x".utf8), to: scratch.path("a/b/c.csv"))
    #expect(try scratch.text("a/b/c.csv") == "x")
  }

  @Test func staysInTheFolderThatALinkLeadsTo() throws {
    try scratch.add("far/inner/kept")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "far/inner")
    let pending = try PendingFile(for: scratch.path("link/../table.csv"))
    let file = try OutputFile(pending.temporaryPath)
    try file.write("x".utf8)
    try file.close()
    #expect(try scratch.names() == ["far", "link"])
    try pending.commit()
    #expect(try scratch.text("far/table.csv") == "x")
  }

  /// Only reserves names, since relative paths start at the working folder, which all tests share.
  @Test(arguments: [
    ("table.csv", "./.table.csv."), ("./table.csv", "./.table.csv."), ("../table.csv", "../.table.csv."),
    ("~", "./.~."), ("~root.csv", "./.~root.csv."), ("/table.csv", "//.table.csv."), ("//table.csv", "//.table.csv."),
  ])
  func takesRelativePathsAsTheyAre(_ path: String, _ start: String) throws {
    #expect(try PendingFile(for: path).temporaryPath.hasPrefix(start))
  }

  @Test func refusesAFolderThatIsAFile() throws {
    try scratch.add("file", "kept")
    let error = #expect(throws: FileError.self) { try WholeFile.write([], to: scratch.path("file/table.csv")) }
    #expect(error?.path == scratch.path("file"))
    #expect(try scratch.text("file") == "kept")
  }

  @Test(arguments: [
    "with space.csv", " ", "line\nbreak.csv", "größe 手首.csv", "e\u{301}.csv", "#?%41&.csv", "'\"$HOME`.csv", "-o",
    "...",
  ])
  func takesAnyName(_ name: String) throws {
    try WholeFile.write(Array(name.utf8), to: scratch.path(name))
    #expect(try scratch.names().map { Array($0.utf8) } == [Array(name.utf8)])
    #expect(try scratch.text(name) == name)
  }

  /// 255 bytes is the longest name of Linux's file systems; in the second, the 180 bytes kept end within a letter.
  @Test(arguments: [String(repeating: "a", count: 255), "a" + String(repeating: "é", count: 127)])
  func takesTheLongestNames(_ name: String) throws {
    #expect(name.utf8.count == 255)
    try WholeFile.write([7], to: scratch.path(name))
    #expect(try scratch.names() == [name])
  }

  @Test func refusesANameThatIsTooLong() throws {
    let error = #expect(throws: FileError.self) {
      try WholeFile.write([7], to: scratch.path(String(repeating: "a", count: 256)))
    }
    #expect(error?.code == ENAMETOOLONG)
    #expect(try scratch.names().isEmpty)
  }
}
