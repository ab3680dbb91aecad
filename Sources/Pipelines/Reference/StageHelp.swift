import SPBasics

extension StageRegistry {
  /// All stages as plain text, one line each, in the order of the registry, with a blank line where the family changes.
  public var listText: String {
    let width = descriptions.map(\.type.rawValue.count).max() ?? 0
    var lines: [String] = []
    var family: String?
    for description in descriptions {
      if let family, family != description.type.family { lines.append("") }
      family = description.type.family
      lines.append(description.type.rawValue.padded(to: width) + "  " + description.summary)
    }
    return lines.joined(separator: "\n")
  }

  /// All stages with their slots and options as data.
  public var catalog: JSONValue {
    .array(descriptions.map(\.json))
  }
}

extension StageDescription {
  /// The stage as plain text: summary, slots, options, presets, details and an example.
  public var helpText: String {
    var sections = ["\(type): \(summary)"]
    if !ports.reads.isEmpty { sections.append(Self.section("Reads", ports.reads.map { $0.helpRow("required") })) }
    if !ports.writes.isEmpty { sections.append(Self.section("Writes", ports.writes.map { $0.helpRow("always") })) }
    if !options.isEmpty {
      let rows = options.flatMap { $0.flattened() }.map { path, option in
        [path, option.defaultText, [option.limitsText, option.help].filter { !$0.isEmpty }.joined(separator: ". ")]
      }
      sections.append(Self.section("Options", rows))
    }
    for table in presetTables {
      sections.append(Self.section("Defaults by \(table.option)", [["", ""] + table.values] + table.rows))
    }
    if !details.isEmpty { sections.append(details) }
    sections.append("Example\n  " + example.inline)
    return sections.joined(separator: "\n\n")
  }

  /// A heading over rows whose columns are aligned.
  private static func section(_ title: String, _ rows: [[String]]) -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = row.enumerated().map { index, cell in
        index == row.count - 1 ? cell : cell.padded(to: widths[index])
      }
      return "  " + cells.joined(separator: "  ")
    }
    return ([title] + lines).joined(separator: "\n")
  }
}

extension StageDescription {
  /// The stage with its slots and options as data.
  public var json: JSONValue {
    [
      "type": .string(type.rawValue),
      "summary": .string(summary),
      "details": .string(details),
      "reads": .array(ports.reads.map { $0.json(flag: "required") }),
      "writes": .array(ports.writes.map { $0.json(flag: "always") }),
      "options": .array(options.flatMap { $0.flattened() }.map { path, option in option.json(path: path) }),
      "presets": .array(presets.map(\.json)),
      "example": example,
    ]
  }
}

extension OptionPreset {
  fileprivate var json: JSONValue {
    ["option": .string(option), "value": .string(value), "defaults": .object(defaults)]
  }
}

extension Port {
  fileprivate func helpRow(_ always: String) -> [String] {
    [name, typeName + (unit.map { ", \($0)" } ?? ""), isOptional ? "optional" : always, summary]
  }

  fileprivate func json(flag: String) -> JSONValue {
    .object([
      .init(key: "slot", value: .string(name)),
      .init(key: "value_type", value: .string(typeName)),
      .init(key: "unit", value: unit.map { .string($0) } ?? .null),
      .init(key: flag, value: .boolean(!isOptional)),
      .init(key: "summary", value: .string(summary)),
    ])
  }
}

extension OptionDescription {
  /// The default as text, or a note that the option is required.
  var defaultText: String { defaultValue?.inline ?? "required" }

  /// The type, range and unit: `number in Hz, 0.1...10000`.
  fileprivate var limitsText: String {
    let range = shape.rangeText
    return shape.typeName + (unit.map { " in \($0)" } ?? "") + (range.isEmpty ? "" : ", \(range)")
  }

  fileprivate func json(path: String) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "name", value: .string(path)),
      .init(key: "type", value: .string(shape.typeName)),
      .init(key: "unit", value: unit.map { .string($0) } ?? .null),
      .init(key: "required", value: .boolean(isRequired)),
    ]
    if let defaultValue { members.append(.init(key: "default", value: defaultValue)) }
    members.append(.init(key: "range", value: .string(shape.rangeText)))
    members.append(.init(key: "help", value: .string(help)))
    return .object(members)
  }
}
