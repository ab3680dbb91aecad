import Foundation
import Testing

@testable import SPHDF5

/// Work in a guarded child.
struct FileGuardTests {
  @Test("What it returns and what HDF5 says of a file are handed over")
  func results() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      #expect(try FileGuard.run { try File(opening: folder("a.h5")).path } == folder("a.h5"))
      let missing = try error { _ = try FileGuard.run { try File(opening: folder("b.h5")).path } }
      #expect(missing.kind == .noSuchFile)
      #expect(missing.file == folder("b.h5"))
      #expect(throws: FileGuard.WorkFailed.self) {
        try FileGuard.run { throw CocoaError(.fileNoSuchFile) }
      }
    }
  }

  @Test("Results that are no numbers are handed over, and how a child ends that hands over nothing")
  func oddResults() throws {
    let values = try FileGuard.run { [1.5, .infinity, .nan] }
    #expect(values[..<2] == [1.5, .infinity] && values[2].isNaN)
    let ended = #expect(throws: FileGuard.WorkFailed.self) { try FileGuard.run { () -> Int in _exit(3) } }
    #expect(ended?.description == "the child ended with exit status 3, and left no result")
  }

  @Test("A child that the system kills blames no file for ever")
  func killed() throws {
    let fault = try error {
      try FileGuard.run {
        try Library.locked(on: "large.h5") { () throws(HDF5Error) in _ = raise(SIGKILL) }
      }
    }
    #expect(fault.file == "large.h5" && fault.kind == .library && fault.isWorthRetrying)
  }

  @Test("A file that crashes the library is named, and this process goes on")
  func crash() throws {
    let fault = try error {
      try FileGuard.run {
        try Library.locked(on: "crash.h5") { () throws(HDF5Error) in _ = raise(SIGSEGV) }
      }
    }
    #expect(fault.kind == .damaged)
    #expect(fault.file == "crash.h5")
    #expect(fault.reason.hasPrefix("the program crashed while working on it (signal 11, segmentation fault)"))
  }

  @Test("A file at which nothing moves is named; calls that end are moves")
  func stall() throws {
    let fault = try error {
      try FileGuard.run(stallTimeoutS: 0.5) {
        for _ in 0..<20 {
          try Library.locked(on: "slow.h5") { () throws(HDF5Error) in _ = usleep(50_000) }
        }
        try Library.locked(on: "stall.h5") { () throws(HDF5Error) in while true { usleep(1000) } }
      }
    }
    #expect(fault.file == "stall.h5")
    #expect(fault.reason.hasPrefix("no progress for 0.5 s while working on it, and it was given up"))
  }

  @Test("A crash beside the library is that of the file that is open")
  func crashOutside() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      let fault = try error {
        try FileGuard.run {
          let file = try File(opening: folder("a.h5"))
          defer { withExtendedLifetime(file) {} }
          raise(SIGSEGV)
        }
      }
      #expect(fault.file == folder("a.h5"))
    }
  }

  @Test("A file that is refused fails when it is opened")
  func refusal() throws {
    try withFolder { folder in
      try File(creating: folder("a.h5")).close()
      FileGuard.refuse(folder("a.h5"), FileFault(.crash(signal: SIGBUS)))
      let fault = try error { _ = try File(opening: folder("a.h5")) }
      #expect(fault.kind == .damaged)
      #expect(fault.reason.contains("bus error)"))
    }
  }
}
