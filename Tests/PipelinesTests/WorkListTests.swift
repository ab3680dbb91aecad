import Foundation
import SPBasics
import SPBatches
import Testing

struct WorkListTests {
  private func item(_ id: String, _ path: String, bytes: Int = 5) -> WorkItem {
    WorkItem(recordingID: id, path: path, stamp: FileStamp(sizeBytes: bytes, modifiedNS: 17))
  }

  @Test("Recordings are in the order of their identifiers' bytes")
  func order() throws {
    let list = WorkList([item("b", "/1"), item("é", "/2"), item("a", "/3"), item("Z", "/4")])
    #expect(list.items.map(\.recordingID) == ["Z", "a", "b", "é"])
  }

  @Test("It reads back from JSON lines, whatever the names hold")
  func roundTrip() throws {
    let names = ["plain", "with space", "a \"quote\"", "line\nbreak", "naïve–日本", "tab\tand\\"]
    let list = WorkList(names.enumerated().map { item($1, "/data/\($1).h5", bytes: $0) })
    let text = String(decoding: try list.jsonLines(), as: UTF8.self)
    #expect(text.split(separator: "\n").count == names.count)
    #expect(
      text.contains(#"{"fingerprint":"mtime_ns:17","path":"/data/plain.h5","recording_id":"plain","size_bytes":0}"#))
    #expect(try WorkList(jsonLines: Array(text.utf8), file: "plan.jsonl") == list)
  }

  @Test("Recordings that share an identifier fail, each with the path of the other, and have identifiers of their own")
  func duplicates() throws {
    let list = WorkList([item("a", "/1.h5"), item("b", "/2.h5"), item("a", "/3.h5")])
    #expect(Set(list.items.map(\.recordingID)).count == 3)
    #expect(list.items.map(\.isDuplicate) == [true, true, false])
    let faults = Dictionary(uniqueKeysWithValues: list.items.map { ($0.path, $0.fault) })
    #expect(
      faults == [
        "/1.h5": "its recording id \"a\" is used by /3.h5, too; expected one file per id",
        "/3.h5": "its recording id \"a\" is used by /1.h5, too; expected one file per id", "/2.h5": nil,
      ])
    #expect(try WorkList(jsonLines: list.jsonLines(), file: "plan.jsonl") == list)
  }

  @Test("A file that a list holds twice fails")
  func repeated() {
    let list = WorkList([item("a", "/1.h5"), item("a", "/1.h5"), item("b", "/2.h5")])
    #expect(list.items.map(\.fault).prefix(1) == ["is listed 2 times; expected one entry per file"])
  }

  @Test(
    "A line that is no recording is named",
    arguments: ["nonsense", "{}", #"{"recording_id":"","path":"/a","size_bytes":1}"#, #"{"recording_id":"a"}"#, "[1]"])
  func faults(line: String) throws {
    let good = #"{"recording_id":"b","path":"/b.h5","size_bytes":1,"fingerprint":"mtime_ns:1"}"#
    let error = #expect(throws: WorkList.Unreadable.self) {
      try WorkList(jsonLines: Array("\n\(good)\n\(line)\n".utf8), file: "plan.jsonl")
    }
    #expect(error?.description.hasPrefix("plan.jsonl:3: is not a recording of a plan; expected ") == true)
  }
}
