import Foundation
import SPPipelines
import SPRecordings
import SPSignals
import SPSimulation
import Testing

/// What changes how fast a recording is worked on changes no bit of its tables.
/// The same tables however they are made.
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

  /// The tables' bytes after a run with some workers besides its own.
  private func tables(_ path: String, workers: Int) throws -> [String: Data] {
    let output = "\(path)-\(workers)"
    let environment = RunEnvironment(outputFolder: output)
    let pipeline = try TestPipelines.load("tennis.json")
    _ = try SpareWorkers.$current.withValue(SpareWorkers(count: workers)) {
      try pipeline.run(on: path, environment: environment)
    }
    return try TestFolder.contents(of: output)
  }

  @Test("Workers and the way in which samples are stored")
  func sameBytes() throws {
    var expected: [String: Data]?
    for storage in RecordingStorage.allCases {
      let path = try recording(storage)
      for workers in [0, 1, 3] {
        let made = try tables(path, workers: workers)
        #expect(made.count == 4)
        #expect(made == expected ?? made, "\(storage), \(workers) workers")
        expected = expected ?? made
      }
    }
    let swings = try TableText(contentsOf: folder("gzip.h5-0/swings/tennis-000021.parquet"))
    #expect(swings.rows.count == 36)
  }
}
