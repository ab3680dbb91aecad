import SPPipelines
import SPPlots
import SPTables

/// Draws recordings for reports. A library that reads recordings conforms, so that reports need not read recordings.
public protocol ReportIllustrator: Sendable {
  /// The name of the axis that pictures of events show, for recordings that a pipeline was run on.
  func axis(of pipeline: Pipeline) -> String

  /// Reads the signals of one recording around events.
  ///
  /// - Parameters:
  ///   - wanted: the rows, and the time to show around each row.
  ///   - path: the recording's file.
  ///   - pipeline: the pipeline that found the events.
  /// - Returns: a picture for each row.
  /// - Throws: the errors of reading the recording, or `CancellationError`.
  func pictures(_ wanted: EventPictureRequest, at path: String, by pipeline: Pipeline) throws -> [EventPicture]

  /// Draws a recording, or a row of its tables, over time.
  ///
  /// - Parameters:
  ///   - wanted: The drawing to make.
  ///   - paths: The recording's files; a session has several.
  ///   - pipeline: The pipeline that found the rows; nil if it is not known.
  ///   - table: Returns a table of the recording by its name; nil without such a table.
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
  /// The positions of the rows in the table. All rows are of one recording.
  public var rows: [Int]
  /// The time around the moment at which a picture is aligned, in s.
  public var window: ClosedRange<Double>
  /// The rate, in Hz, of a slower sensor, whose view of each contact is also wanted; nil for none.
  public var compareRateHz: Double?
}

/// A request for a drawing over time.
public struct TimelineRequest: Sendable {
  /// The drawing, as the description of a table requests it.
  public var figure: TimelineFigure
  /// The title.
  public var title: String
  /// Whether the title contains activity and time, so that the line below the title need not.
  public var isDated = false
  /// The time of the row that is drawn, in s on the recording's clock; nil for all of the recording.
  public var rows: ClosedRange<Double>?
  /// The resolution: the number of columns over the whole width.
  public var columns = 900
}
