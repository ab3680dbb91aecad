import SPSubmersion
import Testing

/// Depth and pressure.
struct PressureTests {
  @Test(
    "Pressure at 10 m",
    // By hand: 101.325 kPa + density * 9.80665 m/s2 * 10 m.
    arguments: [(WaterDensity.fresh, 199.3915), (.en13319, 201.35283), (.salt, 201.843_162_5)])
  func tenMeters(water: WaterDensity, kPa: Double) {
    #expect(abs(water.pressure(atDepth: 10, surfaceKPa: 101.325) - kPa) < 1e-9)
    #expect(abs(water.depth(atPressure: kPa, surfaceKPa: 101.325) - 10) < 1e-9)
  }

  private func row(_ time: Double, depth: Double, kPa: Double, surface: Double = 100) -> DepthMeasurement {
    DepthMeasurement(time: time, depthM: depth, pressureKPa: kPa, surfacePressureKPa: surface)
  }

  @Test("A missing depth is that of the pressure above the surface's")
  func fromPressure() throws {
    var rules = SubmersionRules()
    rules.density = .salt
    let pressures = [100, 100.2, 130.155_448_75, 130.155_448_75, 100.2]
    let found = try findings(
      pressures.enumerated().map { row(Double($0), depth: .nan, kPa: $1) }, rules: rules)
    let dive = try #require(found.dives.first)
    // 30.155 kPa are 3 m of 1025 kg/m3; 0.2 kPa may be the weather's.
    #expect(dive.startTime == 2 && dive.endTime == 4)
    #expect(abs(try #require(dive.maxDepthM) - 3) < 1e-9)
    #expect(dive.flags.contains(.depthFromPressure) && dive.pressure == nil)
  }

  @Test("Where the recording has no pressure at the surface, that of the rules counts")
  func surfaceOfRules() throws {
    var rules = SubmersionRules()
    rules.density = .fresh
    rules.surfacePressureKPa = 90
    let found = try findings([row(0, depth: .nan, kPa: 109.6133, surface: .nan)], rules: rules)
    #expect(abs(try #require(found.dives.first?.maxDepthM) - 2) < 1e-9)
  }

  @Test("An infinite pressure is a missing one")
  func infinitePressures() throws {
    let sound = [100.0, 120, 130, 130, 120].enumerated().map { index, pressure in
      DepthMeasurement(time: Double(index), pressureKPa: pressure, surfacePressureKPa: 100)
    }
    var infinite = sound
    infinite.insert(DepthMeasurement(time: 2.5, pressureKPa: .infinity, surfacePressureKPa: .infinity), at: 3)
    let expected = try #require(try findings(sound).dives.first)
    let dive = try #require(try findings(infinite).dives.first)
    #expect(dive.maxDepthM == expected.maxDepthM && dive.surfacings.isEmpty)
    #expect(Set(dive.flags) == Set(expected.flags).union([.sensorError]))
  }

  @Test("Depths are checked against pressures, and the density that fits them is told")
  func agreement() throws {
    let depths = [1, 5, 10, 20, 30.0]
    let rows = depths.enumerated().map { row(Double($0), depth: $1, kPa: 100 + 9.80665 * $1) }
    let dive = try #require(try findings(rows).dives.first)
    // Fresh water taken for 1020 kg/m3: 30 m are 29.412 m.
    #expect(abs(try #require(dive.pressure?.largestDifferenceM) - 30 * (1 - 1000.0 / 1020)) < 1e-9)
    #expect(abs(try #require(dive.pressure?.fittedDensity) - 1000) < 1e-6)
    #expect(dive.flags.contains(.pressureDisagreement))
  }

  @Test("Without a recorded pressure at the surface a wrong density still shows")
  func agreementWithoutSurface() throws {
    let rows = [0, 10, 20.0].enumerated().map { row(Double($0), depth: $1, kPa: 98 + 10.00_2783 * $1, surface: .nan) }
    let right = try #require(try findings(rows).dives.first)
    #expect(try #require(right.pressure?.largestDifferenceM) < 1e-9)
    var rules = SubmersionRules()
    rules.density = .fresh
    let wrong = try #require(try findings(rows, rules: rules).dives.first)
    // Depths of 0, 10.2 and 20.4 m, about their mean: 0.2 m to either side.
    #expect(abs(try #require(wrong.pressure?.largestDifferenceM) - 0.2) < 1e-6)
  }
}
