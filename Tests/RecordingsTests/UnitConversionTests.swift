import SPHDF5
import SPRecordings
import SPSignals
import Testing

/// Units of datasets.
struct UnitConversionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A recording whose one dataset holds the value 2 in every component.
  private func recording(_ stream: StreamName, _ dataset: String, components: Int, units: String?) throws -> Recording {
    let path = try folder.native { file in
      try file.put("/\(stream)/time", [1.0])
      try file.put(
        "/\(stream)/\(dataset)", [Float](repeating: 2, count: components), columns: components > 1 ? components : nil,
        units: units)
    }
    return try Recording(opening: path)
  }

  // Factors by hand: 1 g is 9.80665 m/s^2, 1 deg is 0.017453292519943295 rad, 1 rpm is 0.10471975511965977 rad/s.
  @Test(
    "Values arrive in the layout's unit",
    arguments: [
      ("acceleration", "g", 2), ("acceleration", nil, 2), ("acceleration", "m/s^2", 0.20394324),
      ("acceleration", "m s-2", 0.20394324), ("acceleration", "mg", 0.002),
      ("rotation_rate", "rad/s", 2), ("rotation_rate", nil, 2), ("rotation_rate", "deg/s", 0.034906585),
      ("rotation_rate", "dps", 0.034906585), ("rotation_rate", "rpm", 0.20943951),
    ] as [(String, String?, Float)])
  func motion(dataset: String, units: String?, expected: Float) throws {
    let stream: StreamName = dataset == "acceleration" ? .accelerometer : .deviceMotion
    let recording = try recording(stream, dataset, components: 3, units: units)
    let axes = try recording.triaxial(dataset, of: stream)
    #expect(axes.unit == (dataset == "acceleration" ? .g : .radiansPerSecond))
    for axis in axes.axes { #expect(abs(try axis.samples(0..<1)[0] - expected) <= expected.ulp) }
  }

  @Test(
    "So do those of the other sensors",
    arguments: [
      ("submersion_measurement", "pressure", "bar", 200, Unit.kilopascals),
      ("submersion_measurement", "depth", "cm", 0.02, .meters),
      ("cycling", "speed", "km/h", 0.5555556, .metersPerSecond),
      ("cycling", "distance", "km", 2000, .meters),
      ("water_intake", "volume", "L", 2000, .milliliters),
    ] as [(String, String, String, Float, Unit)])
  func others(stream: String, dataset: String, units: String, expected: Float, unit: Unit) throws {
    let recording = try recording(StreamName(stream), dataset, components: 1, units: units)
    let signal = try #require(try recording.stream(StreamName(stream)).signals(dataset).first)
    #expect(signal.unit == unit)
    #expect(abs(try signal.samples(0..<1)[0] - expected) <= expected.ulp)
  }

  @Test("A unit that is not known is refused, before anything is read too")
  func unknown() throws {
    let recording = try recording(.accelerometer, "acceleration", components: 3, units: "furlong")
    let expected = """
      \(recording.path): /accelerometer/acceleration: the unit "furlong" is not known; expected g or one that converts \
      to it
      """
    #expect(message { _ = try recording.acceleration() } == expected)
    #expect(message { try recording.stream(.accelerometer).check("acceleration") } == expected)
  }

  @Test("A unit of another quantity is refused")
  func unconvertible() throws {
    let recording = try recording(.deviceMotion, "rotation_rate", components: 3, units: "Hz")
    #expect(
      message { _ = try recording.triaxial("rotation_rate", of: .deviceMotion) } == """
        \(recording.path): /device_motion/rotation_rate: the unit is Hz, which is not a unit of rotation_rate; \
        expected rad/s or one that converts to it
        """)
  }

  /// Whole numbers of an accelerometer as CF's packed data: 2 in every component, in a unit of m/s^2.
  private func packed(_ attributes: [String: Double]) throws -> Recording {
    let path = try folder.native { file in
      try file.put("/accelerometer/time", [1.0])
      let rows = try file.put("/accelerometer/acceleration", [2, 2, 2] as [Int16], columns: 3, units: "g")
      for (name, value) in attributes { try rows.attributes.set(name, to: value) }
    }
    return try Recording(opening: path)
  }

  @Test("Packed numbers are multiplied by their scale")
  func scaled() throws {
    #expect(
      try packed(["scale_factor": 1.0 / 2048, "add_offset": 0]).acceleration() == [[2 / 2048], [2 / 2048], [2 / 2048]])
  }
}
