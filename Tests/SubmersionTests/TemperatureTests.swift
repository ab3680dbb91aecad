import SPSubmersion
import Testing

/// Temperature of the water.
struct TemperatureTests {
  private func dive(
    _ samples: [TemperatureSample], _ change: (inout TemperatureRules) -> Void = { _ in }
  ) throws -> Dive {
    var rules = SubmersionRules()
    change(&rules.temperature)
    let depths = [Double?](repeating: 2, count: Int(samples.last?.time ?? 0) + 2)
    return try #require(try findings(measurements(depths), temperatures: samples, rules: rules).dives.first)
  }

  private func samples(_ values: [Double], stepS: Double, uncertainty: Double = .nan) -> [TemperatureSample] {
    values.enumerated().map {
      TemperatureSample(time: stepS * Double($0), degC: $1, uncertaintyDegC: uncertainty)
    }
  }

  @Test("The fit is that of scipy")
  func fit() throws {
    // 8 + 20 exp(-t / 70 s) + 0.05 sin(1.7 i) degC, rounded to 0.001, every 10 s. scipy 1.17, optimize.curve_fit of
    // e + a exp(-t / tau): e = 7.99737735 +- 0.01562759, a = 20.01102756, tau = 69.99230369.
    let values = [
      28, 25.387, 23.017, 20.982, 19.319, 17.831, 16.452, 15.327, 14.421, 13.549, 12.745, 12.148, 11.652, 11.117,
      10.658, 10.364, 10.078, 9.734, 9.492, 9.364, 9.175, 8.95, 8.848, 8.798, 8.651, 8.513, 8.498, 8.47, 8.343, 8.276,
    ]
    let found = try #require(try dive(samples(values, stepS: 10)).temperature)
    #expect(found.method == .exponentialFit && found.sampleCount == 30)
    #expect(abs(found.degC - 7.99737735) < 0.02)
    #expect(abs(found.uncertaintyDegC / 0.01562759 - 1) < 0.1)
    #expect(abs(try #require(found.timeConstantS) / 69.99230369 - 1) < 0.005)
    #expect(abs(try #require(found.startDegC) - 28.008405) < 0.02)
  }

  @Test("What the sensor states at best is the least uncertainty")
  func leastUncertainty() throws {
    let found = try dive(samples([Double](repeating: 12.25, count: 20), stepS: 3, uncertainty: 0.3)).temperature
    #expect(found?.method == .constant && found?.degC == 12.25 && found?.uncertaintyDegC == 0.3)
  }

  @Test("Whole degrees are uncertain by their rounding")
  func rounding() throws {
    let found = try dive(samples([Double](repeating: 30, count: 20), stepS: 3)).temperature
    // A value that was rounded to 1 degC: 1 / sqrt(12).
    #expect(abs(try #require(found).uncertaintyDegC - 0.288675) < 1e-6)
  }

  @Test("The first of five certain values counts, not one before a relapse")
  func settled() throws {
    let uncertainties = [5, 0.4, 0.4, 2, 0.5, 0.4, 0.3, 0.2, 0.1, 0.1]
    let rows = uncertainties.enumerated().map {
      TemperatureSample(time: 3 * Double($0), degC: 20 - Double($0), uncertaintyDegC: $1)
    }
    let dive = try dive(rows) { $0.choice = .settled }
    #expect(dive.temperature == dive.settledTemperature)
    #expect(dive.temperature?.degC == 16 && dive.temperature?.uncertaintyDegC == 0.5 && dive.temperature?.time == 12)
    #expect(dive.temperature?.method == .settled)
  }

  @Test("A dive too short to converge has none, and says so")
  func notConverged() throws {
    let values = (0..<10).map { 28 - Double($0) }
    let dive = try dive(samples(values, stepS: 3, uncertainty: 8))
    #expect(dive.temperature == nil && dive.flags.contains(.temperatureNotConverged))
    #expect(try #require(dive.fittedTemperature?.uncertaintyDegC) >= 8)
  }
}
