import TestSupport
import Testing

@testable import SPWorkouts

struct PowerFiguresTests {
  /// Every mean of every duration, added up anew.
  private static func bruteForce(_ values: [Double], _ duration: Int) -> Double? {
    guard duration <= values.count else { return nil }
    return (0...(values.count - duration)).compactMap { start -> Double? in
      let window = values[start..<(start + duration)]
      return window.contains { $0.isNaN } ? nil : window.reduce(0, +) / Double(duration)
    }.max()
  }

  @Test("the curve is that of every window without a gap")
  func curve() {
    var state: UInt64 = 42
    var values = (0..<700).map { _ -> Double in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 55)
    }
    for gap in [100..<103, 333..<334, 600..<640] { for place in gap { values[place] = .nan } }
    let curve = PowerCurve(EvenSeries(startTime: 10, values: values), durations: Array(1...700))
    #expect(curve.points.map(\.durationS) == Array(1...266))
    for duration in [1, 2, 3, 29, 30, 100, 101, 227, 230, 231, 265, 266] {
      #expect(curve.powerW(duration) == Self.bruteForce(values, duration))
    }
  }

  /// numpy.lib.stride_tricks.sliding_window_view over the power of the ride on a grid of seconds.
  @Test(
    "curves of real rides are NumPy's to the last watt",
    .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
    arguments: [
      (
        "ramp-test", 2212,
        [
          1: 354.0, 5: 335.6, 15: 330.066667, 30: 327.4, 60: 313.133333, 120: 306.091667, 300: 298.44, 600: 283.631667,
          1200: 249.5625, 1800: 216.054444,
        ]
      ),
      (
        "garmin1000-ftp285", 6610,
        [
          1: 1170.0, 2: 1134.0, 5: 1076.0, 10: 722.5, 60: 346.533333, 300: 284.086667, 1200: 234.384167,
          3600: 195.226944, 5400: 198.983889,
        ]
      ),
      (
        "power-spike-20130717", 2660,
        [1: 446.0, 2: 416.0, 5: 388.2, 30: 330.8, 60: 318.95, 300: 283.24, 1200: 254.673333, 2400: 232.000417]
      ),
    ])
  func realCurves(name: String, longest: Int, expected: [Int: Double]) throws {
    let ride = try #require(try WorkoutAnalysis(Rides.csv(name)))
    #expect(ride.curve.points.last?.durationS == longest)
    for (duration, watts) in expected { expectNear(ride.curve.powerW(duration), watts, 1e-8) }
  }

  @Test("a gap is part of no mean, and zero power is")
  func gapsAndZeros() {
    let samples = Samples(times: [0, 1, 2, 3, 6, 7, 8], values: [200, 200, 0, 0, 400, 400, 400])
    let series = EvenSeries(samples, startTime: 0, count: 9, gapLimitS: 30)
    #expect(series.runs == [0..<9])
    // Of 60 samples two steps of 3 s are gaps, of which each is fewer than 1 in 20.
    let times = (0..<30).map(Double.init) + (32..<62).map(Double.init)
    let gap = EvenSeries(
      Samples(times: times, values: times.map { $0 < 30 ? 100 : 0 }), startTime: 0, count: 62, gapLimitS: 30)
    #expect(gap.runs == [0..<30, 32..<62])
    #expect(gap.mean()?.value == 50)
    #expect(PowerCurve(gap).points.last?.durationS == 30)
  }

  @Test("constant power is its own normalized power, and an hour at threshold scores 100")
  func constantPower() throws {
    var recording = DeviceRecording(device: "bike")
    recording.streams[.power] = Samples(times: (0..<3600).map(Double.init), values: .init(repeating: 250, count: 3600))
    var rules = WorkoutRules()
    rules.thresholdPower = .given(250)
    let ride = try #require(WorkoutAnalysis(recording, rules: rules))
    expectNear(ride.figures.normalizedPowerW, 250, 1e-12)
    expectNear(ride.intensityFactor, 1, 1e-12)
    expectNear(ride.trainingStressScore, 100, 1e-12)
    #expect(ride.thresholdPowers[.maxExercise60Minute] == 250)
    #expect(ride.thresholdPowers[.rampTest] == 187.5)
    // 0.90 to 1.05 of the threshold is the fourth zone.
    #expect(ride.zones.map(\.timeS) == [0, 0, 0, 3600, 0, 0, 0])
    #expect(ride.zones[3].lower == 225 && ride.zones[3].upper == 262.5)
    #expect(ride.intervals.map(\.figures.timerTimeS) == [3600])
    expectNear(ride.figures.workKJ, 900, 1e-12)
  }

  /// (200/120 - 200/132) / (200/120) = 1/11.
  @Test("a heart that beats faster at the same power drifts")
  func drift() {
    let power = EvenSeries(startTime: 0, values: .init(repeating: 200, count: 2400))
    let heart = EvenSeries(startTime: 0, values: (0..<2400).map { $0 < 1200 ? 120 : 132 })
    expectNear(HeartRateDrift.fraction(output: power, heartRate: heart, isPower: true), 1.0 / 11, 1e-12)
  }

  @Test("a lone sample far above both neighbours is a spike, and a sprint is none")
  func loneSpike() {
    var recording = DeviceRecording(device: "bike")
    let watts = [150.0, 160, 1400, 150, 140, 600, 900, 1150, 1100, 700, 200]
    recording.streams[.power] = Samples(times: watts.indices.map(Double.init), values: watts)
    let ride = WorkoutAnalysis(recording)
    #expect(ride?.faults.filter { $0.kind == .spike }.map(\.value) == [1400])
    #expect(ride?.figures.maxPowerW == 1150)
  }

  @Test("efforts are found, those with a short dip between them as one")
  func intervals() throws {
    // 120 s at 150 W, 300 s at 300 W with 8 s of coasting in it, 120 s at 150 W, 90 s at 320 W, 120 s at 100 W, 40 s at 330 W.
    var watts = [Double](repeating: 150, count: 120) + [Double](repeating: 300, count: 300)
    watts.replaceSubrange(260..<268, with: [Double](repeating: 0, count: 8))
    watts += [Double](repeating: 150, count: 120) + [Double](repeating: 320, count: 90)
    watts += [Double](repeating: 100, count: 120) + [Double](repeating: 330, count: 40)
    let found = IntervalFinder(rules: IntervalRules()).find(
      EvenSeries(startTime: 0, values: watts), thresholdPowerW: 280)
    #expect(found.count == 2)
    #expect(abs((found.first?.seconds.lowerBound ?? 0) - 120) <= 7)
    #expect(abs((found.first?.seconds.upperBound ?? 0) - 420) <= 7)
    #expect(abs((found.last?.seconds.count ?? 0) - 90) <= 7)
    #expect(
      found.first?.reason.hasPrefix("the 15 s mean of power kept to 246 W or more (88 % of the threshold power)")
        == true)
    #expect(
      found.first?.reason.hasSuffix(" s") == true && found.first?.reason.contains(", with dips of up to ") == true)
    #expect(found.last?.reason.contains("dips") == false)
  }

  @Test("lap events cut a workout into laps")
  func laps() throws {
    var recording = DeviceRecording(device: "bike")
    let times = (0..<300).map(Double.init)
    recording.streams[.power] = Samples(times: times, values: times.map { $0 < 100 ? 100 : 200 })
    recording.streams[.speed] = Samples(times: times, values: times.map { _ in 10 })
    recording.events = [WorkoutEvent(time: 100, kind: .lap)]
    let ride = try #require(WorkoutAnalysis(recording))
    #expect(ride.laps.map(\.figures.meanPowerW) == [100, 200])
    #expect(ride.laps.map(\.figures.distanceM) == [1000, 2000])
    #expect(ride.laps.map(\.figures.timerTimeS) == [100, 200])
    expectNear(ride.figures.paceSPerKm, 100, 1e-12)
  }

  /// 20 + 30 s and 24 + 34 s: (50 + 58) / 2.
  @Test("the mean of strokes and seconds is that of the lengths whose strokes were counted")
  func swolf() throws {
    let swim = try #require(
      SwimFigures(
        [
          SwimLength(startTime: 0, durationS: 30, strokes: 20), SwimLength(startTime: 30, durationS: 34, strokes: 24),
          SwimLength(startTime: 64, durationS: 60, strokes: nil),
        ], poolLengthM: 25))
    #expect(swim.swolf == 54)
    #expect(swim.strokeCount == 44)
    #expect(swim.lengthCount == 3)
  }

  @Test("laps that overlap more often than any device's do are left out, and told of")
  func overlappingLaps() throws {
    var bike = DeviceRecording(device: "bike")
    let times = (0..<100_000).map(Double.init)
    bike.streams[.power] = Samples(times: times, values: times.map { _ in 200 })
    bike.laps = (0..<5000).map { _ in DeviceFigures(startTime: 0, endTime: 99_999) }
    let ride = try #require(WorkoutAnalysis(bike))
    #expect(ride.laps.count == 20)
    #expect(ride.faults.map(\.kind) == [.lapOverlap])
    #expect(ride.faults.map(\.count) == [4980])
  }
}
