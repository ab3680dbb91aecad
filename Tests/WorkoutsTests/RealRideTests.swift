import TestSupport
import Testing

@testable import SPWorkouts

/// Real rides beside what their devices said of them.
@Suite("Real rides", .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)))
struct RealRideTests {
  @Test(
    "timer, distance and averages are the device's",
    arguments: [
      "ride-2012_01_11_11_51_01", "ride-2013-04-11-17-32-50", "ride-20130716_202738", "ride-20130717_143733",
      "ride-Garmin830_with_Stages",
    ], [true, false])
  func matchesDevice(name: String, hasStates: Bool) throws {
    let recording = try Rides.fit(name)
    let ride = try #require(WorkoutAnalysis(hasStates ? Rides.withStates(recording) : recording))
    #expect(ride.timer.source == (hasStates ? .states : .events))
    let device = try #require(ride.device)
    let timer = try #require(device.timerTimeS)
    #expect(abs(ride.figures.timerTimeS - timer) <= 1)
    if let elapsed = device.elapsedTimeS { #expect(abs(ride.figures.elapsedTimeS - elapsed) <= 1) }
    if let distance = device.distanceM { expectNear(ride.figures.distanceM, distance, 0.005) }
    expectWhole(ride.figures.meanHeartRateBpm, device.meanHeartRateBpm)
    expectWhole(ride.figures.meanCadenceRpm, device.meanCadenceRpm)
    // Its own mean power has the spike of 21,733 W in it.
    if name != "ride-20130717_143733" {
      expectWhole(ride.figures.meanPowerW, device.meanPowerW)
      expectWhole(ride.figures.normalizedPowerW, device.normalizedPowerW)
    }
  }

  /// A spike of 21,733 W over 4 s makes the device's own normalized power 773 W.
  @Test("a spike is named, and normalized power is that of the ride without it")
  func spike() throws {
    let ride = try #require(try WorkoutAnalysis(Rides.fit("ride-20130717_143733")))
    let spikes = ride.faults.filter { $0.kind == .spike }
    #expect(spikes.map(\.value) == [21_733])
    #expect(spikes.map(\.count) == [4])
    #expect(spikes.first?.reason == "power of 21733 W is outside of 0 to 2500 W; left out")
    #expect(ride.device?.normalizedPowerW == 773)
    // NumPy: 30 s means over whole stretches of records 1 s apart, without values above 3,000 W.
    expectNear(ride.figures.normalizedPowerW, 216.8620273239342, 1e-9)
    expectNear(ride.figures.meanPowerW, 159.97532398366766, 1e-9)
    #expect(ride.laps.count == 4)
    // The third lap has neither the spike nor a gap: the device's means can be believed.
    expectWhole(ride.laps[2].figures.meanPowerW, ride.laps[2].device?.meanPowerW)
    for lap in ride.laps {
      #expect(abs(lap.figures.timerTimeS - (lap.device?.timerTimeS ?? 0)) <= 1)
      expectNear(lap.figures.distanceM, lap.device?.distanceM ?? 0, 0.005)
      expectWhole(lap.figures.meanHeartRateBpm, lap.device?.meanHeartRateBpm)
      expectWhole(lap.figures.meanCadenceRpm, lap.device?.meanCadenceRpm)
    }
  }

  @Test("a clock that jumps by two years and back loses the samples of the jump alone")
  func clockJump() throws {
    let ride = try #require(try WorkoutAnalysis(Rides.csv("clock-jump-20130411")))
    let jumps = ride.faults.filter { $0.kind == .clockJump && $0.quantity == .heartRate }
    #expect(jumps.map(\.count) == [14])
    // 2015-06-11 21:36:22 to 21:36:51.
    #expect(jumps.map(\.startTime) == [1_434_058_582])
    #expect(jumps.map(\.endTime) == [1_434_058_611])
    #expect(ride.faults.filter { $0.kind == .duplicateTimestamp && $0.quantity == .heartRate }.map(\.count) == [19])
    #expect(ride.figures.elapsedTimeS < 7100)
    expectNear(ride.figures.distanceM, 43_663.43, 0.005)
  }

  @Test("a ramp test gives 75 % of its best minute")
  func rampTest() throws {
    let ride = try #require(try WorkoutAnalysis(Rides.csv("ramp-test")))
    // The best minute, of a NumPy brute force, is 313.1333 W; by hand, 0.75 * 313.1333 = 234.85.
    expectNear(ride.thresholdPowers[.rampTest], 234.85, 1e-4)
    // 0.95 * 249.5625.
    expectNear(ride.thresholdPowers[.maxExercise20Minute], 237.084375, 1e-9)
    #expect(ride.thresholdPowers[.maxExercise60Minute] == nil)
    // numpy.polyfit of the work of the best 3, 4, 5, 6, 8, 10, 12, 15 and 20 min.
    expectNear(ride.criticalPower?.powerW, 242.41394975, 1e-8)
    expectNear(ride.criticalPower?.workJ, 18_196.17002629, 1e-8)
  }

  /// Of the stream alone, NumPy gives 288.84795139873825 W over whole windows of 30 s; the device says 288.
  @Test("normalized power of a whole ride is NumPy's")
  func normalizedPower() throws {
    let ride = try #require(try WorkoutAnalysis(Rides.fit("ride-20130716_202738")))
    expectNear(ride.figures.normalizedPowerW, 288.84795139873825, 1e-9)
    expectNear(ride.figures.meanPowerWithoutZerosW, 303.96791443850265, 1e-9)
  }

  @Test("a pool swim gives lengths, strokes and pace")
  func swim() throws {
    let swim = try #require(try WorkoutAnalysis(Rides.fit("swim-2016-05-23"))?.swim)
    // The device's session: 2,200 m, 955 strokes, 25 m.
    expectNear(swim.distanceM, 2200, 1e-9)
    #expect(swim.strokeCount == 955)
  }

  @Test("a ride without records is no ride")
  func empty() throws {
    let ride = try WorkoutAnalysis(Rides.fit("no-records"))
    #expect(ride?.figures.meanPowerW == nil)
    #expect(ride?.curve.points.isEmpty ?? true)
  }
}

/// A figure within a fraction of the expected one.
func expectNear(
  _ value: Double?, _ expected: Double, _ fraction: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let value else {
    Issue.record("no value, expected \(expected)", sourceLocation: sourceLocation)
    return
  }
  #expect(abs(value - expected) <= fraction * abs(expected), "\(value) of \(expected)", sourceLocation: sourceLocation)
}

/// A figure within 1 % of what a device said in whole numbers, which may be cut off: 85 for 85.9.
func expectWhole(_ value: Double?, _ device: Double?, sourceLocation: SourceLocation = #_sourceLocation) {
  guard let device else { return }
  guard let value else {
    Issue.record("no value, the device said \(device)", sourceLocation: sourceLocation)
    return
  }
  #expect(
    value >= 0.99 * device && value < 1.01 * (device + 1), "\(value) of \(device)", sourceLocation: sourceLocation)
}
