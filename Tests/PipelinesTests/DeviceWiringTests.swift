import Testing

@testable import SPPipelines

/// Writes the acceleration and the rotation of two devices, the acceleration of a third, and a table of none.
private struct DeviceReader: Stage {
  static let type: StageType = "readers.devices"
  static let summary = "Gives the streams of devices."
  static let details = ""
  static func ports(_ options: NoOptions) -> Ports {
    Ports(
      writes: ["watch", "phone"].flatMap {
        [.required(Toy.acceleration.of(device: $0)), .required(Toy.rotation.of(device: $0))]
      } + [
        .required(Toy.acceleration.of(device: "bat")), .required(Toy.table), .required(Toy.table.of(device: "bat")),
      ])
  }
  init(_ options: NoOptions) {}
  func run(_ workspace: inout Workspace) throws {}
}

/// Reads and writes rotation.
private struct RotationFilter: Stage {
  static let type: StageType = "filters.rotation"
  static let summary = "Passes rotation on."
  static let details = ""
  static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(Toy.rotation)], writes: [.required(Toy.rotation)])
  }
  init(_ options: NoOptions) {}
  func run(_ workspace: inout Workspace) throws {}
}

/// Reads a table and no stream.
private struct TableRows: Stage {
  static let type: StageType = "features.rows"
  static let summary = "Reads a table."
  static let details = ""
  static func ports(_ options: NoOptions) -> Ports { Ports(reads: [.required(Toy.table)]) }
  init(_ options: NoOptions) {}
  func run(_ workspace: inout Workspace) throws {}
}

/// Wiring of devices.
struct DeviceWiringTests {
  private let reader = #"{ "id": "in", "type": "readers.devices" }"#

  private func reads(_ stage: String, by id: String = "hit", after: [String] = []) throws -> [String: String] {
    let stages = ([reader] + after + [stage]).joined(separator: ", ")
    let pipeline = try Toy.load("{ \"version\": 1, \"stages\": [\(stages)] }", and: [DeviceReader.self])
    return try #require(pipeline.stage(id)).reads.mapValues(\.description)
  }

  @Test("A stage takes the streams of the device that it names")
  func device() throws {
    let found = try reads(#"{ "id": "hit", "type": "detectors.impact", "device": "phone" }"#)
    #expect(found == ["acceleration": "in.phone/acceleration", "rotation": "in.phone/rotation"])
  }

  @Test("A single stream of another device is wired by its name")
  func oneStream() throws {
    let found = try reads(
      """
      { "id": "hit", "type": "detectors.impact", "device": "phone", "reads": { "rotation": "in.watch/rotation" } }
      """)
    #expect(found == ["acceleration": "in.phone/acceleration", "rotation": "in.watch/rotation"])
  }

  @Test("A stage that reads what was made from one device takes that device's other streams, too")
  func inherited() throws {
    let filter = #"{ "id": "hp", "type": "filters.high_pass", "device": "watch" }"#
    let found = try reads(#"{ "id": "hit", "type": "detectors.impact" }"#, after: [filter])
    #expect(found == ["acceleration": "hp.acceleration", "rotation": "in.watch/rotation"])
  }

  @Test("A wire of its own keeps a stage from the device's stream")
  func inheritedBesideWire() throws {
    let filter = #"{ "id": "hp", "type": "filters.high_pass", "device": "bat" }"#
    let found = try reads(
      #"{ "id": "hit", "type": "detectors.impact", "reads": { "rotation": "in.watch/rotation" } }"#, after: [filter])
    #expect(found == ["acceleration": "hp.acceleration", "rotation": "in.watch/rotation"])
  }

  @Test("A stage takes what was made from its device, not what was made from another later")
  func interleaved() throws {
    let filters = [
      #"{ "id": "hp", "type": "filters.high_pass", "device": "watch" }"#,
      #"{ "id": "hp2", "type": "filters.high_pass", "device": "phone" }"#,
    ]
    let first = try reads(#"{ "id": "hit", "type": "detectors.impact", "device": "watch" }"#, after: filters)
    #expect(first == ["acceleration": "hp.acceleration", "rotation": "in.watch/rotation"])
    let second = try reads(#"{ "id": "hit", "type": "detectors.impact" }"#, after: filters)
    #expect(second == ["acceleration": "hp2.acceleration", "rotation": "in.phone/rotation"])
  }

  @Test("The resolved file says where each stream comes from, and gives the same wiring")
  func resolved() throws {
    let stages = "\(reader), { \"id\": \"hit\", \"type\": \"detectors.impact\", \"device\": \"phone\" }"
    let pipeline = try Toy.load("{ \"version\": 1, \"stages\": [\(stages)] }", and: [DeviceReader.self])
    let again = try Toy.load(pipeline.resolved.canonical, and: [DeviceReader.self])
    #expect(again.stage("hit")?.reads == pipeline.stage("hit")?.reads)
    #expect(pipeline.resolved.canonical.contains("in.phone/rotation"))
  }

  @Test("The resolved file leaves empty what was left empty for want of the device")
  func resolvedWithoutStream() throws {
    let stages = [
      reader, #"{ "id": "one", "type": "detectors.impact", "device": "watch" }"#,
      #"{ "id": "hit", "type": "detectors.impact", "device": "bat" }"#,
    ].joined(separator: ", ")
    let pipeline = try Toy.load("{ \"version\": 1, \"stages\": [\(stages)] }", and: [DeviceReader.self])
    #expect(pipeline.stage("hit")?.reads.mapValues(\.description) == ["acceleration": "in.bat/acceleration"])
    let again = try Toy.load(pipeline.resolved.canonical, and: [DeviceReader.self])
    #expect(again.stage("hit")?.reads == pipeline.stage("hit")?.reads)
    #expect(again.resolved.canonical == pipeline.resolved.canonical)
  }

  @Test("Results of two devices that are taken by name alone are a fault, which names both")
  func ambiguous() throws {
    let stages = [
      reader, #"{ "id": "hp", "type": "filters.high_pass", "device": "watch" }"#,
      #"{ "id": "rotation", "type": "filters.rotation", "device": "phone" }"#,
      #"{ "id": "hit", "type": "detectors.impact" }"#,
    ]
    let faults = try Toy.faults(stages: stages, and: [DeviceReader.self, RotationFilter.self])
    #expect(
      faults.count == 1
        && faults[0].hasSuffix(
          """
          takes "rotation" of "phone" and "acceleration" of "watch"; expected "device" to say which is meant, or "reads" \
          for each
          """),
      "\(faults)")
  }

  @Test("A device that no stage takes a stream of is told")
  func unused() throws {
    let stages = "\(reader), { \"id\": \"hit\", \"type\": \"detectors.impact\", \"device\": \"phone\" }"
    let pipeline = try Toy.load("{ \"version\": 1, \"stages\": [\(stages)] }", and: [DeviceReader.self])
    let told = pipeline.warnings.map(\.message)
    #expect(told.filter { $0.hasPrefix("no stage takes") }.count == 2, "\(told)")
    #expect(told.contains(#"no stage takes a stream of the device "watch""#), "\(told)")
  }

  @Test("A stage that could take a device's stream and takes that of the whole session is told")
  func wholeSession() throws {
    let stages = [
      reader, #"{ "id": "hp", "type": "filters.high_pass", "device": "watch" }"#,
      #"{ "id": "rows", "type": "features.rows" }"#,
    ].joined(separator: ", ")
    let pipeline = try Toy.load(
      "{ \"version\": 1, \"stages\": [\(stages)] }", and: [DeviceReader.self, TableRows.self])
    let told = pipeline.warnings.map(\.message)
    #expect(
      told.contains(
        #"takes "table" of the whole session, which has no times of its own; "device" may be "watch" or "phone" or "bat""#
      ),
      "\(told)")
  }

  @Test(
    "A wrong device is told with those that there are",
    arguments: [
      (
        #""device": "wacth""#,
        #""device": no earlier stage writes streams of a device "wacth"; did you mean "watch"?"#
      ),
      (
        #""device": "q""#,
        #""device": no earlier stage writes streams of a device "q"; expected one of "watch", "phone", "bat""#
      ),
      (#""device": 3"#, #""device": expected the name of a device of the session, found 3"#),
      (#""device": """#, #""device": expected the name of a device of the session, found """#),
    ])
  func wrongDevice(member: String, message: String) throws {
    let faults = try Toy.faults(
      stages: [reader, "{ \"id\": \"hit\", \"type\": \"detectors.impact\", \(member) }"], and: [DeviceReader.self])
    #expect(faults.first?.hasSuffix("stage \"hit\" (detectors.impact): \(message)") == true, "\(faults)")
  }

  @Test("A stream that only devices have is asked for by device")
  func noDevice() throws {
    let faults = try Toy.faults(
      stages: [reader, #"{ "id": "hit", "type": "detectors.impact" }"#], and: [DeviceReader.self])
    #expect(
      faults.contains {
        $0.hasSuffix(
          """
          no earlier stage writes slot "acceleration" ([Double]) of no device in particular; expected "device": "watch", or \
          another of the session's devices
          """)
      }, "\(faults)")
  }

  @Test("What another device's stages made is not taken")
  func foreign() throws {
    let stages = [
      reader, #"{ "id": "hit", "type": "detectors.impact", "device": "watch" }"#,
      #"{ "id": "rows", "type": "features.swing", "device": "bat" }"#, #"{ "type": "writers.table" }"#,
    ]
    let faults = try Toy.faults(stages: stages, and: [DeviceReader.self])
    #expect(
      faults.count == 1
        && faults[0].hasSuffix(
          #"no earlier stage writes slot "impacts" ([Int]) from "bat"; stage "hit" makes it from another device"#),
      "\(faults)")
  }

  @Test("A device for a stage that reads nothing of it is a mistake")
  func nothingOfIt() throws {
    let faults = try Toy.faults(
      stages: [reader, #"{ "id": "rows", "type": "features.rows", "device": "watch" }"#],
      and: [DeviceReader.self, TableRows.self])
    #expect(
      faults.count == 1 && faults[0].hasSuffix(#""device": the stage reads nothing of "watch", only "table""#),
      "\(faults)")
  }

  @Test("A misspelt member of a stage is told, though it is no option")
  func misspelt() throws {
    let faults = try Toy.faults(
      stages: [reader, #"{ "id": "hp", "type": "filters.high_pass", "devcie": "watch" }"#], and: [DeviceReader.self])
    #expect(
      faults.contains { $0.hasSuffix(#"unknown option "devcie"; did you mean "device"?"#) }, "\(faults)")
  }

  @Test("A device needs a reader whose streams have one")
  func noReader() throws {
    let faults = try Toy.faults(
      stages: [#"{ "id": "in", "type": "readers.toy" }"#, #"{ "type": "detectors.impact", "device": "watch" }"#])
    #expect(
      faults.contains {
        $0.hasSuffix(
          """
          "device": no earlier stage writes streams of a device "watch"; expected a reader of sessions whose option \
          "devices" names it
          """)
      }, "\(faults)")
  }

  @Test("What concerns one device leaves out the stages that take others, and what follows from them")
  func concerning() throws {
    let stages = [
      reader, #"{ "id": "hit", "type": "detectors.impact", "device": "phone" }"#,
      #"{ "id": "rows", "type": "features.swing" }"#, #"{ "id": "rows_out", "type": "writers.table" }"#,
      #"{ "id": "bat", "type": "filters.high_pass", "device": "bat" }"#,
    ].joined(separator: ", ")
    let pipeline = try Toy.load("{ \"version\": 1, \"stages\": [\(stages)] }", and: [DeviceReader.self])
    #expect(pipeline.concerning(device: "phone").stages.map(\.id) == ["in", "hit", "rows", "rows_out"])
    #expect(pipeline.concerning(device: "bat").stages.map(\.id) == ["in", "bat"])
    #expect(pipeline.concerning(device: nil).stages.map(\.id) == ["in"])
  }
}
