import Foundation
import Testing

@testable import SPHDF5

/// MAT-files of `Tests/Fuzz/matlab_seeds.py`, whose bytes follow the format's specification.
/// MAT-files of MATLAB before version 7.3.
struct MATFileTests {
  private static let seeds =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz/Seeds/matlab").path

  private let times = (0..<20).map { Double($0) / 100 }
  private let axes = (0..<60).map { 0.01 * Double($0) }

  @Test("Version 5, plain and compressed, is opened as version 7.3 stores it", arguments: ["plain", "packed"])
  func five(_ name: String) throws {
    let file = try File(opening: "\(Self.seeds)/\(name).mat")
    #expect(try file.children().map(\.name) == ["imu", "spectrum", "trials"])
    #expect(try file.openGroup("imu").attributes.string("MATLAB_class") == "struct")
    let t = try file.openDataset("/imu/t")
    #expect(try t.shape == [1, 20])
    #expect(try t.read(as: Double.self) == times)
    let acceleration = try file.openDataset("/imu/acc")
    #expect(try acceleration.shape == [3, 20])
    #expect(acceleration.elementType == .float32)
    #expect(try acceleration.attributes.string("MATLAB_class") == "single")
    #expect(try acceleration.read(as: Float.self) == axes.map { Float($0) })
    #expect(try file.openDataset("/imu/steps").read(as: Double.self) == (0..<20).map(Double.init))
  }

  @Test("Variables that are not arrays of real numbers say what they are", arguments: ["plain", "packed"])
  func leftOut(_ name: String) throws {
    let file = try File(opening: "\(Self.seeds)/\(name).mat")
    let reasons = try ["/imu/note", "/trials", "/spectrum"].map {
      try file.openDataset($0).attributes.string(MATCopy.leftOut)
    }
    #expect(reasons == ["a text", "a cell array", "complex values"])
  }

  @Test("Version 4 is recognised by its name and its first variable")
  func four() throws {
    let file = try File(opening: "\(Self.seeds)/four.mat")
    #expect(try file.openDataset("/t").read(as: Double.self) == times)
    #expect(try file.openDataset("/acc").shape == [3, 20])
    #expect(try file.openDataset("/acc").read(as: Double.self) == axes)
    try withFolder { folder in
      try write(bytes("\(Self.seeds)/four.mat"), to: folder("four.h5"))
      #expect(try error { _ = try File(opening: folder("four.h5")) }.kind == .notHDF5)
    }
  }

  @Test("Such a file cannot be written, and its copy can neither")
  func writing() throws {
    let path = "\(Self.seeds)/plain.mat"
    #expect(try error { _ = try File(opening: path, for: .readingAndWriting) }.kind == .notHDF5)
    let file = try File(opening: path)
    #expect(try error { _ = try file.createGroup("more") }.kind == .noAccess)
  }

  @Test("A file that ends early says so, with its name", arguments: ["plain", "packed", "four"])
  func truncated(_ name: String) throws {
    let whole = try bytes("\(Self.seeds)/\(name).mat")
    try withFolder { folder in
      let path = folder("cut.mat")
      for count in stride(from: 140, to: whole.count, by: 7) {
        try write(Array(whole[..<count]), to: path)
        // Version 4 has no count of its variables: it may end behind any.
        guard name != "four" || count != 182 else { continue }
        let refused = try error { _ = try File(opening: path) }
        #expect(refused.kind == .truncated, "\(count): \(refused)")
        #expect(refused.description.hasPrefix("\(path): cannot open: it ends at byte \(count), within its variable"))
      }
    }
  }

  @Test("Damage to a variable is an error with its number")
  func damaged() throws {
    let whole = try bytes("\(Self.seeds)/plain.mat")
    try withFolder { folder in
      let path = folder("damaged.mat")
      // The type of the first variable.
      var changed = whole
      changed[128] = 99
      try write(changed, to: path)
      #expect(
        try error { _ = try File(opening: path) }.reason
          == "it has no variable at byte 128, where one was expected; save it again")
      // The dimensions of the cell array, for which libmatio would ask for 16 GB.
      let trials = try #require(whole.indices.first { whole[$0...].starts(with: Array("trials".utf8)) })
      changed = whole
      changed[trials - 13] = 0x7F
      try write(changed, to: path)
      #expect(
        try error { _ = try File(opening: path) }.reason
          == "its variable 2 that begins at byte 920 is damaged; copy or save it again")
    }
  }

  @Test("A wrong checksum of compressed bytes is an error")
  func checksum() throws {
    var changed = try bytes("\(Self.seeds)/packed.mat")
    changed[changed.count - 1] ^= 1
    try withFolder { folder in
      try write(changed, to: folder("a.mat"))
      #expect(try error { _ = try File(opening: folder("a.mat")) }.reason.hasPrefix("its variable 3 that begins at"))
    }
  }
}
