import Glibc
import Testing

@testable import SPWorkouts

/// Distance and the speed from it.
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

  @Test("The first value counts from 0, the last of equal timestamps counts, and nothing is covered in a pause")
  func lengths() throws {
    var swim = DeviceRecording(device: "watch")
    swim.states = [
      StateChange(time: 0, state: .running), StateChange(time: 100, state: .paused),
      StateChange(time: 200, state: .running), StateChange(time: 300, state: .ended),
    ]
    swim.events = [WorkoutEvent(time: 100, kind: .lap), WorkoutEvent(time: 200, kind: .lap)]
    // The fourth length ends with the pause, and is written 10 s later.
    swim.streams[.distance] = Samples(
      times: [30, 60, 90, 110, 250, 280, 280], values: [25, 50, 75, 100, 125, 150, 175])
    let found = try #require(WorkoutAnalysis(swim))
    #expect(found.figures.distanceM == 175)
    #expect(found.laps.map(\.figures.distanceM) == [100, 0, 75])
    #expect(found.faults.map(\.kind) == [.duplicateTimestamp] && found.faults.map(\.count) == [1])
  }

  @Test("A first value that nobody covers in the time before it is where the distance begins")
  func laterStart() throws {
    let ride = try Self.ride([10, 11, 12]) { 5000 + 5 * $0 }
    #expect(ride.figures.distanceM == 10)
  }

  @Test("A distance that is covered before the first value counts, and not as a speed")
  func firstMeters() throws {
    let ride = try Self.ride((0..<3600).map(Double.init)) { 5 * ($0 + 1) }
    #expect(ride.figures.distanceM == 18_000 && ride.figures.maxSpeedMS == 5)
  }

  @Test("No more time is moving than counts")
  func movingTime() throws {
    var bike = DeviceRecording(device: "bike")
    bike.states = [StateChange(time: 0.6, state: .running), StateChange(time: 9.4, state: .ended)]
    bike.streams[.speed] = Samples(times: (0..<12).map(Double.init), values: .init(repeating: 5, count: 12))
    let figures = try #require(WorkoutAnalysis(bike)).figures
    #expect(abs(figures.timerTimeS - 8.8) < 1e-9 && figures.movingTimeS == figures.timerTimeS)
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
    expected.poolLengthM = 25
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

  @Test(
    "Places of single precision make a distance to 1 %, wherever on the globe",
    arguments: [(35.6, 139.7, 1.4), (-36.8, 174.7, 1.2), (52.5, 13.4, 1.4), (35.6, 139.7, 7)])
  func roundedPlaces(latitude: Double, longitude: Double, speedMS: Double) throws {
    // North-east for half an hour; a degree of latitude is 111,195 m.
    let degrees = (0...1800).map { speedMS * Double($0) / 2.0.squareRoot() / 111_195 }
    let way = GreatCircle.distance(
      times: degrees.indices.map(Double.init), latitudes: degrees.map { Double(Float(latitude + $0)) },
      longitudes: degrees.map { Double(Float(longitude + $0 / cos(latitude * .pi / 180))) })
    #expect(abs(try #require(way.values.last) / (1800 * speedMS) - 1) < 0.01)
    // Every row has a sample: a stop is no gap.
    #expect(way.times == degrees.indices.map(Double.init))
    #expect(zip(way.values, way.values.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test("The last digit of a place that does not change is no way")
  func rest() throws {
    let places = (0...600).map { Double(Float(139.7)) + ($0.isMultiple(of: 2) ? 0 : Double(Float(139.7).ulp)) }
    let way = GreatCircle.distance(
      times: places.indices.map(Double.init), latitudes: .init(repeating: 35.6, count: 601), longitudes: places)
    #expect(way.values.allSatisfy { $0 == 0 } && way.times.last == 600)
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
