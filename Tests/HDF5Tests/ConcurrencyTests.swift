import Testing

@testable import SPHDF5

/// Reading from many tasks.
struct ConcurrencyTests {
  private static let rowCount = 20_000

  /// A file whose element at (row, column) is 3 row + column + offset.
  private func make(_ path: String, offset: Int) throws {
    let file = try File(creating: path)
    let layout = DatasetLayout.compressed(chunkShape: [1_000, 3], gzipLevel: 1)
    let dataset = try file.createDataset("x", of: Int32.self, shape: [0, 3], layout: layout)
    try dataset.append((0..<3 * Self.rowCount).map { Int32($0 + offset) })
    try dataset.attributes.set("offset", to: offset)
    try file.close()
  }

  /// Whether rows read as they were written.
  private func isRight(_ dataset: Dataset, start: Int, offset: Int) throws -> Bool {
    let rows = start..<min(start + 700, Self.rowCount)
    let values = try dataset.read(rows: rows, as: Int32.self)
    return values == (3 * rows.lowerBound..<3 * rows.upperBound).map { Int32($0 + offset) }
  }

  @Test("One dataset shared by many tasks")
  func oneDataset() async throws {
    let folder = try Folder()
    defer { folder.remove() }
    try make(folder("a.h5"), offset: 0)
    let dataset = try File(opening: folder("a.h5")).openDataset("x")
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<64 {
        group.addTask { try isRight(dataset, start: task * 311 % Self.rowCount, offset: 0) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 64))
  }

  @Test("Several files, opened, read, asked for what is missing and closed by many tasks")
  func severalFiles() async throws {
    let folder = try Folder()
    defer { folder.remove() }
    for index in 0..<4 { try make(folder("\(index).h5"), offset: 1_000 * index) }
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for task in 0..<48 {
        group.addTask {
          let name = "\(task % 4).h5"
          let file = try File(opening: folder(name))
          let dataset = try file.openDataset("x")
          let offset = try dataset.attributes.number("offset", as: Int.self)
          let missing = try error { _ = try file.openDataset("missing\(task)") }
          // An error stack or a message of another task's would show here.
          guard missing.file == folder(name), missing.object == "/missing\(task)" else { return false }
          return try isRight(dataset, start: task * 401 % Self.rowCount, offset: offset)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 48))
  }
}
