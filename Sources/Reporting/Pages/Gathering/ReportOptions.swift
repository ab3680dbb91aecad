/// What a report of runs shows.
public struct ReportOptions: Hashable, Sendable {
  /// How many pictures of events there are at most, evenly spread over all runs.
  public var maxPictures = 2000
  /// The option that sets ``maxPictures``, which the report names if it leaves out pictures; nil for none.
  public var maxPicturesName: String?
  /// The largest size of the signals of all pictures, in bytes; nil for any size. As text on the page they take a third
  /// more. The default keeps a page below 20 MB, which a browser on a phone opens.
  public var maxPictureBytes: Int? = 11_000_000
  /// The largest size of all drawings over time, in bytes. A page has either many pictures or many drawings.
  package var maxDrawingBytes = 12_000_000
  /// The rate, in Hz, of a slower sensor whose view of each contact is drawn, too; nil for none.
  public var compareRateHz: Double?
  /// The column of the main table by whose values rows are compared; nil to compare sessions, each a day and a subject.
  public var splitColumn: String?

  /// The units of figures, tables and drawings. All other quantities have the units that people usually read.
  public var units: [DisplayUnit] = []

  /// The defaults: up to 2000 pictures, and rows compared by session.
  public init() {}
}
