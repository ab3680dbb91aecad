import Foundation
import Testing

@testable import SPHDF5

/// Errors of files.
struct FileErrorTests {
  @Test("A missing file, a folder, an empty file, a text and a pipe are told apart")
  func notAFile() throws {
    try withFolder { folder in
      try write([], to: folder("empty.h5"))
      try write(Array("not at all".utf8), to: folder("text.h5"))
      try write(Array(".FIT".utf8), to: folder("ride.FIT"))
      #expect(mkfifo(folder("pipe.h5"), 0o600) == 0)
      let cases: [(String, HDF5Error.Kind, String)] = [
        ("missing.h5", .noSuchFile, "there is no such file"), ("", .notAFile, "it is a folder"),
        ("empty.h5", .notHDF5, "the file is empty"), ("text.h5", .notHDF5, "the file is not an HDF5 file"),
        (
          "ride.FIT", .notHDF5,
          "the file is not an HDF5 file, but by its name FIT, which has to be imported first: swingpipe import FILE "
            + "--output FOLDER"
        ),
        ("pipe.h5", .notAFile, "it is not a regular file"),
      ]
      for (name, kind, reason) in cases {
        let refused = try error { _ = try File(opening: folder(name)) }
        #expect(refused.kind == kind)
        #expect(refused.reason == reason)
        #expect(refused.description.hasPrefix("\(folder(name)): cannot open: \(reason)"))
        #expect(refused.object == nil)
      }
    }
  }

  @Test("A program that is started while a file is open does not hold it, nor its lock")
  func startedProgram() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
      let path = URL(fileURLWithPath: folder("a.h5")).resolvingSymlinksInPath().path
      let own = descriptors.filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }
      #expect(own.count == 1)
      for descriptor in own { #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0) }
      try file.close()
    }
  }

  @Test("A link that leads nowhere says so")
  func deadLink() throws {
    try withFolder { folder in
      try #require(symlink("missing", folder("a.h5")) == 0)
      let refused = try error { _ = try File(opening: folder("a.h5")) }
      #expect(refused.kind == .noSuchFile)
      #expect(refused.reason == "it is a symbolic link without a target")
    }
  }

  @Test("A missing file whose name is not UTF-8 says so")
  func foreignName() throws {
    let refused = try error { _ = try File(opening: "a\u{FFFD}.h5") }
    #expect(refused.reason == "there is no such file; its name is not in UTF-8: rename it")
  }

  @Test("A truncated file says how long it is and how long it should be")
  func truncated() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      try file.createDataset("x", of: Double.self, shape: [1_000]).write([Double](repeating: 1, count: 1_000))
      try file.close()
      let whole = try bytes(folder("a.h5"))
      try write(Array(whole.dropLast(1_000)), to: folder("a.h5"))
      let refused = try error { _ = try File(opening: folder("a.h5")) }
      #expect(refused.kind == .truncated)
      #expect(
        refused.reason
          == "the file is truncated: it has \(whole.count - 1_000) bytes where its header says \(whole.count)")
      #expect(refused.stack.first?.contains("truncated file") == true)
    }
  }

  @Test("A new file in a folder that is missing, and one in the place of a folder, are refused")
  func noPlace() throws {
    try withFolder { folder in
      let lost = try error { _ = try File(creating: folder("none/a.h5")) }
      #expect(lost.kind == .noSuchFile)
      #expect(lost.reason == "there is no folder \(folder("none"))")
      let taken = try error { _ = try File(creating: folder.path, .truncating) }
      #expect(taken.kind == .notAFile)
    }
  }

  @Test("Truncating a file that is open is refused with the library's own words")
  func openElsewhere() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let refused = try error { _ = try File(creating: folder("a.h5"), .truncating) }
      #expect(refused.kind == .noAccess)
      #expect(refused.description.contains("(HDF5: unable to truncate a file which is already open"))
      try file.close()
    }
  }

  @Test("A file that another program has locked is refused")
  func locked() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      // A lock belongs to the opening of a file, so one of this process's own serves as another's.
      let descriptor = open(folder("a.h5"), O_RDONLY)
      defer { close(descriptor) }
      try #require(flock(descriptor, LOCK_EX) == 0)
      let refused = try error { _ = try File(opening: folder("a.h5")) }
      #expect(refused.kind == .noAccess)
      #expect(refused.reason == "another program holds a lock on the file")
    }
  }

  @Test("Paths with a NUL, and empty ones, are refused")
  func unusablePaths() throws {
    try withFolder { folder in
      #expect(try error { _ = try File(opening: "") }.kind == .invalidArgument)
      #expect(try error { _ = try File(creating: folder("a\0b.h5")) }.kind == .invalidArgument)
      let file = try File(creating: folder("a.h5"))
      #expect(try error { _ = try file.createGroup("g\0h") }.kind == .invalidArgument)
      #expect(try error { _ = try file.openDataset("") }.kind == .invalidArgument)
      #expect(try error { try file.attributes.set("", to: 1) }.kind == .invalidArgument)
    }
  }

  @Test("A description is one line, whatever the parts hold")
  func oneLine() {
    let error = HDF5Error(
      kind: .library, file: "a\nb.h5", object: "/x", operation: "read", reason: "why\r\nnot",
      stack: ["H5F_open: inner", "H5Fopen: middle", "main: outer"], systemCode: nil)
    #expect(error.description == "a b.h5: /x: cannot read: why not (HDF5: inner; middle)")
  }
}
