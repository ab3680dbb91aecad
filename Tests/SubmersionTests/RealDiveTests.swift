import SPSubmersion
import Testing

/// A real dive of 98 minutes.
struct RealDiveTests {
  /// The device's own summary, as fitdecode 0.10 reads it from the FIT file of the same dive: messages session and
  /// dive_summary.
  private enum Device {
    static let maxDepthM = 51.765
    static let meanDepthM = 22.03
    static let elapsedS = 5875.107
    static let bottomTimeS = 5573.797
    static let meanDegC = 30.0
  }

  @Test(
    "One dive, within 1 % of what the device says of it",
    .enabled(if: RealDive.isThere, "the reference data are not beside the project"))
  func summary() throws {
    let rows = try RealDive.rows()
    var rules = SubmersionRules()
    rules.density = .salt
    let found = try findings(rows.measurements, temperatures: rows.temperatures, rules: rules)
    #expect(found.dives.count == 1 && found.ignoredRows == 0)
    let dive = try #require(found.dives.first)
    #expect(abs(dive.durationS / Device.elapsedS - 1) < 0.001)
    #expect(abs(try #require(dive.maxDepthM) - Device.maxDepthM) < 1e-9)
    #expect(abs(try #require(dive.meanDepthM) / Device.meanDepthM - 1) < 0.005)
    #expect(abs(try #require(dive.bottomTimeS) / Device.bottomTimeS - 1) < 0.001)
    #expect(abs(try #require(dive.temperature?.degC) - Device.meanDegC) < 0.01)
    // Its settings say salt water of 1025 kg/m3.
    #expect(abs(try #require(dive.pressure?.fittedDensity) - 1025) < 1)
    #expect(try #require(dive.pressure?.largestDifferenceM) < 0.05)
    // A pause of 80 s after the diver was up, and no other that is too long.
    #expect(dive.gaps == [5773...5853] && dive.flags == [.openStart, .endsWithRecording, .pastMaxDepth, .gapInDive])
  }
}
