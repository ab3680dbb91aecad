import Foundation
import SPImporting
import TestSupport
import Testing

/// Files of labels.
struct LabelTrackTests {
  /// A hit from 1.25 s to 1.5 s, a miss at 2.5 s without a start.
  private static let hitAndMiss: [[String?]] = [["1.25", "1.5", "hit"], [nil, "2.5", "miss"]]

  private static func cells(_ track: LabelTrack) -> [[String?]] {
    track.labels.map { [$0.startS.map { "\($0)" }, "\($0.contactS)", $0.text] }
  }

  private func track(_ text: String, _ format: LabelFormat? = nil, tier: String? = nil) throws -> LabelTrack {
    try LabelTrack(Array(text.utf8), path: "x", format: format, tier: tier)
  }

  @Test(
    "Tables are read between commas, semicolons or tabs, with quotes, comments and marks of other systems",
    arguments: [
      "start_time_s,contact_time_s,label\n1.25,1.5,hit\n,2.5,miss\n",
      "\u{FEFF}# by hand\r\nlabel,start_time,contact_time\r\n\r\nhit,1.25,1.5\r\n# later\r\nmiss,nan,2.5",
      "Start_S;Time;Label\r1,25;1,5;hit\r;2,5;miss\r",
      "start_time_s\tonset_s\tlabel\n1,25\t1,5\thit\n \t2.5\t miss \n",
      "time_s,end_time_s,label\n1.25,1.5,hit\nnan,2.5,miss\n",
      "note,onset_time_s,label,start_s\n\"a, \"\"b\"\"\",1.5,\"hit\",1.25\nx,2.5,miss,NaN\n",
    ])
  func tables(_ text: String) throws {
    let track = try track(text)
    #expect(track.format == .csv)
    #expect(Self.cells(track) == Self.hitAndMiss)
  }

  @Test("Of several columns the contact's own name goes first; what is passed over is told")
  func columns() throws {
    let several = try track("index,onset_s,time_s,contact_time_s\n7,1,2,3\n")
    #expect(several.labels.map(\.contactS) == [3])
    #expect(several.unreadColumns == ["index", "onset_s", "time_s"])
    let bare = try track("time_s\n6.5\n7\n")
    #expect(bare.labels.map(\.contactS) == [6.5, 7] && bare.labels.allSatisfy { $0.text == nil && $0.startS == nil })
    #expect(bare.unreadColumns.isEmpty)
    #expect(try track("is_hit,contact_time_s\nTrue,1\n").labels.map(\.text) == ["True"])
    #expect(try track("contact_time_s\n").labels.isEmpty)
  }

  @Test(
    "Points and regions of Audacity, with frequencies, and with a decimal comma",
    arguments: [
      "1.250000\t1.500000\thit\n2.500000\t2.500000\tmiss\n",
      "1,250000\t1,500000\thit\n\\\t120,5\t800\n2,500000\t2,500000\tmiss\n\\\t-1,0\t-1,0\n",
    ])
  func audacity(_ text: String) throws {
    let track = try track(text)
    #expect(track.format == .audacity)
    #expect(Self.cells(track) == Self.hitAndMiss)
  }

  @Test("A label of Audacity without a text has none, also where the tab after its end is missing")
  func audacityWithoutText() throws {
    #expect(try track("1.5\t1.5\t\n2.5\t2.5\n").labels.map(\.text) == [nil, nil])
  }

  /// A hit from 1.25 s to 1.5 s, and a miss from 3661.5 s to 3661.75 s.
  private static let exports = [
    // As it comes: tier, participant, two forms of each time, no header.
    "swings\t\t00:00:01.250\t1.25\t00:00:01.500\t1.5\t00:00:00.250\t0.25\thit\n"
      + "swings\t\t01:01:01.500\t3661.5\t01:01:01.750\t3661.75\t00:00:00.250\t0.25\tmiss\n",
    // With the line that tells the media, a participant, all forms, and without durations.
    "\"#file:///home/a/b.eaf\"\n"
      + "swings\tAnna\t00:00:01.250\t1.25\t1250\t00:00:01:06\t00:00:01.500\t1.5\t1500\t00:00:01:13\thit\n"
      + "swings\tAnna\t01:01:01.500\t3661.5\t3661500\t01:01:01:13\t01:01:01.750\t3661.75\t3661750\t01:01:01:19\tmiss\n",
    // Milliseconds without names.
    "1250\t1500\t250\thit\n3661500\t3661750\t250\tmiss\n",
    // One form of time, a tier with the name of a number.
    "1\t00:00:01.250\t00:00:01.500\thit\n1\t01:01:01.500\t01:01:01.750\tmiss\n",
    // Tiers as columns, under a header.
    "Begin Time - hh:mm:ss.ms\tBegin Time - ss.msec\tEnd Time - hh:mm:ss.ms\tEnd Time - ss.msec\tswings\n"
      + "00:00:01.250\t1.25\t00:00:01.500\t1.5\thit\n01:01:01.500\t3661.5\t01:01:01.750\t3661.75\tmiss\n",
    // Another language, milliseconds, duration in between.
    "Temps de départ - msec\tTemps de fin - msec\tDurée - msec\tswings\n1250\t1500\t250\thit\n3661500\t3661750\t250\tmiss\n",
    "Tier\tParticipant\tBegin Time - ss.msec\tDuration - ss.msec\tEnd Time - ss.msec\tAnnotation\n"
      + "swings\t\t1.25\t0.25\t1.5\thit\nswings\t\t3661.5\t0.25\t3661.75\tmiss\n",
  ]

  @Test("Exports of ELAN in its variants", arguments: exports)
  func elan(_ text: String) throws {
    let track = try track(text)
    #expect(track.format == .elan)
    #expect(Self.cells(track) == [["1.25", "1.5", "hit"], ["3661.5", "3661.75", "miss"]])
  }

  @Test("Annotations that are numbers are no times")
  func numericAnnotations() throws {
    let text = "a\t\t1.25\t1.5\t0.25\t1\na\t\t2\t2.5\t0.5\t0\n"
    #expect(try track(text).labels.map(\.text) == ["1", "0"])
    #expect(try track("a\t1250\t1500\t1\na\t2000\t2500\t0\n").labels.map(\.contactS) == [1.5, 2.5])
  }

  @Test("Of several tiers one is chosen, as rows and as columns")
  func tiers() throws {
    let rows = "swings\t1.25\t1.5\t0.25\thit\nnotes\t2.0\t2.5\t0.5\ttired\n"
    let columns = "Begin Time - msec\tEnd Time - msec\tswings\tnotes\n1250\t1500\thit\t\n2000\t2500\t\ttired\n"
    for text in [rows, columns] {
      #expect(Self.cells(try track(text, tier: "swings")) == [["1.25", "1.5", "hit"]])
      #expect(try track(text, tier: "notes").labels.map(\.line) == [text == rows ? 2 : 3])
      #expect(
        message { _ = try track(text) } == "x: has 2 tiers; expected one to be chosen of \"swings\", \"notes\"")
      #expect(
        message { _ = try track(text, tier: "swing") } == "x: has no tier \"swing\"; it has \"swings\", \"notes\"")
    }
    #expect(
      message { _ = try track("time_s\n1\n", tier: "a") }
        == "x: is read as csv, which has no tiers; expected no tier, found \"a\"")
  }

  @Test("A form can be asked for over the one that is recognised")
  func forced() throws {
    let text = "1250\t1500\thit\n"
    #expect(try track(text).labels.map(\.contactS) == [1500])
    #expect(try track(text, .elan).labels.map(\.contactS) == [1.5])
    #expect(message { _ = try track(text, .csv) }.hasPrefix("x:1: has no column of contacts"))
  }

  @Test(
    "Hand-checked contacts of a real recording are readable as they are",
    .enabled(if: SharedData.isPresent, "the reference data is not present beside the project"))
  func truth() throws {
    let track = try LabelTrack(contentsOf: SharedData.path("tennis-watch-800hz/impacts_truth.csv"))
    #expect(track.labels.map(\.contactS) == [56260.904119, 56262.743519, 56264.587819])
    #expect(track.labels.map(\.line) == [3, 4, 5])
    #expect(track.unreadColumns == ["index", "peak_abs_z_s", "hp50_peak_g", "polarity_first_lobe"])
  }
}
