import Foundation
import SPBasics
import TestSupport
import Testing

struct FolderSearchTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// The files found below the scratch folder, named from there.
  private func found(_ extensions: Set<String> = ["h5"], below name: String = "") throws -> [String] {
    let root = name.isEmpty ? scratch.path : scratch.path(name)
    return try Folder.files(below: root, extensions: extensions).map { String($0.dropFirst(scratch.path.count + 1)) }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
  }

  @Test func findsFilesAtAnyDepthSortedByPath() throws {
    for name in ["b.h5", "a/z.h5", "a/b/c.h5", "a.h5", "a/notes.txt", "h5", "c.h5.bak"] { try scratch.add(name) }
    #expect(try found() == ["a.h5", "a/b/c.h5", "a/z.h5", "b.h5"])
  }

  @Test func matchesExtensionsInAnyCase() throws {
    for name in ["a.H5", "b.Hdf5", "c.csv"] { try scratch.add(name) }
    #expect(try found(["h5", "hdf5"]) == ["a.H5", "b.Hdf5"])
  }

  @Test func matchesExtensionsAskedForInAnyCase() throws {
    for name in ["a.H5", "b.h5"] { try scratch.add(name) }
    #expect(try found(["H5"]) == ["a.H5", "b.h5"])
  }

  /// The two names are equal as Swift texts, by Unicode's canonical equivalence, and yet two names on Linux.
  @Test func tellsFoldersApartByTheirBytes() throws {
    for name in ["\u{e9}/1.h5", "e\u{301}/2.h5"] { try scratch.add(name) }
    #expect(try Set(found().map { $0.suffix(4) }) == ["1.h5", "2.h5"])
  }

  @Test func refusesToSearchAFile() throws {
    let path = try scratch.add("a.h5")
    let error = #expect(throws: FileError.self) { try Folder.files(below: path, extensions: ["h5"]) }
    #expect(error?.code == ENOTDIR)
  }

  @Test func passesOverHiddenFilesAndFolders() throws {
    for name in [".a.h5", ".hidden/b.h5", "c.h5"] { try scratch.add(name) }
    #expect(try found() == ["c.h5"])
  }

  @Test func takesFoldersWithAnExtensionForFolders() throws {
    try scratch.add("session.h5/a.h5")
    #expect(try found() == ["session.h5/a.h5"])
  }

  @Test func findsOddNames() throws {
    for name in ["手 首\n.h5", "%41#?.h5"] { try scratch.add(name) }
    #expect(try Set(found()) == ["手 首\n.h5", "%41#?.h5"])
  }

  @Test func followsLinksToFoldersOnce() throws {
    try scratch.add("a/1.h5")
    try link("b", to: "a")
    try link("file.h5", to: "a/1.h5")
    #expect(try found() == ["a/1.h5", "file.h5"])
  }

  @Test func endsWhereLinksLoop() throws {
    try scratch.add("a/1.h5")
    try link("a/up", to: "..")
    try link("a/self", to: ".")
    #expect(try found() == ["a/1.h5"])
    #expect(try found(below: "a").contains("a/1.h5"))
  }

  @Test func keepsATrailingSlashSingle() throws {
    try scratch.add("a/1.h5")
    #expect(try Folder.files(below: scratch.path("a/"), extensions: ["h5"]) == [scratch.path("a/1.h5")])
  }

  @Test func findsNothingInAnEmptyFolder() throws {
    #expect(try found().isEmpty)
  }

  @Test func refusesAMissingFolder() throws {
    let path = scratch.path("missing")
    let error = #expect(throws: FileError.self) { try Folder.files(below: path, extensions: ["h5"]) }
    #expect(error == FileError(path: path, operation: "read the folder", code: ENOENT))
  }

  @Test func prefersPathsWithoutLinks() throws {
    try scratch.add("b/1.h5")
    try link("a", to: "b")
    try link("a2", to: "a")
    #expect(try found() == ["b/1.h5"])
  }

  @Test func followsChainsOfLinks() throws {
    let other = try ScratchFolder()
    try other.add("1.h5")
    try link("first", to: "second")
    try link("second", to: other.path)
    #expect(try found() == ["first/1.h5"])
  }

  @Test func findsLinksThatLeadNowhereByTheirExtension() throws {
    try link("gone.h5", to: "missing")
    try link("gone.txt", to: "missing")
    try link("self.h5", to: "self.h5")
    #expect(try found() == ["gone.h5", "self.h5"])
  }

  @Test func tellsWhereFilesReallyAre() throws {
    let path = try scratch.add("a/1.h5")
    try link("b.h5", to: "a/1.h5")
    try link("gone.h5", to: "missing")
    let real = Folder.realPath(path)
    let search = try Folder.search(scratch.path, extensions: ["h5"])
    #expect(search.map(\.realPath) == [real, real, scratch.path("gone.h5")])
    try link("up", to: ".")
    #expect(try Folder.search(scratch.path("up"), extensions: ["h5"]).first?.realPath == real)
  }

  /// Unlike Swift's texts, which have "é" behind "z", however it is written.
  @Test func sortsByBytes() throws {
    let names = ["Z.h5", "a.h5", "e\u{301}.h5", "z.h5", "\u{e9}.h5", "\u{ff5a}.h5", "\u{1f3be}.h5"]
    var random = SeededGenerator(seed: 1)
    for name in names.shuffled(using: &random) { try scratch.add(name) }
    #expect(try found().map { Array($0.utf8) } == names.map { Array($0.utf8) })
  }

  /// Neither vanishes: a batch can name both.
  @Test func findsNamesThatAreNotUTF8() throws {
    let folder = Array(scratch.path("").utf8) + [0xFF]
    let cPath = { (bytes: [UInt8]) in bytes.map { CChar(bitPattern: $0) } + [0] }
    try #require(mkdir(cPath(folder), 0o755) == 0)
    for name in [folder + Array("/a.h5".utf8), Array(scratch.path("b").utf8) + [0xC3] + Array(".h5".utf8)] {
      let descriptor = open(cPath(name), O_CREAT | O_WRONLY, 0o644)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    #expect(try found() == ["b\u{FFFD}.h5", "\u{FFFD}/a.h5"])
    #expect(FileError.nameHint(scratch.path("b\u{FFFD}.h5")) == "; its name is not in UTF-8: rename it")
    #expect(FileError.nameHint(scratch.path("b\u{e9}.h5")).isEmpty)
  }
}
