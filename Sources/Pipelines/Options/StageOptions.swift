import FoundationEssentials
import SPBasics

/// The options of a stage: a struct whose properties hold the defaults, and one table that describes them.
///
/// Decoding, canonical encoding, help, JSON Schema and reference pages are all made from the table.
public protocol StageOptions: Hashable, Sendable {
  /// The options with all defaults.
  init()

  /// The table: one row for each option.
  static var fields: [OptionField<Self>] { get }

  /// Faults of the combination of options. It is called only if each option is valid.
  func faults() -> [OptionFault]
}

extension StageOptions {
  /// No faults.
  public func faults() -> [OptionFault] { [] }
}

/// A fault found when options are combined, or when a stage is made.
public struct OptionFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The option concerned, with a dotted path if nested.
  public let option: String
  /// The expected and the found value.
  public let message: String
  /// The most likely intended name.
  public let suggestion: String?

  /// Makes a fault: `OptionFault("pass_hz", "expected more than stop_hz (40 Hz), found 30 Hz")`.
  public init(_ option: String, _ message: String, suggestion: String? = nil) {
    self.option = option
    self.message = message
    self.suggestion = suggestion
  }

  /// `option "pass_hz": expected more than stop_hz (40 Hz), found 30 Hz`.
  public var description: String { "option \"\(option)\": \(message)" }
}

/// The options of a stage without options.
public struct NoOptions: StageOptions {
  /// The one value.
  public init() {}

  /// An empty table.
  public static var fields: [OptionField<NoOptions>] { [] }
}

extension StageOptions {
  /// Reads options from a JSON object and finds every fault in one pass.
  ///
  /// - Parameters:
  ///   - node: The object; any other value is a fault.
  ///   - keys: Keys that are not options and are ignored.
  ///   - stageID: The id of the stage, for messages; nil if the options do not belong to a stage.
  /// - Returns: The options, with defaults instead of missing or faulty ones, and the faults.
  package static func decoded(
    from node: JSONNode, ignoring keys: Set<String> = [], of stageID: String? = nil
  ) -> (options: Self, issues: [OptionIssue]) {
    var reading = OptionReading(of: stageID)
    let options = read(from: node, base: Self(), ignoring: keys, &reading)
    return (options, reading.issues)
  }

  /// Reads options from the text of a JSON object.
  ///
  /// - Throws: `PipelineError` with every fault.
  public init(json text: String, file: String = "options") throws(PipelineError) {
    try self.init(json: text, file: file) { $0 }
  }

  /// Reads options from the text of a JSON object, after changing the object.
  ///
  /// - Throws: `PipelineError` with every fault.
  package init(json text: String, file: String, changed: (JSONNode) -> JSONNode) throws(PipelineError) {
    let document = JSONDocument.parse(text, file: file)
    guard document.faults.isEmpty, let root = document.root else {
      throw PipelineError(document.diagnostics)
    }
    let (options, issues) = Self.decoded(from: changed(root))
    guard issues.isEmpty else {
      throw PipelineError(
        issues.map {
          Diagnostic(.error, at: $0.location, option: $0.path, message: $0.message, suggestion: $0.suggestion)
        })
    }
    self = options
  }

  /// All options with their values, sorted by name. Reading the object again gives equal options.
  package func encoded() -> JSONValue {
    let members = Self.fields.map { JSONValue.Member(key: $0.name, value: $0.write(self)) }
    return .object(members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
  }

  /// The table as plain data, in its own order.
  package static var descriptions: [OptionDescription] {
    descriptions(defaults: Self())
  }

  static func descriptions(defaults: Self) -> [OptionDescription] {
    fields.map { $0.description(defaults: defaults) }
  }

  static func read(
    from node: JSONNode, base: Self, ignoring keys: Set<String>, _ reading: inout OptionReading
  ) -> Self {
    var options = base
    guard let members = node.members else {
      reading.expected("an object of options", at: node, found: node.summary)
      return options
    }
    let before = reading.issues.count
    let fields = Self.fields
    // Options that set defaults are read first, so that explicit options override the defaults.
    let setters = Set(fields.filter(\.setsDefaults).map(\.name))
    let given = members.filter { !keys.contains($0.key) }
    for member in given.filter({ setters.contains($0.key) }) + given.filter({ !setters.contains($0.key) }) {
      if let field = fields.first(where: { $0.name == member.key }) {
        reading.descend(to: member.key) { field.read(member.node, &options, &$0) }
      } else {
        reading.unknown("option", member, expected: fields.map(\.name), besides: keys)
      }
    }
    for field in fields where field.needsValue(defaults: base) && node.member(field.name) == nil {
      reading.missing(field.name, field.shape(base), unit: field.unit, in: node)
    }
    // A faulty option has its default value, so a comparison with it would mislead.
    if reading.issues.count == before, !node.holdsInvalid {
      for fault in options.faults() { reading.add(fault, in: node) }
    }
    return options
  }
}

extension JSONDocument {
  /// The syntax faults as diagnostics.
  var diagnostics: [Diagnostic] {
    faults.map { Diagnostic(.error, at: $0.location, message: $0.message, suggestion: $0.suggestion) }
  }
}

/// A file that an option of a stage names, such as a model or a plan.
package enum OptionFile {
  /// The content of the file.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - option: The name of the option.
  ///   - expected: The expected content, such as `a workout plan`.
  /// - Throws: ``OptionFault`` if the file cannot be read.
  package static func data(at path: String, option: String, expected: String) throws -> Data {
    do {
      return Data(try WholeFile.read(path))
    } catch {
      let reason =
        Folder.isFolder(path)
        ? "it is a folder" : Folder.exists(path) ? "it cannot be read (\(error.reason))" : "no such file"
      throw OptionFault(option, "\(path): \(reason); expected \(expected)")
    }
  }
}
