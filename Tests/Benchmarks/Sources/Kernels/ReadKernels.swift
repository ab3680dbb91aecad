import Foundation
import HDF5

extension Kernel {
  /// Three axes as they lie in the file, in blocks of 65,536 rows.
  static let readPlain = reading("read_plain", .contiguous)
  /// The same, shuffled and compressed in chunks, as recordings are written by default.
  static let readGzip = reading("read_gzip", .compressed(chunkShape: [8192, 3]))

  private static func reading(_ name: String, _ layout: DatasetLayout) -> Kernel {
    Kernel(name: name, size: hour) { size in
      let path = FileManager.default.temporaryDirectory.appending(path: "swingpipe-\(name)-\(UUID().uuidString).h5")
        .path
      // Multiples of 1/65536 g with a noise of 5 mg, as a watch gives them.
      var noise = Noise(seed: 2)
      let values = (0..<3 * size).map { index -> Float in
        (328 * noise.next() + Float(20_000 * sin(Double(index) / 700))).rounded() / 65_536
      }
      do {
        let file = try File(creating: path)
        let dataset = try file.createDataset("acceleration", of: Float.self, shape: [size, 3], layout: layout)
        try dataset.write(values)
        try file.close()
      }
      let expected = stride(from: 0, to: values.count, by: 97).reduce(0.0) { $0 + Double(abs(values[$1])) }
      let opened = Opened(file: try File(opening: path), path: path)
      var block: [Float] = []
      return {
        let dataset = try opened.file.openDataset("acceleration")
        var sum = 0.0
        var next = 0
        for start in stride(from: 0, to: size, by: 65_536) {
          let rows = start..<min(start + 65_536, size)
          if block.count != 3 * rows.count { block = [Float](repeating: 0, count: 3 * rows.count) }
          var span = block.mutableSpan
          try dataset.read(rows: rows, into: &span)
          while next < 3 * rows.upperBound {
            sum += Double(abs(block[next - 3 * start]))
            next += 97
          }
        }
        try check("sum of every 97th value", sum, expected: expected)
      }
    }
  }
}

/// A file that is gone when nothing reads it any more.
private final class Opened {
  let file: File
  private let path: String

  init(file: File, path: String) {
    self.file = file
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
