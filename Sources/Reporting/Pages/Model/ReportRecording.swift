import SPTables

/// A recording in a report.
public struct ReportRecording: Hashable, Sendable {
  /// The state of a recording.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Its tables exist, and the run's pipeline made them.
    case done
    /// Its run failed.
    case failed
    /// Its tables are missing or damaged, or were made with other options.
    case stale
    /// It was not run yet.
    case missing
  }

  /// Its identifier.
  public var recordingID: String
  /// Its file.
  public var path: String
  /// Its state.
  public var state: State
  /// The reasons for its state, unless it is done.
  public var causes: [String] = []
  /// Its warnings.
  public var warnings: [String] = []
  /// Identifier of the subject.
  public var subject: String?
  /// Sport.
  public var sport: String?
  /// Whether it states a sport other than the pipeline's sport.
  public var isOfOtherSport = false
  /// The wrist that wore the sensor.
  public var wrist: String?
  /// The instant of its start, as ISO 8601 in UTC; nil if unknown.
  public var recordedAt: String?
  /// The offset of its local time from UTC, in s; nil if unknown.
  public var utcOffsetS: Int?
  /// Its output folder, if a report covers several.
  public var run: String?
  /// Its identifier. If a report covers several folders, the folder comes first, since identifiers may repeat between
  /// folders.
  public var name: String { run.map { "\($0), \(recordingID)" } ?? recordingID }
  /// Its counts and measurements.
  public var figures = RecordingFigures()

  /// Makes a recording without further information.
  public init(recordingID: String, path: String, state: State) {
    self.recordingID = recordingID
    self.path = path
    self.state = state
  }
}

extension RecordingFigure {
  /// The number of rows of a kind, or of a table.
  /// - Parameters:
  ///   - term: the word for the rows, with its meaning.
  ///   - position: its position among other counts.
  static func count(_ term: RowDescription.Term, position: Int) -> Self {
    Self(term.title, term.meaning, place: 10 + position)
  }

  /// The number of rows with a flag, by the plural of the word for a row.
  static func flagged(_ plural: String) -> Self {
    Self(
      "Flagged \(plural)",
      "\(plural.capitalizedFirst) with a flag, which limits trust in them; the pictures say which.", place: 91,
      isBestZero: true)
  }

  /// Remarks of the run.
  static let warnings = Self("Warnings", "Remarks of the run, listed below the table.", place: 92, isBestZero: true)
}

/// The counts and measurements of a recording. Many recordings share one list of names.
public struct RecordingFigures: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The figures that recordings have, and their positions.
  private final class Names: Sendable {
    let all: [RecordingFigure]
    let positions: [RecordingFigure: Int]

    init(_ all: [RecordingFigure]) {
      self.all = all
      positions = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
    }
  }

  private static let noNames = Names([])

  private var names = Self.noNames
  /// A value for each of the first names; NaN for a missing value.
  private var values: [Double] = []

  /// No figures.
  public init() {}

  /// Makes an empty set that shares the names of another set, since its figures will probably have these names.
  init(namedAsIn others: RecordingFigures) { names = others.names }

  /// Makes figures of values.
  public init(dictionaryLiteral elements: (RecordingFigure, Double)...) {
    for (figure, value) in elements { self[figure] = value }
  }

  /// The figures that have a value, in no order.
  public var known: [RecordingFigure] {
    zip(names.all, values).compactMap { figure, value in value.isNaN ? nil : figure }
  }

  /// The figures that have a value in any of the given recordings.
  static func known(in recordings: some Sequence<RecordingFigures>) -> Set<RecordingFigure> {
    // Most recordings share one list of names. For these, only the values are checked, and not the names.
    var found: [ObjectIdentifier: (names: Names, isKnown: [Bool])] = [:]
    for figures in recordings {
      let key = ObjectIdentifier(figures.names)
      for (position, value) in figures.values.enumerated() where !value.isNaN {
        found[key, default: (figures.names, Array(repeating: false, count: figures.names.all.count))].isKnown[
          position] = true
      }
    }
    return Set(found.values.flatMap { item in zip(item.names.all, item.isKnown).filter(\.1).map(\.0) })
  }

  /// The value of a figure; nil for a missing value.
  public subscript(figure: RecordingFigure) -> Double? {
    get {
      guard let position = names.positions[figure], position < values.count, !values[position].isNaN else { return nil }
      return values[position]
    }
    set {
      if newValue != nil, names.positions[figure] == nil { names = Names(names.all + [figure]) }
      guard let position = names.positions[figure] else { return }
      if values.count < names.all.count {
        var grown = [Double](repeating: .nan, count: names.all.count)
        grown.replaceSubrange(..<values.count, with: values)
        values = grown
      }
      values[position] = newValue ?? .nan
    }
  }

  private var pairs: [RecordingFigure: Double] { known.reduce(into: [:]) { $0[$1] = self[$1] } }

  /// Whether the same figures have the same values.
  public static func == (one: RecordingFigures, other: RecordingFigures) -> Bool { one.pairs == other.pairs }

  /// Hashes figures and values.
  public func hash(into hasher: inout Hasher) { hasher.combine(pairs) }
}
