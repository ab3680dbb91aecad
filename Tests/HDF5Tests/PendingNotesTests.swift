import Foundation
import SPBasics
import Testing

@testable import SPHDF5

/// Notes of files in the making.
struct PendingNotesTests {
  /// What a child process saw.
  private struct Seen: Codable {
    var noted: [String]
    var other: String
  }

  // In a child, since a process has one place for its notes.
  @Test("Names go to the notes alone, though the caller has closed its descriptor and another file has its number")
  func numberTakenAgain() throws {
    try withFolder { folder in
      let (notes, other, table) = (folder("notes"), folder("other"), folder("table"))
      let seen = try FileGuard.run {
        let descriptor = open(notes, O_RDWR | O_CREAT | O_APPEND, 0o600)
        PendingFile.noteNames(in: descriptor)
        close(descriptor)
        let taken = open(other, O_RDWR | O_CREAT, 0o600)
        guard taken == descriptor else { throw POSIXError(.EBADF) }
        let file = try PendingFile(for: table)
        let name = file.temporaryPath
        return Seen(
          noted: [name, String(decoding: try WholeFile.read(notes), as: UTF8.self)],
          other: String(decoding: try WholeFile.read(other), as: UTF8.self))
      }
      #expect(seen.noted[1] == seen.noted[0] + "\0")
      #expect(seen.other == "")
    }
  }
}
