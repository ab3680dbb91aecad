import SPRecordings

/// Interpolates between two rows of a dataset.
enum RowInterpolation {
  /// A row between two others.
  ///
  /// Measured values are interpolated linearly. Attitudes are interpolated linearly along the shorter arc and
  /// normalised to a magnitude of 1. Codes keep the value of the row before.
  ///
  /// - Parameters:
  ///   - kind: the dataset.
  ///   - before: the row before, with all components.
  ///   - after: the row after.
  ///   - fraction: the position between the two, from 0 to 1.
  static func row(
    _ kind: StreamCatalog.DatasetKind, _ before: some Sequence<Float>, _ after: some Sequence<Float>, at fraction: Float
  ) -> [Float] {
    guard kind.storage == .float32 else { return Array(before) }
    guard kind.components == 4 else { return zip(before, after).map { $0 + fraction * ($1 - $0) } }
    // A quaternion and its negative are the same attitude.
    let sign: Float = zip(before, after).reduce(0) { $0 + $1.0 * $1.1 } < 0 ? -1 : 1
    let between = zip(before, after).map { $0 + fraction * (sign * $1 - $0) }
    let length = between.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return between.map { $0 / length }
  }
}
