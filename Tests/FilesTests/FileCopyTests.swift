import Foundation
import SPBasics
import Testing

struct FileCopyTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(arguments: [0, 1, 3_000_001])
  func copiesEveryByte(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    try Data(bytes).write(to: URL(fileURLWithPath: scratch.path("a")))
    let copy = try PendingFile(for: scratch.path("b"))
    try FileCopy.copy(scratch.path("a"), to: copy)
    try copy.commit()
    #expect(FileManager.default.contents(atPath: scratch.path("b")) == Data(bytes))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the system has no /proc"))
  func copiesWhatNoSystemCallCan() throws {
    // A file of the system that tells its size only as it is read.
    let copy = try PendingFile(for: scratch.path("b"))
    try FileCopy.copy("/proc/self/status", to: copy)
    try copy.commit()
    #expect(try scratch.text("b").contains("Pid:"))
  }

  @Test func stopsAndLeavesNothing() throws {
    try scratch.add("a", "text")
    #expect(throws: CancellationError.self) {
      let copy = try PendingFile(for: scratch.path("b"))
      try FileCopy.copy(scratch.path("a"), to: copy) { true }
    }
    #expect(try scratch.names() == ["a"])
  }

  @Test func namesTheFileThatIsMissing() throws {
    let copy = try PendingFile(for: scratch.path("b"))
    let error = #expect(throws: FileError.self) { try FileCopy.copy(scratch.path("a"), to: copy) }
    #expect(error?.path == scratch.path("a") && error?.code == FileError.missing)
  }

  @Test func keepsPermissions() throws {
    try scratch.add("a", "text")
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: scratch.path("a"))
    let copy = try PendingFile(for: scratch.path("b"))
    try FileCopy.copy(scratch.path("a"), to: copy)
    try FileCopy.copyPermissions(of: scratch.path("a"), to: copy)
    try copy.commit()
    let found = try FileManager.default.attributesOfItem(atPath: scratch.path("b"))[.posixPermissions] as? Int
    #expect(found == 0o750)
  }
}
