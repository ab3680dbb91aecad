/// What a report of runs shows.
public struct ReportOptions: Hashable, Sendable {
  /// How many pictures of events there are at most, evenly spread over all runs.
  public var maxPictures = 2000
  /// The option that sets ``maxPictures``, which the report names if it leaves out pictures; nil for none.
  public var maxPicturesName: String?
  /// How large the signals of all pictures are at most, in bytes; nil for any size. The page has a third more of them, as
  /// text. The default leaves a page below 20 MB, which a browser opens on a phone.
  public var maxPictureBytes: Int? = 11_000_000
  /// The rate, in Hz, of a slower sensor whose view of each contact is drawn, too; nil for none.
  public var compareRateHz: Double?
  /// The column of the main table by whose values rows are compared; nil to compare sessions, each a day and a subject.
  public var splitColumn: String?

  /// The units of figures, tables and drawings; those of other quantities are shown as people read them.
  public var units: [DisplayUnit] = []

  /// The defaults: up to 2000 pictures, and rows compared by session.
  public init() {}
}
