import SPRecordings
import SPSignals
import Testing

/// Quality of values.
struct ValueQualityTests {
  private let scene: QualityScene

  init() throws { scene = try QualityScene() }

  @Test("Extremes and missing values have their places, however the rows are stored", arguments: [777, 8192, 40_000])
  func places(chunkRows: Int) throws {
    // Places at the ends of pieces and blocks of any usual length.
    var x = QualityScene.motion(40_000)
    let y = QualityScene.motion(40_000, phase: 1)
    x[32_767] = 30
    x[32_768] = -31
    for row in [255, 256, 257, 32_770, 39_999] { x[row] = .nan }
    x[300] = .infinity
    let stream = QualityScene.Stream(
      name: .accelerometer, time: steady(40_000),
      datasets: ["acceleration": QualityScene.rows([x, y, y])], chunkRows: chunkRows)
    let dataset = try RecordingQuality(of: scene.recording(stream)).streams[0].datasets[0]
    let channel = dataset.channels[0]
    #expect(dataset.channels.map(\.name) == ["x", "y", "z"])
    #expect(channel.largest?.value == 30)
    #expect(channel.largest?.row == 32_767)
    #expect(channel.largest?.timeS == 100 + 32_767.0 / 800)
    #expect(channel.smallest?.value == -31)
    #expect(channel.smallest?.row == 32_768)
    #expect(dataset.largestMagnitude == 31)
    #expect(channel.nanCount == 5)
    #expect(channel.infiniteCount == 1)
    #expect(channel.missing?.rows == 6)
    #expect(channel.missing?.first.map(\.row) == [255, 300, 32_770, 39_999])
    #expect(channel.missing?.first.map(\.rows) == [3, 1, 1, 1])
    #expect(channel.missing?.longest.row == 255)
    // The others by the standard library.
    #expect(dataset.channels[1].largest?.value == y.max())
    #expect(dataset.channels[1].largest?.row == y.firstIndex(of: try #require(y.max())))
    #expect(dataset.channels[1].smallest?.row == y.firstIndex(of: try #require(y.min())))
    #expect(dataset.channels[1].missing == nil)
  }

  @Test("A channel that stands still for over half a second is told, with its stretch")
  func held() throws {
    // 401 timestamps of 800 Hz take 0.5 s.
    func stretch(of rows: Range<Int>) throws -> RowStretches? {
      var x = QualityScene.motion(3000)
      for row in rows { x[row] = 0.25 }
      return try scene.acceleration(x).channels[0].held
    }
    #expect(try stretch(of: 1000..<1400) == nil)
    let found = try #require(try stretch(of: 1000..<1401))
    #expect(found.count == 1)
    #expect(found.first.map(\.row) == [1000])
    #expect(found.first.map(\.rows) == [401])
    #expect(found.longest.lengthS == 0.5)
    #expect(try stretch(of: 0..<500)?.first.map(\.row) == [0])
    #expect(try stretch(of: 2500..<3000)?.rows == 500)
  }

  @Test("A channel of equal values is constant; codes may be")
  func constant() throws {
    let count = 500
    let still = [Float](repeating: 0, count: 3 * count)
    let motion = QualityScene.Stream(
      name: .headphoneMotion, time: steady(count),
      datasets: [
        "user_acceleration": still, "sensor_location": [Float](repeating: 1, count: count),
        "rotation_rate": QualityScene.rows([
          QualityScene.motion(count), [Float](repeating: 0.5, count: count), QualityScene.motion(count, phase: 1),
        ]),
      ])
    let quality = try RecordingQuality(of: scene.recording(motion))
    let faults = quality.faults
    #expect(faults.map(\.kind) == [.constantValues, .constantValues])
    #expect(faults.map(\.channels) == [["y"], ["x", "y", "z"]])
    #expect(faults.map(\.text) == ["constant, 0.5", "constant, 0"])
    let channels = quality.streams[0].datasets.flatMap(\.channels)
    #expect(channels.compactMap(\.constant).count == 5)
    #expect(channels.allSatisfy { $0.held == nil && $0.clipping == nil })
  }

  @Test("NaN is a fault, but stands for what was not measured where the layout has it so")
  func missing() throws {
    let dive = QualityScene.Stream(
      name: "submersion_measurement", time: [0, 1, 2, 3],
      datasets: ["depth": [.nan, 1, 2, .nan], "surface_pressure": [101, 101, .nan, .nan]])
    let faults = try RecordingQuality(of: scene.recording(dive)).faults
    #expect(faults.map(\.dataset) == ["surface_pressure"])
    #expect(faults.map(\.text) == ["2 missing values in 1 stretch"])
  }
}
