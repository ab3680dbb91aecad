import Foundation
import Testing

/// Recordings whose chunks need a filter that is a plugin.
struct PluginFilterTests {
  @Test("It is refused unless the reader's option lets plugins be loaded, and is then missed by its name")
  func option() async throws {
    let scratch = try Scratch()
    let path = try scratch.copy(Project.path("Data/baseball-000001.h5"), to: "in/a.h5")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    // A filter in a dataset's header (HDF5 File Format Specification, IV.A.2.l): its number, 1 for gzip, the length of
    // its name, flags, the count of parameters, and the name.
    let gzip: [UInt8] = [1, 0, 8, 0, 1, 0, 1, 0] + Array("deflate".utf8)
    let places = bytes.indices.dropLast(gzip.count).filter { Array(bytes[$0..<$0 + gzip.count]) == gzip }
    try #require(!places.isEmpty)
    for place in places { bytes.replaceSubrange(place..<place + 2, with: [0x2C, 0x01]) }
    try Data(bytes).write(to: URL(fileURLWithPath: path))

    func run(_ options: String...) async throws -> Tool.Outcome {
      try await Tool.run(["run", Project.pipeline("minimal"), "in", "-o", "out"] + options, in: scratch.path)
    }
    let refused = try await run()
    #expect(refused.status == 65)
    #expect(refused.errors.contains("(number 300), a plugin, and plugins are not loaded"), "\(refused.errors)")
    let missed = try await run("--set", "hdf5.filters=plugins")
    #expect(missed.status == 65)
    #expect(missed.errors.contains("300"), "\(missed.errors)")
    #expect(!missed.errors.contains("plugins are not loaded"))
  }
}
