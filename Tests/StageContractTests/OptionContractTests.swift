import SPBasics
import SPEvaluation
import SPStages
import Testing

@testable import SPPipelines

/// The options of every stage.
struct OptionContractTests {
  @Test("The standard stages and figures make a valid registry, which is not checked again in each run")
  func registry() {
    #expect(throws: Never.self) {
      try StageRegistry(stages: StandardStages.all, testFigures: StandardStages.testFigures)
    }
  }

  @Test("Each score that a test of a pipeline may expect is one of swings")
  func scores() {
    let metrics = ResultFigure.all.compactMap(\.metric)
    #expect(metrics.count == 7)
    for metric in metrics { #expect(SwingScores.metric(named: metric) != nil, "\(metric)") }
  }

  @Test("A stage says what it is", arguments: StageCase.all)
  func prose(of stage: StageCase) {
    func check<S: Stage>(_ stage: S.Type) {
      #expect(["readers", "filters", "detectors", "classifiers", "features", "writers"].contains(S.type.family))
      #expect(S.summary.hasSuffix(".") && !S.summary.contains("\n"), "a summary is a sentence on one line")
      #expect(S.details.hasSuffix("."), "details are sentences")
      #expect(S.details != S.summary)
    }
    check(stage.stage)
  }

  @Test("Slots have snake_case names and a summary", arguments: StageCase.all)
  func slots(of stage: StageCase) {
    let ports = StageDescription(of: stage.stage).ports
    for port in ports.reads + ports.writes {
      #expect(isSnakeCase(port.name), "slot \(port.name)")
      #expect(!port.summary.isEmpty, "slot \(port.name)")
    }
  }

  @Test("Every option has a snake_case name, a help sentence, and its unit in its name", arguments: StageCase.all)
  func options(of stage: StageCase) {
    for (path, option) in StageDescription(of: stage.stage).options.flatMap({ $0.flattened() }) {
      #expect(isSnakeCase(option.name), "\(path)")
      #expect(option.help.count > 5 && option.help.hasSuffix("."), "help of \(path): \(option.help)")
      #expect(!option.help.contains("\n"), "help of \(path) is one line")
      if let unit = option.unit {
        #expect(option.name.hasSuffix("_" + Self.suffix(of: unit)), "\(path) is in \(unit)")
      } else if Self.isNumeric(option.shape) {
        let suffix = ["s", "ms", "hz", "g", "db", "rad", "deg", "rad_s", "m"].first { option.name.hasSuffix("_" + $0) }
        #expect(suffix == nil, "\(path) is named after a unit that it does not declare")
      }
    }
  }

  @Test("Options survive being written and read again", arguments: StageCase.all)
  func roundTrip(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      let options = try S.sampleOptions()
      #expect(options.faults().isEmpty)
      #expect(try S.Options(json: options.encoded().canonical) == options)
      // Values that are not the defaults must survive too, each by itself.
      // A number without bounds has no edges to try.
      let numbers = NumericOption.all(of: S.self).filter { !$0.inside.isEmpty }
      var count = 0
      for option in numbers {
        for value in option.inside {
          let (changed, issues) = S.Options.decoded(from: try node(option.options(value)))
          guard issues.isEmpty else { continue }
          count += 1
          #expect(try S.Options(json: changed.encoded().canonical) == changed, "\(option.path) = \(value.inline)")
        }
      }
      // Some values go with others alone.
      #expect(2 * count >= numbers.count, "\(count) values of \(numbers.count) numbers")
      // What was set with a preset must not be taken for the preset's own, nor the other way round.
      for preset in S.Options.presets {
        let choice = JSONValue.Member(key: preset.option, value: .string(preset.value))
        let (set, issues) = S.Options.decoded(from: try node(.object(S.requiredOptions + [choice])))
        #expect(issues.isEmpty, "\(preset.option) = \(preset.value)")
        #expect(try S.Options(json: set.encoded().canonical) == set, "\(preset.option) = \(preset.value)")
        guard case .object(let members) = options.encoded() else { continue }
        let general = members.filter { $0.key != preset.option }
        let mixed = try S.Options(json: JSONValue.object([choice] + general).canonical)
        #expect(try S.Options(json: mixed.encoded().canonical) == mixed, "\(preset.option) = \(preset.value)")
      }
    }
    try check(stage.stage)
  }

  @Test("The example of the reference can be used as it is", arguments: StageCase.all)
  func example(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      let (options, issues) = S.Options.decoded(
        from: try node(StageDescription(of: S.self).example), ignoring: ["type"])
      #expect(issues.isEmpty)
      _ = try S(options)
    }
    try check(stage.stage)
  }

  @Test(
    "Numbers at the edges of a range are taken, numbers beyond refused by option and range", arguments: StageCase.all)
  func ranges(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      for option in NumericOption.all(of: S.self) {
        let subject = "option \"\(option.path)\": expected \(option.expectation)"
        for value in option.outside {
          let issues = S.Options.decoded(from: try node(option.options(value))).issues
          #expect(issues.map(\.path) == [option.path], "\(option.path) = \(value.inline)")
          #expect(issues.map(\.message) == ["\(subject), found \(value.inline)"])
        }
        for value in option.inside {
          // Another option's default may not go with this value; that is no fault of the range.
          let issues = S.Options.decoded(from: try node(option.options(value))).issues
          #expect(!issues.contains { $0.message.hasPrefix(subject) }, "\(option.path) = \(value.inline)")
        }
      }
    }
    try check(stage.stage)
  }

  @Test("A slip of the keys in an option's name is refused with the name that was meant", arguments: StageCase.all)
  func unknownOptions(of stage: StageCase) throws {
    func check<S: Stage>(_ stage: S.Type) throws {
      for option in S.Options.descriptions {
        var slip = option.name
        slip.remove(at: slip.index(slip.startIndex, offsetBy: slip.count / 2))
        let given = S.requiredOptions + [.init(key: slip, value: option.example)]
        let issues = S.Options.decoded(from: try node(.object(given))).issues
        #expect(issues.map(\.message) == ["unknown option \"\(slip)\""])
        #expect(issues.map(\.suggestion) == [option.name])
      }
      let alien = S.Options.decoded(from: try node(.object(S.requiredOptions + [.init(key: "qqqqqqqq", value: 1)])))
      #expect(alien.issues.count == 1)
      #expect(alien.issues.first?.message.hasPrefix("unknown option \"qqqqqqqq\"; expected ") == true)
    }
    try check(stage.stage)
  }

  private func isSnakeCase(_ name: String) -> Bool { name.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil }

  /// How a unit ends an option's name: `rad/s` as `rad_s`, `m/s^2` as `m_s2`.
  private static func suffix(of unit: String) -> String {
    unit.replacing("degC", with: "deg_c").lowercased().replacing("/", with: "_").replacing("^", with: "")
  }

  private static func isNumeric(_ shape: OptionShape) -> Bool {
    switch shape {
    case .number, .integer: true
    case .nullable(let inner), .list(let inner, _): isNumeric(inner)
    case .boolean, .string, .file, .choice, .object, .dictionary: false
    }
  }

  private func node(_ value: JSONValue) throws -> JSONNode {
    let document = JSONDocument.parse(value.canonical, file: "options.json")
    try #require(document.faults.isEmpty)
    return try #require(document.root)
  }
}
