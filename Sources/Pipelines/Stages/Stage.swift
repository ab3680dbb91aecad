import SPBasics
import SPTables

/// One step of a pipeline. It describes itself, and does its work by calling a library.
///
/// A stage is made once from its options and used for many recordings, perhaps concurrently. It keeps no state between
/// runs.
public protocol Stage: Sendable {
  /// The stage's options, with all defaults.
  associatedtype Options: StageOptions

  /// The stage's name in pipeline files: `filters.high_pass`.
  static var type: StageType { get }

  /// A one-line summary.
  static var summary: String { get }

  /// Prose for the stage's reference page in Markdown: purpose, formulas, and their sources.
  static var details: String { get }

  /// The slots that the stage reads and writes with given options.
  ///
  /// It is also called with faulty options, so it must not trap on any options.
  static func ports(_ options: Options) -> Ports

  /// Makes the stage.
  ///
  /// - Throws: An `OptionFault` to point at an option, or any other error.
  init(_ options: Options) throws

  /// Names of the tables that the stage writes to files. In a pipeline only one stage may write a name.
  var tableNames: [String] { get }

  /// The columns of the table that the stage writes to its slot `table`, the same for all recordings. Nil for other
  /// stages.
  var tableSchema: [ColumnDescription]? { get }

  /// The columns that the stage adds to the table of its slot `table`; empty for other stages.
  var addedColumns: [ColumnDescription] { get }

  /// A sentence about the stage's table: the meaning of a row and of the columns; nil for other stages.
  var tableDescription: String? { get }

  /// The kind of a row of that table, for reports and plots. Nil for stages without a table, and for tables without a
  /// kind.
  var tableRow: RowDescription? { get }

  /// A remark that a run prints once, before it begins. It is about a choice that affects all results, and that the
  /// pipeline's file may have made without the user noticing. Nil for most stages.
  /// - Parameter id: the stage's id in the pipeline.
  func remark(as id: String) -> String?

  /// The sports that the stage's options are for, as the attribute `sport` of recordings names them. Empty for most
  /// stages, which are for any sport.
  var sports: [String] { get }

  /// Hashes of the files that the stage's options name, by option. The content of these files changes results as
  /// options do.
  var fileHashes: [String: ContentHash] { get }

  /// The identifier of a recording; nothing else is read. Only readers of recordings return an identifier.
  /// - Throws: an error for a file that cannot be opened.
  func identify(_ path: String) throws -> RecordingIdentifier?

  /// Whether the unit of work is a session, which may have several recordings. True for readers of sessions.
  static var readsSessions: Bool { get }

  /// The time that the stage takes relative to other stages. Progress within a recording is computed from it.
  static var effort: StageEffort { get }

  /// Checks one recording by its headers, before any of the recording's data is read, and states facts about the
  /// outputs.
  ///
  /// Faults are reported with `PlanContext.fault(option:_:cause:suggestion:)`; a thrown error is reported too.
  func plan(_ plan: inout PlanContext) throws

  /// Makes the operator for one recording. It is called once for each stage, in order, before any samples pass.
  ///
  /// If a stage needs the samples, or the candidates for events, as they pass, it takes the sources of its slots here,
  /// see ``Workspace/source(of:)``. By default a stage works only on whole values, in ``run(_:)``.
  func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator

  /// Does the work for one recording that needs only whole values, after the samples have passed.
  func run(_ workspace: inout Workspace) throws
}

/// A stage at work on one recording.
public protocol StageOperator: AnyObject {
  /// Makes decisions from its measurements after all samples have passed, and writes the stage's slots.
  func finish(_ workspace: inout Workspace) throws
}

/// An operator that only makes decisions at the end. Its sources measure while the samples pass.
public final class AtEnd: StageOperator {
  private let work: (inout Workspace) throws -> Void

  /// Makes an operator whose decisions a closure makes.
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

/// The fraction of a recording's processing time that a stage takes. It is used only for progress, never for results.
///
/// Fractions are relative to each other and need not sum to anything. The fractions of the standard stages were
/// measured on a simulated recording of 4 hours with 12 swings a minute.
public struct StageEffort: Hashable, Sendable {
  /// The stage's time, relative to the time of other stages.
  public let fraction: Double
  /// How many times the stage reads the largest of its datasets.
  public let passes: Double

  /// Makes an effort; both numbers must be above 0.
  public init(fraction: Double, passes: Double = 1) {
    self.fraction = fraction
    self.passes = passes
  }

  /// The effort of a stage that reads no samples, such as a writer.
  package static let slight = StageEffort(fraction: 0.1)
}

/// The facts about a recording for a list of recordings: its identifiers and its sport.
public struct RecordingIdentifier: Hashable, Sendable, Codable {
  /// The recording's own identifier.
  public var recordingID: String
  /// The identifier of the recording's session. Nil if it names no session, or the pipeline does not work on sessions.
  public var sessionID: String?
  /// The recording's sport, as stages name it. Nil if the recording states no sport, or an unknown sport.
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
