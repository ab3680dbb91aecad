import Foundation
import SPBasics
import Testing

struct InputFileTests {
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

  @Test func aNamedPipeIsRejectedWithoutAWait() throws {
    let folder = try ScratchFolder()
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    for read in [{ _ = try InputFile(path) }, { _ = try WholeFile.read(path) }, { _ = try ContentHash(ofFile: path) }] {
      let error = #expect(throws: FileError.self, performing: read)
      #expect(error?.description.hasPrefix("\(path): cannot read: it is a named pipe; expected a file") == true)
    }
  }

  @Test(arguments: [
    ("s3://bucket/x", true), ("S3:x", true), ("gs:/x", true), ("weird+1.2://x", true), ("file:///data", true),
    ("a:b", false), ("./s3://x", false), ("out/s3:", false), ("C:/x", false), ("session 1: a", false), ("12:30", false),
    ("", false), (":", false),
  ])
  func addressesAreTold(text: String, isOne: Bool) {
    #expect((RemoteAddress.fault(text) != nil) == isOne)
  }
}
