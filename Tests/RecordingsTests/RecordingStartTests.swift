import SPHDF5
import Testing

@testable import SPRecordings

/// When a recording began.
struct RecordingStartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func start(_ startTime: String?, _ origin: String?, timestamp: Double = 1234.5) throws -> Double? {
    var attributes = RecordingAttributes(recordingID: "r")
    attributes.startTime = startTime
    attributes.timeOrigin = origin
    return try attributes.start(firstTimestampS: timestamp)
  }

  @Test("The origin of the timestamps says whether the first of them counts")
  func origins() throws {
    let noon = "1970-01-02T12:00:00Z"
    #expect(try start(noon, "start", timestamp: 0.25) == 129_600.25)
    #expect(try start(noon, "boot") == 129_600)
    #expect(try start(noon, nil) == 129_600)
    #expect(try start(noon, "unix", timestamp: 1_795_253_400.5) == 1_795_253_400.5)
    #expect(try start(nil, "unix", timestamp: 1_795_253_400.5) == 1_795_253_400.5)
    #expect(try start(nil, "boot") == nil)
    #expect(try start(nil, "start") == nil)
    #expect(try start(nil, nil) == nil)
  }

  @Test("Stamps in another unit than s give no date of another age")
  func milliseconds() throws {
    #expect(try start(nil, "unix", timestamp: 1_795_253_400_500_000) == nil)
  }

  @Test("What is said but cannot be understood is told, with what was expected")
  func faults() {
    #expect(throws: RecordingStartFault.startTime("noon")) { try start("noon", "boot") }
    // In the Julian calendar it was a leap year.
    #expect(throws: RecordingStartFault.self) { try start("1500-02-29T12:00:00Z", "boot") }
    #expect(throws: RecordingStartFault.timeOrigin("gps")) { try start("2026-11-21T09:30:00Z", "gps") }
    #expect(
      "\(RecordingStartFault.startTime("noon"))"
        == "the attribute start_time is \"noon\"; expected an instant in ISO 8601, such as 2026-11-21T09:30:00Z")
    #expect(
      "\(RecordingStartFault.timeOrigin("gps"))"
        == "the attribute time_origin is \"gps\"; expected boot, unix or start")
  }

  @Test("A start that is no text leaves the recording as it is, with a warning")
  func unreadable() throws {
    let path = try folder.native { file in
      try file.putAccelerometer()
      try file.group.attributes.set("start_time", to: [1.5, 2.5])
      try file.group.attributes.set("sport", to: "tennis")
    }
    let recording = try Recording(opening: path)
    #expect(recording.attributes.startTime == nil && recording.attributes.sport == "tennis")
    #expect(recording.warnings.count == 1)
    #expect(recording.warnings[0].hasPrefix("the attribute start_time cannot be read and is left out: "))
    #expect(try recording.acceleration().count == 3)
  }

  @Test("A recording without a fault has no warning")
  func noWarning() throws {
    let path = try folder.native { try $0.putAccelerometer() }
    #expect(try Recording(opening: path).warnings == [])
  }
}
