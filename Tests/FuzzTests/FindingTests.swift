import Foundation
import FuzzTargets
import Testing

/// Inputs of the targets: sound ones, and those that a fuzzer found, each of which once was more than an error: it ended
/// the process, or took too long.
struct FindingTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz").path

  /// The files of every target's folder below that of a kind.
  private static func inputs(_ kind: String) -> [String] {
    FuzzTarget.all.flatMap { target in
      let path = "\(kind)/\(target.name)"
      let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")
      return (files ?? []).sorted().map { "\(path)/\($0)" }
    }
  }

  private func input(_ path: String) throws -> (target: FuzzTarget, bytes: [UInt8]) {
    let target = try #require(FuzzTarget.named(String(path.split(separator: "/")[1])))
    return (target, [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(Self.folder)/\(path)"))))
  }

  @Test(.timeLimit(.minutes(1)), arguments: inputs("Findings"))
  func findingIsAnError(_ path: String) throws {
    let (target, bytes) = try input(path)
    target.run(bytes)
  }

  @Test(.timeLimit(.minutes(1)), arguments: inputs("Seeds"))
  func seedIsSound(_ path: String) throws {
    let (target, bytes) = try input(path)
    #expect(throws: Never.self) { try target.feed(bytes) }
    // And damaged in a way that needs no fuzzer.
    target.run(Array(bytes.dropLast(bytes.count / 3)))
  }

  /// Every target has a seed, and every folder is one of a target, so that none is passed over. The names of these folders
  /// are what `fuzz.sh` knows of the targets.
  @Test func folderNames() throws {
    let names = FuzzTarget.all.map(\.name)
    func folders(_ kind: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/\(kind)").filter { !$0.hasPrefix(".") }
    }
    #expect(try folders("Seeds").sorted() == names.sorted())
    #expect(Set(Self.inputs("Seeds").map { $0.split(separator: "/")[1] }).count == names.count)
    #expect(try Set(folders("Findings")).subtracting(names) == [])
  }
}
