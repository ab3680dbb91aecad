@testable import SPPlots

/// What a canvas of pixels shows, read back from cairo's memory.
struct Pixels {
  let width: Int
  let height: Int
  private let values: [UInt32]

  init(_ canvas: borrowing Canvas) {
    let surface = canvas.surface
    cairo.surface_flush(surface)
    width = Int(cairo.image_surface_get_width(surface))
    height = Int(cairo.image_surface_get_height(surface))
    let stride = Int(cairo.image_surface_get_stride(surface))
    var values: [UInt32] = []
    if let data = cairo.image_surface_get_data(surface) {
      for row in 0..<height {
        for column in 0..<width {
          // RGB24: 32 bits of the machine's own order, of which the upper 8 are of no meaning.
          let pixel = UnsafeRawPointer(data + row * stride).load(fromByteOffset: 4 * column, as: UInt32.self)
          values.append(pixel & 0xFFFFFF)
        }
      }
    }
    self.values = values
  }

  /// A pixel as `0xRRGGBB`.
  subscript(column: Int, row: Int) -> UInt32 { values[row * width + column] }

  /// How many pixels of a rectangle are not white.
  func inked(columns: Range<Int>, rows: Range<Int>) -> Int {
    rows.reduce(0) { count, row in count + columns.count { self[$0, row] != 0xFFFFFF } }
  }
}
