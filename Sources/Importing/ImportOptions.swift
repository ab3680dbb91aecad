import SPHDF5
import SPRecordings

/// How sources are imported.
public struct ImportOptions: Hashable, Sendable {
  /// The kind of phone that recorded. In some formats, signs depend on the kind.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    /// Apple's: gravity points down.
    case ios
    /// Google's: gravity points up.
    case android
  }

  /// Where a source of another format keeps its streams.
  public enum Mapping: Hashable, Sendable {
    /// The streams of text tables.
    case text(TextMapping)
    /// The streams of HDF5 files.
    case hdf5(RecordingMapping)
  }

  /// The format; nil to recognise it from the content.
  public var format: ImportFormat?
  /// A mapping, for files of any other format.
  public var mapping: Mapping?
  /// The built-in mappings that recognise text tables of other programs, the preferred mappings first.
  package var textMappings: [TextMapping] = []
  /// The kind of phone, which replaces the statement in Sensor Logger's Metadata.csv; nil to use that statement.
  public var platform: Platform?
  /// The sensor to import from an Opal file with several sensors.
  public var sensor: String?
  /// Corrections of HDF5 files whose descriptions do not fit their data.
  public var corrections = RecordingCorrections()
  /// Whether HDF5 files may need filters that are plugins.
  public var filters = FilterPolicy.builtIn
  /// The allowed changes to rows.
  public var repairs = RepairOptions()
  /// Whether a damaged FIT file is read up to the fault. Otherwise it is an error.
  public var readsUpToFault = false
  /// Whether datasets of one stream with different timestamps are interpolated linearly at the timestamps of the
  /// rotation rate.
  public var interpolates = false
  /// Whether gravity, attitude and user acceleration are estimated for HDF5 files and text tables that have no gravity
  /// and no attitude.
  public var estimatesGravity = false
  /// Facts about the recordings. Facts that are not nil replace the statements of the sources.
  public var attributes = RecordingAttributes(recordingID: "")
  /// The sensor's range, in g, if known.
  public var rangeG: Double?
  /// The midnight from which times of day count, in s since 1970; nil leaves them as seconds since midnight.
  public var dayStartS: Double?
  /// The options as text, for the import record.
  public var text = ""

  /// Options that change nothing.
  public init() {}
}

extension ImportOptions {
  /// Options that only some sources use, by their names on the command line.
  enum Special: String, CaseIterable {
    case platform = "--platform"
    case sensor = "--sensor"
    case date = "--date"
    case interpolate = "--interpolate"
    case dropBrokenLines = "--drop-broken-lines"
    case keepGoing = "--keep-going"
    case correct = "--correct"
    case motionOffset = "--motion-offset-s"
    case estimateGravity = "--estimate-gravity"
  }

  /// A note about given options that have no effect on a source; empty without such options.
  /// - Parameter used: the options that the source uses.
  func notes(using used: Set<Special>) -> [String] {
    let idle = Special.allCases.filter { isGiven($0) && !used.contains($0) }.map(\.rawValue)
    return idle.isEmpty ? [] : ["without effect on this source: \(idle.joined(separator: ", "))"]
  }

  private func isGiven(_ option: Special) -> Bool {
    switch option {
    case .platform: platform != nil
    case .sensor: sensor != nil
    case .date: dayStartS != nil
    case .interpolate: interpolates
    case .dropBrokenLines: repairs.dropsBrokenLines
    case .keepGoing: readsUpToFault
    case .correct: !corrections.conventions.isEmpty
    case .motionOffset: corrections.motionOffsetS != 0
    case .estimateGravity: estimatesGravity
    }
  }
}
