/// Buffers for the rows of all streams in a block of text, filled one value at a time.
final class RowBuffers {
  private let widths: [[Int]]
  private let times: [UnsafeMutableBufferPointer<Double>]
  /// The datasets of all streams, one after another.
  private let values: UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<Float>>
  private let firstTargets: [Int]
  private let counts: UnsafeMutableBufferPointer<Int>

  /// - Parameters:
  ///   - widths: for each stream the number of components of each of its datasets.
  ///   - capacity: the most rows of each stream.
  init(widths: [[Int]], capacity: Int) {
    self.widths = widths
    times = widths.map { _ in .allocate(capacity: capacity) }
    let all = widths.joined()
    values = .allocate(capacity: all.count)
    for (index, width) in all.enumerated() { values[index] = .allocate(capacity: width * capacity) }
    var targets: [Int] = []
    var next = 0
    for stream in widths {
      targets.append(next)
      next += stream.count
    }
    firstTargets = targets
    counts = .allocate(capacity: widths.count)
    counts.initialize(repeating: 0)
  }

  deinit {
    times.forEach { $0.deallocate() }
    values.forEach { $0.deallocate() }
    values.deallocate()
    counts.deallocate()
  }

  /// Sets a component of the current row.
  @inline(__always)
  func put(_ value: Float, stream: Int, target: Int, component: Int, width: Int) {
    values[target][counts[stream] * width + component] = value
  }

  /// The magnitude of a dataset's current row.
  func norm(stream: Int, target: Int, width: Int) -> Double {
    let row = counts[stream] * width
    return (row..<row + width).reduce(0.0) { $0 + Double(values[target][$1]) * Double(values[target][$1]) }.squareRoot()
  }

  /// Whether the current row of a stream has no value at all.
  func isMissing(stream: Int) -> Bool {
    widths[stream].enumerated().allSatisfy { index, width in
      let row = counts[stream] * width
      return (row..<row + width).allSatisfy { values[firstTargets[stream] + index][$0].isNaN }
    }
  }

  /// The first value of a dataset's current row that is not a whole number from 0 to the largest code; nil without such
  /// a value. Missing values (NaN) are allowed.
  func firstNoCode(stream: Int, target: Int, width: Int, most: Float) -> Float? {
    let row = counts[stream] * width
    return values[target][row..<row + width].first {
      !$0.isNaN && !(0...most ~= $0 && $0 == $0.rounded())
    }
  }

  /// Ends the current row, with its timestamp.
  @inline(__always)
  func take(_ timestamp: Double, stream: Int) {
    times[stream][counts[stream]] = timestamp
    counts[stream] += 1
  }

  /// The finished rows of each stream.
  func rows() -> [StreamRows] {
    widths.indices.map { stream in
      let count = counts[stream]
      return StreamRows(
        times: Array(times[stream][..<count]),
        datasets: widths[stream].enumerated().map { index, width in
          Array(values[firstTargets[stream] + index][..<(count * width)])
        })
    }
  }
}
