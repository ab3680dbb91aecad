import Foundation
import SPBasics
import SPBatches
import SPPipelines
import SPTables
import Testing

/// Names of output files.
struct RecordingFileNameTests {
  @Test(
    "Identifiers stay readable, and what file systems refuse is written in hexadecimal",
    arguments: [
      ("tennis-000042", "tennis-000042"),
      ("Müller, 2. Satz (final)", "Müller, 2. Satz (final)"),
      ("卓球", "卓球"),
      ("a/b\\c", "a%2Fb%5Cc"),
      ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd"),
      (".hidden", "%2Ehidden"), (".", "%2E"), ("..", "%2E."),
      ("50%", "50%25"), ("2024-05-01T10:00", "2024-05-01T10%3A00"),
      ("a\nb\u{0}c\u{7F}", "a%0Ab%00c%7F"),
      ("a\u{9B}2J\u{202E}b\u{2066}\u{61C}", "a%9B2J%202Eb%2066%61C"),
      ("", "%"),
    ])
  func names(id: String, name: String) { #expect(RecordingFileName(id).text == name) }

  @Test("Different identifiers have different names")
  func injectivity() {
    let ids = ["a/b", "a%2Fb", "a%252Fb", "%", "", ".", "%2E", "a", "A", "a "]
    #expect(Set(ids.map { RecordingFileName($0).text }).count == ids.count)
  }
}

/// The search for recordings.
struct InputSearchTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func search(_ names: String...) throws -> [String] {
    try InputSearch.recordings(in: names.map { folder($0) }).map { String($0.dropFirst(folder.path.count + 1)) }
  }

  @Test("Folders are searched to any depth, in the order of their paths, for recordings alone")
  func nested() throws {
    for name in [
      "data/b.h5", "data/a/z.hdf5", "data/a/deep/er/x.H5", "data/notes.txt", "data/h5", "data/.hidden.h5",
      "data/.cache/y.h5",
    ] {
      try folder.write(to: name)
    }
    #expect(try search("data") == ["data/a/deep/er/x.H5", "data/a/z.hdf5", "data/b.h5"])
  }

  @Test("Files keep the order of the inputs, whatever their extension, and come once")
  func order() throws {
    for name in ["2.h5", "1.h5", "data/3.h5", "odd.bin"] { try folder.write(to: name) }
    #expect(try search("odd.bin", "2.h5", "data", "1.h5") == ["odd.bin", "2.h5", "data/3.h5", "1.h5"])
    #expect(try search("2.h5", "data/3.h5", "data", "2.h5") == ["2.h5", "data/3.h5"])
  }

  @Test("Inputs that are missing and folders without a recording are named, all at once")
  func faults() throws {
    try folder.makeFolder("void")
    try folder.write(to: "good.h5")
    let fault = try #require(throws: InputSearch.Fault.self) { _ = try search("missing.h5", "good.h5", "void") }
    #expect(
      fault.messages == [
        "\(folder("missing.h5")): cannot read the input: no such file or directory",
        "\(folder("void")): holds no recording; expected files that end in .h5, .hdf5, .mat, .nc or .nwb",
      ])
  }

  /// Invalid bytes become U+FFFD, so that two names can become one.
  @Test("Names that are not UTF-8 are faults, each of them")
  func namesInOtherEncodings() throws {
    try folder.write(to: "data/good\u{FFFD}.h5")
    for byte: UInt8 in [0xE9, 0xFC] {
      let path = Array(folder("data/b").utf8) + [byte] + Array(".h5".utf8)
      let descriptor = open(path.map { CChar(bitPattern: $0) } + [0], O_CREAT | O_WRONLY, 0o644)
      try #require(descriptor >= 0)
      close(descriptor)
    }
    let message = "\(folder("data/b\u{FFFD}.h5")): cannot be opened; its name is not in UTF-8: rename it"
    for input in ["data", "data/*.h5"] {
      let fault = #expect(throws: InputSearch.Fault.self) { try search(input) }
      #expect(fault?.messages == [message, message])
    }
    #expect(try search("data/g*") == ["data/good\u{FFFD}.h5"])
  }

  @Test("A folder that is linked into itself is searched once")
  func loops() throws {
    try folder.write(to: "data/a.h5")
    try FileManager.default.createSymbolicLink(atPath: folder("data/loop"), withDestinationPath: folder("data"))
    #expect(try search("data") == ["data/a.h5"])
  }

  @Test("Tables that a run has left are no recordings, whatever else lies beside them")
  func tables() throws {
    let table = FeatureTable(rows: [1], columns: [.integer("id", "") { $0 }])
    let bytes = try HDF5Table.encode(table, name: "swings")
    for name in ["data/out/swings/a.h5", "data/out/merged/swings.h5", "data/mine/a.h5"] {
      try WholeFile.write(bytes, to: folder(name))
    }
    for name in ["data/a.h5", "data/out/swings/recording.h5", "data/out/_meta/plan.jsonl"] {
      try folder.write(to: name)
    }
    #expect(try search("data") == ["data/a.h5", "data/mine/a.h5", "data/out/swings/recording.h5"])
    #expect(try search("data/out/swings/a.h5") == ["data/out/swings/a.h5"])
    try FileManager.default.removeItem(atPath: folder("data/out/swings/recording.h5"))
    #expect(throws: InputSearch.Fault.self) { try search("data/out") }
  }

  @Test("Patterns match files and folders, and a file of that very name goes first")
  func patterns() throws {
    for name in ["data/p1.h5", "data/p2.h5", "more/a/x.h5", "odd.bin", "x[1].h5", "x1.h5"] {
      try folder.write(to: name)
    }
    #expect(try search("data/p*.h5", "mor?", "*.{bin,none}") == ["data/p1.h5", "data/p2.h5", "more/a/x.h5", "odd.bin"])
    #expect(try search("x[1].h5") == ["x[1].h5"])
  }

  @Test("A pattern without a match says so, with what was probably meant")
  func unmatchedPatterns() throws {
    let fault = try #require(throws: InputSearch.Fault.self) { _ = try search("*.h6", "**/*.h5", "$HOME/*.h5") }
    let missing = "no such file, and as a pattern it matches none; "
    #expect(
      fault.messages == [
        "\(folder("*.h6")): \(missing)expected * ? [...] {a,b}, in quotes, with \\ before each of these characters that "
          + "a name itself has",
        "\(folder("**/*.h5")): \(missing)expected the folder alone, which is searched to any depth, in place of **",
        "\(folder("$HOME/*.h5")): \(missing)in quotes, ~ and $ stand for themselves: expected the folder's path written "
          + "out",
      ])
  }

  @Test("What is listed follows the inputs, is no pattern, and stays where it is missing")
  func listed() throws {
    for name in ["a.h5", "data/b.h5", "data/c.h5"] { try folder.write(to: name) }
    try folder.makeFolder("void")
    let listed = ["gone.h5", "*.h5", "data", "a.h5", "gone.h5"].map { folder($0) }
    let found = try InputSearch.recordings(in: [folder("data/c.h5")], listed: listed)
    #expect(found == ["data/c.h5", "gone.h5", "*.h5", "data/b.h5", "a.h5"].map { folder($0) })
    let fault = try #require(throws: InputSearch.Fault.self) {
      try InputSearch.recordings(in: [], listed: [folder("void")])
    }
    #expect(
      fault.messages == [
        "\(folder("void")): holds no recording; expected files that end in .h5, .hdf5, .mat, .nc or .nwb"
      ])
  }

  @Test("A name that is not UTF-8 is said to be the reason why there is no such file")
  func foreignNames() throws {
    let fault = try #require(throws: InputSearch.Fault.self) { _ = try search("a\u{FFFD}.h5") }
    #expect(
      fault.messages == [
        "\(folder("a\u{FFFD}.h5")): cannot read the input: no such file or directory; its name is not in UTF-8: rename it"
      ])
  }
}
