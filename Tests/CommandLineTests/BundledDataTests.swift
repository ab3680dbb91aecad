import Foundation
import SPHDF5
import Testing

/// Bundled recordings.
struct BundledDataTests {
  /// The recordings of swings, and those that the pipelines of other domains are tested on.
  private static let folders = ["Data", "Pipelines/Recordings"]

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Project.path(folder)).filter {
      $0.hasSuffix(".h5") || $0.hasSuffix(".csv")
    }.sorted()
  }

  @Test("The command that is documented makes the bundled recordings")
  func documentedCommand() async throws {
    let scratch = try Scratch()
    let readme = try String(contentsOfFile: Project.path("Data/README.md"), encoding: .utf8)
    let blocks = readme.split(separator: "```").map(String.init)
    let script = try #require(blocks.first { $0.contains("swingpipe simulate swings") })
    let outcome = try await Tool.shell(
      script.replacing("swingpipe simulate", with: "\"$SWINGPIPE\" simulate"), in: scratch.path)
    #expect(outcome.status == 0)
    for folder in Self.folders {
      let names = try Self.names(in: folder)
      #expect(!names.isEmpty)
      #expect(scratch.files(below: folder) == names)
      for path in names.map({ "\(folder)/\($0)" }) {
        if path.hasSuffix(".csv") {
          let bundled = try Data(contentsOf: URL(fileURLWithPath: Project.path(path)))
          #expect(try scratch.bytes(path) == bundled, "\(path)")
          continue
        }
        // Another version of zlib packs the same values into other bytes.
        let made = try File(opening: scratch(path)).group.values()
        let bundled = try File(opening: Project.path(path)).group.values()
        #expect(made == bundled, "\(path)")
        #expect(made.count >= 7, "\(path)")
      }
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
