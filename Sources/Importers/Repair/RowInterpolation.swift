import Recordings

/// Rows between two others.
enum RowInterpolation {
  /// Measured values lie on the line between their neighbours; attitudes on the shorter way between theirs, with a length
  /// of 1; codes stay what they were.
  ///
  /// - Parameters:
  ///   - kind: the dataset.
  ///   - before: its row before, with all components.
  ///   - after: its row behind.
  ///   - fraction: how far from one to the other, from 0 to 1.
  static func row(
    _ kind: StreamCatalog.DatasetKind, _ before: some Sequence<Float>, _ after: some Sequence<Float>, at fraction: Float
  ) -> [Float] {
    guard kind.storage == .float32 else { return Array(before) }
    guard kind.components == 4 else { return zip(before, after).map { $0 + fraction * ($1 - $0) } }
    // A quaternion and its negative are one attitude.
    let sign: Float = zip(before, after).reduce(0) { $0 + $1.0 * $1.1 } < 0 ? -1 : 1
    let between = zip(before, after).map { $0 + fraction * (sign * $1 - $0) }
    let length = between.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return between.map { $0 / length }
  }
}
