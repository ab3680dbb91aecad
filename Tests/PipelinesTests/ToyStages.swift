import SPPipelines

/// The slots that the toy stages exchange.
enum Toy {
  static let acceleration = Slot<[Double]>("acceleration", unit: "g", summary: "One axis of an accelerometer.")
  static let rotation = Slot<[Double]>("rotation", unit: "rad/s", summary: "One axis of a gyroscope.")
  static let impacts = Slot<[Int]>("impacts", summary: "Sample indices of impacts.")
  static let table = Slot<String>("table", summary: "A table as text.")

  static func registry() throws -> StageRegistry {
    try StageRegistry(stages: [ToyReader.self, HighPass.self, Impact.self, SwingTable.self, TableWriter.self])
  }

  /// A pipeline of four stages without fault or warning.
  static let pipeline = """
    {
      "version": 1,
      "stages": [
        { "id": "in", "type": "readers.toy" },
        { "id": "hp", "type": "filters.high_pass" },
        { "id": "hit", "type": "detectors.impact" },
        { "type": "features.swing" },
        { "id": "out", "type": "writers.table" }
      ]
    }
    """

  static func load(
    _ text: String, overrides: [String] = [], and more: [any Stage.Type] = []
  ) throws -> Pipeline {
    let registry = try StageRegistry(stages: try registry().stages + more)
    return try Pipeline.load(text: text, file: "hits.json", registry: registry, overrides: overrides)
  }

  /// The messages that loading a text fails with; none if it succeeds.
  static func faults(
    _ text: String, overrides: [String] = [], and more: [any Stage.Type] = []
  ) throws -> [String] {
    do {
      _ = try load(text, overrides: overrides, and: more)
      return []
    } catch let error as PipelineError {
      return error.diagnostics.map(\.description)
    }
  }

  /// The messages for stages written a line each, the first on line 2 at column 1.
  static func faults(stages: [String], and more: [any Stage.Type] = []) throws -> [String] {
    try faults("{ \"version\": 1, \"stages\": [\n" + stages.joined(separator: ",\n") + "\n]}", and: more)
  }
}

/// Where a value of a toy recording is found.
struct ToyPath: StageOptions {
  var path = ""
  var unit = ""
  var columns = [0]
  static var fields: [OptionField<ToyPath>] {
    [
      .string("path", \.path, isEmptyAllowed: false, help: "The data set.").required(example: "/accelerometer/t"),
      .string("unit", \.unit, help: "The unit; empty for that of the file."),
      .list("columns", \.columns, of: .integer(in: 0...99), count: 1...3, help: "The columns."),
    ]
  }
}

/// A stream of a toy recording.
struct ToyStream: StageOptions {
  var time = ToyPath()
  var values: ToyPath? = nil
  static var fields: [OptionField<ToyStream>] {
    [
      .object("time", \.time, help: "The times."),
      .optional("values", \.values, .object, help: "The values."),
    ]
  }
}

/// Makes ten samples; a path with `still` in it has no gyroscope.
struct ToyReader: Stage {
  struct Options: StageOptions {
    var rateHz = 100.0
    var streams: [String: ToyStream] = [:]
    static var fields: [OptionField<Options>] {
      [
        .number("rate_hz", \.rateHz, in: .above(0), unit: "Hz", help: "The rate."),
        .dictionary(
          "streams", \.streams, of: .object, keys: ["accelerometer", "gyroscope"], help: "Where the streams are."),
      ]
    }
  }

  static let type: StageType = "readers.toy"
  static let summary = "Makes up a recording."
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(writes: [.required(Toy.acceleration), .optional(Toy.rotation)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func plan(_ plan: inout PlanContext) throws {
    if plan.inputPath.contains("missing") { throw OptionFault("rate_hz", "cannot be found") }
    try plan.setFacts(Toy.acceleration, SlotFacts(rateHz: options.rateHz, count: 10))
    if plan.inputPath.contains("still") { try plan.setAbsent(Toy.rotation) }
  }

  func run(_ workspace: inout Workspace) throws {
    try workspace.set(Toy.acceleration, [0, 0, 3, 0, 0, 0, 5, 0, 0, 0])
    if !workspace.environment.inputPath.contains("still") { try workspace.set(Toy.rotation, [1, 2]) }
  }
}

/// Passes its samples on and checks its edges against the rate.
struct HighPass: Stage {
  struct Options: StageOptions {
    var stopHz = 20.0
    var passHz = 40.0
    static var fields: [OptionField<Options>] {
      [
        .number("stop_hz", \.stopHz, in: 0.1...10_000, unit: "Hz", help: "Lower edge, where the stop band ends."),
        .number("pass_hz", \.passHz, in: 0.1...10_000, unit: "Hz", help: "Upper edge, where the pass band begins."),
      ]
    }
    func faults() -> [OptionFault] {
      passHz > stopHz ? [] : [OptionFault("pass_hz", "expected more than stop_hz (\(stopHz) Hz), found \(passHz) Hz")]
    }
  }

  static let type: StageType = "filters.high_pass"
  static let summary = "Removes slow movement."
  static let details = "A filter that is none: it keeps | all."
  static func ports(_ options: Options) -> Ports {
    Ports(reads: [.required(Toy.acceleration)], writes: [.required(Toy.acceleration)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func plan(_ plan: inout PlanContext) throws {
    let facts = try plan.facts(Toy.acceleration)
    try plan.setFacts(Toy.acceleration, facts)
    guard let rate = facts.rateHz else { return }
    if options.passHz >= rate / 2 {
      plan.fault(option: "pass_hz", "expected less than half the sample rate (\(rate / 2) Hz), found \(options.passHz)")
    }
  }

  func run(_ workspace: inout Workspace) throws {
    try workspace.set(Toy.acceleration, try workspace.get(Toy.acceleration))
  }
}

/// Finds samples above a threshold.
struct Impact: Stage {
  enum Axis: String, CaseIterable { case x, y, z }
  struct Options: StageOptions {
    var axis = Axis.z
    var thresholdG = 1.5
    var refractoryS: Double? = nil
    var count = 3
    var isLoud = false
    static var fields: [OptionField<Options>] {
      [
        .choice("axis", \.axis, help: "The axis."),
        .number("threshold_g", \.thresholdG, in: 0..., unit: "g", help: "The least height."),
        .optional("refractory_s", \.refractoryS, .number(in: 0...10), unit: "s", help: "The least distance."),
        .integer("max_count", \.count, in: 1...100, help: "The most impacts."),
        .boolean("is_loud", \.isLoud, help: "Whether to say how many."),
      ]
    }
  }

  static let type: StageType = "detectors.impact"
  static let summary = "Finds impacts."
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(reads: [.required(Toy.acceleration), .optional(Toy.rotation)], writes: [.required(Toy.impacts)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func run(_ workspace: inout Workspace) throws {
    let samples = try workspace.get(Toy.acceleration)
    let found = samples.indices.filter { samples[$0] > options.thresholdG }.prefix(options.count)
    if options.isLoud { workspace.warn("\(found.count) impacts") }
    workspace.note("events", found.count)
    try workspace.set(Toy.impacts, Array(found))
  }
}

/// Writes the impacts as a line.
struct SwingTable: Stage {
  static let type: StageType = "features.swing"
  static let summary = "Lists impacts."
  static let details = ""
  static func ports(_ options: NoOptions) -> Ports {
    Ports(reads: [.required(Toy.impacts)], writes: [.required(Toy.table)])
  }
  init(_ options: NoOptions) {}
  func run(_ workspace: inout Workspace) throws {
    try workspace.set(Toy.table, try workspace.get(Toy.impacts).map(String.init).joined(separator: " "))
  }
}

/// Takes a table and a gyroscope, if there is one, and notes their sizes.
struct TableWriter: Stage {
  struct Options: StageOptions {
    enum Format: String, CaseIterable { case csv, parquet }
    var format = Format.csv
    static var fields: [OptionField<Options>] { [.choice("format", \.format, help: "The format.")] }
  }
  static let type: StageType = "writers.table"
  static let summary = "Writes a table."
  static let details = ""
  static func ports(_ options: Options) -> Ports { Ports(reads: [.required(Toy.table), .optional(Toy.rotation)]) }
  init(_ options: Options) throws {
    if options.format == .parquet { throw OptionFault("format", "parquet is not built in") }
  }
  func run(_ workspace: inout Workspace) throws {
    workspace.note("characters", try workspace.get(Toy.table).count)
    workspace.note("rotations", Double(try workspace.getIfPresent(Toy.rotation)?.count ?? -1))
  }
}
