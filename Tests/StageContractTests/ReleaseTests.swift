import SPHDF5
import SPPipelines
import Testing

/// A file that is still open somewhere cannot be opened for writing, and a batch would run out of files and memory.
/// What a run lets go of.
struct ReleaseTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func expectReleased(_ path: String, _ location: SourceLocation = #_sourceLocation) {
    #expect(throws: Never.self, sourceLocation: location) {
      try File(opening: path, for: .readingAndWriting).close()
    }
  }

  @Test("Once a recording is done, nobody holds its file", arguments: ["tennis.json", "impacts.json"])
  func done(pipeline: String) throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    _ = try TestPipelines.load(pipeline).run(on: path)
    expectReleased(path)
  }

  @Test("Once it has failed as its samples pass, nobody holds its file")
  func failed() throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let file = try File(opening: path, for: .readingAndWriting)
    let stamps = try file.openDataset("/device_motion/time")
    let last = try #require(try stamps.shape.first) - 1
    try stamps.write([Double.nan], to: Hyperslab(offset: [last], count: [1]))
    try file.close()
    let failure = try #require(throws: StageFailure.self) { _ = try TestPipelines.load("tennis.json").run(on: path) }
    #expect(failure.stageID == "in" && failure.description.contains("/device_motion/time"))
    expectReleased(path)
  }

  @Test("Once it was interrupted as its samples pass, nobody holds its file")
  func interrupted() async throws {
    let path = try TestRecordings.simulated(at: folder("a.h5"))
    let pipeline = try TestPipelines.load("tennis.json")
    let progress = RunProgress { _, fraction in
      if fraction > 0 { withUnsafeCurrentTask { $0?.cancel() } }
    }
    let task = Task { _ = try pipeline.run(on: path, environment: RunEnvironment(progress: progress)) }
    await #expect(throws: CancellationError.self) { try await task.value }
    expectReleased(path)
  }
}
