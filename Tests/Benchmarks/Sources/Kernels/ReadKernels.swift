import Foundation
import SPHDF5

extension Kernel {
  /// Three axes as they lie in the file, in blocks of 65,536 rows.
  static let readPlain = reading("read_plain", .contiguous)
  /// The same, shuffled and compressed in chunks, as recordings are written by default.
  static let readGzip = reading("read_gzip", .compressed(chunkShape: [8192, 3]))
  /// The same through HDF5's own filters.
  static let readGzipHDF5 = reading("read_gzip_hdf5", .compressed(chunkShape: [8192, 3]), isDirect: false)

  private static func reading(_ name: String, _ layout: DatasetLayout, isDirect: Bool = true) -> Kernel {
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
        let reader = try RowReader(dataset, as: Float.self, isDirect: isDirect)
        var sum = 0.0
        var next = 0
        for start in stride(from: 0, to: size, by: 65_536) {
          let rows = start..<min(start + 65_536, size)
          if block.count != 3 * rows.count { block = [Float](repeating: 0, count: 3 * rows.count) }
          var span = block.mutableSpan
          try reader.read(rows, into: &span)
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

extension Kernel {
  /// An hour of three axes of float32, whose bytes HDF5's shuffle filter has sorted by their place, sorted back.
  static let unshuffle = Kernel(name: "unshuffle", size: hour) { size in
    let count = 3 * size
    let shuffled = [UInt8](unsafeUninitializedCapacity: 4 * count) { buffer, filled in
      for place in 0..<4 {
        for index in 0..<count { buffer[place * count + index] = UInt8(truncatingIfNeeded: index &* 31 &+ place) }
      }
      filled = 4 * count
    }
    var output = [UInt8](repeating: 0, count: 4 * count)
    return {
      shuffled.withUnsafeBytes { bytes in
        output.withUnsafeMutableBytes { ByteShuffle.unshuffle(bytes, elementByteCount: 4, into: $0) }
      }
      var wrong = 0
      for byte in stride(from: 0, to: 4 * count, by: 1009)
      where output[byte] != UInt8(truncatingIfNeeded: byte / 4 &* 31 &+ byte % 4) { wrong += 1 }
      try check("bytes out of place", Double(wrong), expected: 0)
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
