import Foundation
import SPImporting
import Testing

/// FIT files, compared field by field with what another reader finds in them.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason))
final class FITConformanceTests {
  static let files =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/shared/data/fit"
  let folder = NSTemporaryDirectory() + "fit-conformance-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: files), "../shared/data/fit is not there"))
  func everyFieldIsAsFitdecodeReadsIt() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.files).filter { $0.hasSuffix(".fit") }.sorted()
    for name in names { try Self.describe(Self.files + "/" + name, in: folder + "/\(name).jsonl") }
    let (status, output) = try VirtualEnvironment.shared.get().run(
      "check_fit.py", [folder] + names.map { Self.files + "/" + $0 })
    #expect(status == 0, "\(output)")
    #expect(output.split(separator: "\n").count { $0.hasSuffix(" fields") } == names.count)
  }

  @Test func fitdecodeReadsWhatIsWritten() throws {
    var writer = FITWriter()
    try writer.write("file_id", ["type": "workout", "manufacturer": "development", "time_created": 1_000_000_000])
    try writer.write("workout", ["wkt_name": "4 × 8 min", "sport": "cycling", "num_valid_steps": 1])
    try writer.write(
      "workout_step",
      [
        "message_index": 0, "duration_type": "time", "duration_time": 480, "target_type": "power",
        "custom_target_power_low": 1250, "custom_target_power_high": 1275, "intensity": "active",
      ])
    let path = folder + "/workout.fit"
    try Data(writer.finish()).write(to: URL(fileURLWithPath: path))
    try Self.describe(path, in: path + ".jsonl")
    let (status, output) = try VirtualEnvironment.shared.get().run("check_fit.py", [folder, path])
    #expect(status == 0 && output == "workout.fit: 3 messages, 13 fields\n", "\(output)")
  }

  /// Counters of 8, 12 and 16 bits that start again at 0, with a scale of their own and without.
  @Test func fitdecodeReadsCountersAlike() throws {
    var records: [UInt8] = [0x40, 0, 0, 20, 0, 3, 8, 3, 0x0D, 18, 1, 2, 28, 2, 0x84]
    for index in 0..<600 {
      let (distance, power) = (index * 37 % 4096, index * 251 % 65_536)
      records += [0, 0x10, UInt8(distance & 15) << 4, UInt8(distance >> 4)]
      records += [UInt8(index * 3 % 250), UInt8(power & 255), UInt8(power >> 8)]
    }
    let counts = (0..<4).map { UInt8(truncatingIfNeeded: records.count >> (8 * $0)) }
    var file: [UInt8] = [14, 0x20, 0, 0] + counts + ".FIT".utf8
    for part in [[], records] {
      file += part
      let checksum = FITChecksum.of(file)
      file += [UInt8(checksum & 255), UInt8(checksum >> 8)]
    }
    let path = folder + "/counters.fit"
    try Data(file).write(to: URL(fileURLWithPath: path))
    try Self.describe(path, in: path + ".jsonl")
    let (status, output) = try VirtualEnvironment.shared.get().run("check_fit.py", [folder, path])
    #expect(status == 0 && output.hasPrefix("counters.fit: 600 messages"), "\(output)")
  }

  /// Writes a line of JSON a message.
  private static func describe(_ path: String, in output: String) throws {
    var reader = FITReader([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    var text = Data()
    while let message = try reader.next() {
      let fields = message.fields.map { field in
        [
          field.name, Int(field.kind.number), field.isPart, json(field.raw), value(field),
          field.kind.units ?? NSNull(),
        ] as [Any]
      }
      text += try JSONSerialization.data(withJSONObject: [message.name, fields] as [Any]) + Data("\n".utf8)
    }
    try text.write(to: URL(fileURLWithPath: output))
  }

  private static func json(_ raw: FITValue?) -> Any {
    switch raw {
    case .integer(let value): value
    case .large(let value): value
    case .number(let value): value
    case .text(let text): text
    case .bytes(let bytes): bytes.map { Int($0) }
    case .array(let values): values.map { json($0) }
    case nil: NSNull()
    }
  }

  /// The value as fitdecode has it: codes by their names, numbers that have neither scale nor offset as they are stored.
  private static func value(_ field: FITField) -> Any {
    if let code = field.code { return code }
    if field.kind.scale == 1, field.kind.offset == 0 { return json(field.raw) }
    if case .array = field.raw { return field.values.map { $0 ?? NSNull() as Any } }
    return field.value ?? NSNull() as Any
  }
}
