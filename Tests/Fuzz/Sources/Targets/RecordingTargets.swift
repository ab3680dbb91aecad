import Foundation
import SPBasics
import SPHDF5
import SPImporting
import SPRecordings
import SPSignals

extension FuzzTarget {
  static let recordings = [
    FuzzTarget("recording", "an HDF5 recording, read to its end") { bytes in
      try withFile(bytes, ".h5") { path in
        let recording = try Recording(opening: path)
        for name in recording.streams.keys { try read(recording.stream(name)) }
        _ = try recording.annotations()
        try recording.close()
      }
    },
    FuzzTarget("matlab", "a MAT-file of a version before 7.3, read to its end") { bytes in
      try withFile(bytes, ".mat") { path in
        let file = try File(opening: path)
        try read(file.group, in: file)
        try file.close()
      }
    },
    FuzzTarget("import_csv", "a text table of another program, imported") { try importing($0, ".csv") },
    FuzzTarget("import_archive", "an archive of another program, imported") { try importing($0, ".zip") },
    FuzzTarget("fit", "the reader of FIT files") { bytes in
      var reader = FITReader(bytes, faults: .endReading)
      var count = 0
      while let message = try reader.next() {
        count += 1
        precondition(message.offset < bytes.count, "a message behind the end")
      }
      precondition(count <= bytes.count, "more messages than bytes")
    },
    FuzzTarget("import_fit", "a FIT file, imported as far as it goes") { bytes in
      var options = ImportOptions()
      options.readsUpToFault = true
      try importing(bytes, ".fit", options)
    },
    FuzzTarget("import_xml", "a ride in TCX or GPX, imported") { try importing($0, ".gpx") },
    FuzzTarget("import_uddf", "dives in UDDF or Subsurface's XML, imported") { try importing($0, ".uddf") },
    FuzzTarget("import_gzip", "a file packed by gzip, unpacked and imported") { try importing($0, ".fit.gz") },
    FuzzTarget("import_health", "an export of Apple Health, imported") { try importing($0, ".xml", isWritable: true) },
  ]

  /// Reads all stamps and samples of a stream.
  private static func read(_ stream: RecordingStream) throws {
    let timeBase = try stream.timeBase
    for name in stream.datasetNames {
      for signal in try stream.signals(name) {
        precondition(signal.count == timeBase.count, "a signal of another length than its stream")
        for start in stride(from: 0, to: signal.count, by: 65_536) {
          _ = try signal.samples(start..<min(start + 65_536, signal.count))
        }
      }
    }
  }

  /// Reads all numbers of a group.
  private static func read(_ group: Group, in file: File) throws {
    for child in try group.children() {
      let path = "\(group.path == "/" ? "" : group.path)/\(child.name)"
      if child.kind == .group { try read(file.openGroup(path), in: file) }
      guard child.kind == .dataset, case let dataset = try file.openDataset(path), dataset.elementType.isNumber else {
        continue
      }
      let (values, shape) = (try dataset.read(as: Double.self), try dataset.shape)
      precondition(values.count == shape.reduce(1, *), "more or fewer values than the shape has")
    }
  }

  /// - Parameter isWritable: whether each recording that is read can be written, too: a text may be longer than HDF5 keeps.
  private static func importing(
    _ bytes: [UInt8], _ suffix: String, _ options: ImportOptions = ImportOptions(), isWritable: Bool = false
  ) throws {
    try withFile(bytes, suffix) { path in
      let outcome = try Importer(options, toolVersion: "fuzz").run(
        ImportSource(path), in: path + ".imported", to: { "\(path).imported/\($0).h5" })
      for recording in outcome.recordings {
        guard isWritable, case .failure(let error) = recording.result else { continue }
        preconditionFailure("a recording that was read cannot be written: \(error)")
      }
    }
  }

  /// Keeps bytes in a file of a folder of its own for as long as something is done with it.
  private static func withFile(_ bytes: [UInt8], _ suffix: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("input" + suffix)
    try Data(bytes).write(to: file)
    try body(file.path)
  }
}
