import Foundation
import HDF5
import Testing

@Suite("Bundled recordings")
struct BundledDataTests {
  private static let names: [String] = {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: Project.path("Data"))) ?? []
    return all.filter { $0.hasSuffix(".h5") || $0.hasSuffix(".csv") }.sorted()
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
    for name in Self.names where name.hasSuffix(".csv") {
      #expect(
        try String(contentsOfFile: scratch("Data/\(name)"), encoding: .utf8)
          == String(contentsOfFile: Project.path("Data/\(name)"), encoding: .utf8), "\(name)")
    }
    for name in Self.names where name.hasSuffix(".h5") {
      // Another version of zlib packs the same values into other bytes.
      let made = try File(opening: scratch("Data/\(name)")).group.values()
      let bundled = try File(opening: Project.path("Data/\(name)")).group.values()
      #expect(made == bundled, "\(name)")
      #expect(made.count >= 7, "\(name)")
    }
  }
}

extension ObjectContainer {
  /// The values of all datasets below a group by their paths, as bits, since a missing value equals no other.
  fileprivate func values() throws -> [String: [UInt64]] {
    var values: [String: [UInt64]] = [:]
    for child in try children() {
      if child.kind == .group {
        for (path, inner) in try openGroup(child.name).values() { values["\(child.name)/\(path)"] = inner }
      } else {
        values[child.name] = try openDataset(child.name).read(as: Double.self).map(\.bitPattern)
      }
    }
    return values
  }
}
