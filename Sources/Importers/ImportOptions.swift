import Recordings

/// How sources are imported.
public struct ImportOptions: Hashable, Sendable {
  /// The kind of phone that recorded, if the source does not state it and signs depend on it.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Apple's: gravity points down.
    case ios
    /// Google's: gravity points up.
    case android
  }

  /// Where a source of another format keeps its streams.
  public enum Mapping: Hashable, Sendable {
    /// Of text tables.
    case text(TextMapping)
    /// Of HDF5 files.
    case hdf5(RecordingMapping)
  }

  /// The format; nil for what the content tells.
  public var format: ImportFormat?
  /// A mapping, for files of any other format.
  public var mapping: Mapping?
  /// The kind of phone.
  public var platform: Platform?
  /// The sensor of an Opal file with several.
  public var sensor: String?
  /// The allowed changes to rows.
  public var repairs = RepairOptions()
  /// Whether a damaged FIT file is read up to the fault, rather than refused.
  public var readsUpToFault = false
  /// Whether datasets of one stream that were timestamped at different moments are put onto the timestamps of the
  /// rotation rate, by straight lines.
  public var interpolates = false
  /// Facts that the sources do not state, and that replace what they do: those that are not nil.
  public var attributes = RecordingAttributes(recordingID: "")
  /// The sensor's range, in g, if known.
  public var rangeG: Double?
  /// When the day of times of day began, in seconds since 1970; nil leaves them as seconds since midnight.
  public var dayStartS: Double?
  /// The options as they were given, for the record.
  public var text = ""

  /// Options that change nothing.
  public init() {}
}

extension ImportOptions {
  /// Says which of the options do nothing for FIT, TCX and GPX files; empty where all have an effect.
  var notesOnActivities: [String] {
    let given = [
      ("--platform", platform != nil), ("--sensor", sensor != nil), ("--date", dayStartS != nil),
      ("--interpolate", interpolates), ("--drop-broken-lines", repairs.dropsBrokenLines),
    ].filter(\.1).map(\.0)
    return given.isEmpty ? [] : ["without effect on a file of an activity: \(given.joined(separator: ", "))"]
  }
}
