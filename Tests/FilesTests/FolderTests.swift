import Foundation
import SPBasics
import Testing

struct FolderTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: target)
  }

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
}
