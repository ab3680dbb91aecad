import Synchronization
import Testing

@testable import SPPipelines

/// Progress within a recording.
struct RunProgressTests {
  /// A step that was told.
  private struct Step: Equatable {
    var stageID: String
    var percent: Double
  }

  private final class Steps: Sendable {
    private let list = Mutex<[Step]>([])
    var all: [Step] { list.withLock(\.self) }
    func add(_ stageID: String, _ fraction: Double) {
      list.withLock { $0.append(Step(stageID: stageID, percent: (10_000 * fraction).rounded() / 100)) }
    }
  }

  /// Reads two datasets, in quarters, three times of the two that it is expected to need.
  private struct Reading: Stage {
    static let type: StageType = "detectors.reading"
    static let summary = ""
    static let details = ""
    static let effort = StageEffort(fraction: 9.6, passes: 2)
    static func ports(_ options: NoOptions) -> Ports { Ports() }
    init(_ options: NoOptions) {}
    func run(_ workspace: inout Workspace) throws {
      for _ in 0..<12 {
        workspace.environment.progress?.reading("large", 256, 1024, 4096)
        workspace.environment.progress?.reading("small", 1, 16, 8)
      }
    }
  }

  private static let text = """
    {
      "version": 1,
      "stages": [
        { "id": "in", "type": "readers.toy" },
        { "id": "scan", "type": "detectors.reading" },
        { "id": "hp", "type": "filters.high_pass" },
        { "id": "last", "type": "filters.high_pass" },
        { "id": "hit", "type": "detectors.impact" }
      ]
    }
    """

  @Test("Stages weigh what they are said to take, and reading moves a stage on, as far as its own part goes")
  func steps() throws {
    let steps = Steps()
    let environment = RunEnvironment(progress: RunProgress { steps.add($0, $1) })
    _ = try Toy.load(Self.text, and: [Reading.self]).run(on: "a.h5", environment: environment)
    // Fractions of 0.1, 9.6 and three times 0.1: the reading stage is 96 %, in eighths for two passes.
    let reading = (1...8).map { Step(stageID: "scan", percent: Double(1 + 12 * $0)) }
    #expect(
      steps.all == [Step(stageID: "in", percent: 0), Step(stageID: "scan", percent: 1)] + reading + [
        Step(stageID: "hp", percent: 97), Step(stageID: "last", percent: 98), Step(stageID: "hit", percent: 99),
      ])
  }

  @Test("However much the last stage reads, a recording is not done before the batch says so")
  func limit() throws {
    let steps = Steps()
    let progress = RunProgress { steps.add($0, $1) }
    let text = """
      { "version": 1, "stages": [{ "type": "readers.toy" }, { "id": "scan", "type": "detectors.reading" }] }
      """
    _ = try Toy.load(text, and: [Reading.self]).run(on: "a.h5", environment: RunEnvironment(progress: progress))
    #expect(steps.all.last == Step(stageID: "scan", percent: 99.9))
  }
}
