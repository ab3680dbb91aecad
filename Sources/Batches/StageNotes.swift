import SPPipelines

/// The numbers that a stage noted, by name.
struct StageNotes: Hashable, Sendable {
  /// The id of the stage.
  let id: String
  private let names: [String]
  private let numbers: ArraySlice<Double>

  fileprivate init(id: String, names: [String], numbers: ArraySlice<Double>) {
    (self.id, self.names, self.numbers) = (id, names, numbers)
  }

  init(id: String, notes: [String: Double]) {
    let notes = notes.sorted { $0.key < $1.key }
    self.init(id: id, names: notes.map(\.key), numbers: notes.map(\.value)[...])
  }

  init(_ record: StageRecord) { self.init(id: record.id, notes: record.notes) }

  /// The number under a name. A stage notes a handful, so they are searched one after another.
  subscript(name: String) -> Double? { names.firstIndex(of: name).map { numbers[numbers.startIndex + $0] } }

  /// All of them with their names.
  var all: [(name: String, number: Double)] { Array(zip(names, numbers)) }
}

extension [StageNotes] {
  /// The number noted under a name by the last stage that did so.
  func note(_ name: String) -> Double? { reversed().lazy.compactMap { $0[name] }.first }
}

/// The notes of a recording's stages in little memory: only the numbers are its own.
struct PackedNotes: Hashable, Sendable {
  /// The names, which recordings of one pipeline share.
  struct Names: Hashable, Sendable {
    fileprivate struct Stage: Hashable, Sendable {
      var id: String
      var notes: [String]
    }

    fileprivate var stages: [Stage]
  }

  /// The names that recordings have shared so far.
  struct KnownNames {
    /// The names of the last recording, which the next recording mostly shares.
    fileprivate var last = Names(stages: [])
    fileprivate(set) var all: Set<Names> = []
  }

  private let names: Names
  private let numbers: [Double]

  /// - Parameter known: The names that recordings have shared so far.
  init(_ stages: [StageRecord], sharing known: inout KnownNames) {
    if let numbers = Self.numbers(of: stages, under: known.last) {
      (names, self.numbers) = (known.last, numbers)
      return
    }
    let own = Names(stages: stages.map { Names.Stage(id: $0.id, notes: $0.notes.keys.sorted()) })
    known.last = known.all.insert(own).memberAfterInsert
    names = known.last
    numbers = zip(stages, own.stages).flatMap { record, stage in stage.notes.compactMap { record.notes[$0] } }
  }

  /// The numbers in the order of names; nil if the stages noted others.
  private static func numbers(of stages: [StageRecord], under names: Names) -> [Double]? {
    guard stages.count == names.stages.count else { return nil }
    var numbers: [Double] = []
    for (record, stage) in zip(stages, names.stages) {
      guard record.id == stage.id, record.notes.count == stage.notes.count else { return nil }
      for name in stage.notes {
        guard let number = record.notes[name] else { return nil }
        numbers.append(number)
      }
    }
    return numbers
  }

  /// The notes of each stage.
  var stages: [StageNotes] {
    var rest = numbers[...]
    return names.stages.map { stage in
      defer { rest = rest.dropFirst(stage.notes.count) }
      return StageNotes(id: stage.id, names: stage.notes, numbers: rest.prefix(stage.notes.count))
    }
  }
}
