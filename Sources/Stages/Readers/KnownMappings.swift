import SPBasics
import SPMappingTexts
import SPPipelines
import SPRecordings

/// The built-in mappings of HDF5 files.
package enum KnownMappings {
  /// All of them; read once, when a file of another layout is first opened.
  package static let all: [NamedMapping] = BuiltInMapping.all.compactMap { file in
    // A test reads every file, so that none is left out here.
    (try? mapping(file)).map { NamedMapping(file.name, $0) }
  }

  /// The text of the mapping file with a name; nil for an unknown name.
  package static func text(_ name: String) -> String? { BuiltInMapping.all.first { $0.name == name }?.text }

  /// Reads one.
  /// - Throws: `PipelineError` with every fault.
  package static func mapping(_ file: BuiltInMapping) throws(PipelineError) -> RecordingMapping {
    try HDF5MappingOptions(json: file.text, file: "\(file.name).json") { $0.member("hdf5")?.node ?? $0 }.mapping
  }
}
