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

  /// What each of so many recordings noted.
  private func shares(of count: Int, memoryBytes: Int?) async throws -> (noted: [Double?], jobs: Int) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = (0..<count).map { folder.appendingPathComponent("\($0).h5").path }
    for path in paths { try Data("x".utf8).write(to: URL(fileURLWithPath: path)) }
    var batch = Batch(outputFolder: nil, jobs: 2, toolVersion: "1", logger: Logger(label: "test"))
    batch.memoryBytes = memoryBytes
    let report = try await batch.run(BatchPlan(Toy.load(Self.text, and: [Asking.self]), paths))
    return (report.recordings.map { $0.note("memory") }, batch.jobs)
  }

  @Test("Recordings under way share the memory equally; one that is alone has all of it", arguments: [1, 3])
  func share(_ count: Int) async throws {
    let (noted, jobs) = try await shares(of: count, memoryBytes: 100 << 20)
    #expect(noted == Array(repeating: Double((100 << 20) / min(jobs, count)), count: count))
  }

  @Test("Where nothing is said, each has its own, up to a quarter of what is granted together", arguments: [1, 3])
  func shareByDefault(_ count: Int) async throws {
    let (noted, jobs) = try await shares(of: count, memoryBytes: nil)
    let quarter = GrantedMemory.current.bytes / 4
    #expect(noted == Array(repeating: Double(min(100_663_296, quarter / min(jobs, count))), count: count))
  }

  @Test("A recording that is run by itself has a share of its own")
  func alone() throws {
    let result = try Toy.load(Self.text, and: [Asking.self]).run(on: "a.h5")
    #expect(result.stages.last?.notes == ["memory": 100_663_296])
  }
}
