import SPBasics

/// One member of an object in a plan's JSON, used for reading, the JSON Schema and its help texts.
struct PlanField {
  let name: String
  let help: String
  let isRequired: Bool
  let schema: JSONValue

  init(_ name: String, _ help: String, isRequired: Bool = true, _ schema: JSONValue) {
    self.name = name
    self.help = help
    self.isRequired = isRequired
    self.schema = schema
  }

  /// The help as the end of a sentence: `what ends the step`.
  var expectation: String { help.prefix(1).lowercased() + help.dropFirst().dropLast() }
}

/// The members of every object.
enum PlanFields {
  /// The version of the format.
  static let version = 1

  /// Members of a plan of any kind.
  static let common = [
    PlanField("$schema", "Where editors find the schema.", isRequired: false, ["type": "string"]),
    PlanField("version", "The version of the format.", ["const": .integer(version)]),
    PlanField("name", "What people call the plan.", name),
    PlanField(
      "notes", "What else there is to say of it.", isRequired: false,
      ["type": "string", "maxLength": .integer(WorkoutPlan.longestNotes)]),
    PlanField(
      "kind", "The kind of plan.", ["enum": .array(Workout.Kind.allCases.map { .string($0.rawValue) })]),
    PlanField(
      "extensions", "Parts of a binary file that this version does not know and keeps.", isRequired: false,
      ["type": "array", "items": object(extensions)]),
  ]

  /// Members that only plans of a kind have, in addition to the common members.
  static func own(_ kind: Workout.Kind) -> [PlanField] {
    switch kind {
    case .singleGoal:
      place(kind) + [PlanField("goal", "What ends the workout.", ["$ref": "#/$defs/single_goal"])]
    case .pacer:
      place(kind) + [
        PlanField("distance", "The distance to cover.", measures(DistanceUnit.self)),
        PlanField("time", "The time for it.", measures(TimeUnit.self)),
      ]
    case .swimBikeRun:
      [
        PlanField(
          "activities", "The activities, one after another.",
          [
            "type": "array", "minItems": 2, "maxItems": .integer(WorkoutPlan.mostSteps),
            "items": ["$ref": "#/$defs/leg"],
          ])
      ]
    case .custom:
      place(kind) + [
        PlanField("warmup", "What comes first.", isRequired: false, ["$ref": "#/$defs/step"]),
        PlanField(
          "blocks", "What is repeated, one block after another.",
          ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/block"]]),
        PlanField("cooldown", "What comes last.", isRequired: false, ["$ref": "#/$defs/step"]),
      ]
    }
  }

  /// Members of a block.
  static let block = [
    PlanField(
      "iterations", "How many times the steps are done.", isRequired: false,
      ["type": "integer", "minimum": 1, "maximum": .integer(WorkoutPlan.mostIterations), "default": 1]),
    PlanField(
      "steps", "What is done, one step after another.",
      ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/interval_step"]]),
  ]

  /// Members of a warm-up or a cooldown.
  static let step = [
    PlanField("name", "What people call the step.", isRequired: false, name),
    PlanField("goal", "What ends the step.", ["$ref": "#/$defs/step_goal"]),
    PlanField("alert", "What is to be kept meanwhile.", isRequired: false, ["$ref": "#/$defs/alert"]),
  ]

  /// Members of a step of a block.
  static let intervalStep =
    [
      PlanField(
        "purpose", "Effort, or rest after it.",
        ["enum": .array(IntervalStep.Purpose.allCases.map { .string($0.rawValue) })])
    ] + step

  /// Members of one of the activities of swim, bike, run.
  static let leg = [
    PlanField("activity", "What is done.", ["enum": .array(legActivities.map { .string($0.rawValue) })]),
    PlanField("location", "Where.", ["enum": .array(Location.allCases.map { .string($0.rawValue) })]),
  ]

  /// The activities of swim, bike, run.
  static let legActivities: [Activity] = [.swimming, .cycling, .running]

  /// Members of a part that is kept unchanged.
  static let extensions = [
    PlanField("tag", "Which part it is: an odd number.", ["type": "integer", "minimum": 5]),
    PlanField(
      "bytes", "What is in it, two hexadecimal digits per byte.", ["type": "string", "pattern": "^([0-9a-f]{2})*$"]),
  ]

  /// The keys of an alert's target, each with its form: one value, a range, or a zone of a range.
  static let targets: [(key: String, help: String, form: TargetForm)] =
    [
      ("heart_rate_zone", "A heart rate zone.", .zone(StepAlert.heartRateZones)),
      ("power_zone", "A zone of the functional threshold power.", .zone(StepAlert.powerZones)),
    ] + HeartRateUnit.allCases.map { ($0.key, "A range of heart rates, in \($0.symbol).", .range) }
    + PowerUnit.allCases.map { ($0.key, "A power to reach or a range, in \($0.symbol).", .valueOrRange) }
    + SpeedUnit.allCases.map { ($0.key, "A speed to reach or a range, in \($0.symbol).", .valueOrRange) }
    + CadenceUnit.allCases.map { ($0.key, "A cadence to reach or a range, in \($0.symbol).", .valueOrRange) }

  /// The allowed values of an alert's target.
  enum TargetForm {
    case zone(ClosedRange<Int>)
    case range
    case valueOrRange
  }

  private static let name: JSONValue = [
    "type": "string", "pattern": "\\S", "maxLength": .integer(WorkoutPlan.longestName),
  ]

  private static func place(_ kind: Workout.Kind) -> [PlanField] {
    let activities = ActivitySupport.all.filter { $0.kinds.contains(kind) }
    return [
      PlanField(
        "activity", "What is done; \"swingpipe workout-plan activities\" lists what each allows.",
        ["enum": .array(activities.map { .string($0.activity.rawValue) })]),
      PlanField(
        "location", "Where; left out where it does not matter.", isRequired: false,
        ["enum": .array(Location.allCases.map { .string($0.rawValue) })]),
    ]
  }
}
