import Foundation
import SPRecordings
import SPReporting
import Testing

/// Changes of labels.
struct LabelEditTests {
  @Test("A label is added once, inside the recording, kept in its history, listed, and removed again")
  func editing() throws {
    let path = FileManager.default.temporaryDirectory.path + "/labels-\(UUID().uuidString).h5"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.copyItem(atPath: Bundled.baseball, toPath: path)
    let recording = try Recording(opening: path)
    let span = try #require(try LabelTimeline(of: recording)).span
    let before = try #require(try recording.annotations()).labels.count

    let moment = Annotations.Label(kind: .ignore, startTime: nil, time: span.lowerBound + 0.25)
    let done = try LabelEdit.apply(to: path, by: "a test") { try LabelEdit.adding(moment, to: $0, on: $1) }
    #expect(done.summary == "added 1 moment to ignore" && done.details.count == 1)
    let listing = try LabelListing(path)
    #expect(listing.text.contains("to ignore") && listing.text.contains("+0.2500"), "\(listing.text)")
    let json = listing.json.pretty
    #expect(json.contains(#""has_swing_labels": true"#) && json.contains(#""kind": "ignore""#), "\(json)")

    let all = try #require(try Recording(opening: path).annotations()).labels
    let position = try #require(all.firstIndex { $0.time == moment.time })
    let ignored = try LabelListing(path, kinds: [.ignore]).json.pretty
    #expect(ignored.contains(#""index": \#(position)"#) && !ignored.contains(#""kind": "swing""#), "\(ignored)")
    let dive = try #require(LabelKind(rawValue: "dive"))
    let none = try LabelListing(path, kinds: [dive]).text
    #expect(none.hasSuffix(": no labels of the kinds asked for\n"), "\(none)")

    let twin = #expect(throws: LabelEdit.Fault.self) {
      try LabelEdit.apply(to: path, by: "a test") { try LabelEdit.adding(moment, to: $0, on: $1) }
    }
    #expect(twin?.description.contains("within 1 ms there is index") == true)
    let outside = Annotations.Label(kind: .ignore, startTime: nil, time: span.upperBound + 5)
    #expect(throws: LabelEdit.Fault.self) {
      try LabelEdit.apply(to: path, by: "a test") { try LabelEdit.adding(outside, to: $0, on: $1) }
    }

    let removed = try LabelEdit.apply(to: path, by: "a test") { labels, timeline in
      let position = try #require(labels.labels.firstIndex { $0.kind == .ignore && $0.time == moment.time })
      return LabelEdit.removing(at: [position], from: labels, on: timeline)
    }
    #expect(removed.summary == "removed 1 moment to ignore")
    #expect(try Recording(opening: path).annotations()?.labels.count == before)
  }
}
