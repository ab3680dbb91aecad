import Foundation
import Parallel
import Pipelines
import Recordings
import Simulation
import Testing

/// What changes how fast a recording is worked on changes no bit of its tables.
@Suite("The same tables however they are made")
struct SameResultTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A recording that is longer than what is read at a time: 3 min, 144,000 samples of acceleration.
  private func recording(_ storage: RecordingStorage) throws -> String {
    var settings = SimulationSettings(sport: .tennis, seed: 21)
    settings.durationS = 180
    settings.gapCount = 2
    let path = folder("\(storage.rawValue).h5")
    try SimulatedRecordingWriter.write(SimulatedSession(settings), to: path, storage: storage)
    return path
  }

  /// The tables' bytes after a run with some workers besides its own and some memory.
  private func tables(_ path: String, workers: Int, memoryBytes: Int) throws -> [String: Data] {
    let output = "\(path)-\(workers)-\(memoryBytes)"
    let environment = RunEnvironment(outputFolder: output, memoryBytes: memoryBytes)
    let pipeline = try TestPipelines.load("tennis.json")
    _ = try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      try pipeline.run(on: path, environment: environment)
    }
    return try TestFolder.contents(of: output)
  }

  @Test("Workers, memory and the way in which samples are stored")
  func sameBytes() throws {
    var expected: [String: Data]?
    for storage in RecordingStorage.allCases {
      let path = try recording(storage)
      for (workers, memoryBytes) in [(0, 0), (0, 128 << 20), (1, 1 << 20), (3, 128 << 20), (3, 0)] {
        let made = try tables(path, workers: workers, memoryBytes: memoryBytes)
        #expect(made.count == 3)
        #expect(made == expected ?? made, "\(storage), \(workers) workers, \(memoryBytes) bytes")
        expected = expected ?? made
      }
    }
    let swings = try TableText(contentsOf: folder("gzip.h5-0-0/swings/tennis-000021.parquet"))
    #expect(swings.rows.count == 36)
  }
}
