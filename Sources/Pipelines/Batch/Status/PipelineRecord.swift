import Files
import Foundation
import JSON

/// A pipeline as it is kept beside results: every option and all wiring, and the content of the files that options name.
struct PipelineRecord: Hashable, Encodable {
  let pipeline: JSONValue
  /// By stage and option.
  let fingerprints: [String: [String: ContentHash]]

  init(_ pipeline: Pipeline) {
    self.pipeline = pipeline.resolved
    let hashes = pipeline.stages.map { ($0.id, $0.stage.fileHashes) }.filter { !$0.1.isEmpty }
    fingerprints = Dictionary(uniqueKeysWithValues: hashes)
  }

  /// What decides what the stages give, in order.
  var settings: [StageSettings] { Self.settings(pipeline) { fingerprints[$0] ?? [:] } }

  /// The settings that a record's text holds; empty where it holds none.
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
  /// What decides what its stages give, in order.
  public var settings: [StageSettings] { PipelineRecord(self).settings }
}

/// What a run into a folder is to make, so that others can tell what is current without loading its pipeline.
public struct BatchTarget: Hashable, Sendable, Codable {
  /// A table of the pipeline.
  public struct Table: Hashable, Sendable, Codable {
    /// What the options of its stages add up to.
    public var key: String
    /// The ids of the stages that lead to it.
    public var stages: [String]
  }

  /// The pipeline's name.
  public var name: String
  /// The version of the tool.
  public var toolVersion: String
  /// What the options of all stages add up to.
  public var key: String
  /// The tables, by name.
  public var tables: [String: Table]
  /// What decides what the stages give; kept in full as the pipeline itself.
  public internal(set) var settings: [StageSettings] = []

  /// What a pipeline makes.
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
  /// What the last run was to make; nothing where no run has left that.
  /// - Throws: `FileError`, or ``Unreadable``.
  public func target() throws -> BatchTarget? {
    guard Folder.exists(pipelinePath) else { return nil }
    let bytes = try WholeFile.read(pipelinePath)
    do {
      var target = try JSONDecoder().decode(BatchTarget.self, from: Data(bytes))
      target.settings = PipelineRecord.settings(in: bytes)
      return target
    } catch {
      throw Unreadable(description: "\(pipelinePath): is no record of a pipeline; run again")
    }
  }
}

extension JSONValue {
  /// The value of a node, without its places; what could not be read is `null`.
  init(_ node: JSONNode) {
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
