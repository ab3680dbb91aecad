import SPBasics

extension PipelineLoader {
  /// The valid tests of the file.
  mutating func readTests(_ root: JSONNode, of drafts: [StageDraft]) -> [PipelineTest] {
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
    // A misspelt key was reported, and does not count as missing too.
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

  /// A figure that the pipeline never measures would fail in every run.
  private mutating func checkSource(
    of figure: TestFigure, _ member: JSONMember, subject: String, _ drafts: [StageDraft]
  ) {
    // A stage of unknown type could write anything, and without stages that is the fault to report.
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
