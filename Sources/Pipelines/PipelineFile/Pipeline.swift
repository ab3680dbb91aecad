import FoundationEssentials
import SPBasics

/// A pipeline loaded from a file: every stage is known, its options are valid, and its slots are wired.
public struct Pipeline: Sendable {
  /// The name in the file, or else the file's base name.
  public let name: String
  /// The pipeline's purpose, if the file states it.
  public let description: String?
  /// The file that the pipeline was loaded from.
  public let file: String
  /// The stages in running order.
  public let stages: [PipelineStage]
  /// The sports that the pipeline's options are for, as the attribute `sport` of recordings names them. Empty for any
  /// sport.
  ///
  /// A part of a pipeline is for the same sports as the whole pipeline.
  public let sports: [String]
  /// Warnings, which do not prevent a run.
  public let warnings: [Diagnostic]
  /// The results that the pipeline should have for certain recordings, if the file states them.
  public internal(set) var tests: [PipelineTest] = []

  /// Loads a pipeline from a text and finds every fault in one pass.
  ///
  /// - Parameters:
  ///   - text: JSON, in which comments and trailing commas are allowed.
  ///   - file: The name of the file, for messages and the default name.
  ///   - registry: The stages that the pipeline may use.
  ///   - overrides: Options to set instead of the options in the file, each `id.option=value`.
  ///   - additions: Stages to add to the stages in the file.
  /// - Throws: `PipelineError` with all faults in the order of their places.
  public static func load(
    text: String, file: String, registry: StageRegistry, overrides: [String] = [],
    adding additions: [StageAddition] = []
  ) throws(PipelineError) -> Pipeline {
    var loader = PipelineLoader(file: file, registry: registry)
    return try loader.load(text, overrides: overrides.map(PipelineOverride.init), adding: additions)
  }

  /// Loads a pipeline from a file of UTF-8 text and finds every fault in one pass.
  ///
  /// - Throws: `PipelineError` with all faults in the order of their places, or with the reason why the file cannot
  ///   be read.
  public static func load(
    contentsOf url: URL, registry: StageRegistry, overrides: [String] = [], adding additions: [StageAddition] = []
  ) throws(PipelineError) -> Pipeline {
    try load(contentsOf: url.filePath, registry: registry, overrides: overrides, adding: additions)
  }

  /// Loads a pipeline from the file at a path, as the public call does.
  package static func load(
    contentsOf path: String, registry: StageRegistry, overrides: [String] = [], adding additions: [StageAddition] = []
  ) throws(PipelineError) -> Pipeline {
    let data: [UInt8]
    do {
      data = try WholeFile.read(path)
    } catch {
      throw PipelineError([
        Diagnostic(.error, at: .file(path), message: "cannot read the file: \(Self.reason(error, path))")
      ])
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      let place = UTF8Fault(in: data)
      throw PipelineError([
        Diagnostic(
          .error, at: .position(file: path, line: place.line, column: place.column),
          message: "expected UTF-8 text, found the byte 0x\(String(place.byte, radix: 16, uppercase: true))")
      ])
    }
    return try load(text: text, file: path, registry: registry, overrides: overrides, adding: additions)
  }

  private static func reason(_ error: FileError, _ path: String) -> String {
    if Folder.isFolder(path) { return "it is a folder; expected a pipeline file, before the recordings" }
    return error.code == FileError.missing ? "no such file" : error.reason
  }

  /// Whether the unit of work is a session, which may have several recordings.
  public var readsSessions: Bool { stages.contains { type(of: $0.stage).readsSessions } }

  /// Whether the pipeline is for certain sports that do not include this sport.
  package func isForOtherSports(than sport: String) -> Bool { !sports.isEmpty && !sports.contains(sport) }

  /// Names of the tables that the stages write to files.
  public var tableNames: [String] { stages.flatMap { $0.stage.tableNames } }

  /// The stage with an id, or nil.
  public func stage(_ id: String) -> PipelineStage? {
    stages.first { $0.id == id }
  }

  /// The stages that a stage's result depends on, itself included, in order.
  public func stages(leadingTo id: String) -> [PipelineStage] {
    var needed: Set<String> = [id]
    for stage in stages.reversed() where needed.contains(stage.id) {
      needed.formUnion(stage.reads.values.map(\.stageID))
    }
    return stages.filter { needed.contains($0.id) }
  }

  /// A pipeline of only the stages that lead to some of the tables.
  public func stages(for tables: Set<String>) -> Pipeline {
    let writers = stages.filter { !tables.isDisjoint(with: $0.stage.tableNames) }
    let needed = Set(writers.flatMap { stages(leadingTo: $0.id) }.map(\.id))
    return keeping { needed.contains($0.id) }
  }

  /// The stages before a stage, as a pipeline without tests. All stages if no stage has this id.
  public func stages(before id: String) -> Pipeline {
    first(stages.firstIndex { $0.id == id } ?? stages.count)
  }

  /// The stages up to a position, inclusive, as a pipeline.
  public func stages(through index: Int) -> Pipeline { first(index + 1) }

  /// The stages up to a stage, inclusive. All stages for nil, or if no stage has this id.
  public func stages(through id: String?) -> Pipeline {
    stages.firstIndex { $0.id == id }.map(stages(through:)) ?? self
  }

  private func first(_ count: Int) -> Pipeline { with(Array(stages.prefix(count))) }

  /// The pipeline without stages that only write files.
  public var withoutWriters: Pipeline { keeping { !$0.ports.writes.isEmpty } }

  /// The pipeline with only some of its stages, which must include the stages that they read from.
  private func keeping(_ isKept: (PipelineStage) -> Bool) -> Pipeline { with(stages.filter(isKept)) }

  private func with(_ stages: [PipelineStage]) -> Pipeline {
    Pipeline(
      name: name, description: description, file: file, stages: stages, sports: sports, warnings: warnings)
  }

  /// The identifier of a recording; nothing else is read. Nil if no stage reads an identifier.
  /// - Throws: the error of the reader for a file that it cannot open.
  package func identify(_ path: String) throws -> RecordingIdentifier? {
    for stage in stages {
      if let id = try stage.stage.identify(path) { return id }
    }
    return nil
  }

  /// The path of a recording. If the pipeline works on sessions, also the paths of the session's other recordings in
  /// the same folder, sorted.
  /// - Throws: the errors of reading the recording's identifiers and the folder.
  package func sessionPaths(around path: String) throws -> [String] {
    guard readsSessions, let session = try identify(path)?.sessionID else { return [path] }
    let folder = Folder.split(path).folder
    let paths = try FileManager.default.contentsOfDirectory(atPath: folder).filter(RecordingFileName.isRecording)
      .map { path.contains("/") ? "\(folder)/\($0)" : $0 }
    // A file that cannot be read belongs to no session.
    let others = paths.filter { $0 != path && (try? identify($0))?.sessionID == session }
    return (others + [path]).sorted()
  }

  /// The remarks that a run prints about the stages before it begins, see ``Stage/remark(as:)``.
  public var remarks: [String] {
    stages.compactMap { stage in stage.stage.remark(as: stage.id).map { "stage \"\(stage.id)\": \($0)" } }
  }

  /// The last stage that writes a slot with this name, with the slot; nil without such a stage.
  package func lastWriter(of slot: String) -> SlotReference? {
    let stage = stages.last { $0.ports.writes.contains { $0.name == slot } }
    return stage.map { SlotReference(stageID: $0.id, slot: slot) }
  }

  /// The pipeline as a file with all defaults written out.
  ///
  /// It contains every option and all wiring, and loading it gives the same pipeline. The description and the tests are
  /// omitted. Two pipelines with the same `JSONValue.canonical` form give the same results, if the files that options
  /// name have the same content.
  public var resolved: JSONValue {
    let stages = stages.map { stage -> JSONValue in
      var members: [JSONValue.Member] = [
        .init(key: "id", value: .string(stage.id)), .init(key: "type", value: .string(stage.type.rawValue)),
      ]
      if !stage.reads.isEmpty {
        let reads = stage.reads.sorted { $0.key < $1.key }
        members.append(
          .init(key: "reads", value: .object(reads.map { .init(key: $0.key, value: .string("\($0.value)")) })))
      }
      if let device = stage.device { members.append(.init(key: "device", value: .string(device))) }
      if case .object(let options) = stage.options { members += options }
      return .object(members)
    }
    return ["version": .integer(PipelineFile.version), "name": .string(name), "stages": .array(stages)]
  }
}

// MARK: Devices and variants

extension Pipeline {
  /// The pipeline without stages that take only streams of a session's other devices, and without the stages that
  /// depend on them.
  ///
  /// A stage stays if it takes streams of no device, or of a whole session.
  package func concerning(device: String?) -> Pipeline {
    var trace = DeviceTrace()
    for stage in stages { trace.add(stage.id, reads: stage.reads.values) }
    var kept: Set<String> = []
    for stage in stages.reversed() {
      let own = trace[stage.id]
      guard kept.contains(stage.id) || own.isEmpty || device.map(own.contains) == true else { continue }
      kept.insert(stage.id)
      kept.formUnion(stage.reads.values.map(\.stageID))
    }
    return kept.count == stages.count ? self : keeping { kept.contains($0.id) }
  }

  /// Combines variants of a pipeline, so that common stages run once.
  ///
  /// Two stages are the same if their type, their options and everything that they read are the same. Only stages that
  /// lead to the slot are kept, so nothing is written to files.
  /// - Parameters:
  ///   - variants: The pipelines, each with a stage that writes the slot.
  ///   - slot: The slot needed from each pipeline.
  /// - Returns: the combined pipeline, and the place of each variant's slot in it; nil if a variant does not write the
  ///   slot.
  package static func merging(_ variants: [Pipeline], upTo slot: String) -> (whole: Pipeline, places: [SlotReference])?
  {
    guard let first = variants.first else { return nil }
    var stages: [PipelineStage] = []
    var places: [SlotReference] = []
    var known: [String: String] = [:]
    for variant in variants {
      guard let wanted = variant.lastWriter(of: slot) else { return nil }
      var names: [String: String] = [:]
      func renamed(_ reference: SlotReference) -> SlotReference {
        SlotReference(stageID: names[reference.stageID] ?? reference.stageID, slot: reference.slot)
      }
      for stage in variant.stages(leadingTo: wanted.stageID) {
        let reads = stage.reads.mapValues(renamed)
        let sources = reads.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let content = "\(stage.type.rawValue) \(stage.options.canonical) \(sources)"
        if let id = known[content] {
          names[stage.id] = id
          continue
        }
        let taken = Set(stages.map(\.id) + variants.flatMap { $0.stages.map(\.id) }.filter { $0 != stage.id })
        var (id, number) = (stage.id, 1)
        while taken.contains(id) {
          number += 1
          id = "\(stage.id)_\(number)"
        }
        known[content] = id
        names[stage.id] = id
        stages.append(
          PipelineStage(
            id: id, type: stage.type, stage: stage.stage, options: stage.options, ports: stage.ports, reads: reads,
            location: stage.location, node: stage.node))
      }
      places.append(renamed(wanted))
    }
    let whole = Pipeline(
      name: first.name, description: first.description, file: first.file, stages: stages, sports: first.sports,
      warnings: first.warnings)
    return (whole, places)
  }
}

/// A stage that a command adds to a pipeline.
public struct StageAddition: Hashable, Sendable {
  /// The stage as in a pipeline file, with an id.
  let stage: JSONValue
  /// The type of the stage after which it is inserted.
  let after: StageType
  /// The command's option that adds the stage, for messages.
  let option: String

  /// Describes a stage and its place.
  package init(_ stage: JSONValue, after: StageType, option: String) {
    (self.stage, self.after, self.option) = (stage, after, option)
  }
}
