import Synchronization
import Testing

@testable import SPPipelines

/// Records the calls of operators, in their order.
private final class Diary: Sendable {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock(\.self) }
  func add(_ line: String) { entries.withLock { $0.append(line) } }

  @TaskLocal static var current = Diary()
}

/// A reader with a pass, which may fail.
private struct PassingReader: Stage {
  enum Deed: String, CaseIterable { case pass, whole, silent, failMaking, failPassing }
  struct Options: StageOptions {
    var deed = Deed.pass
    static var fields: [OptionField<Options>] { [.choice("deed", \.deed, help: "")] }
  }
  struct Trouble: Error, CustomStringConvertible { let description = "trouble" }

  static let type: StageType = "readers.passing"
  static let summary = ""
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(writes: [options.deed == .whole ? .required(counts) : .passing(counts), .required(Toy.rotation)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    Diary.current.add("make in")
    if options.deed == .failMaking { throw Trouble() }
    let source = Counts.Source()
    if options.deed != .silent { try workspace.provide(counts, source) }
    workspace.note("made", 1)
    workspace.setPass { [deed = options.deed] in
      Diary.current.add("pass")
      if deed == .failPassing { throw Trouble() }
      for reader in source.readers { reader(3) }
    }
    return AtEnd { workspace in
      Diary.current.add("finish in")
      try workspace.set(counts, Counts(values: [3]))
      try workspace.set(Toy.rotation, [2])
    }
  }
}

/// Makes an operator that uses a declared or an undeclared source.
private struct Asking: Stage {
  enum Deed: String, CaseIterable { case ask, askOther, askWhole, sayOther }
  struct Options: StageOptions {
    var deed = Deed.ask
    static var fields: [OptionField<Options>] { [.choice("deed", \.deed, help: "")] }
  }

  static let type: StageType = "filters.asking"
  static let summary = ""
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(
      reads: [options.deed == .askWhole ? .required(counts) : .passing(counts)], writes: [.required(Toy.impacts)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    Diary.current.add("make r")
    var passed = 0
    switch options.deed {
    case .ask, .askWhole: try workspace.source(of: counts).readers.append { passed += $0 }
    case .askOther: _ = try workspace.source(of: others)
    case .sayOther: try workspace.provide(others, Counts.Source())
    }
    return AtEnd { workspace in
      Diary.current.add("finish r, of \(passed)")
      try workspace.set(Toy.impacts, [])
    }
  }
}

/// A value of which numbers pass.
private struct Counts: PassingValue {
  final class Source {
    var readers: [(Int) -> Void] = []
  }

  var values: [Int]

  static func source(of value: Counts, in workspace: inout Workspace) -> Source {
    let source = Source()
    workspace.setPass { for number in value.values { source.readers.forEach { $0(number) } } }
    return source
  }
}

private let counts = Slot<Counts>("counts", summary: "Numbers that pass.")
private let others = Slot<Counts>("others", summary: "Other numbers that pass.")

/// Operators of stages, and what passes between them.
struct OperatorTests {
  private func load(reader: String, asking: String) throws -> Pipeline {
    try Toy.load(
      """
      { "version": 1, "stages": [
        { "id": "in", "type": "readers.passing", "deed": "\(reader)" },
        { "id": "r", "type": "filters.asking", "deed": "\(asking)" }] }
      """, and: [PassingReader.self, Asking.self])
  }

  private func run(reader: String = "pass", asking: String = "ask") throws -> [String] {
    let pipeline = try load(reader: reader, asking: asking)
    return try Diary.$current.withValue(Diary()) {
      _ = try pipeline.run(on: "a.h5")
      return Diary.current.lines
    }
  }

  @Test(
    "Every stage makes its operator, in order, before the samples pass; then all finish, the reader behind its pass")
  func order() throws {
    #expect(try run() == ["make in", "make r", "pass", "finish in", "finish r, of 3"])
  }

  @Test("What a stage notes when it makes its operator stays in its record")
  func notes() throws {
    let result = try load(reader: "pass", asking: "ask").run(on: "a.h5")
    #expect(result.stages.map(\.notes) == [["made": 1], [:]])
  }

  @Test("A value that exists already passes as it would in a pipeline")
  func bench() throws {
    var bench = try StageBench<Asking>(Asking.Options())
    try bench.provide(counts, Counts(values: [1, 2, 4]))
    try Diary.$current.withValue(Diary()) {
      _ = try bench.run()
      #expect(Diary.current.lines == ["make r", "finish r, of 7"])
    }
  }

  @Test(
    "What fails before or while the samples pass is that of its stage",
    arguments: [
      ("failMaking", "ask", #"stage "in" (readers.passing): trouble"#),
      ("failPassing", "ask", #"stage "in" (readers.passing): trouble"#),
      (
        "silent", "ask",
        #"stage "in" (readers.passing): passes on nothing in slot "counts", which it declares as passing; expected it to "#
          + "provide a source of the slot"
      ),
      (
        "pass", "askOther",
        #"stage "r" (filters.asking): reads slot "others", which it does not declare; expected one of "counts""#
      ),
      (
        "pass", "sayOther",
        #"stage "r" (filters.asking): writes slot "others", which it does not declare; expected one of "impacts""#
      ),
      (
        "pass", "askWhole",
        #"stage "r" (filters.asking): takes what passes in slot "counts", which it declares as a whole value; expected it "#
          + "to be declared as passing"
      ),
    ])
  func failures(reader: String, asking: String, message: String) throws {
    let failure = try #require(throws: StageFailure.self) { _ = try run(reader: reader, asking: asking) }
    #expect(failure.description == message)
  }

  @Test("A value that is written once the samples have passed cannot pass: the pipeline is refused")
  func wholeValue() throws {
    let error = try #require(throws: PipelineError.self) { _ = try load(reader: "whole", asking: "ask") }
    #expect(
      error.diagnostics.map(\.message) == [
        #"slot "counts": it is needed while the samples pass, but "in.counts" is written once they have passed; "#
          + "expected a slot that an earlier stage passes on"
      ])
  }
}
