import Foundation
import SPImporting
import Testing

/// Files with several workouts or dives, compared with what the libraries of their formats read.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason))
final class SportFileConformanceTests {
  private static let shared = FITConformanceTests.files + "/../"
  private let folder = NSTemporaryDirectory() + "sport-conformance-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Imports files and has them compared.
  private func check(_ files: [String], of sources: [String]) throws {
    let output = folder + "/recordings"
    for source in try ImportSource.sources(in: sources) {
      let outcome = try Importer(ImportOptions(), toolVersion: "1.0").run(source, in: output) { "\(output)/\($0).h5" }
      for recording in outcome.recordings { _ = try recording.result.get() }
    }
    let (status, text) = try VirtualEnvironment.shared.get().run("sport_files.py", ["check", output] + files)
    #expect(status == 0, "\(text)")
    #expect(text.split(separator: "\n").count { $0.hasSuffix(": alike") } == files.count)
  }

  @Test("Tracks that gpxpy writes, plain, packed and in an archive, and dives that divejson writes")
  func written() throws {
    let log = VirtualEnvironment.programs + "/dives.ssrf"
    let (status, text) = try VirtualEnvironment.shared.get().run("sport_files.py", ["write", folder, log])
    try #require(status == 0, "\(text)")
    // What is in the archive is the same as beside it, under other names.
    for name in ["deep.gpx", "deeper.gpx"] {
      try FileManager.default.copyItem(atPath: folder + "/tracks.gpx", toPath: folder + "/" + name)
    }
    try FileManager.default.copyItem(atPath: log, toPath: folder + "/log.ssrf")
    let files = ["tracks.gpx", "packed.gpx.gz", "deep.gpx", "deeper.gpx", "dives.uddf", "log.ssrf"]
    try check(
      files.map { "\(folder)/\($0)" },
      of: ["tracks.gpx", "packed.gpx.gz", "years.zip", "dives.uddf", "log.ssrf"].map { "\(folder)/\($0)" })
  }

  @Test(
    "Real files: a triathlon, rides, and what apps write",
    .enabled(if: FileManager.default.fileExists(atPath: shared), "../shared/data is not there"))
  func real() throws {
    let files = [
      "fit/triathlon.fit", "fit/multisport_sdk.fit", "fit/ride-20130716_202738.fit",
      "fit/ride-Garmin830_with_Stages.fit",
      "sport-files/nozone.gpx", "sport-files/three_laps.tcx", "sport-files/strava_leading_spaces.tcx",
    ].map { Self.shared + $0 }
    try check(files, of: files)
  }
}
