import SPSignals

/// The quantities of a FIT record that a stream stores.
enum FITQuantity: Int, CaseIterable {
  case power, cadence, speed, distance, heartRate, latitude, longitude, altitude, depth, pressure, temperature

  /// The numbers of a record's fields in the FIT profile that contain the quantity, the preferred field first.
  var numbers: [UInt8] { Self.allNumbers[rawValue] }

  private static let allNumbers: [[UInt8]] = [[7], [4], [73, 6], [5], [3], [0], [1], [78, 2], [92], [91], [13]]

  /// The numbers of all fields of a record that streams store, with the timestamp. The fraction of the cadence is a
  /// separate field.
  static let taken = Set(allNumbers.joined() + [fractionalCadence, FITMessage.timestampField])
  static let fractionalCadence: UInt8 = 53
}

/// The source of each quantity in one workout: the device, or a developer's field that declares the same meaning as a
/// field of the device. Values of two sensors are not mixed.
struct FITSources {
  /// A source of a quantity.
  enum Source: Hashable {
    case device
    /// A field by its developer's index and its own number.
    case developer(UInt8, UInt8)
  }

  /// How many values other than 0 each source has: some devices write 0 for a sensor that they lack.
  private var counts = FITQuantity.allCases.map { _ in [Source: Int]() }
  private var deviceCounts = FITQuantity.allCases.map { _ in 0 }
  /// The names of the developers' fields.
  private var names: [Source: String] = [:]
  /// The source of each quantity; nil while sources are counted, when all values come from the device.
  private var chosen: [Source]?

  /// Whether developers' fields compete with the device's, so that the records must be read again with chosen sources.
  var areMixed: Bool { chosen == nil && counts.contains { !$0.isEmpty } }

  /// The sources for reading the records again: each quantity has a chosen source.
  ///
  /// The device is chosen, unless a developer's field has more than twice as many values. Of several developers'
  /// fields, the field with the most values is chosen, and of equal fields the first.
  var decided: FITSources {
    var decided = FITSources()
    decided.chosen = FITQuantity.allCases.map { quantity in
      let developers = counts[quantity.rawValue].compactMap { source, count -> (Int, UInt8, UInt8)? in
        if case .developer(let index, let number) = source { (-count, index, number) } else { nil }
      }
      guard let (count, index, number) = developers.min(by: <), -count > 2 * deviceCounts[quantity.rawValue] else {
        return .device
      }
      return .developer(index, number)
    }
    return decided
  }

  /// The value of a quantity in the unit of the profile, and the developer's field that the value comes from.
  mutating func value(_ quantity: FITQuantity, of record: FITMessage) -> (value: Double?, field: FITField?) {
    let place = quantity.rawValue
    var found: (value: Double?, field: FITField?)
    for number in quantity.numbers {
      guard let value = record[number]?.value else { continue }
      if value != 0 { deviceCounts[place] += 1 }
      if chosen?[place] ?? .device == .device { found.value = value }
      break
    }
    for field in record.fields {
      guard let number = field.kind.nativeNumber, quantity.numbers.contains(number), let index = field.developerIndex,
        let value = Self.value(of: field, as: number)
      else { continue }
      let source = Source.developer(index, field.kind.number)
      if value != 0 { counts[place][source, default: 0] += 1 }
      names[source] = field.name
      if chosen?[place] == source { found = (value, field) }
    }
    return found
  }

  /// Sentences about quantities that come from developers' fields.
  var notes: [String] {
    FITQuantity.allCases.compactMap { quantity in
      guard let source = chosen?[quantity.rawValue], source != .device, let name = names[source] else { return nil }
      let own = deviceCounts[quantity.rawValue]
      let left = own == 0 ? "" : ", which has more than twice as many as the device's own: these are left out"
      return "\(quantity) taken from the developer's field \"\(name)\"\(left)"
    }
  }

  /// The value of a developer's field in the unit of the profile's record field with the given number. Nil if the field
  /// has no value, or if its unit does not convert.
  private static func value(of field: FITField, as number: UInt8) -> Double? {
    guard let value = field.value else { return nil }
    let units = FITProfile.standard.messages[20]?.fields[number]?.units ?? ""
    let own = field.kind.units ?? units
    // Developers write units in any case, such as Watts.
    if own.lowercased() == units.lowercased() { return value }
    return Unit(symbol: units).flatMap { Unit(symbol: own)?.factor(to: $0) }.map { value * $0 }
  }
}
