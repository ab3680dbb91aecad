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
}
