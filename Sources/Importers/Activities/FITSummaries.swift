import FIT
import Recordings
import Signals

/// What the device worked out itself: the messages of some kinds as tables.
struct FITSummaries {
  private static let kept: Set = [
    "activity", "session", "lap", "length", "segment_lap", "split", "dive_summary", "dive_settings", "dive_gas",
    "tank_summary", "time_in_zone", "zones_target", "workout", "workout_step",
  ]
  private var messages: [String: [FITMessage]] = [:]

  /// Takes a message; false for one of another kind.
  mutating func take(_ message: FITMessage) -> Bool {
    guard Self.kept.contains(message.name) else { return false }
    messages[message.name, default: []].append(message)
    return true
  }

  /// The tables, in the order of their names.
  var summaries: [DeviceSummary] {
    messages.sorted { $0.key < $1.key }.map { DeviceSummary($0.key, Self.columns($0.value)) }
  }

  private static func columns(_ messages: [FITMessage]) -> [DeviceSummary.Column] {
    var kinds: [(name: String, kind: FITFieldKind, width: Int, isText: Bool)] = []
    var places: [String: Int] = [:]
    for field in messages.flatMap(\.fields) where field.raw != nil && !field.name.hasPrefix("unknown_") {
      let width = if case .array(let values) = field.raw { values.count } else { 1 }
      let name = groupName(field.name)
      if let place = places[name] {
        kinds[place].width = max(kinds[place].width, width)
      } else if !name.isEmpty {
        places[name] = kinds.count
        kinds.append((name, field.kind, width, field.text != nil))
      }
    }
    return kinds.map { name, kind, width, isText in
      let fields = messages.map { message in
        message.fields.first { $0.raw != nil && groupName($0.name) == name }
      }
      return column(name, kind, width, isText, fields)
    }
  }

  /// A field's name as one of a dataset: developers choose any.
  private static func groupName(_ name: String) -> String {
    String(name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }.prefix(100))
  }

  private static func column(
    _ name: String, _ kind: FITFieldKind, _ width: Int, _ isText: Bool, _ fields: [FITField?]
  ) -> DeviceSummary.Column {
    if isText { return .init(name, .texts(fields.map { $0?.text ?? "" })) }
    if let codes = kind.codes, width == 1, kind.baseType == .enum || kind.type == "manufacturer" {
      let values = fields.map { $0?.raw?.integer.flatMap { Int32(exactly: $0) } }
      let known = Set(values.compactMap(\.self))
      let meanings = known.compactMap { code in codes[Int64(code)].map { (code, $0) } }
      return .init(name, .codes(values, meanings: Dictionary(uniqueKeysWithValues: meanings)))
    }
    let (units, convert) = conversion(kind)
    let numbers = fields.flatMap { field -> [Double] in
      let values = (field?.values ?? []).prefix(width).map { $0.map(convert) ?? .nan }
      return values + Array(repeating: .nan, count: width - values.count)
    }
    return .init(name, units: units, .numbers(numbers, width: width))
  }

  /// The unit in a recording, and how numbers get into it.
  private static func conversion(_ kind: FITFieldKind) -> (units: String?, (Double) -> Double) {
    switch (kind.type, kind.units) {
    case ("date_time", _): ("s", { FITTime.unixS(Int64($0)) ?? .nan })
    case ("local_date_time", _): ("s", { $0 + FITTime.epochS })
    case (_, "semicircles"): ("deg", { $0 * FITActivity.degreesPerSemicircle })
    case (_, "C"): ("degC", { $0 })
    // FIT writes watts, where others write W.
    case (_, let units): (units.map { Unit(symbol: $0)?.symbol ?? $0 }, { $0 })
    }
  }
}
