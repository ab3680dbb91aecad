import Files
import Foundation
import Testing

@Suite struct FolderTests {
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

  // MARK: Making

  @Test(arguments: ["a", "a/b/c", "a/b/c/", "with space/手首\n"])
  func makesFoldersAndThoseAbove(_ name: String) throws {
    try Folder.create(scratch.path(name))
    #expect(Folder.isFolder(scratch.path(name)))
  }

  @Test func leavesAFolderThatIsThere() throws {
    try scratch.add("a/kept", "x")
    try Folder.create(scratch.path("a"))
    #expect(try scratch.text("a/kept") == "x")
  }

  @Test func takesALinkToAFolderForOne() throws {
    try scratch.add("a/kept")
    try link("link", to: "a")
    try Folder.create(scratch.path("link/b"))
    #expect(Folder.isFolder(scratch.path("a/b")))
  }

  @Test func refusesAFileOfThatName() throws {
    let path = try scratch.add("file")
    let error = #expect(throws: FileError.self) { try Folder.create(path) }
    #expect(error?.path == path)
    #expect(error?.code == EEXIST)
    #expect(error?.description.contains("a file of that name is there") == true)
  }

  @Test func refusesALinkToNothing() throws {
    try link("dangling", to: "missing")
    let error = #expect(throws: FileError.self) { try Folder.create(scratch.path("dangling")) }
    #expect(error?.code == EEXIST)
  }

  @Test(arguments: ["file/a", "file/a/b"])
  func refusesAFolderBelowAFile(_ name: String) throws {
    try scratch.add("file", "kept")
    let error = #expect(throws: FileError.self) { try Folder.create(scratch.path(name)) }
    #expect(error?.code == ENOTDIR)
    #expect(try scratch.text("file") == "kept")
  }

  @Test func refusesAnEmptyPath() {
    let error = #expect(throws: FileError.self) { try Folder.create("") }
    #expect(error?.code == ENOENT)
  }

  @Test func tellsFoldersFromOtherThings() throws {
    try scratch.add("a/file")
    try link("folder", to: "a")
    try link("dangling", to: "missing")
    #expect(Folder.isFolder(scratch.path("a")))
    #expect(Folder.isFolder(scratch.path("folder")))
    #expect(!Folder.isFolder(scratch.path("a/file")))
    #expect(!Folder.isFolder(scratch.path("dangling")))
    #expect(!Folder.isFolder(scratch.path("missing")))
  }

  // MARK: Searching

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
}
