import Foundation
import SPRecordings
import Testing

@testable import SPImporting

/// Rides in TCX and GPX.
/// XML activities.
struct XMLActivityTests {
  /// 2021-05-01T10:00:00Z.
  private static let unix = 1_619_863_200.0

  private static func point(_ second: Int, _ content: String) -> String {
    "<Trackpoint><Time>2021-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z</Time>\(content)</Trackpoint>"
  }

  private static let tcx = """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
      xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
    <Activities><Activity Sport="Biking"><Id>2021-05-01T10:00:00Z</Id>
    <Lap StartTime="2021-05-01T10:00:00Z"><TotalTimeSeconds>3</TotalTimeSeconds><DistanceMeters>20</DistanceMeters>
    <AverageHeartRateBpm><Value>121</Value></AverageHeartRateBpm>
    <Track>\(point(0, """
      <Position><LatitudeDegrees>50.5</LatitudeDegrees><LongitudeDegrees>7.25</LongitudeDegrees></Position>
      <AltitudeMeters>100.5</AltitudeMeters><HeartRateBpm><Value>120</Value></HeartRateBpm><Cadence>80</Cadence>
      <Extensions><ns3:TPX><ns3:Speed>5.5</ns3:Speed><ns3:Watts>200</ns3:Watts></ns3:TPX></Extensions>
      """))\(point(1, "<HeartRateBpm><Value>122</Value></HeartRateBpm>"))</Track>
    <Track>\(point(10, "<DistanceMeters>20</DistanceMeters>"))</Track></Lap>
    <Lap StartTime="2021-05-01T10:00:11Z"><TotalTimeSeconds>5</TotalTimeSeconds>
    <Track>\(point(12, "<DistanceMeters>30</DistanceMeters><SensorState>Present</SensorState>"))</Track></Lap>
    <Creator><Name>Edge 830</Name></Creator></Activity></Activities></TrainingCenterDatabase>
    """

  @Test("A TCX ride becomes streams, with pauses between its tracks, and its laps beside them")
  func tcx() throws {
    let scratch = try ImportScratch()
    let (recording, record) = try scratch.imported(scratch.write(Self.tcx, to: "ride.tcx"))
    #expect(try recording.times(of: "cycling") == [0, 10, 12].map { Self.unix + $0 })
    #expect(try recording.rows("power", of: "cycling")[0] == [200])
    #expect(try recording.rows("speed", of: "cycling")[0] == [5.5])
    #expect(try recording.rows("distance", of: "cycling").dropFirst() == [[20], [30]])
    #expect(try recording.rows("heart_rate", of: "heart_rate") == [[120], [122]])
    #expect(try recording.rows("longitude", of: "location") == [[7.25]])
    // Pause and resume, then pause, lap and resume between the laps.
    #expect(try recording.rows("type", of: "workout_event").map { $0[0] } == [1, 2, 1, 3, 2])
    #expect(try recording.rows("state", of: "workout_state").map { $0[0] } == [2, 4, 2, 4, 2, 3])
    let laps = try #require(try recording.deviceSummaries().first)
    #expect(laps.name == "lap" && laps.numbers("total_timer_time") == [3, 5])
    #expect(laps.numbers("avg_heart_rate")?.first == 121 && laps.numbers("start_time")?.last == Self.unix + 11)
    #expect(recording.attributes.deviceModel == "Edge 830" && recording.attributes.sport == "cycling")
    #expect(record.format == "tcx")
  }

  @Test("Laps that follow each other without a break are no pauses, as Garmin writes a track for each")
  func contiguousLaps() throws {
    func lap(_ start: Int) -> String {
      "<Lap StartTime=\"2021-05-01T10:00:\(start)Z\"><TotalTimeSeconds>10</TotalTimeSeconds><Track>"
        + (start..<start + 10).map { Self.point($0, "<Cadence>80</Cadence>") }.joined() + "</Track></Lap>"
    }
    let text =
      "<TrainingCenterDatabase><Activities><Activity Sport=\"Biking\">" + [10, 20, 30].map(lap).joined()
      + "</Activity></Activities></TrainingCenterDatabase>"
    let scratch = try ImportScratch()
    let (recording, _) = try scratch.imported(scratch.write(text, to: "laps.tcx"))
    #expect(try recording.rows("type", of: "workout_event") == [[3], [3]])
    #expect(try recording.rows("state", of: "workout_state") == [[2], [3]])
  }

  @Test("A lap of TCX ends with its timer or its last point, before the next lap starts")
  func lapEnds() throws {
    func lap(_ start: Int?, _ timerS: Int, _ seconds: [Int]) -> String {
      "<Lap\(start.map { " StartTime=\"2021-05-01T10:00:\($0)Z\"" } ?? "")><TotalTimeSeconds>\(timerS)</TotalTimeSeconds>"
        + "<Track>" + seconds.map { Self.point($0, "<Cadence>80</Cadence>") }.joined() + "</Track></Lap>"
    }
    let text = Self.database(
      "<Activity Sport=\"Biking\">" + lap(10, 10, [10, 19]) + lap(20, 12, [20, 29]) + lap(nil, 3, [30, 31])
        + "</Activity>")
    let scratch = try ImportScratch()
    let (recording, _) = try scratch.imported(scratch.write(text, to: "laps.tcx"))
    let laps = try #require(try recording.deviceSummaries().first)
    #expect(laps.numbers("start_time") == [10, 20, 30].map { Self.unix + $0 })
    #expect(laps.numbers("timestamp") == [20, 30, 33].map { Self.unix + $0 })
    #expect(laps.numbers("total_elapsed_time") == [10, 10, 3])
  }

  @Test("Numbers with decimal commas are read, and positions that are no numbers are counted")
  func decimalCommas() throws {
    let scratch = try ImportScratch()
    func point(_ latitude: String, _ second: Int) -> String {
      "<trkpt lat=\"\(latitude)\" lon=\" -7,25\"><ele>12,5</ele><time>2021-05-01T10:00:0\(second)Z</time></trkpt>"
    }
    let text =
      "\n  <?xml version=\"1.0\"?><gpx><trk><trkseg>\(point("50,5", 1))\(point("1,234.5", 2))</trkseg></trk></gpx>"
    let (recording, record) = try scratch.imported(scratch.write(text, to: "comma.gpx"))
    #expect(try recording.rows("latitude", of: "location")[0] == [50.5])
    #expect(try recording.rows("longitude", of: "location") == [[-7.25], [-7.25]])
    #expect(try recording.rows("altitude", of: "location") == [[12.5], [12.5]])
    #expect(record.notes == ["5 numbers with a decimal comma, read as such"])
    #expect(record.unused == ["elements without a stream: values that are no numbers 1"])
  }

  @Test("A GPX track becomes streams, with values from extensions")
  func gpx() throws {
    let scratch = try ImportScratch()
    let text = """
      <gpx version="1.1" creator="app" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
      <metadata><link href="x"><type>text/html</type></link><time>2021-05-01T09:00:00Z</time></metadata><trk><type>cycling</type><trkseg>
      <trkpt lat="50.5" lon="-7.25"><ele>12.5</ele><time>2021-05-01T12:00:00.500+02:00</time><extensions><power>150</power>
      <gpxtpx:TrackPointExtension><gpxtpx:hr>99</gpxtpx:hr><gpxtpx:cad>70</gpxtpx:cad><gpxtpx:atemp>20</gpxtpx:atemp>
      </gpxtpx:TrackPointExtension></extensions></trkpt>
      <trkpt lat="50.6" lon="-7.25"></trkpt></trkseg></trk></gpx>
      """
    let (recording, record) = try scratch.imported(scratch.write(text, to: "track.gpx"))
    #expect(try recording.times(of: "cycling") == [Self.unix + 0.5])
    #expect(try recording.rows("power", of: "cycling") == [[150]])
    #expect(try recording.rows("cadence", of: "cycling") == [[70]])
    #expect(try recording.rows("heart_rate", of: "heart_rate") == [[99]])
    #expect(try recording.rows("altitude", of: "location") == [[12.5]])
    #expect(recording.attributes.sport == "cycling" && record.format == "gpx")
    #expect(record.unused == ["elements without a stream: atemp 1, points without a timestamp 1"])
  }

  /// An activity of one lap with points at some seconds.
  private static func activity(_ sport: String, _ seconds: [Int]) -> String {
    let points = seconds.map { point($0, "<DistanceMeters>\($0)</DistanceMeters>") }.joined()
    return
      "<Activity Sport=\"\(sport)\">\n<Lap StartTime=\"2021-05-01T10:00:00Z\"><Track>\(points)</Track></Lap></Activity>\n"
  }

  private static func database(_ content: String) -> String {
    "<TrainingCenterDatabase>\n\(content)</TrainingCenterDatabase>"
  }

  @Test("Each activity and each track is a recording, and one without points is none")
  func several() throws {
    func workouts(_ text: String, _ name: String) throws -> [String] {
      let scratch = try ImportScratch()
      return try scratch.importedParts(scratch.write(text, to: name)).map { part in
        let times = part.recording.streams["cycling"] ?? part.recording.streams["location"]
        return "\(part.id) \(part.recording.attributes.sport ?? "-") \(times?.count ?? 0)"
      }
    }
    let tcx = Self.activity("Running", [1, 2]) + Self.activity("Biking", [10, 11, 12])
    #expect(try workouts(Self.database(tcx), "two.tcx") == ["two-1-running running 2", "two-2-cycling cycling 3"])
    let empty = Self.activity("Running", [1, 2]) + Self.activity("Biking", [])
    #expect(try workouts(Self.database(empty), "empty.tcx") == ["empty running 2"])
    let track =
      "<trk><type>running</type><trkseg><trkpt lat=\"1\" lon=\"2\"><time>2021-05-01T10:00:00Z</time></trkpt></trkseg></trk>\n"
    #expect(
      try workouts("<gpx>\(track)\(track)</gpx>", "two.gpx") == ["two-1-running running 1", "two-2-running running 1"])
    #expect(try workouts("<gpx><trk><type>hiking</type></trk>\(track)</gpx>", "one.gpx") == ["one running 1"])
  }

  @Test("The sports of a triathlon and the change between them are recordings, as in FIT")
  func multisport() throws {
    let change =
      "<Transition StartTime=\"2021-05-01T10:00:03Z\"><Track>\(Self.point(5, "<DistanceMeters>5</DistanceMeters>"))</Track></Transition>"
    let sessions =
      "<MultiSportSession><FirstSport>\(Self.activity("Running", [1, 2]))</FirstSport>"
      + "<NextSport>\(change)\(Self.activity("Biking", [10, 11]))</NextSport></MultiSportSession>"
    let scratch = try ImportScratch()
    let parts = try scratch.importedParts(scratch.write(Self.database(sessions), to: "tri.tcx"))
    #expect(parts.map(\.id) == ["tri-1-running", "tri-2-transition", "tri-3-cycling"])
    #expect(try parts[1].recording.deviceSummaries().first?.numbers("start_time") == [Self.unix + 3])
    #expect(try parts[2].recording.times(of: "cycling") == [Self.unix + 10, Self.unix + 11])
  }

  @Test("A pause of more than 12 hours between two segments ends a workout, and the next says so")
  func longPause() throws {
    func point(_ time: String) -> String { "<trkpt lat=\"1\" lon=\"2\"><time>2021-05-\(time)Z</time></trkpt>" }
    let segments = ["01T10:00", "01T21:59", "03T09:59"].map {
      "<trkseg>\(point("\($0):00"))\(point("\($0):20"))</trkseg>"
    }
    let scratch = try ImportScratch()
    let parts = try scratch.importedParts(
      scratch.write("<gpx><trk><type>cycling</type>\(segments.joined())</trk></gpx>", to: "tour.gpx"))
    #expect(parts.map(\.id) == ["tour-1-cycling", "tour-2-cycling"])
    #expect(parts.map { $0.recording.streams["location"]?.count } == [4, 2])
    #expect(
      parts.map(\.record.notes) == [[], ["begins after a pause of 36 h: a pause of more than 12 h ends a workout"]])
    // A lap of TCX is of the workout in which it begins.
    func lap(_ day: String) -> String {
      "<Lap StartTime=\"2021-05-\(day)T10:00:00Z\"><TotalTimeSeconds>7</TotalTimeSeconds><Track><Trackpoint><Time>2021-05-\(day)T10:00:05Z</Time>"
        + "<DistanceMeters>5</DistanceMeters></Trackpoint></Track></Lap>"
    }
    let days = try scratch.importedParts(
      scratch.write(Self.database("<Activity Sport=\"Biking\">\(lap("01"))\(lap("03"))</Activity>"), to: "days.tcx"))
    #expect(try days.map { try $0.recording.deviceSummaries().first?.numbers("total_timer_time") } == [[7], [7]])
  }

  @Test("A gap of days in one track ends a workout, unless the clock comes back or few points follow")
  func gapInTrack() throws {
    func points(_ day: String, _ count: Int) -> String {
      (0..<count).map {
        "<trkpt lat=\"1\" lon=\"2\"><time>2021-05-\(day)T10:00:\(10 + $0)Z</time></trkpt>"
      }.joined()
    }
    let scratch = try ImportScratch()
    func counts(_ points: String) throws -> [Int?] {
      try scratch.importedParts(
        scratch.write("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", to: "\(points.utf8.count).gpx")
      ).map { $0.recording.streams["location"]?.count }
    }
    #expect(try counts(points("01", 10) + points("03", 10)) == [10, 10])
    #expect(try counts(points("01", 10) + points("03", 9)) == [19])
    #expect(try counts(points("01", 10) + points("03", 8) + points("01", 20)) == [38])
  }

  @Test("Times of points without an offset from UTC are noted")
  func missingOffset() throws {
    let scratch = try ImportScratch()
    let text = Self.database(Self.activity("Biking", [1, 2])).replacing(":02Z", with: ":02")
    let (_, record) = try scratch.imported(scratch.write(text, to: "local.tcx"))
    #expect(record.notes == ["times of 1 point state no offset from UTC, and are taken as UTC"])
  }

  @Test("What declares entities is refused before any is made, and what is no such XML is said to be none")
  func refused() throws {
    let scratch = try ImportScratch()
    let laughs =
      "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]><gpx>&b;</gpx>"
    let external = "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><gpx><trk>&x;</trk></gpx>"
    for text in [laughs, external] {
      #expect(
        try scratch.fault(scratch.write(text, to: "bad.gpx")).hasSuffix(
          "has a document type declaration, which is not accepted: it could load other files or expand without limit"))
    }
    #expect(
      try scratch.fault(scratch.write("<html></html>", to: "page.tcx")).hasPrefix(
        "page.tcx:1: is XML with the root \"html\"; expected TCX"))
    #expect(
      try scratch.fault(scratch.write("<gpx>\n<trk></gpx>", to: "open.gpx"))
        == "open.gpx:2:8: is not well-formed XML: mismatched tag")
    let deep = String(repeating: "<a>", count: 100)
    #expect(try scratch.fault(scratch.write(deep, to: "deep.gpx")).hasSuffix("is nested deeper than 64 elements"))
    let long = "<gpx a=\"" + String(repeating: "x", count: 3 << 20)
    #expect(try scratch.fault(scratch.write(long, to: "long.gpx")).contains("more than 1048576 bytes"))
  }
}
