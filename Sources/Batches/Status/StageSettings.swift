import SPBasics
import SPPipelines

/// The settings that determine a stage's results: type, options, wiring, and the content of files that
/// options name.
public struct StageSettings: Hashable, Sendable {
  /// The id of the stage.
  public var id: String
  /// Its type.
  public var type: String
  /// All other settings in canonical form, by dotted name: `pass_hz`, `streams.gyroscope.unit`, `reads.swings`. If an
  /// option names a file, its value here is a hash of the file's content.
  public var values: [String: String]

  /// The differences between two pipelines, one short line each: `hp.pass_hz 80 -> 90`.
  package static func changes(from old: [StageSettings], to new: [StageSettings]) -> [String] {
    var lines: [String] = []
    for stage in new {
      guard let before = old.first(where: { $0.id == stage.id }) else {
        lines.append("stage \"\(stage.id)\" is new")
        continue
      }
      guard before.type == stage.type else {
        lines.append("stage \"\(stage.id)\": \(before.type) -> \(stage.type)")
        continue
      }
      for name in Set(before.values.keys).union(stage.values.keys).sorted() {
        let (was, now) = (before.values[name], stage.values[name])
        if was != now { lines.append("\(stage.id).\(name) \(was ?? "unset") -> \(now ?? "unset")") }
      }
    }
    let ids = Set(new.map(\.id))
    lines += old.filter { !ids.contains($0.id) }.map { "stage \"\($0.id)\" is gone" }
    return lines
  }
}

extension StageSettings {
  private static let contentScheme = "content "

  /// Takes the settings of a stage, in which all defaults are written out.
  /// - Parameters:
  ///   - stage: as in `Pipeline.resolved`.
  ///   - contents: the content of files by the option that names them, used instead of the path.
  init?(_ stage: JSONValue, contents: [String: ContentHash]) {
    guard case .object(let members) = stage, case .string(let id) = stage["id"],
      case .string(let type) = stage["type"]
    else { return nil }
    self.init(id: id, type: type, values: [:])
    for member in members where member.key != "id" && member.key != "type" {
      flatten(member.value, member.key)
    }
    for (option, hash) in contents { values[option] = Self.contentScheme + hash.text.prefix(12) }
  }

  /// Writes every part of an object that is not itself an object; a list is one value.
  private mutating func flatten(_ value: JSONValue, _ name: String) {
    guard case .object(let members) = value, !members.isEmpty else {
      values[name] = value.canonical
      return
    }
    for member in members { flatten(member.value, "\(name).\(member.key)") }
  }
}
