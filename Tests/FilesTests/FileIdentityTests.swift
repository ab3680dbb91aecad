import Foundation
import Testing

@testable import SPBasics

struct FileIdentityTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Digits as the Python package xxhash gives them (xxh3_128).
  @Test(arguments: [
    (0, "99aa06d3014798d86001c324468d497f"), (3, "06b05ab6733a618578af5f94892f3950"),
    (1_000_000, "a19e7239aa360ead2f4e7679955fdb5a"),
  ]) func hashIsXXH3Of128Bits(count: Int, digits: String) throws {
    let bytes = Array(repeatElement(Array("abc".utf8), count: count / 3 + 1).joined().prefix(count))
    try scratch.add("a.bin", String(decoding: bytes, as: UTF8.self))
    #expect(ContentHash(bytes).text == digits)
    #expect(try ContentHash(ofFile: scratch.path("a.bin")).text == digits)
    let texts = stride(from: 0, to: count, by: 1000).map {
      String(decoding: bytes[$0..<min(count, $0 + 1000)], as: UTF8.self)
    }
    #expect(ContentHash(joining: texts).text == digits)
  }

  @Test(arguments: [(1 << 20) - 1, 1 << 20, (3 << 20) + 17]) func hashOfBlocksIsThatOfTheWhole(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) & 0x7f }
    try scratch.add("a.bin", String(decoding: bytes, as: UTF8.self))
    #expect(try ContentHash(ofFile: scratch.path("a.bin")) == ContentHash(bytes))
  }

  @Test func stampFollowsSizeAndTime() throws {
    try scratch.add("a", "12345")
    let path = scratch.path("a")
    let time = Date(timeIntervalSince1970: 1_000_000.25)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    #expect(try FileStamp(of: path) == FileStamp(sizeBytes: 5, modifiedNS: 1_000_000_250_000_000))
    let error = #expect(throws: FileError.self) { try FileStamp(of: path + "-missing") }
    #expect(error?.code == ENOENT)
  }

  @Test func filesOfProgramsThatEndedAreRemovedAndNoOthers() throws {
    let own = TemporaryName.unique(for: "a.csv")
    try scratch.add(own, "x")
    #expect(!TemporaryName.isAbandoned(own, in: scratch.path))
    // The name that another run of a program with this process number, or another host, would have made.
    let parts = own.split(separator: "-")
    let process = "\(getpid())"
    let otherRun = own.replacing("-\(parts[parts.count - 2])-", with: "-0000-")
    let otherHost = own.replacing("-\(process)-", with: "x-999999999-")
    let ended = own.replacing("-\(process)-", with: "-999999999-")
    let running = own.replacing("-\(process)-", with: "-\(getppid())-")
    for name in [own, otherRun, otherHost, ended, running, "a.csv", ".a.csv.tmp"] { try scratch.add(name, "x") }
    #expect(WholeFile.removeAbandoned(in: scratch.path) == 2)
    #expect(try Set(scratch.names()) == [own, otherHost, running, "a.csv", ".a.csv.tmp"])
  }

  @Test func filesOfOtherPlacesAreRemovedOnceTheyAreOld() throws {
    let own = TemporaryName.unique(for: "a.csv")
    let parts = own.split(separator: "-", omittingEmptySubsequences: false)
    try #require(parts.count == 5)
    // A process that has ended, or that never was, by a number that says nothing here: of another container, of before a
    // restart, of another host, and of a version whose names did not tell.
    let rest = "-999999999-1a-2b.tmp"
    let foreign = [
      "\(parts[0])-1_\(parts[1].suffix(8))", "\(parts[0])-\(parts[1].prefix { $0 != "_" })_00000000",
      ".a.csv.elsewhere-\(parts[1])", "\(parts[0])",
    ].map { $0 + rest }
    #expect(Set(foreign).count == 4)
    for name in foreign + [own, ".a.csv.tmp"] { try scratch.add(name, "x") }
    func setAge(days: Double) throws {
      for name in try scratch.names() {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: scratch.path(name))
      }
    }
    try setAge(days: 6.9)
    #expect(WholeFile.removeAbandoned(in: scratch.path) == 0)
    try setAge(days: 7.1)
    #expect(WholeFile.removeAbandoned(in: scratch.path) == 4)
    #expect(try scratch.names() == [own, ".a.csv.tmp"].sorted())
  }

  @Test func filesThatLookAlmostTemporaryStay() throws {
    let names = [
      "a.csv.h-1_f-99-1a-2b.tmp", ".csv-1_f-99-1a-2b.tmp", ".a.h-1_g-99-1a-2b.tmp", ".a.h-1_f-x9-1a-2b.tmp",
      ".a.h-1_f-+9-1a-2b.tmp", ".a.h-1_f--1a-2b.tmp", ".a.h-1_f-99-1A-2b.tmp", ".a.h-1_f-99-1a-.tmp",
      ".a.h-1_f-99-1a-2b.tmp2", ".a.h-x-1_f-99-1a-2b.tmp", ".a.h-99-1a.tmp", ".a.h-1_f-99999999999-1a-2b.tmp",
    ]
    for name in names + [".a.h-1_f-99-1a-2b.tmp", ".a.h--99-1a-2b.tmp", ".a.h-99-1a-2b.tmp"] {
      try scratch.add(name, "x")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -8 * 86_400)], ofItemAtPath: scratch.path(name))
    }
    #expect(WholeFile.removeAbandoned(in: scratch.path) == 3)
    #expect(try scratch.names() == names.sorted())
  }

  @Test func temporaryNamesFitAnyFileSystem() {
    for name in [String(repeating: "a", count: 255), String(repeating: "\u{1F3BE}", count: 63)] {
      #expect(TemporaryName.unique(for: name).utf8.count <= 255)
    }
  }

  @Test func updatingLeavesAnEqualFileAlone() throws {
    try scratch.add("a", "same")
    let before = try FileManager.default.attributesOfItem(atPath: scratch.path("a"))[.systemFileNumber] as? Int
    try WholeFile.update(Array("same".utf8), at: scratch.path("a"))
    #expect(
      try FileManager.default.attributesOfItem(atPath: scratch.path("a"))[.systemFileNumber] as? Int == before)
    try WholeFile.update(Array("else".utf8), at: scratch.path("a"))
    #expect(try scratch.text("a") == "else")
  }
}
