import Foundation
import Logging
import Testing

@testable import Pipelines

@Suite("Memory of a batch")
struct BatchMemoryTests {
  /// Notes what it may use.
  private struct Asking: Stage {
    static let type: StageType = "detectors.asking"
    static let summary = ""
    static let details = ""
    static func ports(_ options: NoOptions) -> Ports { Ports() }
    init(_ options: NoOptions) {}
    func run(_ workspace: inout Workspace) throws { workspace.note("memory", workspace.environment.memoryBytes) }
  }

  private static let text = """
    { "version": 1, "stages": [{ "type": "readers.toy" }, { "type": "detectors.asking" }] }
    """

  @Test("Recordings under way share the memory equally; one that is alone has all of it", arguments: [1, 3])
  func share(_ count: Int) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = (0..<count).map { folder.appendingPathComponent("\($0).h5").path }
    for path in paths { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }
    var batch = Batch(outputFolder: nil, jobs: 2, toolVersion: "1", logger: Logger(label: "test"))
    batch.memoryBytes = 100 << 20
    let report = try await batch.run(BatchPlan(Toy.load(Self.text, and: [Asking.self]), paths))
    let share = Double(batch.memoryBytes / min(batch.jobs, count))
    #expect(report.recordings.map { $0.note("memory") } == Array(repeating: share, count: count))
  }

  @Test("A recording that is run by itself has a share of its own")
  func alone() throws {
    let result = try Toy.load(Self.text, and: [Asking.self]).run(on: "a.h5")
    #expect(result.stages.last?.notes == ["memory": 134_217_728])
  }
}
