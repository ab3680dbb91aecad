import SPBasics
import SPImporting
import SPMappingTexts
import SPPipelines
import SPRecordings
import SPSignals
import SPStages

/// A mapping file of `swingpipe import`: where files of any other format keep their streams.
package struct MappingFile: StageOptions {
  /// The streams of HDF5 files; nil for text tables.
  package var hdf5: HDF5MappingOptions?
  /// The streams of text tables; nil for HDF5 files.
  package var text: TextMappingOptions?

  /// A mapping without streams.
  package init() {}

  /// The option table.
  package static var fields: [OptionField<Self>] {
    [
      .optional(
        "hdf5", \.hdf5, .object,
        help: "Where HDF5 files keep their streams, as in the option streams of readers.hdf5."),
      .optional("text", \.text, .object, help: "Where text tables keep them."),
    ]
  }

  /// The JSON Schema of mapping files.
  package static var schema: JSONValue { fileSchema(title: "Mapping") }

  /// Checks that exactly one of `hdf5` and `text` is given.
  package func faults() -> [OptionFault] {
    guard (hdf5 == nil) != (text == nil) else {
      return [OptionFault("text", "expected either \"hdf5\" or \"text\", found \(text == nil ? "none" : "both")")]
    }
    return []
  }

  /// Reads a mapping file.
  /// - Returns: the mapping, and the fingerprint of the file's bytes, which distinguishes files of one name.
  /// - Throws: `PipelineError` with every fault of the file; `FileError`.
  package static func read(_ path: String) throws -> (mapping: ImportOptions.Mapping, hash: ContentHash) {
    let bytes = try WholeFile.read(path)
    let text = String(decoding: bytes, as: UTF8.self)
    let mapping: ImportOptions.Mapping
    do throws(PipelineError) {
      mapping = try MappingFile(json: text, file: path, changed: withStreams).mapping
    } catch {
      throw pipelineFault(in: text, file: path) ?? error
    }
    if case .text(let table) = mapping, table.files != nil || table.preamble != nil {
      let message =
        "\"files\" and \"preamble\" recognise the files of built-in mappings, and have no effect with --mapping; remove them "
        + "(--join makes one recording of several files)"
      throw PipelineError([Diagnostic(.error, at: .override("--mapping \(path)"), message: message)])
    }
    return (mapping, ContentHash(bytes))
  }

  /// The options that make `readers.hdf5` read files by a mapping file in a pipeline.
  /// - Throws: `PipelineError` with every fault of the file, and for a mapping of text tables; `FileError`.
  package static func readerOptions(_ path: String) throws -> [JSONValue.Member] {
    guard case .hdf5(let mapping) = try read(path).mapping else {
      let message = "this mapping is for text tables; expected one for HDF5 files, or swingpipe import first"
      throw PipelineError([Diagnostic(.error, at: .override("--mapping \(path)"), message: message)])
    }
    guard case .object(let members)? = MappingText(mapping).json["hdf5"] else { return [] }
    return members
  }

  /// The streams of HDF5 files may be in `hdf5` itself, as in the option of a reader.
  static func withStreams(_ root: JSONNode) -> JSONNode {
    // Editors find the schema by this member.
    guard let members = root.members?.filter({ $0.key != "$schema" }) else { return root }
    let names = Set(StreamCatalog.streams.map(\.name.rawValue))
    let nested = members.map { member in
      guard member.key == "hdf5", let inner = member.node.members, inner.contains(where: { names.contains($0.key) })
      else { return member }
      var member = member
      let streams = JSONMember("streams", at: member.node.location, member.node)
      member.node = JSONNode(.object([streams]), at: member.node.location)
      return member
    }
    return JSONNode(.object(nested), at: root.location)
  }

  /// The error for a pipeline that is given as a mapping, instead of an error for each of its members. Nil for another
  /// file.
  private static func pipelineFault(in text: String, file: String) -> PipelineError? {
    JSONDocument.parse(text, file: file).root?.member("stages").map {
      let message = "this is a pipeline; expected a mapping: {\"hdf5\": ...} with what its reader has in \"streams\""
      return PipelineError([Diagnostic(.error, at: $0.keyLocation, message: message)])
    }
  }

  /// The mapping that the file describes.
  package var mapping: ImportOptions.Mapping {
    if let text { return .text(text.mapping) }
    return .hdf5(hdf5?.mapping ?? RecordingMapping())
  }
}

/// The built-in mappings of text tables.
package enum KnownTextMappings {
  /// All built-in mappings, the preferred mappings first.
  package static let all: [TextMapping] = BuiltInMapping.tables.compactMap { file in
    // A test reads every file, so that `try?` drops no mapping.
    try? mapping(file)
  }

  /// Reads a built-in mapping.
  /// - Throws: `PipelineError` with every fault.
  package static func mapping(_ file: BuiltInMapping) throws(PipelineError) -> TextMapping {
    let options = try MappingFile(json: file.text, file: "\(file.name).json", changed: MappingFile.withStreams)
    var mapping = options.text?.mapping ?? TextMapping(streams: [:])
    mapping.name = file.name
    return mapping
  }
}
