import SPBasics

/// Makes a pipeline from the text of a pipeline file, and collects all faults.
struct PipelineLoader {
  let file: String
  let registry: StageRegistry
  var diagnostics: [Diagnostic] = []

  init(file: String, registry: StageRegistry) {
    self.file = file
    self.registry = registry
  }

  mutating func load(
    _ text: String, overrides: [PipelineOverride], adding additions: [StageAddition]
  ) throws(PipelineError) -> Pipeline {
    let document = JSONDocument.parse(text, file: file)
    diagnostics += document.diagnostics
    // If the end of the text is missing, any message about its content would be a guess.
    guard let root = document.root else { throw PipelineError(diagnostics) }
    let header = readHeader(root)
    var drafts = readStages(root)
    for addition in additions { insert(addition, into: &drafts) }
    checkIDs(drafts)
    apply(overrides, to: &drafts)
    for index in drafts.indices { diagnostics += drafts[index].makeStage(in: registry) }
    checkReader(drafts)
    checkTables(drafts)
    let wiring = wire(&drafts)
    let tests = readTests(root, of: drafts)
    checkUse(of: additions, wiring)
    guard !diagnostics.hasErrors else { throw PipelineError(diagnostics) }

    let stages = zip(drafts, wiring).compactMap { draft, reads in
      var stage = draft.loaded
      stage?.reads = reads
      stage?.device = draft.device
      return stage
    }
    return Pipeline(
      name: header.name ?? baseName, description: header.description, file: file, stages: stages,
      sports: stages.reduce(into: []) { sports, stage in
        sports += stage.stage.sports.filter { !sports.contains($0) }
      }, warnings: diagnostics.sortedByLocation(), tests: tests)
  }

  private mutating func fault(at location: SourcePlace, _ message: String, suggestion: String? = nil) {
    diagnostics.append(Diagnostic(.error, at: location, message: message, suggestion: suggestion))
  }

  /// The name of the file without folders and extension.
  private var baseName: String {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return last }
    return String(last[..<dot])
  }

  // MARK: The file

  private mutating func readHeader(_ root: JSONNode) -> (name: String?, description: String?) {
    guard let members = root.members else {
      if !root.isInvalid {
        fault(at: root.location, "expected an object with \"version\" and \"stages\", found \(root.summary)")
      }
      return (nil, nil)
    }
    for member in members where !PipelineFile.keys.contains(member.key) {
      let nearest = NearestName.find(member.key, in: PipelineFile.keys)
      let names = PipelineFile.keys.dropFirst().map { "\"\($0)\"" }.joined(separator: ", ")
      let expected = nearest == nil ? "; expected one of \(names)" : ""
      fault(at: member.keyLocation, "unknown key \"\(member.key)\"\(expected)", suggestion: nearest)
    }
    checkVersion(root)
    return (readText("name", of: root, isEmptyAllowed: false), readText("description", of: root))
  }

  private mutating func checkVersion(_ root: JSONNode) {
    let expected = "expected \"version\": \(PipelineFile.version)"
    guard let node = root.member("version")?.node else {
      fault(at: root.location, "\"version\" is missing; \(expected)")
      return
    }
    if case .number(let number) = node.value, number.integer == PipelineFile.version { return }
    guard !node.isInvalid else { return }
    fault(at: node.location, "unsupported version \(node.summary); \(expected)")
  }

  /// The text of a member, if present. A fault's message begins with the subject.
  private mutating func readText(
    _ key: String, of object: JSONNode, isEmptyAllowed: Bool = true, in subject: String = ""
  ) -> String? {
    guard let node = object.member(key)?.node, !node.isInvalid else { return nil }
    if let text = node.string, isEmptyAllowed || !text.isEmpty { return text }
    let expected = OptionShape.string(isEmptyAllowed: isEmptyAllowed).expectation(unit: nil)
    fault(at: node.location, "\(subject)\"\(key)\": expected \(expected), found \(node.summary)")
    return nil
  }

  // MARK: The stages

  /// Reports tables that two stages write, because they would overwrite each other.
  private mutating func checkTables(_ drafts: [StageDraft]) {
    var writers: [String: String] = [:]
    for draft in drafts {
      for table in draft.loaded?.stage.tableNames ?? [] {
        if let first = writers[table] {
          let message = "writes the table \"\(table)\", as stage \"\(first)\" does; expected a \"folder\" of its own"
          diagnostics.append(draft.diagnostic(message, at: draft.location(of: "folder")))
        } else {
          writers[table] = draft.id
        }
      }
    }
  }

  private mutating func readStages(_ root: JSONNode) -> [StageDraft] {
    guard root.members != nil else { return [] }
    guard let node = root.member("stages")?.node else {
      fault(at: root.location, "\"stages\" is missing; expected a list of stages")
      return []
    }
    guard let elements = node.elements else {
      if !node.isInvalid { fault(at: node.location, "\"stages\": expected a list of stages, found \(node.summary)") }
      return []
    }
    if elements.isEmpty { fault(at: node.location, "\"stages\": expected at least a reader, found an empty list") }
    return distinguished(elements.compactMap { readStage($0) })
  }

  /// The stages with their ids: if a stage of another type has the default id of a stage, the family comes before it.
  private func distinguished(_ drafts: [StageDraft]) -> [StageDraft] {
    func isDefault(_ draft: StageDraft) -> Bool { draft.node.member("id") == nil }
    let explicit = drafts.filter { !isDefault($0) }
    var types = Dictionary(explicit.map { ($0.id, $0.type) }, uniquingKeysWith: { first, _ in first })
    return drafts.map { draft in
      guard isDefault(draft), types[draft.id, default: draft.type] != draft.type else {
        types[draft.id] = types[draft.id] ?? draft.type
        return draft
      }
      return StageDraft(node: draft.node, id: draft.type.replacing(".", with: "_"), type: draft.type)
    }
  }

  private mutating func readStage(_ node: JSONNode) -> StageDraft? {
    guard !node.isInvalid else { return nil }
    guard node.members != nil else {
      fault(at: node.location, "expected a stage, an object with a \"type\", found \(node.summary)")
      return nil
    }
    guard let type = node.member("type") else {
      let written = node.members?.map(\.key) ?? []
      let slip = written.first { NearestName.find($0, in: ["type"]) != nil }
      let found = slip.map { "; found \"\($0)\"" } ?? ""
      fault(at: node.location, "a stage without a type: expected \"type\": \"family.name\"\(found)")
      return nil
    }
    guard let name = type.node.string else {
      if !type.node.isInvalid {
        fault(at: type.node.location, "\"type\": expected the type of a stage, found \(type.node.summary)")
      }
      return nil
    }
    return StageDraft(node: node, id: readID(node) ?? defaultID(name), type: name)
  }

  private func defaultID(_ type: String) -> String {
    type.split(separator: ".").last.map(String.init) ?? type
  }

  private mutating func readID(_ node: JSONNode) -> String? {
    guard let id = node.member("id")?.node, !id.isInvalid else { return nil }
    if let text = id.string, PipelineFile.isIdentifier(text) { return text }
    let form = "a letter followed by letters, digits, \"_\" or \"-\""
    fault(at: id.location, "\"id\": expected \(form), found \(id.summary)")
    return id.string
  }

  private mutating func checkIDs(_ drafts: [StageDraft]) {
    var first: [String: SourcePlace] = [:]
    for draft in drafts {
      if let location = first[draft.id] {
        let advice = draft.node.member("id") == nil ? "; give it an \"id\" of its own" : ""
        diagnostics.append(
          draft.diagnostic(
            "duplicate id; the stage at \(location) has it already\(advice)", at: draft.location(of: "id")))
      } else {
        first[draft.id] = draft.node.location
      }
    }
  }

  private mutating func checkReader(_ drafts: [StageDraft]) {
    let readers = drafts.filter { $0.type.hasPrefix(StageType.readerFamily + ".") }
    if let first = drafts.first, !first.type.hasPrefix(StageType.readerFamily + ".") {
      let advice = readers.first.map { "; move stage \"\($0.id)\" to the front" } ?? ""
      diagnostics.append(
        first.diagnostic("expected a reader (\"\(StageType.readerFamily).*\") as the first stage\(advice)"))
    }
    for reader in readers.dropFirst() {
      diagnostics.append(reader.diagnostic("expected one reader, found a second one beside \"\(readers[0].id)\""))
    }
  }

  // MARK: Additions

  /// Inserts a stage after the stage whose table it adds to.
  private mutating func insert(_ addition: StageAddition, into drafts: inout [StageDraft]) {
    let place = SourcePlace.override(addition.option)
    guard let index = drafts.firstIndex(where: { $0.type == addition.after.rawValue }) else {
      return fault(at: place, "the pipeline has no stage \(addition.after), behind which this one belongs")
    }
    guard let node = JSONDocument.parse(addition.stage.canonical, at: place).root else { return }
    if let draft = readStage(node) { drafts.insert(draft, at: index + 1) }
  }

  /// Reports added stages whose results no stage reads.
  private mutating func checkUse(of additions: [StageAddition], _ wiring: [[String: SlotReference]]) {
    for addition in additions {
      guard case .string(let id)? = addition.stage["id"] else { continue }
      let isRead = wiring.contains { $0.values.contains { $0.stageID == id } }
      if !isRead, !diagnostics.hasErrors {
        fault(at: .override(addition.option), "no stage reads what stage \"\(id)\" makes; expected a writer behind it")
      }
    }
  }

  // MARK: Overrides

  /// Whether a stage has an option of a name.
  private func has(_ option: String, _ draft: StageDraft) -> Bool {
    registry.description(of: draft.type)?.options.contains { $0.name == option } ?? false
  }

  private mutating func apply(_ overrides: [PipelineOverride], to drafts: inout [StageDraft]) {
    for override in overrides {
      guard let (id, path, value) = override.parsed() else {
        let options = override.option.map { name in drafts.filter { has(name, $0) }.map { "\($0.id).\(name)" } } ?? []
        let list = options.count > 1 ? ", such as " + options.map { "\"\($0)\"" }.joined(separator: ", ") : ""
        fault(
          at: override.location, "expected \"id.option=value\"\(list)",
          suggestion: options.count == 1 ? options[0] : nil)
        continue
      }
      guard let index = drafts.firstIndex(where: { $0.id == id }) else {
        let ids = drafts.map(\.id)
        let nearest = NearestName.find(id, in: ids)
        let list = ids.map { "\"\($0)\"" }.joined(separator: ", ")
        fault(
          at: override.location, "unknown stage \"\(id)\"" + (nearest == nil ? "; expected one of \(list)" : ""),
          suggestion: nearest)
        continue
      }
      if PipelineFile.reservedKeys.contains(path[0]) {
        diagnostics.append(
          drafts[index].diagnostic("expected an option to set, found \"\(path[0])\"", at: override.location))
        continue
      }
      drafts[index].node = PipelineOverride.set(value, at: path[...], in: drafts[index].node)
    }
  }
}

// MARK: Tests

extension PipelineLoader {
  /// The valid tests of the file.
  private mutating func readTests(_ root: JSONNode, of drafts: [StageDraft]) -> [PipelineTest] {
    guard let node = root.member("tests")?.node, !node.isInvalid else { return [] }
    guard let elements = node.elements else {
      fault(at: node.location, "\"tests\": expected a list of tests, found \(node.summary)")
      return []
    }
    return elements.enumerated().compactMap { index, element in
      readTest(element, number: index + 1, of: drafts)
    }
  }

  private mutating func readTest(_ node: JSONNode, number: Int, of drafts: [StageDraft]) -> PipelineTest? {
    guard !node.isInvalid else { return nil }
    guard let members = node.members else {
      fault(
        at: node.location, "test \(number): expected an object with \"recording\" and \"expect\", found \(node.summary)"
      )
      return nil
    }
    let name = readText("name", of: node, isEmptyAllowed: false, in: "test \(number): ")
    let subject = "test " + (name.map { "\"\($0)\": " } ?? "\(number): ")
    var slips: Set<String> = []
    for member in members where !PipelineFile.testKeys.contains(member.key) {
      let nearest = NearestName.find(member.key, in: PipelineFile.testKeys)
      let expected = nearest == nil ? "; expected one of \(Self.list(PipelineFile.testKeys))" : ""
      fault(at: member.keyLocation, "\(subject)unknown key \"\(member.key)\"\(expected)", suggestion: nearest)
      if let nearest { slips.insert(nearest) }
    }
    // A misspelt key has been reported, and is not reported as missing too.
    for (key, expected) in Self.requiredKeys where node.member(key) == nil && !slips.contains(key) {
      fault(at: node.location, "\(subject)\"\(key)\" is missing; expected \(expected)")
    }
    let recording = readText("recording", of: node, isEmptyAllowed: false, in: subject)
    let expectations = readExpectations(node, subject: subject, of: drafts)
    guard let recording, let place = node.member("recording")?.node.location else { return nil }
    return PipelineTest(
      name: name, recording: recording, recordingPath: place.resolve(path: recording), expectations: expectations,
      location: node.location, recordingLocation: place)
  }

  private mutating func readExpectations(
    _ test: JSONNode, subject: String, of drafts: [StageDraft]
  ) -> [PipelineTest.Expectation] {
    guard let node = test.member("expect")?.node else { return [] }
    guard let members = node.members else {
      if !node.isInvalid {
        fault(at: node.location, "\(subject)\"expect\": expected an object of numbers, found \(node.summary)")
      }
      return []
    }
    if members.isEmpty {
      fault(at: node.location, "\(subject)\"expect\": expected at least one number, found an empty object")
    }
    return members.compactMap { readExpectation($0, subject: subject, of: drafts) }
  }

  private mutating func readExpectation(
    _ member: JSONMember, subject: String, of drafts: [StageDraft]
  ) -> PipelineTest.Expectation? {
    guard let (figure, bound) = registry.expectation(named: member.key) else {
      let names = registry.expectationNames
      let nearest = NearestName.find(member.key, in: names)
      let expected = nearest == nil ? "; expected " + (names.isEmpty ? "none" : "one of \(Self.list(names))") : ""
      fault(at: member.keyLocation, "\(subject)unknown expectation \"\(member.key)\"\(expected)", suggestion: nearest)
      return nil
    }
    checkSource(of: figure, member, subject: subject, drafts)
    let node = member.node
    guard !node.isInvalid else { return nil }
    guard case .number(let number) = node.value, figure.range.contains(number.double),
      !figure.isWhole || number.integer != nil
    else {
      let expected = figure.shape.expectation(unit: nil)
      fault(at: node.location, "\(subject)\"\(member.key)\": expected \(expected), found \(node.summary)")
      return nil
    }
    return PipelineTest.Expectation(figure: figure, bound: bound, value: number.double, location: node.location)
  }

  /// Reports a metric that the pipeline never measures: it would fail in every run.
  private mutating func checkSource(
    of figure: TestFigure, _ member: JSONMember, subject: String, _ drafts: [StageDraft]
  ) {
    // A stage of unknown type could write anything. Without stages, the missing stages are the fault to report.
    guard !drafts.isEmpty, drafts.allSatisfy({ $0.ports != nil }) else { return }
    func isSource(_ port: Port) -> Bool {
      port.name == figure.source.name && port.valueType == figure.source.valueType
    }
    guard !drafts.contains(where: { $0.ports?.writes.contains(where: isSource) ?? false }) else { return }
    let types = registry.types(writing: isSource)
    let advice = types.isEmpty ? "" : "; stages that write it: " + types.joined(separator: ", ")
    fault(
      at: member.keyLocation,
      "\(subject)\"\(member.key)\": no stage writes slot \"\(figure.source.name)\", which it is measured from\(advice)")
  }

  private static let requiredKeys = [
    ("recording", "the path of a recording"), ("expect", "the numbers that the pipeline is to give"),
  ]

  private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
