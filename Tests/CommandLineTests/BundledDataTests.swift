import Foundation
import HDF5
import Testing

@Suite("Bundled recordings")
struct BundledDataTests {
  private static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: Project.path("Data"))) ?? []
    return all.filter { $0.hasSuffix(".h5") }.sorted()
  }()

  @Test(
    "The command that is documented makes the bundled recordings",
    .enabled(if: !names.isEmpty, "there are no recordings in Data"))
  func documentedCommand() async throws {
    let scratch = try Scratch()
    let readme = try String(contentsOfFile: Project.path("Data/README.md"), encoding: .utf8)
    let blocks = readme.split(separator: "```").map(String.init)
    let script = try #require(blocks.first { $0.contains("swingpipe simulate") })
    let outcome = try await Tool.shell(
      script.replacing("swingpipe simulate", with: "\"$SWINGPIPE\" simulate"), in: scratch.path)
    #expect(outcome.status == 0)
    #expect(scratch.files(below: "Data") == Self.names)
    let session = ["phone.h5", "truth.csv", "watch.h5"].map { "workout-000001-\($0)" }
    #expect(scratch.files(below: "Workouts") == session)
    for path in Self.names.map({ "Data/\($0)" }) + [session[0], session[2]].map({ "Workouts/\($0)" }) {
      // Another version of zlib packs the same values into other bytes.
      let made = try File(opening: scratch(path)).group.values()
      let bundled = try File(opening: Project.path(path)).group.values()
      #expect(made == bundled, "\(path)")
      #expect(made.count >= 7, "\(path)")
    }
  }
}

extension ObjectContainer {
  /// The values of all datasets below a group by their paths.
  fileprivate func values() throws -> [String: [Double]] {
    var values: [String: [Double]] = [:]
    for child in try children() {
      if child.kind == .group {
        for (path, inner) in try openGroup(child.name).values() { values["\(child.name)/\(path)"] = inner }
      } else {
        values[child.name] = try openDataset(child.name).read(as: Double.self)
      }
    }
    return values
  }
}
