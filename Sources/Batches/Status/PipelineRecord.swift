import FoundationEssentials
import SPBasics
import SPPipelines

/// A pipeline as stored with results: every option and all wiring, and the content of the files that options name.
struct PipelineRecord: Hashable, Encodable {
  let pipeline: JSONValue
  /// The hashes of these files, by stage and option.
  let fingerprints: [String: [String: ContentHash]]

  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline.resolved
    let hashes = pipeline.stages.map { ($0.id, $0.stage.fileHashes) }.filter { !$0.1.isEmpty }
    fingerprints = Dictionary(uniqueKeysWithValues: hashes)
  }

  /// The settings that determine the results of the stages, in order.
  var settings: [StageSettings] { Self.settings(pipeline) { fingerprints[$0] ?? [:] } }

  /// The settings in a record's text; empty if there are none.
  static func settings(in bytes: [UInt8]) -> [StageSettings] {
    let document = JSONDocument.parse(String(decoding: bytes, as: UTF8.self), file: "")
    guard document.faults.isEmpty, let root = document.root, let pipeline = root.member("pipeline") else { return [] }
    let fingerprints = root.member("fingerprints")?.node
    return settings(JSONValue(pipeline.node)) { id in
      let members = fingerprints?.member(id)?.node.members ?? []
      let hashes = members.compactMap { member in member.node.string.map { (member.key, ContentHash(digits: $0)) } }
      return Dictionary(uniqueKeysWithValues: hashes)
    }
  }

  private static func settings(
    _ pipeline: JSONValue, _ contents: (String) -> [String: ContentHash]
  ) -> [StageSettings] {
    guard case .array(let stages) = pipeline["stages"] else { return [] }
    return stages.compactMap { stage in
      guard case .string(let id) = stage["id"] else { return nil }
      return StageSettings(stage, contents: contents(id))
    }
  }
}

extension Pipeline {
  /// The settings that determine its stages' results, in order.
  public var settings: [StageSettings] { PipelineRecord(self).settings }

  /// For each table that it writes, a hash of everything in the pipeline that can change its content.
  ///
  /// The processor is not included: a move to another machine is not a reason to run a data set again. Another
  /// processor can change filtered values by some 1e-5 g, which matters only for a peak right at a threshold.
  var tableKeys: [String: String] {
    let all = settings
    let keys = stages.flatMap { stage in
      let ids = Set(stages(leadingTo: stage.id).map(\.id))
      return stage.stage.tableNames.map { ($0, Self.key(of: all.filter { ids.contains($0.id) })) }
    }
    return Dictionary(uniqueKeysWithValues: keys)
  }

  /// A hash of everything in the pipeline that can change a result.
  var key: String { Self.key(of: settings) }

  /// The hash includes everything in ``StageSettings``.
  private static func key(of settings: [StageSettings]) -> String {
    let text = settings.map { stage in
      let values = stage.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
      return "\(stage.id) \(stage.type)\n" + values.joined()
    }
    return ContentHash(text.joined(separator: "\n").utf8).text
  }
}

/// A description of the tables that a run writes to a folder. With it, other programs can check which tables are
/// current without loading the pipeline.
public struct BatchTarget: Hashable, Sendable, Codable {
  /// A table of the pipeline.
  public struct Table: Hashable, Sendable, Codable {
    /// The hash of its stages' options.
    public var key: String
    /// The ids of the stages that it depends on.
    public var stages: [String]
  }

  /// The pipeline's name.
  public var name: String
  /// The version of the tool.
  public var toolVersion: String
  /// The hash of the options of all stages.
  public var key: String
  /// The tables, by name.
  public var tables: [String: Table]
  /// The settings that determine the stages' results; in full they are stored as the pipeline itself.
  public internal(set) var settings: [StageSettings] = []

  /// Describes what a pipeline makes.
  public init(_ pipeline: Pipeline, toolVersion: String) {
    name = pipeline.name
    self.toolVersion = toolVersion
    key = pipeline.key
    settings = pipeline.settings
    let keys = pipeline.tableKeys
    let tables = pipeline.stages.flatMap { stage in
      stage.stage.tableNames.map { name in
        (name, Table(key: keys[name] ?? "", stages: pipeline.stages(leadingTo: stage.id).map(\.id)))
      }
    }
    self.tables = Dictionary(uniqueKeysWithValues: tables)
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case toolVersion = "tool_version"
    case key, tables
  }
}

extension OutputFolder {
  /// What the last run was to make; nil without a record of that.
  /// - Throws: `FileError`, or `Unreadable`.
  public func target() throws -> BatchTarget? {
    guard Folder.exists(pipelinePath) else { return nil }
    let bytes = try WholeFile.read(pipelinePath)
    do {
      var target = try JSONDecoder().decode(BatchTarget.self, from: Data(bytes))
      target.settings = PipelineRecord.settings(in: bytes)
      return target
    } catch {
      throw Unreadable(description: "\(pipelinePath): is not the record of a pipeline; run again")
    }
  }
}

extension JSONValue {
  /// The value of a node, without places; an unreadable value is `null`.
  package init(_ node: JSONNode) {
    switch node.value {
    case .null, .invalid: self = .null
    case .boolean(let flag): self = .boolean(flag)
    case .number(let number): self = number.integer.map { .integer($0) } ?? .number(number.double)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map { JSONValue($0) })
    case .object(let members): self = .object(members.map { Member(key: $0.key, value: JSONValue($0.node)) })
    }
  }
}
