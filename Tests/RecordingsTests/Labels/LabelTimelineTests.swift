import SPHDF5
import SPRecordings
import Testing

/// The position of a recording on its clock.
struct LabelTimelineTests {
  @Test("Where the clock goes back, the recording starts with its first sample")
  func clockGoesBack() throws {
    let folder = try TemporaryFolder()
    let path = try folder.native { file in
      try file.put("/accelerometer/time", [200, 200.5, 55, 56], units: "s")
      try file.put("/accelerometer/acceleration", ramp(4), columns: 3, units: "g")
    }
    let timeline = try #require(try LabelTimeline(of: Recording(opening: path)))
    #expect(timeline.originS == 200 && timeline.span == 55...200.5)
  }

  @Test("The timeline of a recording: acceleration and motion make the span, and the acceleration the start")
  func timeline() throws {
    let folder = try TemporaryFolder()
    let path = try folder.native { file in
      try file.put("/accelerometer/time", [100.5, 101, 160], units: "s")
      try file.put("/accelerometer/acceleration", ramp(3), columns: 3, units: "g")
      try file.put("/device_motion/time", [100, 130.0], units: "s")
      try file.put("/device_motion/rotation_rate", ramp(2), columns: 3, units: "rad/s")
      try file.put("/heart_rate/time", [0, 500.0], units: "s")
      try file.put("/heart_rate/heart_rate", [60, 61] as [Float])
      try file.attributes.set("start_time", to: "2023-11-14T22:13:20.25Z")
    }
    #expect(
      try LabelTimeline(of: Recording(opening: path))
        == LabelTimeline(span: 100...160, startS: 100.5, unixStartS: 1_700_000_000.25))
    let pulse = try folder.native("pulse.h5") { file in
      try file.put("/heart_rate/time", [3, 5.0], units: "s")
      try file.put("/heart_rate/heart_rate", [60, 61] as [Float])
    }
    #expect(try LabelTimeline(of: Recording(opening: pulse)) == LabelTimeline(span: 3...5, startS: 3))
    #expect(try LabelTimeline(of: Recording(opening: folder.native("bare.h5") { _ in })) == nil)
  }
}
