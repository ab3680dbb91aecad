import Foundation
import SPBasics
import SPRecordings
import Testing

@testable import SPImporting

/// A folder of a test's own, in which files are made and imported; gone when the test is.
final class ImportScratch: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "importers-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and tells its path.
  func write(_ text: String, to name: String) throws -> String { try write(Data(text.utf8), to: name) }

  /// Writes a file and tells its path.
  func write(_ data: Data, to name: String) throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: Folder.split(file).folder, withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Imports a source and opens the recording.
  func imported(
    _ source: String, _ options: ImportOptions = .init(), as name: String = "imported"
  ) throws -> (recording: Recording, record: ImportRecord) {
    let output = "\(path)/out/\(name).h5"
    var source = ImportSource(source)
    source.recordingID = name
    let outcome = try Importer(options, toolVersion: "1.0").run(source, to: output)
    return (try Recording(opening: output), outcome.record)
  }

  /// Imports a source with any number of recordings, and opens them.
  func importedParts(
    _ source: ImportSource, _ options: ImportOptions = .init()
  ) throws -> [(id: String, recording: Recording, record: ImportRecord)] {
    let outcome = try Importer(options, toolVersion: "1.0").run(source, in: path + "/out") {
      "\(self.path)/out/\($0).h5"
    }
    return try outcome.recordings.map {
      ($0.recordingID, try Recording(opening: $0.path), try $0.result.get().record)
    }
  }

  /// The same for a file.
  func importedParts(
    _ file: String, _ options: ImportOptions = .init()
  ) throws -> [(id: String, recording: Recording, record: ImportRecord)] {
    try importedParts(ImportSource(file), options)
  }

  /// The error of an import that cannot succeed; nothing must be left behind by it.
  func fault(_ source: String, _ options: ImportOptions = .init()) throws -> String {
    let output = "\(path)/out/refused.h5"
    let importer = Importer(options, toolVersion: "1.0")
    var message: String?
    do {
      _ = try importer.run(ImportSource(source), to: output)
    } catch {
      message = "\(error)"
    }
    let left = (try? FileManager.default.contentsOfDirectory(atPath: path + "/out")) ?? []
    #expect(left.isEmpty)
    // Without the folder, which every test has its own of.
    return try #require(message).replacing(path + "/", with: "")
  }
}

/// The text of the error that a body throws; records an issue where it throws none.
func message(_ body: () throws -> Void, at location: SourceLocation = #_sourceLocation) -> String {
  do {
    try body()
    Issue.record("no error was thrown", sourceLocation: location)
    return ""
  } catch {
    return "\(error)"
  }
}

extension Recording {
  /// All rows of a dataset, one after another.
  func rows(_ dataset: String, of stream: StreamName) throws -> [[Float]] {
    let stream = try self.stream(stream)
    let components = try stream.signals(dataset).map { try $0.samples(0..<stream.count) }
    return (0..<stream.count).map { row in components.map { $0[row] } }
  }

  /// All timestamps of a stream.
  func times(of stream: StreamName) throws -> [Double] {
    let stream = try self.stream(stream)
    return try stream.timeBase.times(0..<stream.count)
  }
}
