import Foundation
import FuzzTargets
import Testing

/// Inputs that a fuzzer found, each of which once was more than an error: it ended the process, or took too long.
struct FindingTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fuzz/Findings")

  /// The files of every target's folder.
  private static let findings: [String] = FuzzTarget.all.flatMap { target in
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + target.name)
    return (files ?? []).sorted().map { target.name + "/" + $0 }
  }

  @Test(.timeLimit(.minutes(1)), arguments: findings)
  func findingIsAnError(_ path: String) throws {
    let target = try #require(FuzzTarget.named(String(path.prefix { $0 != "/" })))
    target.run([UInt8](try Data(contentsOf: Self.folder.appendingPathComponent(path))))
  }

  /// Every folder of findings is one of a target, so that none is passed over.
  @Test func folderNames() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { !$0.hasPrefix(".") }
    #expect(folders.filter { FuzzTarget.named($0) == nil } == [])
  }
}
