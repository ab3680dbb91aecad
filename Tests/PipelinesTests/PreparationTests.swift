import Synchronization
import Testing

@testable import Pipelines

/// Notes what it is asked for, in the order in which it happens.
private final class Diary: Sendable {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock(\.self) }
  func add(_ line: String) { entries.withLock { $0.append(line) } }

  @TaskLocal static var current = Diary()
}

/// A reader with a pass, which may fail.
private struct PassingReader: Stage {
  enum Deed: String, CaseIterable { case pass, failPreparing, failPassing }
  struct Options: StageOptions {
    var deed = Deed.pass
    static var fields: [OptionField<Options>] { [.choice("deed", \.deed, help: "")] }
  }
  struct Trouble: Error, CustomStringConvertible { let description = "trouble" }

  static let type: StageType = "readers.passing"
  static let summary = ""
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(writes: [.required(Toy.acceleration), .required(Toy.rotation)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func prepare(_ workspace: inout Workspace) throws {
    Diary.current.add("prepare in")
    if options.deed == .failPreparing { throw Trouble() }
    try workspace.prepare(Toy.acceleration, as: "what passes")
    let deed = options.deed
    workspace.setPass {
      Diary.current.add("pass")
      if deed == .failPassing { throw Trouble() }
    }
  }

  func run(_ workspace: inout Workspace) throws {
    Diary.current.add("run in, of \(try workspace.ownPreparation(of: Toy.acceleration, as: String.self) ?? "nothing")")
    try workspace.set(Toy.acceleration, [1])
    try workspace.set(Toy.rotation, [2])
  }
}

/// Asks what was said of its slots.
private struct Asking: Stage {
  enum Deed: String, CaseIterable { case ask, askOther, sayOther }
  struct Options: StageOptions {
    var deed = Deed.ask
    static var fields: [OptionField<Options>] { [.choice("deed", \.deed, help: "")] }
  }

  static let type: StageType = "filters.asking"
  static let summary = ""
  static let details = ""
  static func ports(_ options: Options) -> Ports {
    Ports(reads: [.required(Toy.acceleration)], writes: [.required(Toy.impacts)])
  }

  let options: Options
  init(_ options: Options) { self.options = options }

  func prepare(_ workspace: inout Workspace) throws {
    switch options.deed {
    case .ask:
      let said = try workspace.preparation(of: Toy.acceleration, as: String.self)
      let number = try workspace.preparation(of: Toy.acceleration, as: Int.self)
      Diary.current.add("prepare r, of \(said ?? "nothing"), \(number.map { "\($0)" } ?? "no number")")
      try workspace.prepare(Toy.impacts, as: 7)
    case .askOther: _ = try workspace.preparation(of: Toy.rotation, as: String.self)
    case .sayOther: try workspace.prepare(Toy.table, as: 7)
    }
  }

  func run(_ workspace: inout Workspace) throws {
    Diary.current.add("run r, of \(try workspace.ownPreparation(of: Toy.impacts, as: Int.self) ?? 0)")
    try workspace.set(Toy.impacts, [])
  }
}

@Suite("What stages say before the samples pass")
struct PreparationTests {
  private func run(reader: String = "pass", asking: String = "ask") throws -> [String] {
    let pipeline = try Toy.load(
      """
      { "version": 1, "stages": [
        { "id": "in", "type": "readers.passing", "deed": "\(reader)" },
        { "id": "r", "type": "filters.asking", "deed": "\(asking)" }] }
      """, and: [PassingReader.self, Asking.self])
    return try Diary.$current.withValue(Diary()) {
      _ = try pipeline.run(on: "a.h5")
      return Diary.current.lines
    }
  }

  @Test("Every stage prepares, in order, before the samples pass; then all run, the reader behind its pass")
  func order() throws {
    #expect(
      try run() == [
        "prepare in", "prepare r, of what passes, no number", "pass", "run in, of what passes", "run r, of 7",
      ])
  }

  @Test(
    "What fails before or while the samples pass is that of its stage",
    arguments: [
      ("failPreparing", "ask", #"stage "in" (readers.passing): trouble"#),
      ("failPassing", "ask", #"stage "in" (readers.passing): trouble"#),
      (
        "pass", "askOther",
        #"stage "r" (filters.asking): reads slot "rotation", which it does not declare; expected one of "acceleration""#
      ),
      (
        "pass", "sayOther",
        #"stage "r" (filters.asking): writes slot "table", which it does not declare; expected one of "impacts""#
      ),
    ])
  func failures(reader: String, asking: String, message: String) throws {
    let failure = try #require(throws: StageFailure.self) { _ = try run(reader: reader, asking: asking) }
    #expect(failure.description == message)
  }
}
