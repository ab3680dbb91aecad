/// The fixed words of the pipeline file format.
enum PipelineFile {
  /// The version of the format.
  static let version = 1
  /// The keys of the file; `$schema` is for editors and is ignored here.
  static let keys = ["$schema", "version", "name", "description", "stages", "tests"]
  /// The keys of a test.
  static let testKeys = ["name", "recording", "expect"]
  /// The keys of a stage that are not options.
  static let reservedKeys: Set<String> = ["id", "type", "reads", "device"]
  /// The form of a stage's id, as a regular expression of JSON Schema.
  static let idPattern = "^[A-Za-z][A-Za-z0-9_-]*$"

  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first, first.isASCIILetter else { return false }
    return text.utf8.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }
}
