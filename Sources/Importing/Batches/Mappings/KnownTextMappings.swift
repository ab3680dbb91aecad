import SPImporting
import SPMappingTexts
import SPPipelines

/// The built-in mappings of text tables.
package enum KnownTextMappings {
  /// All of them, the preferred ones first.
  package static let all: [TextMapping] = BuiltInMapping.tables.compactMap { file in
    // A test reads every file, so that none is left out here.
    try? mapping(file)
  }

  /// Reads one.
  /// - Throws: `PipelineError` with every fault.
  package static func mapping(_ file: BuiltInMapping) throws(PipelineError) -> TextMapping {
    let options = try MappingFile(json: file.text, file: "\(file.name).json", changed: MappingFile.withStreams)
    var mapping = options.text?.mapping ?? TextMapping(streams: [:])
    mapping.name = file.name
    return mapping
  }
}
