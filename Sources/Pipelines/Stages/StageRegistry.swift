import SPBasics

/// The list of stages that pipelines can use.
public struct StageRegistry: Sendable {
  /// A list of stages that is not a valid registry.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The faults, one line each.
    public let messages: [String]

    /// The lines.
    public var description: String { messages.joined(separator: "\n") }
  }

  /// The stages in the order of the list.
  public let stages: [any Stage.Type]
  /// The description of each stage, in the same order. They are made on each call, which takes longer than a short run.
  public var descriptions: [StageDescription] { stages.map { StageDescription(of: $0) } }
  /// The metrics that tests of pipelines can use, in the order of the list.
  public let testFigures: [TestFigure]

  /// Makes a registry.
  ///
  /// - Throws: `Fault` if two stages have the same type, if an option table is invalid, or if two expectations of tests
  ///   have the same name. An option table is invalid if it has a name twice, a reserved name, or a default that its
  ///   row rejects.
  public init(stages: [any Stage.Type], testFigures: [TestFigure] = []) throws {
    var messages: [String] = []
    var seen: Set<StageType> = []
    for stage in stages {
      if !seen.insert(stage.type).inserted { messages.append("stage type \"\(stage.type)\" is listed twice") }
      messages += Self.faults(of: stage)
    }
    var names: Set<String> = []
    for name in testFigures.flatMap(\.expectationNames) where !names.insert(name).inserted {
      messages.append("expectation \"\(name)\" of tests is listed twice")
    }
    guard messages.isEmpty else { throw Fault(messages: messages) }
    self.init(trusting: stages, testFigures: testFigures)
  }

  /// Makes a registry of stages that tests have checked. Checking them would take a tenth of a short run.
  package init(trusting stages: [any Stage.Type], testFigures: [TestFigure]) {
    self.stages = stages
    self.testFigures = testFigures
  }

  /// The stage of a type, or nil.
  public subscript(type: String) -> (any Stage.Type)? {
    stages.first { $0.type.rawValue == type }
  }

  /// The description of the stage of a type, or nil.
  public func description(of type: String) -> StageDescription? {
    self[type].map { StageDescription(of: $0) }
  }

  /// The types of the stages that write a slot with all options at their defaults, in the order of the list.
  package func types(writing isWanted: (Port) -> Bool) -> [String] {
    var types: [String] = []
    for stage in stages where Self.usualPorts(of: stage).writes.contains(where: isWanted) {
      types.append(stage.type.rawValue)
    }
    return types
  }

  private static func usualPorts<S: Stage>(of stage: S.Type) -> Ports { S.ports(S.Options()) }

  /// The most likely intended type: a type with the same name in another family, or a type with a similar name.
  package func nearestType(to type: String) -> String? {
    let types = stages.map { $0.type }
    let name = type.split(separator: ".").last.map(String.init) ?? type
    return types.first { $0.name == name }?.rawValue ?? NearestName.find(type, in: types.map(\.rawValue))
  }

  private static func faults<S: Stage>(of stage: S.Type) -> [String] {
    let names = S.Options.fields.map(\.name)
    var messages: [String] = []
    for name in Set(names).sorted() where names.count(where: { $0 == name }) > 1 {
      messages.append("\(S.type): option \"\(name)\" is in the table twice")
    }
    for name in names where PipelineFile.reservedKeys.contains(name) {
      messages.append("\(S.type): option \"\(name)\" has a name that every stage uses")
    }
    for field in S.Options.fields where !field.needsValue(defaults: S.Options()) {
      let text = field.write(S.Options()).canonical
      let node = JSONDocument.parse(text, at: .file("\(S.type)")).root
      var reading = OptionReading()
      var options = S.Options()
      if let node {
        reading.descend(to: field.name) { field.read(node, &options, &$0) }
      }
      messages += reading.issues.map { "\(S.type): default of \($0.message)" }
    }
    return messages
  }
}
