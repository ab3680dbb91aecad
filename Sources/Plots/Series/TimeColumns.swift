import SPSignals

/// Columns of equal length into which a stretch of time is divided.
struct TimeColumns: Sendable {
  private let start: Double
  private let columnsPerSecond: Double

  init(over span: ClosedRange<Double>, count: Int) {
    start = span.lowerBound
    let width = span.upperBound - span.lowerBound
    columnsPerSecond = width > 0 ? Double(max(1, count)) / width : 0
  }

  /// The number of the column that contains a time; below 0, or from `count` on, outside of the stretch.
  func number(of time: Double) -> Int {
    let place = (time - start) * columnsPerSecond
    return Int(max(-1e15, min(1e15, place.rounded(.down))))
  }

  /// Consecutive samples in one column, whose times do not decrease.
  struct Run: Sendable {
    var number: Int
    var samples: Range<Int>
  }

  /// Divides samples into runs. Samples without a finite time are not in any run.
  func runs(of times: [Double]) -> [Run] {
    guard let first = times.first, let last = times.last else { return [] }
    guard Self.isAscending(times) else { return runsByOne(of: times) }
    let end = number(of: last)
    var runs = [Run(number: number(of: first), samples: 0..<times.count)]
    while let run = runs.last, run.number != end {
      let next = partitionPoint(run.samples) { number(of: times[$0]) == run.number }
      runs[runs.count - 1].samples = run.samples.lowerBound..<next
      runs.append(Run(number: number(of: times[next]), samples: next..<times.count))
    }
    return runs
  }

  /// Whether all times are finite and no time is before the previous time.
  private static func isAscending(_ times: [Double]) -> Bool {
    guard let first = times.first, let last = times.last, first.isFinite, last.isFinite else { return false }
    var falls = 0
    times.withUnsafeBufferPointer { times in
      // Counts all decreases instead of stopping early, so that the compiler vectorises the loop. A comparison with NaN
      // is false.
      for index in 1..<max(times.count, 1) { falls += times[index] >= times[index - 1] ? 0 : 1 }
    }
    return falls == 0
  }

  private func runsByOne(of times: [Double]) -> [Run] {
    var runs: [Run] = []
    for index in times.indices where times[index].isFinite {
      let number = number(of: times[index])
      if let last = runs.last, last.number == number, last.samples.upperBound == index, times[index] >= times[index - 1]
      {
        runs[runs.count - 1].samples = last.samples.lowerBound..<index + 1
      } else {
        runs.append(Run(number: number, samples: index..<index + 1))
      }
    }
    return runs
  }
}
