import Foundation
import SPRecordings
import TestSupport
import Testing

@testable import SPImporting

/// FIT files as no device of today writes them, and damaged ones.
/// Odd FIT files.
struct OddFITTests {
  private typealias Field = (number: UInt8, size: UInt8, type: UInt8)

  private static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }

  /// A definition message; of a developer's field the last is the developer.
  private static func definition(
    _ local: UInt8, _ global: UInt16, _ fields: [Field], developer: [Field] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = [0x40 | local | (developer.isEmpty ? 0 : 0x20), 0, 0] + little(UInt64(global), 2)
    bytes.append(UInt8(fields.count))
    for field in fields { bytes += [field.number, field.size, field.type] }
    guard !developer.isEmpty else { return bytes }
    bytes.append(UInt8(developer.count))
    for field in developer { bytes += [field.number, field.size, field.type] }
    return bytes
  }

  /// A file of messages, with a right checksum and none for the header.
  private static func file(_ messages: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [14, 0x20, 0, 0] + little(UInt64(messages.count), 4)
    bytes += Array(".FIT".utf8) + [0, 0] + messages
    return bytes + little(UInt64(FITChecksum.of(bytes)), 2)
  }

  private static let start: UInt64 = 1_000_000_000
  /// Heart rates of 10 s.
  private static let records: [UInt8] = {
    var bytes = definition(0, 20, [(253, 4, 0x86), (3, 1, 2)])
    for second in 0..<UInt64(10) {
      bytes.append(0)
      bytes += little(start + second, 4)
      bytes.append(UInt8(100 + second))
    }
    return bytes
  }()

  private static func read(_ messages: [UInt8]) throws -> Activity {
    try #require(FITActivity.read(file(records + messages), readsUpToFault: false).first)
  }

  /// Base types of 8 bytes with values that are no instants.
  private static let lapStarts: [(type: UInt8, bits: UInt64)] = [
    (0x89, (1e300).bitPattern), (0x89, (12.0).bitPattern), (0x8F, UInt64.max - 1),
  ]

  @Test("A lap that begins at no instant has none", arguments: lapStarts)
  func lapStart(type: UInt8, bits: UInt64) throws {
    let lap = Self.definition(1, 19, [(253, 4, 0x86), (2, 8, type)]) + [1] + Self.little(Self.start, 4)
    let laps = try #require(try Self.read(lap + Self.little(bits, 8)).summaries.first)
    #expect(laps.numbers("start_time")?.map(\.isNaN) == [true])
    // 1,000,000,000 s after 1989-12-31T00:00:00Z.
    #expect(laps.numbers("timestamp") == [1_631_065_600])
  }

  @Test("Messages without a value are no rows, and more than the limit are refused")
  func many() throws {
    let empty = Self.definition(1, 19, []) + [UInt8](repeating: 1, count: 1000)
    #expect(try Self.read(empty).summaries.isEmpty)
    // Field 24 is lap_trigger.
    let laps = Self.definition(1, 19, [(24, 1, 0)]) + [UInt8](repeating: 1, count: 2 * 100_001)
    let scratch = try ImportScratch()
    #expect(
      try scratch.fault(scratch.write(Data(Self.file(Self.records + laps)), to: "laps.fit"))
        == "laps.fit: holds too many messages such as lap; expected at most 100000 of a kind, with 4194304 values")
  }

  /// Says that a developer's field has a base type and a name of 6 bytes at most.
  private static func description(_ number: UInt8, _ type: UInt8, _ name: String) -> [UInt8] {
    let text = Array(name.utf8)
    return definition(2, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 8, 7)]) + [2, 0, number, type] + text
      + [UInt8](repeating: 0, count: 8 - text.count)
  }

  @Test("Fields of developers whose names become one dataset's are kept apart")
  func developerNames() throws {
    let lap =
      Self.description(0, 2, "\u{529F}\u{7387}") + Self.description(1, 2, "\u{5FC3}\u{7387}")
      + Self.definition(1, 19, [(253, 4, 0x86)], developer: [(0, 1, 0), (1, 1, 0)])
      + [1] + Self.little(Self.start, 4) + [7, 8]
    let laps = try #require(try Self.read(lap).summaries.first)
    #expect(laps.columns.map(\.name) == ["timestamp", "__", "___2"])
    #expect(laps.numbers("__") == [7] && laps.numbers("___2") == [8])
  }

  @Test("A quantity comes from the device, or from the developer's field that has more than twice as many values")
  func developerPower() throws {
    let description =
      Self.definition(2, 206, [(0, 1, 2), (1, 1, 2), (2, 1, 2), (3, 6, 7), (8, 6, 7), (15, 1, 2)])
      + [2, 0, 0, 0x84] + Array("Power\0Watts\0".utf8) + [7]
    /// Power of the device and of the developer, of which 0xFFFF is none.
    func read(_ rows: [(device: UInt64, developer: UInt64)]) throws -> Activity {
      let records = rows.enumerated().map { time, row in
        [1] + Self.little(Self.start + 10 + UInt64(time), 4) + Self.little(row.device, 2)
          + Self.little(row.developer, 2)
      }
      return try Self.read(
        description + Self.definition(1, 20, [(253, 4, 0x86), (7, 2, 0x84)], developer: [(0, 2, 0)])
          + records.joined())
    }
    func power(_ activity: Activity) -> [Float] {
      activity.streams.first { $0.name == "cycling" }?.rows.datasets[0] ?? []
    }
    // The device's own, even where they are missing: values of two sensors are not mixed.
    let own = try read([(200, 1), (0xFFFF, 210), (220, 3)])
    #expect(power(own).map { $0.isNaN ? -1 : $0 } == [200, 220])
    #expect(own.unused == ["fields of records without a stream: Power 3"])
    #expect(own.notes.isEmpty)
    // A device without the sensor writes none, or 0.
    let other = try read([(0, 190), (0xFFFF, 210), (0, 230)])
    #expect(power(other) == [190, 210, 230])
    #expect(other.notes == ["power taken from the developer's field \"Power\""])
    let more = try read([(200, 190), (0xFFFF, 210), (0xFFFF, 230)])
    #expect(power(more) == [190, 210, 230])
    #expect(
      more.notes == [
        "power taken from the developer's field \"Power\", which has more than twice as many as the device's own: these "
          + "are left out"
      ])
  }

  @Test("A field that is described anew has a column of its own, and one of bytes is named as left out")
  func describedAnew() throws {
    func lap(_ size: UInt8, _ value: [UInt8]) -> [UInt8] {
      Self.definition(1, 19, [(253, 4, 0x86)], developer: [(0, size, 0)]) + [1] + Self.little(Self.start, 4) + value
    }
    let activity = try Self.read(
      Self.description(0, 2, "note") + lap(1, [7]) + Self.description(0, 7, "note") + lap(3, [0x68, 0x69, 0])
        + Self.description(0, 13, "note") + lap(2, [1, 2]))
    let laps = try #require(activity.summaries.first)
    #expect(laps.columns.map(\.name) == ["timestamp", "note", "note_2"])
    #expect(laps.numbers("note").map { [$0[0], $0[1].isNaN ? -1 : 0, $0[2].isNaN ? -1 : 0] } == [7, -1, -1])
    #expect(laps["note_2"]?.values == .texts(["", "hi", ""]))
    #expect(activity.unused == ["fields of device summaries without a dataset: note 1"])
  }

  @Test("Of many fields without a place the first twenty are named")
  func longListing() throws {
    // 150 and above are no fields of records in the profile.
    let fields = (0..<30).map { Field(number: UInt8(150 + $0), size: 1, type: 2) }
    let record = Self.definition(1, 20, [(253, 4, 0x86)] + fields) + [1] + Self.little(Self.start + 20, 4)
    let unused = try #require(try Self.read(record + [UInt8](repeating: 5, count: 30)).unused.first)
    #expect(unused.hasSuffix("unknown_169 1, and 10 more names"))
  }

  @Test("A file that its device did not finish states no size, and is read if that is wanted")
  func unfinished() throws {
    var bytes = Self.file(Self.records)
    bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])
    let scratch = try ImportScratch()
    let path = try scratch.write(Data(bytes.dropLast(2)), to: "open.fit")
    let fault =
      "byte 4: the header states 0 bytes of messages, and \(Self.records.count) bytes follow it: the file was not finished"
    #expect(try scratch.fault(path) == "open.fit: \(fault); --keep-going reads what can be read")
    var options = ImportOptions()
    options.readsUpToFault = true
    let (recording, record) = try scratch.imported(path, options)
    #expect(recording.streams["heart_rate"]?.count == 10)
    #expect(record.repairs == ["read up to a fault: \(fault)"])
    let other = try ImportScratch()
    let cut = try other.write(Data(bytes.prefix(20)), to: "cut.fit")
    #expect(try other.fault(cut, options).contains("read up to a fault: byte 4: the header states 0 bytes"))
  }

  @Test("Options that do nothing are noted")
  func idleOptions() throws {
    let scratch = try ImportScratch()
    var options = ImportOptions()
    options.sensor = "X"
    options.interpolates = true
    let (_, record) = try scratch.imported(scratch.write(Data(Self.file(Self.records)), to: "ride.fit"), options)
    #expect(record.notes == ["without effect on this source: --sensor, --interpolate"])
  }

  @Test("Damage that the checksum does not tell ends in an error or an activity", arguments: 0..<10)
  func damage(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let fields: [Field] = [(253, 4, 0x86), (2, 4, 0x86), (9, 4, 0x86), (24, 1, 0), (29, 8, 7)]
    let lap = Self.definition(1, 19, fields) + [1] + [UInt8](repeating: 60, count: 21)
    let original =
      Self.records + Self.description(0, 2, "note") + lap
      + Self.definition(3, 18, [(253, 4, 0x86), (5, 1, 0)]) + [3] + Self.little(Self.start + 9, 4) + [2]
    for _ in 0..<200 {
      var messages = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        messages[Int.random(in: 0..<messages.count, using: &random)] =
          [UInt8.random(in: 0...255, using: &random), 0x89, 0x8F, 8, 0xFE].randomElement(using: &random) ?? 0
      }
      do {
        let activities = try FITActivity.read(Self.file(messages), readsUpToFault: seed % 2 == 0)
        for table in activities.flatMap(\.summaries) { #expect(!table.columns.isEmpty) }
      } catch { #expect(error is FITError, "\(error)") }
    }
  }
}
