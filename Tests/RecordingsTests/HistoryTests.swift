import SPHDF5
import SPRecordings
import Testing

/// History of a recording.
struct HistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func recording(_ name: String, _ write: (File) throws -> Void) throws -> Recording {
    try Recording(
      opening: folder.native(name) { file in
        try file.putAccelerometer()
        try write(file)
      })
  }

  @Test("Steps are lines, oldest first; without the attribute there are none")
  func lines() throws {
    #expect(try recording("a.h5") { _ in }.history == [])
    let told = try recording("b.h5") {
      try $0.attributes.set("history", to: "import from a.csv\n\nlabel: added 2 swings\n")
    }
    #expect(told.history == ["import from a.csv", "label: added 2 swings"])
    #expect(told.warnings == [])
    let list = try recording("c.h5") {
      try $0.attributes.set("history", to: ["import from a.csv", "label: added 2 swings"])
    }
    #expect(list.history == told.history && list.warnings == [])
  }

  @Test("A history that is no text is left out with a warning")
  func unreadable() throws {
    let odd = try recording("a.h5") { try $0.attributes.set("history", to: [1, 2, 3]) }
    #expect(odd.history == [])
    #expect(odd.warnings.count == 1)
    #expect(odd.warnings[0].hasPrefix("the attribute history cannot be read and is left out: "))
  }
}
