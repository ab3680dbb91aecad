import Foundation
import SPHDF5
import Testing

/// MAT-files of scipy, of versions before 7.3, compared with version 7.3 of hdf5storage.
@Suite(.enabled(if: VirtualEnvironment.isPossible, VirtualEnvironment.reason)) final class MATFileConformanceTests {
  private let folder = NSTemporaryDirectory() + "mat-files-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A dataset of numbers, with all that a mapping depends on.
  private struct Values: Equatable {
    var shape: [Int]
    var type: String
    var matlabClass: String?
    var numbers: [Double]
  }

  @Test func earlierVersionsAreReadAsVersion73() throws {
    let (status, output) = try VirtualEnvironment.shared.get().run("matlab_files.py", folder)
    try #require(status == 0, "\(output)")
    let expected = try values("reference.mat")
    #expect(expected.count == 12)
    #expect(try values("five.mat") == expected)
    #expect(try values("seven.mat") == expected)
    // libmatio makes all numbers of version 4 doubles, as MATLAB does.
    let (four, reference) = (try values("four.mat"), try values("reference_4.mat"))
    #expect(four.mapValues(\.numbers) == reference.mapValues(\.numbers))
    #expect(four.mapValues(\.shape) == reference.mapValues(\.shape))
  }

  private func values(_ name: String) throws -> [String: Values] {
    let file = try File(opening: "\(folder)/\(name)")
    defer { try? file.close() }
    var found: [String: Values] = [:]
    try add(file.group, at: "", in: file, to: &found)
    return found
  }

  private func add(_ group: Group, at path: String, in file: File, to found: inout [String: Values]) throws {
    for child in try group.children() {
      let place = "\(path)/\(child.name)"
      guard child.kind == .dataset else {
        try add(file.openGroup(place), at: place, in: file, to: &found)
        continue
      }
      let dataset = try file.openDataset(place)
      found[place] = Values(
        shape: try dataset.shape, type: "\(dataset.elementType)",
        matlabClass: try? dataset.attributes.string("MATLAB_class"), numbers: try dataset.read(as: Double.self))
    }
  }
}
