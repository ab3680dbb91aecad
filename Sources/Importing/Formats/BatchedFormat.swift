import SPRecordings
import SPSignals

/// Tables without a header: timestamps in s and three axes, in batches with an empty line between them.
///
/// The values distinguish accelerations from rotation rates: accelerations include gravity, so most have a magnitude of
/// about 1 g.
enum BatchedFormat {
  private static let fieldCount = 4
  /// The limits for the median magnitude of accelerations, in g. Rotation rates may have such a median, too. They are
  /// recognised if their tenth percentile is below `shortestTenth`.
  private static let usualLengths = 0.8...1.3
  /// The limits for the median magnitude of accelerations in m/s^2, which are rejected.
  private static let lengthsInMetric = 7.0...13
  /// The range of wrist sensors, in rad/s: 4,000 degrees per second.
  private static let fastestRotation = 70.0
  /// The tenth percentile of magnitudes of accelerations is above this limit, in g: falls are too short to lower it.
  private static let shortestTenth = 0.5

  static func table(_ head: TextHead, as format: ImportFormat? = nil) throws -> RecognisedTable? {
    guard let line = head.filled.first, let separator = TextDialect.separator(of: line.text) else { return nil }
    let fields = TextDialect.fields(of: line.text, separator: separator)
    guard fields.count == fieldCount, fields.allSatisfy({ Double($0) != nil }) else { return nil }
    func table(_ format: ImportFormat) -> RecognisedTable {
      let isRotation = format == .batchedRotation
      let plan = TablePlan(
        dialect: TextDialect(separator: separator), fieldCount: fieldCount, firstLine: line.number,
        streams: [
          TablePlan.Stream(
            name: isRotation ? .deviceMotion : .accelerometer, time: (0, .decimal(exponent: 0)),
            datasets: [
              TablePlan.Dataset(
                name: isRotation ? "rotation_rate" : "acceleration",
                components: (1...3).map { TablePlan.Component(field: $0) })
            ])
        ])
      var table = RecognisedTable(format, head, plan, start: line.start)
      table.timeOrigin = "boot"
      return table
    }
    if let format { return table(format) }
    let acceleration = table(.batchedAcceleration)
    let isAcceleration = try isAcceleration(acceleration.firstRows()[0], head)
    var recognised = isAcceleration ? acceleration : table(.batchedRotation)
    recognised.notes = [
      isAcceleration
        ? "taken for accelerations in g, as most magnitudes are about 1"
        : "taken for rotation rates in rad/s, as their magnitude is not about 1 at rest"
    ]
    return recognised
  }

  private static func isAcceleration(_ rows: StreamRows, _ head: TextHead) throws -> Bool {
    let lengths = rows.sortedNorms(ofDataset: 0)
    guard lengths.count >= 10 else {
      throw ImportError(
        path: head.file.name,
        "has too few lines to tell accelerations from rotation rates; expected --format batched_acceleration or batched_rotation"
      )
    }
    let median = lengths[lengths.count / 2]
    if lengthsInMetric.contains(median), lengths[lengths.count / 10] > lengthsInMetric.lowerBound / 2 {
      throw ImportError(
        path: head.file.name, line: head.filled[0].number,
        "has magnitudes of about \((median * 100).rounded() / 100), as accelerations in m/s^2 have; expected g, or a "
          + "mapping with that unit")
    }
    if let longest = lengths.last, longest > fastestRotation, !usualLengths.contains(median) {
      throw ImportError(
        path: head.file.name, line: head.filled[0].number,
        "has magnitudes up to \((longest * 100).rounded() / 100), a rate in rad/s that no wrist reaches; expected "
          + "accelerations in g, rotation rates in rad/s, or a mapping with another unit")
    }
    return usualLengths.contains(lengths[lengths.count / 2]) && lengths[lengths.count / 10] > shortestTenth
  }
}
