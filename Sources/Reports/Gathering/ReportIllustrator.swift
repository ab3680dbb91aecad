import Pipelines
import Plots
import Tables

/// Draws what reports show of recordings: a library that reads recordings conforms, so that reports need not.
public protocol ReportIllustrator: Sendable {
  /// The name of the axis that pictures of events show, for recordings that a pipeline was run on.
  func axis(of pipeline: Pipeline) -> String

  /// Reads the signals of one recording around events.
  ///
  /// - Parameters:
  ///   - wanted: the rows, and how much around each.
  ///   - path: the recording's file.
  ///   - pipeline: what found the events.
  /// - Returns: a picture for each row.
  /// - Throws: what reading the recording throws, or `CancellationError`.
  func pictures(_ wanted: EventPictureRequest, at path: String, by pipeline: Pipeline) throws -> [EventPicture]

  /// Draws a recording, or a row of its tables, over time.
  ///
  /// - Parameters:
  ///   - wanted: what is drawn.
  ///   - paths: the recording's files, of which a session has several.
  ///   - table: finds a table of the recording by its name; nil where there is none.
  /// - Returns: a figure, without panels where there is nothing of what it shows.
  /// - Throws: what reading the recording throws.
  func figure(
    _ wanted: TimelineRequest, at paths: [String], table: @escaping (_ name: String) -> StoredTable?
  ) throws -> Figure
}

/// Events of one recording of which pictures are wanted.
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
  /// What is drawn, as the description of a table says.
  public var figure: TimelineFigure
  /// The title.
  public var title: String
  /// The time of the row that is drawn, in s on the recording's clock; nil for all of the recording.
  public var rows: ClosedRange<Double>?
  /// How finely peaks are told apart: as many columns over the whole width.
  public var columns = 900
}
