import HDF5
import Recordings
import Signals
import Synchronization
import Testing

@Suite("Watching what is read")
struct ReadingObserverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("A pass over a dataset sums to 1, whoever reads it in whatever pieces, and blocks in memory are not told again")
  func shares() throws {
    let path = try folder.native { file in try file.putAccelerometer(count: 20_000) }
    let read = Mutex<[String: [Double]]>([:])
    let recording = try Recording(opening: path) { dataset, share in
      read.withLock { $0[dataset, default: []].append(share) }
    }
    var told: [String: [Double]] { read.withLock(\.self) }
    #expect(told.isEmpty)
    let acceleration = try recording.triaxial("acceleration", of: .accelerometer)
    #expect(told.keys.sorted() == ["/accelerometer/time"])
    _ = try acceleration.x.samples(0..<9000)
    // Two blocks of three, of 8,192 rows each.
    #expect(told["/accelerometer/acceleration"] == [0.4096, 0.4096])
    _ = try acceleration.y.samples(0..<20_000)
    #expect(told["/accelerometer/acceleration"] == [0.4096, 0.4096, 0.1808])
  }
}
