import SPRecordings
import SPSignals

/// Units and signs of one of Sensor Logger's tables. They come from the settings, and are checked against the values if
/// the values are conclusive.
struct SensorLoggerUnits {
  private let sensor: SensorLoggerFormat.Sensor
  private let settings: SensorLoggerSettings

  /// The allowed magnitude of gravity, in g. Values outside of this range are in another unit.
  private static let gravityLengths = 0.5...2.0

  init(_ sensor: SensorLoggerFormat.Sensor, _ settings: SensorLoggerSettings) {
    self.sensor = sensor
    self.settings = settings
  }

  /// Sets the factors by which the table's values are multiplied: the conversion of units, and the sign.
  /// - Throws: `ImportError` if unit or sign cannot be determined.
  func settle(_ table: inout RecognisedTable) throws {
    switch sensor {
    case .wristMotion, .headphone: try settleMotion(&table)
    case .accelerometerUncalibrated, .totalAcceleration: try settleAcceleration(&table)
    case .gravity, .accelerometer: try settlePhoneMotion(&table)
    case .gyroscope, .orientation, .heartRate: break
    }
  }

  /// Settles a table of a watch or of headphones. The table has both attitude and gravity, which together show the
  /// frame.
  private func settleMotion(_ table: inout RecognisedTable) throws {
    let rows = table.firstRows()[0]
    let names = table.plan.streams[0].datasets.map(\.name)
    guard let gravity = names.firstIndex(of: "gravity") else { return }
    let unit = try gravityUnit(rows, gravity, table)
    var isApple = settings.isAppleFrame
    if isApple == nil, let attitude = names.firstIndex(of: "attitude") {
      isApple = Self.pointsDown(rows, gravity: gravity, attitude: attitude)
    }
    let isStandardised = settings.isStandardised ?? (isApple == false || sensor == .wristMotion && unit != .g)
    let sign = isApple == false ? -1.0 : 1.0
    set(&table, "gravity", unit, sign)
    table.plan.streams[0].datasets[gravity].norm = Self.gravityLengths
    set(&table, "user_acceleration", isStandardised ? .metersPerSecondSquared : .g, sign)
    if settings.isAppleFrame == nil {
      table.notes.append(
        "gravity is in \(unit), by its magnitude; user acceleration is taken to be in "
          + "\(isStandardised ? "m/s^2" : "g"), as there is no Metadata.csv")
    }
  }

  private func settleAcceleration(_ table: inout RecognisedTable) throws {
    let rows = table.firstRows()[0]
    let unit = try gravityUnit(rows, 0, table)
    let isApple = sensor == .totalAcceleration ? settings.isAppleFrame ?? false : settings.isAppleFrame
    set(&table, "acceleration", unit, try sign(isApple, table))
  }

  private func settlePhoneMotion(_ table: inout RecognisedTable) throws {
    let name = table.plan.streams[0].datasets[0].name
    set(&table, name, .metersPerSecondSquared, try sign(settings.isAppleFrame, table))
    if sensor == .gravity { table.plan.streams[0].datasets[0].norm = Self.gravityLengths }
  }

  private func sign(_ isApple: Bool?, _ table: RecognisedTable) throws -> Double {
    guard let isApple else {
      throw ImportError(
        path: table.head.file.name,
        "the sign of its values depends on the phone, which is not known; expected a Metadata.csv beside it, or "
          + "--platform ios or android")
    }
    return isApple ? 1 : -1
  }

  /// The unit in which the median magnitude of vectors that include gravity is about 1 g. Without values, the unit that
  /// the settings imply.
  private func gravityUnit(_ rows: StreamRows, _ dataset: Int, _ table: RecognisedTable) throws -> Unit {
    // Undo the conversion: the rows were multiplied by the factor of the unit that the rules assume.
    let assumed = table.plan.streams[0].datasets[dataset].components[0].scale
    let norms = rows.sortedNorms(ofDataset: dataset)
    let norm = norms.isEmpty ? nil : norms[norms.count / 2] / abs(assumed)
    guard let norm else { return settings.isStandardised == true ? .metersPerSecondSquared : .g }
    for unit in [Unit.g, .metersPerSecondSquared] where Self.gravityLengths.contains(norm * (unit.factor(to: .g) ?? 1))
    {
      return unit
    }
    throw ImportError(
      path: table.head.file.name, line: table.plan.firstLine,
      "its gravity has a median magnitude of \((norm * 1000).rounded() / 1000); expected about 1 (g) or 9.81 (m/s^2)")
  }

  private func set(_ table: inout RecognisedTable, _ name: String, _ unit: Unit, _ sign: Double) {
    guard let index = table.plan.streams[0].datasets.firstIndex(where: { $0.name == name }) else { return }
    let scale = sign * (unit.factor(to: .g) ?? 1)
    for component in table.plan.streams[0].datasets[index].components.indices {
      table.plan.streams[0].datasets[index].components[component].scale = scale
    }
  }

  /// Whether gravity is the attitude's inverse applied to (0, 0, -1), as in Apple's frames. In Android's frames, it is
  /// the inverse applied to (0, 0, 1). Nil if the values do not show the direction.
  private static func pointsDown(_ rows: StreamRows, gravity: Int, attitude: Int) -> Bool? {
    var sum = 0.0
    for row in 0..<rows.count {
      let q = (0..<4).map { Double(rows.datasets[attitude][4 * row + $0]) }
      let down = [
        2 * (q[0] * q[2] - q[1] * q[3]), -2 * (q[2] * q[3] + q[0] * q[1]), 2 * (q[1] * q[1] + q[2] * q[2]) - 1,
      ]
      let product = (0..<3).reduce(0.0) { $0 + down[$1] * Double(rows.datasets[gravity][3 * row + $1]) }
      if product.isFinite { sum += product }
    }
    return sum == 0 ? nil : sum > 0
  }
}
