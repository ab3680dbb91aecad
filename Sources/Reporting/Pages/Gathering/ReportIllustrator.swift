import SPPipelines
import SPPlots
import SPTables

/// Draws what reports show of recordings: a library that reads recordings conforms, so that reports need not.
public protocol ReportIllustrator: Sendable {
  /// The name of the axis that pictures of events show, for recordings that a pipeline was run on.
  func axis(of pipeline: Pipeline) -> String

  /// Reads the signals of one recording around events.
  ///
  /// - Parameters:
  ///   - wanted: the rows, and how much around each.
  ///   - path: the recording's file.
  ///   - pipeline: the pipeline that found the events.
  /// - Returns: a picture for each row.
  /// - Throws: the errors of reading the recording, or `CancellationError`.
  func pictures(_ wanted: EventPictureRequest, at path: String, by pipeline: Pipeline) throws -> [EventPicture]

  /// Draws a recording, or a row of its tables, over time.
  ///
  /// - Parameters:
  ///   - wanted: what to draw.
  ///   - paths: the recording's files; a session has several.
  ///   - pipeline: the pipeline that found the rows; nil if it is not known.
  ///   - table: returns a table of the recording by its name; nil if there is none.
  /// - Returns: a figure, without panels if there is nothing to show.
  /// - Throws: the errors of reading the recording.
  func figure(
    _ wanted: TimelineRequest, at paths: [String], by pipeline: Pipeline?,
    table: @escaping (_ name: String) -> StoredTable?
  ) throws -> Figure
}

/// Events of one recording that need pictures.
public struct EventPictureRequest: Sendable {
  /// The table that the events are rows of.
  public var events: EventTable
  /// Positions in the table of the rows, all of one recording.
  public var rows: [Int]
  /// The time around the moment that a picture is aligned at, in s.
  public var window: ClosedRange<Double>
  /// The rate, in Hz, of a slower sensor whose view of each contact is wanted, too; nil for none.
  public var compareRateHz: Double?
}

/// A drawing over time that is wanted.
public struct TimelineRequest: Sendable {
  /// The drawing, as the description of a table requests it.
  public var figure: TimelineFigure
  /// The title.
  public var title: String
  /// Whether the title says what was done and when, so that the line below it need not.
  public var isDated = false
  /// The time of the row that is drawn, in s on the recording's clock; nil for all of the recording.
  public var rows: ClosedRange<Double>?
  /// The resolution: the number of columns over the whole width.
  public var columns = 900
}
