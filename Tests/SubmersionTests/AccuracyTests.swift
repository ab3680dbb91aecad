import SPSimulation
import SPSubmersion
import Testing

/// Accuracy on simulated dives.
struct AccuracyTests {
  /// The largest errors over recordings of ten seeds, in both waters.
  private struct Errors {
    var starts = 0.0, ends = 0.0, maxDepths = 0.0, meanDepths = 0.0, temperatures = 0.0, pressures = 0.0
    var dives = 0, missedRecordings = 0, withoutTemperature = 0

    init(_ profile: DiveProfile, _ change: (inout DiveSettings) -> Void = { _ in }) throws {
      for seed in 1...10 as ClosedRange<UInt64> {
        var settings = DiveSettings(profile: profile, seed: seed)
        settings.water = seed.isMultiple(of: 2) ? .salt : .fresh
        change(&settings)
        let simulated = try SimulatedDives(settings)
        let found = try simulated.findings().dives
        guard found.count == simulated.dives.count else {
          missedRecordings += 1
          continue
        }
        for (dive, truth) in zip(found, simulated.dives) { add(dive, truth) }
      }
    }

    private mutating func add(_ dive: Dive, _ truth: SimulatedDives.Dive) {
      dives += 1
      starts = max(starts, abs(dive.startTime - truth.startTime))
      ends = max(ends, abs(dive.endTime - truth.endTime))
      maxDepths = max(maxDepths, abs((dive.maxDepthM ?? .infinity) - truth.maxDepthM))
      meanDepths = max(meanDepths, abs((dive.meanDepthM ?? .infinity) / truth.meanDepthM - 1))
      pressures = max(pressures, dive.pressure?.largestDifferenceM ?? .infinity)
      if let temperature = dive.temperature {
        temperatures = max(temperatures, abs(temperature.degC - truth.waterDegC))
      } else {
        withoutTemperature += 1
      }
    }
  }

  @Test("With events, starts and ends are exact to the microsecond", arguments: DiveProfile.allCases)
  func events(profile: DiveProfile) throws {
    let errors = try Errors(profile)
    #expect(errors.missedRecordings == 0 && errors.dives >= 10)
    #expect(errors.starts < 1e-6 && errors.ends < 1e-6)
    #expect(errors.pressures < 0.1)
    // Beyond the sensor's range the depth is not known.
    guard profile != .sensorError else { return }
    #expect(errors.maxDepths < 0.1 && errors.meanDepths < 0.02)
  }

  @Test(
    "Without events they are those of the measurements, a second apart",
    arguments: DiveProfile.allCases, [true, false])
  func measurements(profile: DiveProfile, hasOwnStates: Bool) throws {
    let errors = try Errors(profile) {
      $0.hasEvents = false
      $0.hasOwnStates = hasOwnStates
    }
    #expect(errors.missedRecordings == 0)
    #expect(errors.starts < 1.1 && errors.ends < 1.1)
  }

  @Test("The temperature is within 0.2 degC of the water's", arguments: [DiveProfile.square, .sawtooth, .coldWater])
  func temperatures(profile: DiveProfile) throws {
    let errors = try Errors(profile)
    #expect(errors.temperatures < 0.2)
    #expect(Double(errors.withoutTemperature) <= 0.2 * Double(errors.dives))
  }

  @Test("Pauses of up to 20 s change no dive")
  func pauses() throws {
    let errors = try Errors(.square) { $0.pauseCount = 20 }
    #expect(errors.missedRecordings == 0 && errors.ends < 1e-6 && errors.maxDepths < 0.2)
  }
}
