import SPHDF5
import SPRecordings
import SPSignals
import Synchronization
import Testing

/// Watching what is read.
struct ReadingObserverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A pass tells every row once, whoever reads it in whatever pieces, and blocks in memory are not told again")
  func rows() throws {
    let path = try folder.native { file in try file.putAccelerometer(count: 20_000) }
    let read = Mutex<[String: [ReadingStep]]>([:])
    let recording = try Recording(opening: path) { step in
      read.withLock { $0[step.dataset, default: []].append(step) }
    }
    var told: [String: [ReadingStep]] { read.withLock(\.self) }
    #expect(told.isEmpty)
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    #expect(told.keys.sorted() == ["/accelerometer/time"])
    // Timestamps are doubles.
    #expect(told["/accelerometer/time"]?.allSatisfy { $0.bytes == 8 * $0.rows && $0.rowCount == 20_000 } == true)
    _ = try acceleration.x.samples(0..<9000)
    // Two blocks of three, of 8,192 rows each.
    #expect(told["/accelerometer/acceleration"] == [block(8192), block(8192)])
    _ = try acceleration.y.samples(0..<20_000)
    #expect(told["/accelerometer/acceleration"] == [block(8192), block(8192), block(3616)])
  }

  /// A block of three floats a row.
  private func block(_ rows: Int) -> ReadingStep {
    ReadingStep(dataset: "/accelerometer/acceleration", rows: rows, rowCount: 20_000, bytes: 12 * rows)
  }
}
