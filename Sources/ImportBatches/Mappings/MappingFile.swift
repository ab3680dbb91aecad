import Files
import Importers
import JSON
import Pipelines
import Recordings
import Signals
import Stages

/// A mapping file of `swingpipe import`: where files of any other format keep their streams.
public struct MappingFile: StageOptions {
  /// The streams of HDF5 files, by name, as in the option `streams` of `readers.hdf5`; empty for text tables.
  public var hdf5: [String: StreamOptions] = [:]
  /// The streams of text tables; nil for HDF5 files.
  public var text: TextMappingOptions?

  /// A mapping without streams.
  public init() {}

  /// The option table.
  public static var fields: [OptionField<Self>] {
    [
      .dictionary(
        "hdf5", \.hdf5, of: .object, keys: StreamCatalog.streams.map(\.name.rawValue),
        help: "Where HDF5 files keep their streams, as in the option streams of readers.hdf5."),
      .optional("text", \.text, .object, help: "Where text tables keep them."),
    ]
  }

  /// Exactly one of the two must be given, and datasets must exist in the layout.
  public func faults() -> [OptionFault] {
    guard hdf5.isEmpty != (text == nil) else {
      return [OptionFault("text", "expected either \"hdf5\" or \"text\", found \(hdf5.isEmpty ? "none" : "both")")]
    }
    return hdf5.sorted { $0.key < $1.key }.flatMap { name, stream in
      stream.faults(in: StreamName(name)).map { OptionFault("hdf5.\(name).\($0.option)", $0.message) }
    }
  }

  /// Reads a mapping file.
  /// - Returns: the mapping, and the fingerprint of the file's bytes, which tells different files of one name apart.
  /// - Throws: `PipelineError` with every fault of the file; `FileError`.
  public static func read(_ path: String) throws -> (mapping: ImportOptions.Mapping, hash: ContentHash) {
    let bytes = try WholeFile.read(path)
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(PipelineError) {
      return (try MappingFile(json: text, file: path, changed: withoutStreams).mapping, ContentHash(bytes))
    } catch {
      throw pipelineFault(in: text, file: path) ?? error
    }
  }

  /// The streams of HDF5 files may stand in `streams`, as those of text tables do.
  private static func withoutStreams(_ root: JSONNode) -> JSONNode {
    guard let members = root.members else { return root }
    let flat = members.map { member in
      guard member.key == "hdf5", let inner = member.node.members, inner.count == 1, inner[0].key == "streams" else {
        return member
      }
      var member = member
      member.node = inner[0].node
      return member
    }
    return JSONNode(.object(flat), at: root.location)
  }

  /// What is wrong with a pipeline that is given as a mapping, instead of a line for each of its members; nil for
  /// another file.
  private static func pipelineFault(in text: String, file: String) -> PipelineError? {
    JSONDocument.parse(text, file: file).root?.member("stages").map {
      let message = "this is a pipeline; expected a mapping: {\"hdf5\": ...} with what its reader has in \"streams\""
      return PipelineError([Diagnostic(.error, at: $0.keyLocation, message: message)])
    }
  }

  /// The mapping that the file describes.
  public var mapping: ImportOptions.Mapping {
    if let text { return .text(text.mapping) }
    return .hdf5(RecordingMapping(hdf5))
  }
}

/// Where text tables keep the streams of a recording.
public struct TextMappingOptions: StageOptions {
  /// The origin of the timestamps.
  public enum Origin: String, CaseIterable, Sendable {
    /// The device's start.
    case boot
    /// 1970-01-01T00:00:00Z.
    case unix
    /// The recording's start.
    case start
  }

  /// The separator of the fields, one character; nil to find it in the header.
  public var separator: String?
  /// The decimal point.
  public var decimalPoint = "."
  /// Whether the first line that is not skipped is a header.
  public var header = true
  /// How many lines are skipped before the header, or before the first row without one.
  public var skipLines = 0
  /// The origin of the timestamps.
  public var timeOrigin: Origin?
  /// The streams, by their names in layout version 1.
  public var streams: [String: TextStreamOptions] = [:]

  /// A mapping without streams.
  public init() {}

  /// The option table.
  public static var fields: [OptionField<Self>] {
    [
      .optional(
        "separator", \.separator, .string(isEmptyAllowed: false),
        help: "Separator of the fields, one character; null for the most frequent in the header of , | ; and tab."),
      .string("decimal_point", \.decimalPoint, isEmptyAllowed: false, help: "The decimal point of numbers."),
      .boolean("header", \.header, help: "Whether the first line names the fields."),
      .integer("skip_lines", \.skipLines, in: 0...1000, help: "How many lines come before that."),
      .optional(
        "time_origin", \.timeOrigin, .choice,
        help: "What the timestamps count from; null for unix where they are written as dates and times, else unknown."),
      .dictionary(
        "streams", \.streams, of: .object, keys: StreamCatalog.streams.map(\.name.rawValue),
        help: "The streams, by their names in layout version 1."),
    ]
  }

  /// Separator and decimal point must be allowed and differ, there must be a stream, and datasets must exist in the
  /// layout.
  public func faults() -> [OptionFault] {
    var faults: [OptionFault] = []
    if let separator, ![",", "|", ";", "\t", ":", "#", "~"].contains(separator) {
      faults.append(OptionFault("separator", "expected one of , | ; : # ~ or a tab, found \"\(separator)\""))
    }
    if ![".", ","].contains(decimalPoint) || decimalPoint == separator {
      faults.append(
        OptionFault("decimal_point", "expected . or , and not the separator, found \"\(decimalPoint)\""))
    }
    if streams.isEmpty { faults.append(OptionFault("streams", "expected at least one stream")) }
    for (name, stream) in streams.sorted(by: { $0.key < $1.key }) {
      faults += stream.faults(in: StreamName(name), hasHeader: header).map {
        OptionFault("streams.\(name).\($0.option)", $0.message)
      }
    }
    return faults
  }

  var mapping: TextMapping {
    let all = streams.map { (StreamName($0.key), $0.value.mapping) }
    var mapping = TextMapping(streams: Dictionary(uniqueKeysWithValues: all))
    mapping.separator = separator?.first
    mapping.decimalPoint = decimalPoint.first ?? "."
    mapping.hasHeader = header
    mapping.skippedLines = skipLines
    mapping.timeOrigin = timeOrigin?.rawValue
    return mapping
  }
}
