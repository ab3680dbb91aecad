import Foundation
import SPTables
import Testing

/// Rides of a bike computer.
struct RideTests {
  static let folder = Project.path("../shared/data/fit")

  @Test(
    "Totals are those that the device worked out itself, and a spike is named",
    .enabled(if: FileManager.default.fileExists(atPath: folder), "there are no shared rides"))
  func totals() async throws {
    let scratch = try Scratch()
    let rides = [
      "ride-20130716_202738", "ride-20130717_143733", "ride-2013-04-11-17-32-50", "ride-2012_01_11_11_51_01",
    ]
    let sources = rides.map { "\(Self.folder)/\($0).fit" }
    let imported = try await Tool.run(["import"] + sources + ["--output", "in"], in: scratch.path)
    #expect(imported.status == 0, "\(imported.errors)")
    let run = try await Tool.run(
      ["run", Project.pipeline("cycling"), "in", "-o", "out", "-q", "--set", "out.format=csv"], in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try scratch.text("out/merged/workouts.csv").split(separator: "\n")
    let header = lines[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.count == rides.count + 1)
    var compared = 0
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(zip(header, fields)) { first, _ in first }
      /// Whether a total is near the device's own, which some devices do not write.
      func expect(_ column: String, within tolerance: (Double) -> Double) {
        guard let ours = row[column].flatMap(Double.init), let device = row["device_\(column)"].flatMap(Double.init)
        else { return }
        compared += 1
        #expect(
          abs(ours - device) <= tolerance(device), "\(fields[0]): \(column) is \(ours), the device says \(device)")
      }
      let hasSpike = row["faults"]?.contains("spike") == true
      expect("timer_time_s") { _ in 1 }
      expect("distance_m") { 0.005 * $0 }
      // The device's mean power has the spike in it. Its means are whole numbers, so that half of one is within them.
      if !hasSpike { expect("mean_power_w") { 0.01 * $0 } }
      expect("mean_cadence_rpm") { max(0.01 * $0, 1) }
      expect("mean_heart_rate_bpm") { 0.01 * $0 + 0.5 }
      #expect(hasSpike == (row["device_normalized_power_w"] == "773.0"))
    }
    #expect(compared == 4 + 4 + 1 + 3 + 4)
    let faults = try scratch.tableText("out/merged/workout_faults.parquet")
    #expect(faults.contains(",spike,power,") && faults.contains("power of 21733 W is outside of 0 to 2500 W; left out"))
  }
}
