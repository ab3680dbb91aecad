import Testing

@testable import Workouts

@Suite("Distance and the speed from it")
struct DistanceTests {
  /// A ride of an hour with a distance at some moments.
  private static func ride(_ moments: [Double], _ meters: (Double) -> Double) throws -> WorkoutAnalysis {
    var bike = DeviceRecording(device: "bike")
    bike.streams = [
      .distance: Samples(times: moments, values: moments.map(meters)),
      .heartRate: Samples(times: (0..<3600).map(Double.init), values: .init(repeating: 140, count: 3600)),
    ]
    return try #require(WorkoutAnalysis(bike))
  }

  @Test("Positions that are found again catch up in distance, and not in speed")
  func catchUp() throws {
    let ride = try Self.ride((0..<3600).map(Double.init)) { 5 * $0 + ($0 < 1800 ? 0 : 900) }
    #expect(ride.figures.distanceM == 18_895)
    #expect(ride.figures.maxSpeedMS == 5)
    // Of 3,599 steps, the one of the catch-up is unknown.
    #expect(ride.figures.movingTimeS == 3598)
  }

  @Test("Time without a distance is no motion along straight lines")
  func gap() throws {
    let moments = (0..<1200).map(Double.init) + (2100..<3600).map(Double.init)
    let ride = try Self.ride(moments) { 5 * $0 }
    #expect(ride.figures.timerTimeS == 3600)
    #expect(ride.figures.distanceM == 17_995)
    #expect(ride.figures.movingTimeS == 2698)
  }

  @Test("Several sessions of a device are one whole, without means")
  func sessions() {
    var swim = DeviceFigures(startTime: 0, endTime: 600)
    swim.timerTimeS = 590
    swim.distanceM = 750
    swim.meanHeartRateBpm = 150
    swim.maxHeartRateBpm = 170
    swim.poolLengthM = 25
    var bike = DeviceFigures(startTime: 620, endTime: 2600)
    bike.timerTimeS = 1900
    bike.distanceM = 20_000
    bike.meanHeartRateBpm = 140
    bike.maxHeartRateBpm = 160
    let whole = DeviceFigures(joining: [swim, bike])
    var expected = DeviceFigures(startTime: 0, endTime: 2600)
    expected.timerTimeS = 2490
    expected.distanceM = 20_750
    expected.maxHeartRateBpm = 170
    #expect(whole == expected)
    #expect(DeviceFigures(joining: [swim]) == swim)
  }

  /// A series of heights, one a second.
  private static func climb(_ heights: [Double]) -> Climb? {
    Climb(EvenSeries(startTime: 0, values: heights), turnM: 3)
  }

  @Test("Ascent and descent are sums between turns of 3 m; less is noise, and gaps are passed over")
  func climb() throws {
    // Up 20 with a dip of 2 that is none, down 15, up 4, down 100 at once.
    let way = try #require(Self.climb([100, 105, 110, 108, 120, .nan, 112, 105, 109, 9]))
    #expect(way.ascentM == 24 && way.descentM == 115)
    let flat = try #require(Self.climb((0..<10_000).map { $0.isMultiple(of: 2) ? 50 : 52 }))
    #expect(flat.ascentM == 0 && flat.descentM == 0)
    #expect(Self.climb([.nan, 3]) == nil)
  }

  @Test("Places on the globe make a distance where the recording has none")
  func places() {
    // A degree of latitude, and one of longitude at 60 degrees north, are 111,195 m and half of that.
    let way = GreatCircle.distance(
      times: [0, 1, 2, 2.5, 3], latitudes: [59, 60, .nan, 91, 60], longitudes: [7, 7, 7, 7, 8])
    #expect(way.times == [0, 1, 3])
    #expect(abs(way.values[1] - 111_195) < 1)
    #expect(abs(way.values[2] - way.values[1] - 55_597) < 3)
  }
}
