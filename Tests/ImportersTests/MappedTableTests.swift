import SPRecordings
import SPSignals
import Testing

@testable import SPImporting

/// What mappings of text tables can describe, beside the fields and units that `FormatTests` covers.
/// Mappings of text tables.
struct MappedTableTests {
  /// A mapping of one dataset.
  private func mapping(
    _ stream: StreamName, _ dataset: String, _ fields: [String], time: TextMapping.Time = .field(.name("t"), .seconds),
    _ change: (inout ValueMapping) -> Void = { _ in }
  ) -> TextMapping {
    var values = TextMapping.Dataset(fields: fields.map(TextMapping.Field.name))
    change(&values.values)
    return TextMapping(streams: [stream: .init(time: time, datasets: [dataset: values])])
  }

  private func imported(_ text: String, _ mapping: TextMapping) throws -> Recording {
    var options = ImportOptions()
    options.mapping = .text(mapping)
    let scratch = try ImportScratch()
    return try scratch.imported(scratch.write(text, to: "a.csv"), options).recording
  }

  private func fault(_ text: String, _ mapping: TextMapping, _ repairs: RepairOptions = .init()) throws -> String {
    var options = ImportOptions()
    options.mapping = .text(mapping)
    options.repairs = repairs
    let scratch = try ImportScratch()
    return try scratch.fault(scratch.write(text, to: "a.csv"), options)
  }

  @Test("A number is scaled, offset and then converted; a number that marks missing values is missing")
  func encoding() throws {
    let mapping = mapping("water_temperature", "temperature", ["raw"]) {
      $0.scale = 0.5
      $0.offset = -10
      $0.missing = [-999]
    }
    let rows = try imported("t,raw\n0,50\n1,-999\n2,60\n3,nan\n", mapping).rows("temperature", of: "water_temperature")
    #expect(rows.map { $0[0].isNaN ? nil : $0[0] } == [15, nil, 20, nil])
  }

  @Test("The sensor's axes become x, y and z, with their signs and in the layout's unit")
  func axes() throws {
    let mapping = mapping(.accelerometer, "acceleration", ["x", "y", "z"]) {
      $0.axes = ["-y", "x", "z"].compactMap(SignedAxis.init)
      $0.isInverted = true
      $0.unit = .milliG
    }
    let rows = try imported("t,x,y,z\n0,100,200,1000\n", mapping).rows("acceleration", of: .accelerometer)
    #expect(rows == [[0.2, -0.1, -1]])
  }

  @Test("A quaternion may have its scalar last, and may take vectors of the world to the device")
  func quaternion() throws {
    let mapping = mapping(.deviceMotion, "attitude", ["x", "y", "z", "w"]) {
      $0.isScalarLast = true
      $0.isConjugated = true
    }
    let rows = try imported("t,w,x,y,z\n0,0.8,0.6,0,0\n", mapping).rows("attitude", of: .deviceMotion)
    #expect(rows == [[0.8, -0.6, 0, 0]])
  }

  @Test("Rows without timestamps have a start and a rate; their lines cannot be dropped")
  func rate() throws {
    let mapping = mapping(
      .accelerometer, "acceleration", ["x", "y", "z"], time: .regular(startS: 5, rateHz: 200))
    let rows = String(repeating: "0,0,-1\n", count: 3)
    let recording = try imported("x,y,z\n" + rows + "\n" + rows, mapping)
    #expect(try recording.times(of: .accelerometer) == (0..<6).map { 5 + Double($0) / 200 })
    var repairs = RepairOptions()
    repairs.dropsBrokenLines = true
    #expect(
      try fault("x,y,z\n0,0,-1\n0,?,-1\n", mapping, repairs)
        == "a.csv:3: the field \"y\" is \"?\"; expected a number")
  }

  @Test("The header is the first line with all names, whatever is above it; the unit of time may come from it")
  func preface() throws {
    var mapping = mapping(.deviceMotion, "rotation_rate", ["gx", "gy", "gz"], time: .field(.name("t"), nil))
    let text = "sep=;\nDevice:;left\n\nt;gx;gy;gz\nms;deg/s;deg/s;deg/s\n500;90;0;0\n"
    mapping.hasUnitsLine = true
    let recording = try imported(text, mapping)
    #expect(try recording.times(of: .deviceMotion) == [0.5])
    #expect(abs(try recording.rows("rotation_rate", of: .deviceMotion)[0][0] - .pi / 2) < 1e-6)
    #expect(
      try fault("a;b\nt;gx;gy\n0;0;0\n", mapping) == "a.csv:2: has no field \"gz\"; it has \"t\", \"gx\", \"gy\"")
  }

  @Test("A header of several lines has the texts of each column in its names")
  func headerLines() throws {
    var mapping = mapping("cycling", "power", ["P_CAL"], time: .field(.name("Time_CAL"), .milliseconds))
    mapping.headerLines = 2
    let text = "Time,Time,P,P\nRAW,CAL,RAW,CAL\n1,1000,7,250\n"
    #expect(try imported(text, mapping).rows("power", of: "cycling") == [[250]])
  }

  @Test("A pattern stands for one text in all fields: each text is a recording")
  func patterns() throws {
    let mapping = mapping("cycling", "power", ["{sensor}_P"], time: .field(.name("t"), .seconds))
    var options = ImportOptions()
    options.mapping = .text(mapping)
    let text = "t,left_P,right_P\n0,1,2\n"
    let scratch = try ImportScratch()
    let file = try scratch.write(text, to: "a.csv")
    let parts = try Importer(options, toolVersion: "1").parts(of: ImportSource(file))
    #expect(parts.map(\.label) == ["left", "right"])
    let right = try scratch.imported(file, parts[1].importer.options).recording
    #expect(try right.rows("power", of: "cycling") == [[2]])
    #expect(
      try fault(text, mapping)
        == "a.csv:1: has 2 recordings by the patterns of the mapping (left, right); expected one: import the file by "
        + "itself, without --join")
  }
}
