import JSON

/// What a kind of stage says about itself, as plain data: the source of help, schema and reference.
public struct StageDescription: Hashable, Sendable {
  /// Its name in pipeline files.
  public let type: StageType
  /// What it does, in one line.
  public let summary: String
  /// Prose in Markdown.
  public let details: String
  /// Its slots with all options at their defaults.
  public let ports: Ports
  /// Its option table.
  public let options: [OptionDescription]
  /// The defaults that come with each value of an option which sets them.
  public let presets: [OptionPreset]

  /// Asks a stage.
  public init<S: Stage>(of stage: S.Type) {
    type = S.type
    summary = S.summary
    details = S.details
    ports = S.ports(S.Options())
    options = S.Options.descriptions
    presets = S.Options.presets
  }

  /// A stage of a pipeline file with all options written out, `null` ones apart.
  public var example: JSONValue {
    let shown = options.filter { $0.example != .null }
    let head = [JSONValue.Member(key: "type", value: .string(type.rawValue))]
    return .object(head + shown.map { .init(key: $0.name, value: $0.example) })
  }
}
