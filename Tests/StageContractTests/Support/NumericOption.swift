import SPBasics

@testable import SPPipelines

/// A number somewhere in a stage's options, with the way to set it.
struct NumericOption {
  /// Its path as messages give it: `streams.accelerometer.time.rate_hz`.
  let path: String
  /// The range with its unit as messages give it.
  let expectation: String
  /// Values at and just inside the range's edges.
  let inside: [JSONValue]
  /// Values just outside, with the edges themselves where they are excluded.
  let outside: [JSONValue]
  /// The options with this number.
  let options: @Sendable (JSONValue) -> JSONValue

  /// Every number in the options of a stage, nested ones too.
  static func all<S: Stage>(of stage: S.Type) -> [NumericOption] {
    S.Options.descriptions.flatMap { option in
      let others = S.requiredOptions.filter { $0.key != option.name }
      return find(option.shape, unit: option.unit, path: option.name) { value in
        .object(others + [.init(key: option.name, value: value)])
      }
    }
  }

  private static func find(
    _ shape: OptionShape, unit: String?, path: String, _ wrap: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> [NumericOption] {
    switch shape {
    case .number(let range): return make(shape, range, isWhole: false, unit: unit, path: path, wrap)
    case .integer(let range): return make(shape, range, isWhole: true, unit: unit, path: path, wrap)
    case .nullable(let inner): return find(inner, unit: unit, path: path, wrap)
    case .list(let element, let count):
      return find(element, unit: unit, path: path + "[0]") {
        wrap(.array([JSONValue](repeating: $0, count: max(1, count.lowerBound))))
      }
    case .dictionary(let element, let keys):
      let key = keys?.first ?? "any"
      return find(element, unit: unit, path: path + "." + key) { wrap(.object([.init(key: key, value: $0)])) }
    case .object(let fields):
      return fields.flatMap { field in
        let others = fields.filter { $0.isRequired && $0.name != field.name }
          .map { JSONValue.Member(key: $0.name, value: $0.example) }
        return find(field.shape, unit: field.unit, path: path + "." + field.name) {
          wrap(.object(others + [.init(key: field.name, value: $0)]))
        }
      }
    case .boolean, .string, .file, .choice: return []
    }
  }

  private static func make(
    _ shape: OptionShape, _ range: NumberRange, isWhole: Bool, unit: String?, path: String,
    _ wrap: @escaping @Sendable (JSONValue) -> JSONValue
  ) -> [NumericOption] {
    func value(_ number: Double) -> JSONValue { isWhole ? .integer(Int(number)) : .number(number) }
    func below(_ number: Double) -> Double { isWhole ? number - 1 : number.nextDown }
    func above(_ number: Double) -> Double { isWhole ? number + 1 : number.nextUp }
    var inside: [Double] = []
    var outside: [Double] = []
    if let minimum = range.minimum {
      inside.append(range.excludesMinimum ? above(minimum) : minimum)
      outside.append(range.excludesMinimum ? minimum : below(minimum))
    }
    if let maximum = range.maximum {
      inside.append(range.excludesMaximum ? below(maximum) : maximum)
      outside.append(range.excludesMaximum ? maximum : above(maximum))
    }
    return [
      NumericOption(
        path: path, expectation: shape.expectation(unit: unit), inside: inside.map(value), outside: outside.map(value),
        options: wrap)
    ]
  }
}
