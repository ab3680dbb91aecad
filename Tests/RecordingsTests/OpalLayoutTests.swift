import SPHDF5
import SPRecordings
import SPSignals
import Testing

struct OpalLayoutTests {
  private let folder: TemporaryFolder
  private static let gravity: Float = 9.80665

  init() throws { folder = try TemporaryFolder() }

  /// A sensor that lies still, face up, for three samples at 128 Hz.
  private func putSensor(
    _ id: String, in file: File, gyroscopeUnits: (attribute: String, symbol: String)? = nil, attitude: [Float]? = nil
  ) throws {
    let group = "/Sensors/\(id)"
    try file.put("\(group)/Time", [1_600_000_000_000_001, 1_600_000_000_007_813, 1_600_000_000_015_626] as [UInt64])
    try file.put("\(group)/Accelerometer", [0, 0, Self.gravity, 0, 0, Self.gravity, 0, 0, Self.gravity], columns: 3)
    let gyroscope = try file.put("\(group)/Gyroscope", [90, 0, 0, 90, 0, 0, 90, 0, 0] as [Float], columns: 3)
    if let gyroscopeUnits { try gyroscope.attributes.set(gyroscopeUnits.attribute, to: gyroscopeUnits.symbol) }
    if let attitude { try file.put("/Processed/\(id)/Orientation", attitude, columns: 4) }
  }

  @Test("Acceleration comes in g and with a watch's sign, timestamps in seconds since 1970")
  func acceleration() throws {
    let path = try folder.file { try putSensor("XI-1", in: $0) }
    let recording = try Recording(opening: path)
    #expect(recording.attributes.recordingID == "walk")
    #expect(try recording.attributes.start(firstTimestampS: 1_600_000_000.000001) == 1_600_000_000.000001)
    #expect(try recording.acceleration() == [[0, 0, 0], [0, 0, 0], [-1, -1, -1]])
    let times = try recording.stream(.accelerometer).timeBase.times(0..<3)
    #expect(times == [1_600_000_000.000001, 1_600_000_000.007813, 1_600_000_000.015626])
    #expect(try recording.stream(.deviceMotion).timeBase.times(0..<3) == times)
  }

  // 90 deg is 1.5707964 rad.
  @Test(
    "The gyroscope's unit is that of its attribute, rad/s without one",
    arguments: [
      ("Units", "deg/s", 1.5707964), ("units", "dps", 1.5707964), ("Units", "rad/s", 90), ("none", "deg/s", 90),
    ]
      as [(String, String, Float)])
  func gyroscope(attribute: String, symbol: String, expected: Float) throws {
    let path = try folder.file { try putSensor("1", in: $0, gyroscopeUnits: (attribute, symbol)) }
    let x = try Recording(opening: path).triaxial("rotation_rate", of: .deviceMotion).x
    #expect(abs(try x.samples(0..<1)[0] - expected) <= expected.ulp)
  }

  @Test("A gyroscope in a unit that is not known is refused")
  func unknownUnit() throws {
    let path = try folder.file { try putSensor("1", in: $0, gyroscopeUnits: ("Units", "turns")) }
    #expect(
      message { _ = try Recording(opening: path) }
        == "\(path): /Sensors/1/Gyroscope: the unit \"turns\" is not known; expected rad/s or deg/s")
  }

  @Test("Gravity follows from the orientation and agrees with the accelerometer at rest")
  func orientation() throws {
    // Face up: turns about the vertical leave gravity alone.
    let half = Float(0.5).squareRoot()
    let path = try folder.file { file in
      try putSensor("1", in: file, attitude: [1, 0, 0, 0, half, 0, 0, half, 0, 0, 0, 1])
    }
    let recording = try Recording(opening: path)
    let gravity = try recording.gravity()
    let acceleration = try recording.acceleration()
    for (axis, expected) in zip(gravity.axes, acceleration) {
      #expect(deviation(try axis.samples(0..<3), expected) < 1e-6)
    }
  }

  @Test("Without an orientation there is no gravity")
  func noOrientation() throws {
    let path = try folder.file { try putSensor("1", in: $0) }
    let recording = try Recording(opening: path)
    #expect(
      message { _ = try recording.gravity() }
        == "\(path): device_motion: has no gravity; it has rotation_rate")
  }

  @Test("Of several sensors one has to be named")
  func several() throws {
    let path = try folder.file { file in
      try putSensor("left", in: file, attitude: [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
      try file.put("/Sensors/right/Time", [0, 1_000_000] as [UInt64])
      try file.put("/Sensors/right/Accelerometer", [Float](repeating: Self.gravity, count: 6), columns: 3)
    }
    #expect(
      message { _ = try Recording(opening: path) }
        == "\(path): /Sensors: has 2 sensors (left, right); name one in the reader's option \"sensor\"")
    let right = try Recording(opening: path, layout: .opal(sensor: "right"))
    #expect(right.streams.keys.sorted() == [.accelerometer])
    #expect(try right.acceleration() == [[-1, -1], [-1, -1], [-1, -1]])
    #expect(try right.stream(.accelerometer).timeBase.times(0..<2) == [0, 1])
    let left = try Recording(opening: path, layout: .opal(sensor: "left"))
    #expect(try left.stream(.deviceMotion).datasetNames == ["attitude", "rotation_rate"])
    #expect(
      message { _ = try Recording(opening: path, layout: .opal(sensor: "waist")) }
        == "\(path): /Sensors: has no sensor waist; it has left, right")
  }

  @Test("A sensor without timestamps is refused with the path they were expected at")
  func noStamps() throws {
    let path = try folder.file { file in
      try file.put("/Sensors/1/Accelerometer", ramp(2), columns: 3)
    }
    #expect(message { _ = try Recording(opening: path) }.hasPrefix("\(path): /Sensors/1/Time: "))
  }

  @Test("A file without sensors is refused")
  func noSensors() throws {
    let none = try folder.file("none.h5") { try $0.createGroup("/Sensors") }
    #expect(message { _ = try Recording(opening: none) }.hasPrefix("\(none): /Sensors: has 0 sensors"))
    let other = try folder.file("other.h5") { try $0.put("/a", [1.0]) }
    #expect(message { _ = try Recording(opening: other, layout: .opal(sensor: nil)) }.hasPrefix("\(other): /Sensors: "))
  }
}
