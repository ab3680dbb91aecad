import SPBasics
import SPTables

/// One step of a pipeline: it describes itself and does its work by calling a library.
///
/// A stage is made once from its options and used for many recordings, perhaps concurrently: it keeps no state
/// between runs.
public protocol Stage: Sendable {
  /// Its options, with all defaults.
  associatedtype Options: StageOptions

  /// Its name in pipeline files: `filters.high_pass`.
  static var type: StageType { get }

  /// A one-line summary.
  static var summary: String { get }

  /// Prose for its reference page in Markdown: purpose, formulas, and their sources.
  static var details: String { get }

  /// The slots that it reads and writes with given options.
  ///
  /// It is also called with faulty options, so it must not trap on any.
  static func ports(_ options: Options) -> Ports

  /// Makes the stage.
  ///
  /// - Throws: An `OptionFault` to point at an option, or any other error.
  init(_ options: Options) throws

  /// Names of the tables that it writes to files; in a pipeline each name is written once.
  var tableNames: [String] { get }

  /// The columns of the table that it writes to its slot `table`, the same for all recordings; nil for other
  /// stages.
  var tableSchema: [ColumnDescription]? { get }

  /// The columns that it adds to the table of its slot `table`; empty for other stages.
  var addedColumns: [ColumnDescription] { get }

  /// A sentence about the table that it makes: what a row is, and what its columns tell; nil for other stages.
  var tableDescription: String? { get }

  /// The kind of a row of that table, for reports and plots; nil for other stages, and for tables that have none.
  var tableRow: RowDescription? { get }

  /// A remark that a run prints once, before it begins: a choice that affects all results and that the pipeline's file
  /// may have made without the user noticing; nil for most stages.
  /// - Parameter id: the stage's id in the pipeline.
  func remark(as id: String) -> String?

  /// The sports that its options are for, as the attribute `sport` of recordings names them; empty for most stages,
  /// which are for any sport.
  var sports: [String] { get }

  /// Hashes of the files that its options name, by option: their content changes results just like options.
  var fileHashes: [String: ContentHash] { get }

  /// The identifier of a recording, read without anything else; only readers of recordings return one.
  /// - Throws: an error for a file that cannot be opened.
  func identify(_ path: String) throws -> RecordingIdentifier?

  /// Whether the unit of work is a session, which may have several recordings; true for readers of sessions.
  static var readsSessions: Bool { get }

  /// The time that it takes relative to other stages, from which progress within a recording is computed.
  static var effort: StageEffort { get }

  /// Checks one recording by its headers, before any of its data is read, and states facts about its outputs.
  ///
  /// Faults are reported with `PlanContext.fault(option:_:cause:suggestion:)`; a thrown error is reported too.
  func plan(_ plan: inout PlanContext) throws

  /// Makes what works on one recording: called once for each stage, in order, before any of its samples pass.
  ///
  /// A stage that needs the samples, or the candidates for events, as they pass takes the sources of its slots here, see
  /// ``Workspace/source(of:)``. By default a stage works on whole values alone, in ``run(_:)``.
  func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator

  /// Does the work for one recording that needs no more than whole values, once the samples have passed.
  func run(_ workspace: inout Workspace) throws
}

/// A stage at work on one recording.
public protocol StageOperator: AnyObject {
  /// Decides, once all samples have passed, from what it has measured on the way, and writes the stage's slots.
  func finish(_ workspace: inout Workspace) throws
}

/// An operator that has only to decide at the end: what it measures on the way, its sources do.
public final class AtEnd: StageOperator {
  private let work: (inout Workspace) throws -> Void

  /// Decides with a closure.
  public init(_ work: @escaping (inout Workspace) throws -> Void) { self.work = work }

  /// Calls the closure.
  public func finish(_ workspace: inout Workspace) throws { try work(&workspace) }
}

extension Stage {
  /// None.
  public var tableNames: [String] { [] }

  /// None.
  public var tableSchema: [ColumnDescription]? { nil }

  /// None.
  public var addedColumns: [ColumnDescription] { [] }

  /// None.
  public var tableDescription: String? { nil }

  /// None.
  public var tableRow: RowDescription? { nil }

  /// Nothing.
  public func remark(as id: String) -> String? { nil }

  /// Any sport.
  public var sports: [String] { [] }

  /// None.
  public var fileHashes: [String: ContentHash] { [:] }

  /// Nothing.
  public func identify(_ path: String) throws -> RecordingIdentifier? { nil }

  /// The unit of work is a recording.
  public static var readsSessions: Bool { false }

  /// The effort is small.
  public static var effort: StageEffort { .slight }

  /// Works on whole values.
  public func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    AtEnd { try run(&$0) }
  }

  /// Nothing: the operator does the work.
  public func run(_ workspace: inout Workspace) throws {}

  /// Nothing to check and no facts to state.
  public func plan(_ plan: inout PlanContext) throws {}
}

/// The fraction of a recording's processing time that a stage takes: used only for progress, never for
/// results.
///
/// Fractions are relative to each other and need not sum to anything. Those of the standard stages were measured
/// on a simulated recording of 4 hours with 12 swings a minute.
public struct StageEffort: Hashable, Sendable {
  /// Its time, relative to that of the other stages.
  public let fraction: Double
  /// How many times it reads through the largest of its datasets.
  public let passes: Double

  /// Makes an effort; both numbers must be above 0.
  public init(fraction: Double, passes: Double = 1) {
    self.fraction = fraction
    self.passes = passes
  }

  /// The effort of a stage that reads no samples, such as a writer.
  package static let slight = StageEffort(fraction: 0.1)
}

/// What a recording says about itself in a list of recordings: its identifiers and its sport.
public struct RecordingIdentifier: Hashable, Sendable, Codable {
  /// The recording's own identifier.
  public var recordingID: String
  /// The identifier of its session; nil if it names none, or the pipeline does not work on sessions.
  public var sessionID: String?
  /// Its sport, as stages name it; nil if it states none, or an unknown one.
  public var sport: String?

  /// Makes identifiers.
  public init(recordingID: String, sessionID: String? = nil, sport: String? = nil) {
    self.recordingID = recordingID
    self.sessionID = sessionID
    self.sport = sport
  }

  /// The identifier of the unit of work: of the session, or else of the recording.
  public var unitID: String { sessionID ?? recordingID }
}
