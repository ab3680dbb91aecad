import Foundation
import Swingpipe
import Testing

/// The example's programs on a bundled recording.
struct ProgramTests {
  @Test("FindSwings finds what is labelled")
  func swings() throws {
    let labels = try Example.labels()
    let rows = try Example.run("FindSwings", [Example.recording.path]).map { $0.split(separator: "\t") }
    #expect(rows.map { $0[1] } == labels.map { $0.isHit ? "hit" : "miss" })
    for (row, label) in zip(rows, labels) {
      let start = try #require(Double(row[2].split(separator: " ")[1]))
      #expect(abs(start - (label.startTime ?? .nan)) < 0.005)
      guard label.isHit else { continue }
      let contact = try #require(Double(row[3].split(separator: " ")[1]))
      #expect(abs(contact - label.contactTime) < 0.005)
    }
  }

  @Test("FollowSwings tells each labelled hit as it happens, and in the end how many swings there were")
  func following() throws {
    let labels = try Example.labels()
    let hits = labels.filter(\.isHit)
    let lines = try Example.run("FollowSwings", [Example.recording.path]).map { $0.split(separator: "\t") }
    #expect(lines.count == hits.count + 1 && lines.allSatisfy { $0[0] == Example.recording.path })
    for (line, label) in zip(lines, hits) {
      // contact at 1.5 s, 200.0 ms after the swing's start
      let words = line[1].split(separator: " ")
      let (contact, toContactMS) = (try #require(Double(words[2])), try #require(Double(words[4])))
      #expect(abs(contact - label.contactTime) < 0.005)
      // It is counted up to the shock's peak, which comes up to 14 ms after its onset.
      let labelledMS = 1000 * (label.contactTime - (label.startTime ?? .nan))
      #expect((-5...20).contains(toContactMS - labelledMS))
    }
    #expect(lines.last?[1] == "\(hits.count) hits and \(labels.count - hits.count) misses")
  }

  @Test(
    "FindRallies writes a table of the rallies of all recordings, passes over what is done, and goes on where one fails"
  )
  func rallies() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rallies-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let (output, damaged) = (folder + "/out", folder + "/damaged.h5")
    let merged = output + "/merged/rallies.parquet"
    let first = try Example.run("FindRallies", [Example.url("rallies.json").path, output, Example.recording.path])
    #expect(first == ["1 done (0 of them before), 0 failed", merged])
    let table = try TableFile.read(URL(filePath: merged))
    // Two pauses of the labels are longer than the pipeline's 4 s.
    let labels = try Example.labels()
    let groups = [labels[..<6], labels[6..<7], labels[7...]]
    #expect(zip(labels, labels.dropFirst()).map { $1.contactTime - $0.contactTime > 4 }.filter(\.self).count == 2)
    #expect(try table.doubles("swings") == groups.map { Double($0.count) })
    #expect(try table.doubles("hits") == groups.map { Double($0.count(where: \.isHit)) })

    try Data("no recording".utf8).write(to: URL(fileURLWithPath: damaged))
    let other = Example.url("../../Data/golf-000001.h5").path
    let second = try Example.run(
      "FindRallies", [Example.url("rallies.json").path, output, Example.recording.path, damaged, other], status: 1)
    #expect(second == ["2 done (1 of them before), 1 failed", merged])
    #expect(try Set(TableFile.read(URL(filePath: merged)).strings("recording_id")) == ["golf-000001", "tennis-000001"])
  }
}
