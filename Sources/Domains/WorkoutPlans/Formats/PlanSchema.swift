import SPBasics

extension WorkoutPlan {
  /// The JSON Schema of plan files, draft 2020-12, from the table of members that the reader uses.
  ///
  /// It describes the form of a plan; whether a plan suits its activity is checked on reading.
  package static var schema: JSONValue {
    let conditions = Workout.Kind.allCases.map { kind -> JSONValue in
      [
        "if": ["properties": ["kind": ["const": .string(kind.rawValue)]], "required": ["kind"]],
        "then": PlanFields.object(PlanFields.common + PlanFields.own(kind)),
      ]
    }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Workout plan",
      "type": "object",
      "required": ["version", "name", "kind"],
      "properties": ["kind": ["enum": .array(Workout.Kind.allCases.map { .string($0.rawValue) })]],
      "allOf": .array(conditions),
      "$defs": [
        "step_goal": ["anyOf": .array([["const": "open"]] + PlanFields.stepGoals)],
        "single_goal": [
          "anyOf": .array(
            [["const": "open"]] + PlanFields.stepGoals + [
              PlanFields.measures(EnergyUnit.self), PlanFields.poolSwim,
            ])
        ],
        "alert": PlanFields.alert,
        "step": PlanFields.object(PlanFields.step),
        "interval_step": PlanFields.object(PlanFields.intervalStep),
        "block": PlanFields.object(PlanFields.block),
        "leg": PlanFields.object(PlanFields.leg),
      ],
    ]
  }
}

extension PlanFields {
  private static let positive: JSONValue = ["type": "number", "exclusiveMinimum": 0]

  /// An object with only these members.
  static func object(_ fields: [PlanField]) -> JSONValue {
    [
      "type": "object",
      "properties": .object(fields.map { .init(key: $0.name, value: described($0.schema, $0.help)) }),
      "required": .array(fields.filter(\.isRequired).map { .string($0.name) }),
      "additionalProperties": false,
    ]
  }

  /// An object with a single member: a value in any of the quantity's units.
  static func measures<Unit: PlanUnit>(_: Unit.Type) -> JSONValue {
    [
      "type": "object",
      "properties": .object(members(Unit.self)),
      "minProperties": 1, "maxProperties": 1,
      "additionalProperties": false,
    ]
  }

  fileprivate static var stepGoals: [JSONValue] { [measures(TimeUnit.self), measures(DistanceUnit.self)] }

  fileprivate static var poolSwim: JSONValue {
    [
      "type": "object",
      "properties": .object(members(DistanceUnit.self) + members(TimeUnit.self)),
      "minProperties": 2, "maxProperties": 2,
      "additionalProperties": false,
    ]
  }

  fileprivate static var alert: JSONValue {
    let range: JSONValue = ["type": "array", "items": positive, "minItems": 2, "maxItems": 2]
    let members = targets.map { key, help, form -> JSONValue.Member in
      let schema: JSONValue =
        switch form {
        case .zone(let zones):
          ["type": "integer", "minimum": .integer(zones.lowerBound), "maximum": .integer(zones.upperBound)]
        case .range: range
        case .valueOrRange: ["anyOf": [positive, range]]
        }
      return .init(key: key, value: described(schema, help))
    }
    let metrics = StepAlert.Metric.allCases.map { JSONValue.string($0.rawValue) }
    let metric = described(
      ["enum": .array(metrics), "default": "current"], "Whether the current or the average value is compared with it.")
    return [
      "type": "object",
      "properties": .object(members + [.init(key: "metric", value: metric)]),
      "anyOf": .array(targets.map { ["required": [.string($0.key)]] }),
      "maxProperties": 2,
      "additionalProperties": false,
    ]
  }

  private static func members<Unit: PlanUnit>(_: Unit.Type) -> [JSONValue.Member] {
    Unit.allCases.map { unit in
      let name = Unit.quantity.replacing("_", with: " ").capitalizedFirst
      return .init(key: unit.key, value: described(positive, "\(name) in \(unit.symbol)."))
    }
  }

  private static func described(_ schema: JSONValue, _ help: String) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    return .object(members + [.init(key: "description", value: .string(help))])
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
