import Foundation
import SPHDF5
import Testing

/// What HDF5 1.10 crashes or runs in a circle on: attributes of variable length in a heap that is damaged.
/// Recordings whose texts are damaged.
struct DamagedHeapTests {
  /// Command lines over a folder of a sound recording and damaged ones, with the code that they end with.
  private static let lines: [(String, Int)] = [
    ("run minimal.json in -o done", 1), ("check --details in", 1), ("check in", 1),
    ("run --dry-run minimal.json in --check", 1),
    ("pipelines validate minimal.json in", 1), ("import in -o imported", 1),
    ("degrade in -o degraded", 1), ("pipelines train baseball.json in -o model.json", 1),
    ("pipelines train baseball.json in --reference reference.json", 1), ("score done --labels in", 65),
  ]

  @Test("Every command names each of them, and ends by no signal", arguments: lines)
  func folder(line: String, status: Int) async throws {
    let scratch = try Scratch()
    for name in ["minimal", "baseball"] { try scratch.copy(Project.pipeline(name), to: "\(name).json") }
    let sound = try scratch.copy(try await Fixtures.recording(), to: "in/sound.h5")
    let damaged = try damage(try textsInHeap(scratch.copy(sound, to: "texts.h5")), in: scratch)
    if line.hasPrefix("score") {
      let run = try await Tool.run(["run", "minimal.json", sound, "-o", "done", "-q"], in: scratch.path)
      try #require(run.status == 0, "\(run.errors)")
    }
    let outcome = try await Tool.run(line.split(separator: " ").map(String.init), in: scratch.path)
    #expect(outcome.status == status, "\(outcome.errors)")
    for file in damaged {
      // A run tells alike causes once, with the recordings that have them.
      let name = line.hasPrefix("run minimal") ? String(file.dropFirst("in/".count).dropLast(".h5".count)) : file
      #expect((outcome.errors + outcome.output).contains(name), "\(line): \(outcome.errors)")
    }
    if line.hasPrefix("run minimal") { #expect(scratch.files(below: "done/merged") == ["swings.parquet"]) }
  }

  /// Keeps a recording's texts as many programs write them: of variable length, in a heap.
  private func textsInHeap(_ path: String) throws -> [UInt8] {
    let file = try File(opening: path, for: .readingAndWriting)
    for name in ["recording_id", "sport"] {
      let text = try file.attributes.string(name)
      try file.attributes.set(name, to: text, as: .variable)
    }
    try file.close()
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Writes copies with one sector of the heap zeroed, and with a text in it that claims more than the file has.
  private func damage(_ bytes: [UInt8], in scratch: Scratch) throws -> [String] {
    let heap = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("GCOL".utf8)) })
    // After the heap's head of 16 bytes, the first object has 8 bytes of its own before the 8 of its size.
    let faults: [(name: String, range: Range<Int>, value: UInt8)] = [
      ("sector", heap + 16..<heap + 528, 0), ("size", heap + 24..<heap + 28, 0xFF),
    ]
    return try faults.map { fault in
      var copy = bytes
      copy.replaceSubrange(fault.range, with: repeatElement(fault.value, count: fault.range.count))
      try Data(copy).write(to: URL(fileURLWithPath: scratch("in/\(fault.name).h5")))
      return "in/\(fault.name).h5"
    }
  }
}
