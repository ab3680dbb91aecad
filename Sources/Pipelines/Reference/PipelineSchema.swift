import SPBasics

extension StageRegistry {
  /// The JSON Schema of a pipeline file, draft 2020-12: one definition for each stage, chosen by its `type`.
  ///
  /// It covers each stage separately. Wiring, ids and faults across options are found on loading.
  public var pipelineSchema: JSONValue {
    let definitions = descriptions.map { JSONValue.Member(key: $0.type.rawValue, value: $0.schema) }
    let stage = JSONValue.Member(key: "stage", value: stageSchema)
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Pipeline",
      "type": "object",
      "properties": [
        "$schema": ["type": "string", "description": "Where editors find this schema."],
        "version": ["const": .integer(PipelineFile.version), "description": "The version of the format."],
        "name": ["type": "string", "minLength": 1, "description": "The name; by default the file's base name."],
        "description": ["type": "string", "description": "What the pipeline is for."],
        "stages": stagesSchema,
        "tests": testsSchema,
      ],
      "required": ["version", "stages"],
      "additionalProperties": false,
      "$defs": .object([stage] + definitions),
    ]
  }

  private var stagesSchema: JSONValue {
    let isReader: JSONValue = [
      "properties": ["type": ["pattern": .string("^\(StageType.readerFamily)\\.")]], "required": ["type"],
    ]
    return [
      "type": "array",
      "description": "The stages in the order that they run in: one reader first.",
      "minItems": 1,
      "items": ["$ref": "#/$defs/stage"],
      "contains": isReader,
      "maxContains": 1,
      "allOf": [["prefixItems": [isReader]]],
    ]
  }

  private var testsSchema: JSONValue {
    let expectations = testFigures.flatMap(\.descriptions).map { JSONValue.Member(key: $0.name, value: $0.schema) }
    return [
      "type": "array",
      "description": "What the pipeline is to find in certain recordings; tests change no result.",
      "items": [
        "type": "object",
        "properties": [
          "name": ["type": "string", "minLength": 1, "description": "The name of the test in messages."],
          "recording": [
            "type": "string", "minLength": 1,
            "description": "The path of the recording; one that is not absolute is taken from this file's folder.",
          ],
          "expect": [
            "type": "object",
            "description": "The numbers that are expected: at least one.",
            "properties": .object(expectations),
            "additionalProperties": false,
            "minProperties": 1,
          ],
        ],
        "required": ["recording", "expect"],
        "additionalProperties": false,
      ],
    ]
  }

  /// With a chain of conditions an editor shows the faults of the intended stage. With `oneOf` it would show the faults
  /// of all stages.
  private var stageSchema: JSONValue {
    let conditions = descriptions.map { description -> JSONValue in
      [
        "if": ["properties": ["type": ["const": .string(description.type.rawValue)]], "required": ["type"]],
        "then": ["$ref": .string("#/$defs/\(description.type)")],
      ]
    }
    return [
      "type": "object",
      "properties": ["type": ["enum": .array(descriptions.map { .string($0.type.rawValue) })]],
      "required": ["type"],
      "allOf": .array(conditions),
    ]
  }
}

extension StageDescription {
  /// The JSON Schema of a stage of this type in a pipeline file.
  public var schema: JSONValue {
    let fixed: [JSONValue.Member] = [
      .init(key: "type", value: ["const": .string(type.rawValue)]),
      .init(
        key: "id",
        value: [
          "type": "string", "pattern": .string(PipelineFile.idPattern), "default": .string(type.name),
          "description": "The name of the stage in messages, overrides and wiring.",
        ]),
      .init(
        key: "reads",
        value: [
          "type": "object", "additionalProperties": ["type": "string", "pattern": "^[^.]+\\..+$"],
          "description":
            "Slots to take from a certain stage, each \"stage.slot\"; by default the latest earlier stage is taken.",
        ]),
      .init(
        key: "device",
        value: [
          "type": "string", "minLength": 1,
          "description":
            """
          The device of a session whose streams the stage takes, one of the reader's option \"devices\"; by default the \
          only device that what it reads is made from.
          """,
        ]),
    ]
    return .object(
      [.init(key: "description", value: .string(summary))] + JSONValue.objectSchema(of: options, and: fixed))
  }
}
