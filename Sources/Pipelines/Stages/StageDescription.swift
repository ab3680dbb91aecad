import SPBasics

/// The description of a kind of stage as plain data. Help, schema and reference are made from it.
public struct StageDescription: Hashable, Sendable {
  /// The stage's name in pipeline files.
  public let type: StageType
  /// A one-line summary.
  public let summary: String
  /// Prose in Markdown.
  public let details: String
  /// The stage's slots with all options at their defaults.
  public let ports: Ports
  /// The stage's option table.
  public let options: [OptionDescription]
  /// The defaults for each value of options that set defaults.
  public let presets: [OptionPreset]

  /// Describes a stage.
  public init<S: Stage>(of stage: S.Type) {
    type = S.type
    summary = S.summary
    details = S.details
    ports = S.ports(S.Options())
    options = S.Options.descriptions
    presets = S.Options.presets
  }

  /// A stage of a pipeline file with all options written out, except options that are `null`.
  public var example: JSONValue {
    let shown = options.filter { $0.example != .null }
    let head = [JSONValue.Member(key: "type", value: .string(type.rawValue))]
    return .object(head + shown.map { .init(key: $0.name, value: $0.example) })
  }
}
