import SPPipelines
import Synchronization
import Testing

/// Progress of the ready pipelines.
struct ProgressTests {
  @Test("A recording gets on within its stages, never backwards, and never to its end before it is done")
  func fractions() throws {
    let told = Mutex<[(stageID: String, fraction: Double)]>([])
    let progress = RunProgress { stageID, fraction in told.withLock { $0.append((stageID, fraction)) } }
    let pipeline = try TestPipelines.load("baseball.json")
    _ = try pipeline.run(
      on: Project.root + "/Data/baseball-000001.h5", environment: RunEnvironment(progress: progress))
    let steps = told.withLock(\.self)
    let fractions = steps.map(\.fraction)
    #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(fractions.allSatisfy { (0..<1).contains($0) })
    var order: [String] = []
    for step in steps where order.last != step.stageID { order.append(step.stageID) }
    #expect(order == pipeline.stages.map(\.id))
    // The reader itself reads all stamps; later stages find so short a recording in memory.
    #expect(steps.count { $0.stageID == "in" } > 1)
  }
}
