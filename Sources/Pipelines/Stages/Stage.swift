import Files
import Tables

/// One step of a pipeline: it says everything about itself and does its work by a call into a library.
///
/// A stage is made once from its options and used for many recordings, perhaps at the same time: it keeps no state
/// between runs.
public protocol Stage: Sendable {
  /// Its options, with all defaults.
  associatedtype Options: StageOptions

  /// Its name in pipeline files: `filters.high_pass`.
  static var type: StageType { get }

  /// What it does, in one line.
  static var summary: String { get }

  /// Prose for its reference page in Markdown: what it does and why, formulas, and their sources.
  static var details: String { get }

  /// The slots that it reads and writes with given options.
  ///
  /// It is also asked with faulty options, so it must not stop on any.
  static func ports(_ options: Options) -> Ports

  /// Makes the stage.
  ///
  /// - Throws: An `OptionFault` to point at an option, or any other error.
  init(_ options: Options) throws

  /// Names of the tables that it writes to files; a pipeline writes each once.
  var tableNames: [String] { get }

  /// The columns of the table that it makes for its slot `table`, whatever the recording; nothing for other stages.
  var tableSchema: [ColumnDescription]? { get }

  /// What the table that it makes holds, in a sentence: what a row is, and what is told of it; nothing for other stages.
  var tableDescription: String? { get }

  /// What a row of that table is, for reports and pictures; nothing for other stages, and for tables that none is made of.
  var tableRow: RowDescription? { get }

  /// What a run says of it once, before it begins: a choice on which all of its results hang and which the pipeline's file
  /// may have made unseen; nothing for most stages.
  /// - Parameter id: what the stage is called in the pipeline.
  func remark(as id: String) -> String?

  /// Fingerprints of the files that its options name, by option: what is in them changes results as options do.
  var fileHashes: [String: ContentHash] { get }

  /// The identifier that a recording gives itself, read without anything else; readers of recordings tell.
  /// - Throws: for a file that cannot be opened.
  func identify(_ path: String) throws -> RecordingIdentifier?

  /// Whether the unit of work is a session, which may be several recordings; readers of sessions say so.
  static var readsSessions: Bool { get }

  /// What it takes of a recording's time, so that progress within a recording can be told.
  static var effort: StageEffort { get }

  /// Checks one recording by what its headers say, before any of its data is read, and passes facts on.
  ///
  /// Faults are reported with `PlanContext.fault(option:_:)`; a thrown error is reported too.
  func plan(_ plan: inout PlanContext) throws

  /// Says what it needs of the samples, before they pass: once for each stage, in order, ahead of ``run(_:)``.
  ///
  /// A reader leaves the pass itself, see ``Workspace/setPass(_:)``; other stages leave what is to be measured on the way.
  func prepare(_ workspace: inout Workspace) throws

  /// Does the work for one recording, once the samples have passed.
  func run(_ workspace: inout Workspace) throws
}

extension Stage {
  /// None.
  public var tableNames: [String] { [] }

  /// None.
  public var tableSchema: [ColumnDescription]? { nil }

  /// None.
  public var tableDescription: String? { nil }

  /// None.
  public var tableRow: RowDescription? { nil }

  /// Nothing.
  public func remark(as id: String) -> String? { nil }

  /// None.
  public var fileHashes: [String: ContentHash] { [:] }

  /// Nothing.
  public func identify(_ path: String) throws -> RecordingIdentifier? { nil }

  /// A recording is.
  public static var readsSessions: Bool { false }

  /// Slight.
  public static var effort: StageEffort { .slight }

  /// Nothing is needed.
  public func prepare(_ workspace: inout Workspace) throws {}

  /// Nothing to check and nothing known.
  public func plan(_ plan: inout PlanContext) throws {}
}
