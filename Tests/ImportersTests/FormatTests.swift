import Foundation
import SPRecordings
import Testing

@testable import SPImporting

/// Formats of which there are no real files beside the project, as their programs' documentation and exports have them.
struct FormatTests {
  private func imported(
    _ text: String, name: String, _ options: ImportOptions = .init()
  ) throws -> (recording: Recording, record: ImportRecord) {
    let scratch = try ImportScratch()
    return try scratch.imported(scratch.write(text, to: name), options)
  }

  @Test("phyphox: m/s^2 upwards becomes g downwards; semicolons and decimal commas; quotes")
  func phyphox() throws {
    for (separator, comma) in [(",", "."), (";", ","), ("\t", ".")] {
      let names = [
        "Time (s)", "Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)",
        "Absolute acceleration (m/s^2)",
      ]
      let header = names.map { "\"\($0)\"" }.joined(separator: separator)
      let rows = (0..<12).map { row in
        ["\(Double(row) / 100)E0", "0.0E0", "-4.903325E0", "9.80665E0", "1.0E1"].joined(separator: separator)
          .replacing(".", with: comma)
      }
      let text = ([header] + rows).joined(separator: "\n")
      let (recording, record) = try imported(text, name: "Accelerometer.csv")
      #expect(record.format == "phyphox")
      #expect(try recording.rows("acceleration", of: .accelerometer)[11] == [0, 0.5, -1])
      #expect(try recording.times(of: .accelerometer)[11] == 0.11)
      #expect(record.unused == ["Absolute acceleration (m/s^2)"])
    }
  }

  @Test("phyphox: the folder of an experiment is one recording, whose start its notes tell")
  func phyphoxFolder() throws {
    let scratch = try ImportScratch()
    let axes = ["x", "y", "z"]
    func table(_ name: String, _ unit: String, offset: Double) -> String {
      "\"Time (s)\"," + axes.map { "\"\(name) \($0) (\(unit))\"" }.joined(separator: ",") + "\n"
        + (0..<30).map { "\(offset + Double($0) / 100),1,2,\($0)\n" }.joined()
    }
    _ = try scratch.write(table("Gyroscope", "rad/s", offset: 0), to: "e/Gyroscope.csv")
    _ = try scratch.write(table("Linear Acceleration", "m/s^2", offset: 0.005), to: "e/Linear Acceleration.csv")
    _ = try scratch.write(
      "\"event\",\"experiment time\",\"system time\",\"system time text\"\n\"START\",0.5,1618252446.408,\"x\"\n",
      to: "e/meta/time.csv")
    _ = try scratch.write(
      "\"property\",\"value\"\n\"version\",\"1.1.9\"\n\"deviceModel\",\"Pixel\"\n", to: "e/meta/device.csv")
    let refused = try scratch.fault(scratch.path + "/e")
    #expect(
      refused.hasPrefix(
        "e/Linear Acceleration.csv: has other timestamps than e/Gyroscope.csv, from the row 1 at 0.0 s on"))
    var options = ImportOptions()
    options.interpolates = true
    let (recording, record) = try scratch.imported(scratch.path + "/e", options)
    #expect(record.application == "phyphox 1.1.9")
    #expect(recording.attributes.startTime == "2021-04-12T18:34:05.908Z")
    #expect(recording.attributes.deviceModel == "Pixel")
    let user = try recording.rows("user_acceleration", of: .deviceMotion)
    #expect(user[0].allSatisfy { $0.isNaN })
    // Midway between the rows 9 and 10, with the sign changed and in g.
    #expect(abs(user[10][2] + 9.5 / 9.80665) < 1e-6)
  }

  @Test("phyphox: a file that is joined is not interpolated where it lacks rows, and that is told")
  func phyphoxGap() throws {
    let scratch = try ImportScratch()
    func table(_ name: String, _ unit: String, _ rows: [Int]) -> String {
      "Time (s)," + ["x", "y", "z"].map { "\(name) \($0) (\(unit))" }.joined(separator: ",") + "\n"
        + rows.map { "\(Double($0) / 64),0,0,\($0)\n" }.joined()
    }
    _ = try scratch.write(table("Gyroscope", "rad/s", Array(0..<60)), to: "e/Gyroscope.csv")
    // Steps of two and three rows are bridged, one of four is not.
    let rows = (0..<60).filter { ![10, 20, 21, 31, 32, 33].contains($0) }
    _ = try scratch.write(table("Linear Acceleration", "m/s^2", rows), to: "e/Linear Acceleration.csv")
    _ = try scratch.write("event,experiment time,system time\n", to: "e/meta/time.csv")
    var options = ImportOptions()
    options.interpolates = true
    let (recording, record) = try scratch.imported(scratch.path + "/e", options)
    let user = try recording.rows("user_acceleration", of: .deviceMotion)
    #expect(user.indices.filter { user[$0][2].isNaN } == [31, 32, 33])
    #expect(abs(user[21][2] + 21 / 9.80665) < 1e-6)
    #expect(
      record.repairs == ["device_motion: 3 rows of user_acceleration not interpolated in 1 gap, after 0.46875 s"])
  }

  @Test("phyphox: the start of an experiment is read with decimal commas too")
  func phyphoxStart() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write(
      "event;experiment time;system time;system time text\nSTART;0,5;1,618252446408E9;2021-04-12 20:34:06.408 UTC+02:00\n",
      to: "meta/time.csv")
    var facts = PhyphoxFacts()
    facts.take(file, try TextHead(TextFile(file)))
    #expect(facts.startTime == "2021-04-12T18:34:05.908Z")
  }

  @Test("Dates and times without an offset from UTC are taken as UTC, and that is noted")
  func missingOffsets() throws {
    let log =
      "loggingTime(txt),gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s)\n"
    let (_, logged) = try imported(log + "2021-04-12 19:34:05.908,5.5,1,2,3\n", name: "a.csv")
    #expect(
      logged.notes == ["times in \"loggingTime(txt)\" state no offset from UTC, and are taken as UTC"])
    func notes(_ time: String) throws -> [String] {
      try imported("Time,ax(g),ay(g),az(g)\n\(time),0,0,1\n", name: "a.csv").record.notes.filter { $0.contains("UTC") }
    }
    #expect(
      try notes("2021-04-12 19:34:05") == ["timestamps in \"Time\" state no offset from UTC, and are taken as UTC"])
    #expect(try notes("2021-04-12 19:34:05 +0100").isEmpty && notes("19:34:05").isEmpty)
  }

  @Test("A unit stands in round or square brackets", arguments: ["ax (m/s^2)", "ax [m/s^2]", "ax[m/s^2]"])
  func brackets(_ name: String) {
    let field = HeaderField(name)
    #expect(field.stem == "ax" && field.unit == "m/s^2")
    #expect(HeaderField("ax[1").unit == nil)
  }

  @Test("Options that the source does not use are noted")
  func idleOptions() throws {
    var options = ImportOptions()
    options.platform = .ios
    options.dayStartS = 0
    options.interpolates = true
    options.readsUpToFault = true
    let (_, record) = try imported("Time,ax(g),ay(g),az(g)\n19:34:05,0,0,1\n", name: "a.csv", options)
    #expect(record.notes.last == "without effect on this source: --platform, --interpolate, --keep-going")
  }

  @Test("SensorLog with commas, and the gyroscope alone where there is no device motion")
  func sensorLog() throws {
    let text = """
      loggingTime(txt),gyroTimestamp_sinceReboot(s),gyroRotationX(rad/s),gyroRotationY(rad/s),gyroRotationZ(rad/s)
      2021-04-12 19:34:05.908 +0100,5.5,1,2,3
      2021-04-12 19:34:05.918 +0100,5.51,4,5,6
      """
    let (recording, _) = try imported(text, name: "a.csv")
    #expect(try recording.rows("rotation_rate", of: .deviceMotion) == [[1, 2, 3], [4, 5, 6]])
    #expect(recording.attributes.startTime == "2021-04-12T18:34:05.908Z")
    #expect(recording.attributes.timeOrigin == "boot")
  }

  /// Rows of a watch that lies on its back: gravity points down, out of its back.
  private static func motion(gravity: Double, acceleration: Double) -> String {
    "seconds_elapsed,gravityX,gravityY,gravityZ,time,quaternionW,quaternionX,quaternionY,quaternionZ,rotationRateX,"
      + "rotationRateY,rotationRateZ,accelerationX,accelerationY,accelerationZ\n"
      + (0..<20).map {
        "0,0,0,\(gravity),\(1_700_000_000_000_000_000 + $0 * 10_000_000),1,0,0,0,0,0,0,0,0,\(acceleration)\n"
      }.joined()
  }

  @Test("Sensor Logger: gravity in g or m/s^2, standardised or not, by its length and the attitude")
  func sensorLogger() throws {
    for (gravity, acceleration, expected) in [(-1.0, 0.5, [-1, 0.5]), (9.80665, 9.80665, [-1, -1])]
      as [(Double, Double, [Float])]
    {
      let (recording, _) = try imported(
        Self.motion(gravity: gravity, acceleration: acceleration), name: "WristMotion.csv")
      #expect(try recording.rows("gravity", of: .deviceMotion)[0] == [0, 0, expected[0]])
      #expect(try recording.rows("user_acceleration", of: .deviceMotion)[0] == [0, 0, expected[1]])
    }
  }

  @Test("Sensor Logger: a Metadata.csv beside a table tells units and signs")
  func sensorLoggerSettings() throws {
    let scratch = try ImportScratch()
    _ = try scratch.write(
      "version,platform,appVersion,standardisation\n3,ios,1.40,true\n", to: "Metadata.csv")
    let (recording, record) = try scratch.imported(
      scratch.write(Self.motion(gravity: 9.80665, acceleration: 9.80665), to: "WristMotion.csv"))
    #expect(try recording.rows("user_acceleration", of: .deviceMotion)[0] == [0, 0, -1])
    #expect(record.application == "Sensor Logger 1.40")
    #expect(record.notes.isEmpty)
  }

  @Test("Sensor Logger: the sign of a phone's values needs to be known")
  func unknownPlatform() throws {
    let scratch = try ImportScratch()
    let rows = (0..<20).map { "\(1_700_000_000_000_000_000 + $0),0,-9.80665,0,0\n" }.joined()
    let file = try scratch.write("time,seconds_elapsed,z,y,x\n" + rows, to: "Gravity.csv")
    #expect(
      try scratch.fault(file)
        == "Gravity.csv: the sign of its values depends on the phone, which is not known; expected a Metadata.csv beside it, "
        + "or --platform ios or android")
    for (platform, z) in [(ImportOptions.Platform.ios, Float(-1)), (.android, 1)] {
      var options = ImportOptions()
      options.platform = platform
      let (recording, _) = try scratch.imported(file, options, as: platform.rawValue)
      #expect(try recording.rows("gravity", of: .deviceMotion)[0] == [0, 0, z])
    }
  }

  @Test("Times of day go on beyond midnight, on a day that is given or from midnight on")
  func midnight() throws {
    let text =
      "address,Time(s),ax(g),ay(g),az(g)\n"
      + ["23:59:59.990", "23:59:59.995", "00:00:00.000", "00:00:00.005"].map { "0x50, \($0),0,0,1\n" }.joined()
    let (recording, _) = try imported(text, name: "a.csv")
    #expect(try recording.times(of: .accelerometer) == [86399.990, 86399.995, 86400, 86400.005])
    var options = ImportOptions()
    options.dayStartS = 1_700_006_400
    let (dated, _) = try imported(text, name: "a.csv", options)
    #expect(try dated.times(of: .accelerometer) == [1700092799.990, 1700092799.995, 1700092800, 1700092800.005])
    #expect(dated.attributes.timeOrigin == "unix")
  }

  @Test("Lines that end in CR LF, words for missing values, infinities, quotes, and a separator at the end")
  func spellings() throws {
    let header = "time_s,acceleration_x_g,acceleration_y_g,acceleration_z_g\r\n"
    let (recording, _) = try imported(
      header + "0,1,NaN,null\r\n\r\n1,\"2\", 3 ,nan\r\n2,-inf,inf,\r\n3,1,2,3,\r\n", name: "a.csv")
    let rows = try recording.rows("acceleration", of: .accelerometer)
    #expect(try recording.times(of: .accelerometer) == [0, 1, 2, 3])
    #expect(rows[0][0] == 1 && rows[0][1].isNaN && rows[0][2].isNaN)
    #expect(rows[1][0] == 2 && rows[1][1] == 3 && rows[1][2].isNaN)
    #expect(rows[2][0] == -.infinity && rows[2][1] == .infinity && rows[2][2].isNaN)
    #expect(rows[3] == [1, 2, 3])
  }

  @Test("Headphones' sides at the end of lines with CR LF")
  func side() throws {
    let header = "time,seconds_elapsed,rotationRateX,rotationRateY,rotationRateZ,devicelocation\r\n"
    let rows = (0..<3).map { "\(1_700_000_000_000_000_000 + $0),0,1,2,3,\($0 == 1 ? "right" : "Left")\r\n" }.joined()
    let (recording, _) = try imported(header + rows, name: "Headphone.csv")
    #expect(try recording.rows("sensor_location", of: .headphoneMotion) == [[1], [2], [1]])
  }

  @Test("Rows without a code are none of a stream of codes, and codes that cannot be stored are refused")
  func codes() throws {
    let text = "time_s,state\n0,1\n1,\n2,\n3,2\n"
    let (recording, _) = try imported(text, name: "submersion_event.csv")
    #expect(try recording.times(of: "submersion_event") == [0, 3])
    let scratch = try ImportScratch()
    for code in ["300", "2.7", "-1", "inf"] {
      #expect(
        try scratch.fault(scratch.write(text + "4,\(code)\n", to: "submersion_event.csv")).hasSuffix(
          "; expected a whole number from 0 to 255"))
    }
    // Beside measured values too.
    let depths = "time_s,depth_m,depth_state\n0,1.5,100\n1,2.5,"
    _ = try scratch.imported(scratch.write(depths + "65535\n", to: "submersion_measurement.csv"))
    try FileManager.default.removeItem(atPath: scratch.path + "/out")
    #expect(
      try scratch.fault(scratch.write(depths + "70000\n", to: "submersion_measurement.csv"))
        == "submersion_measurement.csv:3: submersion_measurement/depth_state has the code 70000.0; expected a whole number "
        + "from 0 to 65535")
  }

  @Test("A phone's sensors do not pass for the wrist's, beside those of a watch")
  func phoneBesideWatch() throws {
    let scratch = try ImportScratch()
    _ = try scratch.write("platform,standardisation\nios,false\n", to: "walk/Metadata.csv")
    _ = try scratch.write(Self.motion(gravity: -1, acceleration: 0), to: "walk/WristMotion.csv")
    let rows = (0..<20).map { "\(1_700_000_000_000_000_000 + $0),0,-1,0,0\n" }.joined()
    _ = try scratch.write("time,seconds_elapsed,z,y,x\n" + rows, to: "walk/AccelerometerUncalibrated.csv")
    let (recording, record) = try scratch.imported(scratch.path + "/walk")
    #expect(recording.streams.keys.sorted() == [.deviceMotion])
    #expect(record.unused.contains { $0.contains("AccelerometerUncalibrated.csv: recorded by the phone") })
  }

  @Test("Two sensors in one file are refused")
  func twoSensors() throws {
    let scratch = try ImportScratch()
    let text = "address,Time(s),ax(g),ay(g),az(g)\n0x50,10:00:00.000,0,0,1\n0x51,10:00:00.000,0,0,1\n"
    #expect(
      try scratch.fault(scratch.write(text, to: "a.csv"))
        == "a.csv:3: is from the sensor 0x51, and earlier lines from 0x50; expected one sensor per file")
  }

  @Test("A mapping reads any table: names, places, units, signs, clocks, no header")
  func mapping() throws {
    var mapping = TextMapping(streams: [
      .accelerometer: .init(
        time: .place(0), clock: .milliseconds,
        datasets: [
          "acceleration": .init(
            fields: [.place(3), .place(2), .place(1)], unit: .metersPerSecondSquared, isInverted: true)
        ])
    ])
    mapping.hasHeader = false
    mapping.separator = ";"
    mapping.decimalPoint = ","
    mapping.skippedLines = 2
    var options = ImportOptions()
    options.mapping = .text(mapping)
    let text = "A logger\nof its own\n1500,5;9,80665;0;0\n1510,5;-9,80665;0;4,903325\n"
    let (recording, record) = try imported(text, name: "a.txt", options)
    #expect(record.format == "mapped")
    #expect(try recording.times(of: .accelerometer) == [1.5005, 1.5105])
    #expect(try recording.rows("acceleration", of: .accelerometer) == [[0, 0, -1], [-0.5, 0, 1]])
  }

  @Test("A mapping that reads a field twice, or a unit that nobody knows, is refused")
  func oddMapping() throws {
    let scratch = try ImportScratch()
    let file = try scratch.write("t (ms),v (mph)\n0,5\n", to: "a.csv")
    func fault(_ stream: TextMapping.Stream) throws -> String {
      var options = ImportOptions()
      options.mapping = .text(TextMapping(streams: ["cycling": stream]))
      return try scratch.fault(file, options)
    }
    let speed = TextMapping.Dataset(fields: [.name("v")])
    let known = TextMapping.Dataset(fields: [.name("v")], unit: .kilometersPerHour)
    #expect(
      try fault(.init(time: .name("t"), clock: .milliseconds, datasets: ["speed": speed]))
        == "a.csv:1: \"v (mph)\" is in \"mph\", which is not a known unit; expected one in the mapping, such as m/s")
    #expect(
      try fault(.init(time: .name("t"), clock: .seconds, datasets: ["speed": known]))
        == "a.csv:1: \"t (ms)\" is in ms, and mapped to timestamps in s; expected the same")
    let minutes = try scratch.write("t (min),v (km/h)\n0,5\n", to: "b.csv")
    var options = ImportOptions()
    options.mapping = .text(
      TextMapping(streams: ["cycling": .init(time: .name("t"), clock: .seconds, datasets: ["speed": speed])]))
    #expect(
      try scratch.fault(minutes, options)
        == "b.csv:1: \"t (min)\" is in min, and mapped to timestamps in s; expected timestamps in s, ms, us or ns: "
        + "convert them")
    #expect(
      try fault(
        .init(
          time: .name("t"), clock: .milliseconds,
          datasets: ["speed": known, "distance": .init(fields: [.name("v")], unit: .meters)]))
        == "a.csv:1: \"v (mph)\" is mapped twice; expected each field once")
  }

  @Test("Timestamps that count from 1970 and are of no likely year are refused, with the unit that would fit")
  func unlikelyDates() throws {
    let scratch = try ImportScratch()
    func fault(_ time: String, _ clock: TextMapping.Clock) throws -> String {
      let power = TextMapping.Dataset(fields: [.place(1)])
      var mapping = TextMapping(streams: ["cycling": .init(time: .place(0), clock: clock, datasets: ["power": power])])
      mapping.timeOrigin = "unix"
      var options = ImportOptions()
      options.mapping = .text(mapping)
      return try scratch.fault(scratch.write("t,p\n\(time),200\n", to: "a.csv"), options)
    }
    #expect(
      try fault("1714550400000", .seconds)
        == "a.csv:2: has timestamps of cycling of about 1714550400000.0 s since 1970, taken to be in s; expected ones of the "
        + "years 1980 to 2099: in ms, which a mapping can state, they would be of 2024-05-01")
    #expect(
      try fault("1714550400", .milliseconds).hasSuffix("in s, which a mapping can state, they would be of 2024-05-01"))
    #expect(try fault("0.5", .seconds).hasSuffix("they seem not to count from 1970"))
  }

  @Test("A mapping that does not suit the table says which field is not there")
  func wrongMapping() throws {
    let scratch = try ImportScratch()
    var options = ImportOptions()
    options.mapping = .text(
      TextMapping(streams: [
        "cycling": .init(time: .name("t"), clock: .instant, datasets: ["power": .init(fields: [.name("watts")])])
      ]))
    #expect(
      try scratch.fault(scratch.write("t,power\n2020-01-01 00:00:00,5\n", to: "a.csv"), options)
        == "a.csv:1: has no field \"watts\"; it has \"t\", \"power\"")
  }
}
