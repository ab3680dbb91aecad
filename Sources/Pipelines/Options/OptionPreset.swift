import SPBasics

/// The defaults for one value of an option that sets defaults, as plain data.
public struct OptionPreset: Hashable, Sendable {
  /// The name of the option that sets the defaults.
  public let option: String
  /// The option's value.
  public let value: String
  /// The defaults for this value, by the names of all options whose defaults depend on it.
  public let defaults: [JSONValue.Member]
}

extension StageOptions {
  /// The presets of every option that sets defaults; empty for a table without such options.
  package static var presets: [OptionPreset] {
    fields.filter(\.setsDefaults).flatMap { field in
      let tables = field.shape(Self()).choices.map { value in
        (value: value, options: descriptions(defaults: adopting(value, of: field.name)))
      }
      let dependent = descriptions.indices.filter { index in
        let name = descriptions[index].name
        return name != field.name
          && tables.contains { $0.options[index].defaultValue != descriptions[index].defaultValue }
      }
      return tables.map { value, options in
        let defaults = dependent.map { index in
          JSONValue.Member(key: options[index].name, value: options[index].defaultValue ?? .null)
        }
        return OptionPreset(option: field.name, value: value, defaults: defaults)
      }
    }
  }

  /// The options if only one choice is given.
  private static func adopting(_ value: String, of name: String) -> Self {
    let place = SourcePlace.file(name)
    let member = JSONMember(name, at: place, JSONNode(.string(value), at: place))
    return decoded(from: JSONNode(.object([member]), at: place)).options
  }
}

extension OptionShape {
  /// The names of a choice, even if `null` is allowed too; empty for any other shape.
  fileprivate var choices: [String] {
    switch self {
    case .choice(let names): names
    case .nullable(let shape): shape.choices
    default: []
    }
  }
}

extension StageDescription {
  /// The presets of one option, laid out as a table.
  struct PresetTable {
    /// The option that sets the defaults.
    let option: String
    /// The option's values, which are the columns.
    let values: [String]
    /// A row for each option that depends on it, with name, unit, and the default for each value.
    let rows: [[String]]
  }

  /// A table for each option that sets defaults of other options.
  var presetTables: [PresetTable] {
    options.compactMap { option in
      let columns = presets.filter { $0.option == option.name }
      guard let first = columns.first else { return nil }
      let rows = first.defaults.indices.map { row in
        let name = first.defaults[row].key
        let unit = options.first { $0.name == name }?.unit ?? ""
        return [name, unit] + columns.map { $0.defaults[row].value.inline }
      }
      return PresetTable(option: option.name, values: columns.map(\.value), rows: rows)
    }
  }
}
